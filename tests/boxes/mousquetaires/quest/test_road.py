from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.boxes.mousquetaires.scenes import (
    GALLERIES,
    ROAD,
    arm,
    clash,
    dice_left,
    fight,
    hearts,
    on_the_quest,
    said,
)

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def test_cards_are_played_before_anybody_knows_against_whom(evening: Start) -> None:
    table = on_the_quest(evening, "athos", ROAD)
    table.do("advance", who="athos")
    assert table.prompt.what.read() == "Athos against an unknown guard"
    assert table.refused("token", kind="two_dice").rule == "quest-tokens"
    table.do("commit", cards=2)
    assert table.prompt.id == "token"
    assert table.refused("commit", cards=1).rule == "duel-cards"
    assert table.refused("clash").rule == "duel"
    table.do("token", kind="four_dice")
    assert (dice_left(table), fight(table).foe) == ((5, 4), "four_dice")
    assert table.refused("commit", cards=1).rule == "duel-cards"


def test_a_guard_with_a_fixed_result_waits_on_the_road_too(evening: Start) -> None:
    table = on_the_quest(evening, "athos", ROAD)
    table.do("advance", who="athos")
    table.do("commit")
    table.do("token", kind="two_shields")
    assert (fight(table).fixed, table.offered("clash")[0].dice) == (("shield", "shield"), "3b")
    clash(table, "sword sword sword")
    assert table.state.quest.road[0] == ""


# epic tokens


def test_after_the_turning_epic_tokens_still_count_as_cards(evening: Start) -> None:
    table = on_the_quest(evening, "athos", ROAD).at("actions", epic=5)
    table.do("advance", who="athos")
    table.do("commit", cards=1)
    table.do("token", kind="four_dice")
    (more,) = table.offered("commit")
    assert more.ask is not None
    # No more than there are dice left to throw.
    assert (more.ask.name, more.ask.lo, more.ask.hi) == ("epic", 1, 2)
    table.do("commit", epic=1)
    assert (dice_left(table), table.state.epic) == ((5, 4), 4)
    table.do("commit", epic=1)
    assert (dice_left(table), table.state.epic) == ((6, 4), 3)
    assert table.offered("commit") == []


def test_they_may_also_be_spent_blind(evening: Start) -> None:
    table = on_the_quest(evening, "athos", ROAD).at("actions", epic=2)
    table.do("advance", who="athos")
    table.do("commit", cards=1, epic=2)
    table.do("token", kind="two_dice")
    assert (dice_left(table), table.state.epic) == ((6, 2), 0)


def test_not_after_the_first_throw(evening: Start) -> None:
    table = on_the_quest(evening, "athos", ROAD).at("actions", epic=2)
    table.do("advance", who="athos")
    table.do("commit")
    table.do("token", kind="two_dice")
    clash(table, "lily lily shield", "sword shield")
    assert table.offered("commit") == []
    assert table.refused("commit", epic=1).rule == "duel-cards"


def test_nobody_spends_what_he_does_not_have(evening: Start) -> None:
    table = on_the_quest(evening, "athos", ROAD).at("actions", epic=1)
    table.do("advance", who="athos")
    assert table.refused("commit", epic=2).rule == "duel-cards"


# traps, defeats, the way


def test_a_trap_springs_wounds_and_is_behind_him(evening: Start) -> None:
    table = on_the_quest(evening, "athos", ROAD)
    arm(table, "athos", "cuirass")
    table.do("advance", who="athos")
    table.do("commit", cards=2)
    record = table.do("token", kind="trap")
    assert "Athos walks into a trap; no cuirass helps." in said(record)
    assert (table.state.duel, hearts(table, "athos"), table.state.quest.road) == (None, 2, ("", "hidden", "hidden"))


def test_a_guard_who_stands_is_known_the_next_time(evening: Start) -> None:
    table = on_the_quest(evening, "athos", ROAD).at("actions", epic=1)
    table.do("advance", who="athos")
    table.do("commit")
    table.do("token", kind="two_dice")
    clash(table, "lily lily shield", "sword sword")
    assert table.state.quest.road == ("two_dice", "hidden", "hidden")
    table.do("advance", who="athos")
    assert (fight(table).foe, table.prompt.id) == ("two_dice", "duel")
    table.do("commit", cards=1)
    table.do("commit", epic=1)
    assert dice_left(table) == (5, 2)


def test_three_in_a_row_and_the_chapter_is_done(evening: Start) -> None:
    table = on_the_quest(evening, "athos", ROAD)
    for at, kind in enumerate(("two_dice", "trap", "two_dice")):
        table.do("advance", who="athos")
        assert fight(table).target == f"road:{at}"
        table.do("commit")
        table.do("token", kind=kind)
        if kind != "trap":
            clash(table, "lily lily lily", "sword sword")
    assert (table.state.chapters, table.state.quest.road) == (GALLERIES, ())


@pytest.mark.parametrize("who", ["athos", "aramis"])
def test_anybody_may_go_on_where_another_stopped(evening: Start, who: str) -> None:
    table = on_the_quest(evening, "porthos", ROAD).at("actions", rochefort=0, **{f"{who}.place": "quest"})
    table.do("advance", who="porthos")
    table.do("commit")
    table.do("token", kind="trap")
    table.do("rest", who="porthos")
    table.do("advance", who=who)
    assert fight(table).target == "road:1"
