from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from companion.core.record import BadForm
from tests.boxes.mousquetaires.scenes import (
    CALAIS,
    GALLERIES,
    INN,
    ROAD,
    declare,
    in_the_gallery,
    on_the_quest,
    show_gallery,
    waiting,
)

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


# scouting


def test_one_epic_token_turns_up_three_tokens_of_the_musketeers_choice(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN).at("actions", epic=2)
    record = table.do("scout", spaces=["0", "5", "11"])
    assert table.match.label(record).read() == "An epic token turns up the inn"
    for kind in ("trap", "four_dice", "decoy"):
        assert table.prompt.id == "token"
        assert table.refused("draw", who="athos").rule == "actions"
        table.do("token", kind=kind)
    inn = table.state.quest.inn
    assert (inn[0], inn[5], inn[11], inn.count("hidden")) == ("trap", "four_dice", "decoy", 9)
    assert (table.state.epic, table.state.errand) == (1, None)


def test_it_costs_no_action_and_nobody_need_be_there(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", epic=1)
    (choice,) = table.offered("scout")
    (pick,) = choice.picks
    assert (pick.least, pick.most, len(pick.options)) == (3, 3, 12)
    table.do("scout", spaces=["0", "1", "2"])
    assert {musketeer.turn for musketeer in table.state.company} == {"waiting"}


def test_fewer_tokens_are_turned_only_if_the_table_insists(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN).at("actions", epic=1)
    refusal = table.refused("scout", spaces=["0", "1"])
    assert (refusal.rule, refusal.overridable) == ("scout", True)
    table.do("scout", anyway=True, spaces=["0", "1"])
    assert waiting(table).target == "inn:0,inn:1"


@pytest.mark.parametrize("spaces", [[], ["0", "0", "1"], ["0", "1", "12"], ["0", "1", "-1"]])
def test_only_tokens_that_lie_face_down_can_be_turned(evening: Start, spaces: list[str]) -> None:
    table = on_the_quest(evening, "athos", INN).at("actions", epic=1)
    refusal = table.refused("scout", spaces=spaces)
    assert (refusal.rule, refusal.overridable) == ("scout", False)


def test_a_token_that_was_turned_is_not_offered_again(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN).at("actions", epic=2)
    table.do("scout", spaces=["0", "1", "2"])
    for _ in range(3):
        table.do("token", kind="decoy")
    assert table.refused("scout", spaces=["0", "3", "4"]).rule == "scout"
    (choice,) = table.offered("scout")
    assert [value for value, _ in choice.picks[0].options] == [str(space) for space in range(3, 12)]


def test_without_an_epic_token_nobody_scouts(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN)
    assert table.offered("scout") == []
    assert table.refused("scout", spaces=["0", "1", "2"]).rule == "scout"


@pytest.mark.parametrize("chapter", [CALAIS, ROAD, GALLERIES])
def test_only_the_inn_is_scouted(evening: Start, chapter: int) -> None:
    table = on_the_quest(evening, "athos", chapter).at("actions", epic=3)
    assert table.refused("scout", spaces=["0", "1", "2"]).rule == "scout"


def test_spaces_are_numbers(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN).at("actions", epic=1)
    with pytest.raises(BadForm, match='"spaces" must be numbers'):
        table.act("scout", spaces=["first", "second", "third"])


# turning


def test_milady_says_what_the_token_shows(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN)
    table.do("advance", who="athos", path=1)
    with pytest.raises(BadForm, match='"token" needs "kind"'):
        table.act("token")
    assert (table.prompt.id, table.prompt.camp) == ("token", "milady")
    record = table.do("token", kind="trap")
    assert table.match.label(record).read() == "The token shows: a trap"


def test_nothing_is_turned_that_nobody_turns(evening: Start) -> None:
    assert on_the_quest(evening, "athos", INN).refused("token", kind="trap").rule == "quest-tokens"


def test_rochefort_is_met_before_the_token_is_turned(evening: Start) -> None:
    table = on_the_quest(evening, "porthos", INN)
    table.do("advance", who="porthos", path=1)
    assert table.refused("token", kind="trap").rule == "quest-tokens"


# the galleries


def test_the_skill_comes_first_and_the_two_guards_follow(evening: Start) -> None:
    table = on_the_quest(evening, "athos", GALLERIES)
    record = table.do("gallery", skill="gallantry")
    assert table.match.label(record).read() == "The next gallery: Gallantry"
    for kind in ("two_swords", "trap"):
        assert table.prompt.id == "token"
        table.do("token", kind=kind)
    assert (table.state.quest.test, table.state.quest.guards) == ("gallantry", ("two_swords", "trap"))
    assert table.state.errand is None


def test_milady_has_to_say_which_skill(evening: Start) -> None:
    table = on_the_quest(evening, "athos", GALLERIES)
    with pytest.raises(BadForm, match='"gallery" needs "skill"'):
        table.act("gallery")


def test_a_gallery_is_turned_up_once(evening: Start) -> None:
    table = in_the_gallery(evening, "athos", "trap", "two_dice")
    assert table.refused("gallery", skill="nobility").rule == "galleries"


@pytest.mark.parametrize("chapter", [INN, CALAIS, ROAD])
def test_elsewhere_there_are_no_galleries(evening: Start, chapter: int) -> None:
    assert on_the_quest(evening, "athos", chapter).refused("gallery", skill="nobility").rule == "galleries"


def test_a_skill_token_that_was_used_comes_back_only_if_the_table_insists(evening: Start) -> None:
    table = in_the_gallery(evening, "athos", "trap", "two_dice", skill="nobility")
    declare(table, "challenge", who="athos")
    table.do("meet", cards=4)
    refusal = table.refused("gallery", skill="nobility")
    assert (refusal.rule, refusal.overridable) == ("galleries", True)
    show_gallery(table, "panache", "two_dice", "two_dice")
    assert table.state.quest.test == "panache"
