from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.core.record import BadForm
from tests.boxes.mousquetaires.scenes import (
    CALAIS,
    GALLERIES,
    INN,
    ROAD,
    clash,
    declare,
    fight,
    in_the_gallery,
    on_the_quest,
    waiting,
)

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


@pytest.mark.parametrize("path", [1, 2, 3])
def test_along_a_path_of_the_inn_the_first_token_is_turned(evening: Start, path: int) -> None:
    table = on_the_quest(evening, "athos", INN)
    record = table.do("advance", who="athos", path=path)
    assert table.match.label(record).read() == "Athos presses on"
    assert (waiting(table).waits, waiting(table).target) == ("token", f"inn:{(path - 1) * 4}")
    assert (table.state.of("athos").path, table.state.of("athos").left) == (path, 2)


@pytest.mark.parametrize("path", [{}, {"path": 0}, {"path": 4}])
def test_the_inn_has_three_paths(evening: Start, path: dict[str, Any]) -> None:
    table = on_the_quest(evening, "athos", INN)
    with pytest.raises(BadForm, match='"path" must be 1 to 3'):
        table.act("advance", who="athos", **path)


def test_on_the_road_there_is_only_one_way(evening: Start) -> None:
    table = on_the_quest(evening, "athos", ROAD)
    table.do("advance", who="athos")
    assert (fight(table).target, fight(table).waits, table.state.of("athos").left) == ("road:0", "cards", 2)


@pytest.mark.parametrize("chapter", [CALAIS, GALLERIES])
def test_elsewhere_nobody_presses_on(evening: Start, chapter: int) -> None:
    refusal = on_the_quest(evening, "athos", chapter).refused("advance", who="athos", path=1)
    assert (refusal.rule, refusal.overridable) == ("quest", False)


@pytest.mark.parametrize("chapter", [INN, ROAD])
def test_whoever_presses_on_is_on_the_quest(evening: Start, chapter: int) -> None:
    table = evening(depth="clerk").at("actions", chapters_done=chapter)
    refusal = table.refused("advance", who="athos", path=1)
    assert (refusal.rule, refusal.overridable) == ("quest", True)
    assert refusal.reason.read() == "Athos is not on the quest."


def test_the_scorekeeper_does_not_ask_where_the_figures_are(evening: Start) -> None:
    table = evening().at("actions")
    declare(table, "advance", who="porthos", path=1)
    assert waiting(table).waits == "token"


# a secret passage


def test_three_epic_tokens_and_an_action_open_a_secret_passage(evening: Start) -> None:
    table = in_the_gallery(evening, "athos", "four_dice", "four_dice").at("actions", epic=4)
    record = table.do("passage", who="athos")
    assert table.match.label(record).read() == "Athos takes a secret passage"
    assert (table.state.quest.room, table.state.epic, table.state.of("athos").left) == (1, 1, 2)


def test_with_fewer_tokens_there_is_no_passage(evening: Start) -> None:
    table = in_the_gallery(evening, "athos", "four_dice", "four_dice").at("actions", epic=2)
    refusal = table.refused("passage", who="athos")
    assert (refusal.rule, refusal.reason.read()) == ("passage", "A secret passage takes 3 epic tokens.")


@pytest.mark.parametrize("chapter", [INN, CALAIS, ROAD])
def test_only_the_galleries_have_passages(evening: Start, chapter: int) -> None:
    table = on_the_quest(evening, "athos", chapter).at("actions", epic=3)
    assert table.refused("passage", who="athos").rule == "quest"


def test_rochefort_can_cost_the_action_but_not_the_tokens(evening: Start) -> None:
    table = in_the_gallery(evening, "porthos", "four_dice", "four_dice").at("actions", epic=3)
    table.do("passage", who="porthos")
    table.do("rochefort")
    table.do("commit")
    clash(table, "lily lily shield", "sword sword shield shield")
    assert (table.state.quest.room, table.state.epic, table.state.of("porthos").left) == (0, 3, 2)


# deadly quest


def test_whoever_fell_on_the_deadly_quest_does_not_come_back(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN, deadly_quest=True).at("actions", **{"athos.life": 1})
    table.do("advance", who="athos", path=1)
    table.do("token", kind="trap")
    back: dict[str, Any] = {"athos.down": False, "athos.turn": "waiting", "athos.place": "louvre"}
    table.at("actions", **back)
    assert table.refused("move", who="athos", to="quest").rule == "deadly-quest"
    table.at("actions", **{"athos.place": "quest"})
    assert table.refused("advance", who="athos", path=1).rule == "deadly-quest"
    table.do("turn", who="athos")
    assert table.offered("advance") == []
