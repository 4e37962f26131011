from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.boxes.mousquetaires.scenes import (
    CALAIS,
    INN,
    arm,
    clash,
    declare,
    fight,
    hearts,
    on_the_quest,
    said,
    waiting,
)

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def opens(table: Evening, path: int, kind: str, who: str = "athos") -> None:
    """He steps up to the next door of a path, and this is what he finds."""
    table.do("correct", what=f"{who}.actions", to=3)
    declare(table, "advance", who=who, path=path)
    if table.state.errand:
        table.do("token", kind=kind)


def beats(table: Evening, path: int, kind: str = "two_dice", who: str = "athos") -> None:
    opens(table, path, kind, who)
    table.do("commit")
    clash(table, "lily lily lily", "sword sword")


def path(table: Evening, number: int) -> tuple[str, ...]:
    return table.state.quest.inn[(number - 1) * 4 : number * 4]


# a door


def test_behind_the_door_stands_whoever_the_token_shows(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN)
    table.do("turn", who="athos")
    opens(table, 2, "three_dice")
    assert (fight(table).foe, fight(table).red, fight(table).target) == ("three_dice", 3, "inn:4")
    assert path(table, 2) == ("three_dice", "hidden", "hidden", "hidden")


def test_a_beaten_guard_is_gone_and_the_way_leads_on(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN)
    table.do("turn", who="athos")
    beats(table, 1)
    assert (path(table, 1), table.state.quest.spent) == (("", "hidden", "hidden", "hidden"), ("two_dice",))
    opens(table, 1, "four_dice")
    assert fight(table).target == "inn:1"


def test_a_guard_who_stands_is_fought_again_with_open_eyes(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN)
    table.do("advance", who="athos", path=1)
    table.do("token", kind="two_dice")
    table.do("commit")
    clash(table, "lily lily shield", "sword sword")
    table.do("advance", who="athos", path=1)
    assert (fight(table).foe, table.state.of("athos").left) == ("two_dice", 1)


def test_a_decoy_costs_the_action_and_nothing_else(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN)
    table.do("advance", who="athos", path=3)
    record = table.do("token", kind="decoy")
    assert said(record) == ["Only a decoy: nobody is there."]
    assert (table.state.duel, path(table, 3)[0], table.state.of("athos").left) == (None, "", 2)


def test_a_trap_wounds_once_through_any_cuirass_and_is_gone(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN)
    arm(table, "athos", "cuirass")
    table.do("advance", who="athos", path=3)
    record = table.do("token", kind="trap")
    assert said(record) == ["Athos walks into a trap; no cuirass helps."]
    assert (hearts(table, "athos"), path(table, 3)[0], table.state.duel) == (2, "", None)


# what lies face up already


def revealed(evening: Start, kind: str, **options: Any) -> Evening:
    table = on_the_quest(evening, "athos", INN, **options).at("actions", epic=1)
    table.do("scout", spaces=["0", "4", "8"])
    for token in (kind, "decoy", "three_dice"):
        table.do("token", kind=token)
    return table


@pytest.mark.parametrize(("wounds", "life"), [(True, 2), (False, 3)])
def test_a_trap_wounds_although_it_lies_face_up_unless_the_table_plays_otherwise(
    evening: Start, wounds: bool, life: int
) -> None:
    table = revealed(evening, "trap", house={"revealed_trap_wounds": wounds})
    record = table.do("advance", who="athos", path=1)
    assert (hearts(table, "athos"), path(table, 1)[0]) == (life, "")
    assert bool(said(record)) is wounds


@pytest.mark.parametrize("wounds", [True, False])
def test_a_hidden_trap_wounds_by_any_reading(evening: Start, wounds: bool) -> None:
    table = on_the_quest(evening, "athos", INN, house={"revealed_trap_wounds": wounds})
    table.do("advance", who="athos", path=1)
    table.do("token", kind="trap")
    assert hearts(table, "athos") == 2


def test_a_decoy_that_lies_face_up_still_takes_an_action(evening: Start) -> None:
    table = revealed(evening, "trap")
    table.do("advance", who="athos", path=2)
    assert (path(table, 2)[0], table.state.of("athos").left, table.state.errand) == ("", 2, None)


def test_a_guard_who_lies_face_up_is_fought_without_any_question(evening: Start) -> None:
    table = revealed(evening, "trap")
    table.do("advance", who="athos", path=3)
    assert fight(table).foe == "three_dice"


# walking up a path that others have cleared


@pytest.mark.parametrize("at_once", [False, True])
def test_walking_up_a_cleared_path_takes_an_action_of_its_own_unless_the_table_plays_otherwise(
    evening: Start, at_once: bool
) -> None:
    table = on_the_quest(evening, "athos", INN, house={"inn_advance_includes_fight": at_once})
    table.at("actions", **{"aramis.place": "quest"})
    table.do("turn", who="athos")
    opens(table, 1, "decoy")
    table.do("rest", who="athos")
    declare(table, "advance", who="aramis", path=1)
    assert (table.state.errand is not None) is at_once
    assert (table.state.of("aramis").path, table.state.of("aramis").left) == (1, 2)
    if not at_once:
        declare(table, "advance", who="aramis", path=1)
        assert (waiting(table).target, table.state.of("aramis").left) == ("inn:1", 1)


def test_whoever_stands_on_a_path_goes_on_at_once(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN)
    table.do("advance", who="athos", path=1)
    table.do("token", kind="decoy")
    table.do("advance", who="athos", path=1)
    assert waiting(table).target == "inn:1"


def test_an_untouched_path_needs_no_walk_even_from_another_one(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN)
    table.do("advance", who="athos", path=1)
    table.do("token", kind="decoy")
    table.do("advance", who="athos", path=2)
    assert (waiting(table).target, table.state.of("athos").path) == ("inn:4", 2)


def test_the_inn_can_be_left_from_anywhere_and_then_one_starts_in_the_common_room(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN)
    table.do("advance", who="athos", path=1)
    table.do("token", kind="decoy")
    table.do("move", who="athos", to="louvre")
    assert (table.state.of("athos").place, table.state.of("athos").path) == ("louvre", 0)
    table.do("move", who="athos", to="quest")
    table.at("actions", **{"athos.actions": 1}).do("advance", who="athos", path=1)
    # That was only the walk.
    assert (table.state.errand, table.state.of("athos").left) == (None, 0)


# the end of the chapter


def test_the_fourth_token_of_one_path_ends_the_chapter(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN)
    table.do("turn", who="athos")
    opens(table, 2, "decoy")
    beats(table, 2)
    opens(table, 2, "trap")
    assert table.state.chapters == INN
    beats(table, 2)
    assert (table.state.chapters, table.state.quest.inn) == (CALAIS, ())


@pytest.mark.parametrize("kind", ["decoy", "trap"])
def test_a_decoy_or_a_trap_can_be_the_last_one(evening: Start, kind: str) -> None:
    table = on_the_quest(evening, "athos", INN)
    table.do("turn", who="athos")
    for _ in range(3):
        opens(table, 1, "decoy")
    table.do("correct", what="athos.actions", to=3)
    table.do("advance", who="athos", path=1)
    record = table.do("token", kind=kind)
    assert table.state.chapters == CALAIS
    assert "Athos draws 2 adventure cards." in said(record)


def test_four_tokens_on_different_paths_end_nothing(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN)
    table.do("turn", who="athos")
    for number in (1, 1, 2, 3):
        opens(table, number, "decoy")
    assert table.state.chapters == INN
