from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


@pytest.mark.parametrize(
    ("space", "to", "honour_lost", "cards"),
    [(1, 2, 0, 0), (2, 3, 1, 0), (3, 1, 2, 1)],
    ids=["to the second: nothing", "to the third: one honour", "to the fourth: two more, a card, back to the top"],
)
def test_the_marker_falls_one_space(evening: Start, space: int, to: int, honour_lost: int, cards: int) -> None:
    table = evening().at("louvre", louvre=space, queen=1)
    table.next()
    assert (table.state.louvre, table.state.queen, table.state.perfidy) == (to, 1 + honour_lost, 3 + cards)
    assert table.state.step == "aftermath"


def test_a_mission_nobody_touches_costs_three_honour_in_three_rounds(evening: Start) -> None:
    table = evening()
    for _ in range(3):
        table.at("louvre").next()
    assert (table.state.louvre, table.state.queen, table.state.perfidy) == (1, 3, 4)


def test_a_failed_mission_is_cleared_away(evening: Start) -> None:
    table = evening().at("louvre", louvre=3)
    record = table.next()
    assert "Milady draws {n} treachery card." in table.told(record)
    assert any(
        told.startswith("The mission is discarded: adversaries back to Milady's hand") for told in table.told(record)
    )
    assert [change["why"] for change in record.result["changes"] if change["what"] == "queen"] == ["louvre-failed"]


def test_the_marker_falls_even_under_a_mission_laid_out_this_very_round(evening: Start) -> None:
    table = evening().at("actions", louvre=2)
    table.do("louvre_done")
    table.at("louvre").next()
    assert table.state.louvre == 2


@pytest.mark.parametrize(("space", "queen"), [(2, 7), (3, 6), (3, 7)])
def test_the_queen_on_richelieus_space_is_the_end(evening: Start, space: int, queen: int) -> None:
    table = evening().at("louvre", louvre=space, queen=queen)
    record = table.next()
    assert (table.state.queen, table.cause) == (8, "queen")
    assert table.state.step == "louvre"
    assert table.match.label(record).read() == "The Louvre marker falls"


def test_one_honour_short_of_richelieu_the_match_goes_on(evening: Start) -> None:
    table = evening().at("louvre", louvre=3, queen=5)
    table.next()
    assert (table.state.queen, table.cause) == (7, "")


@pytest.mark.parametrize(("space", "epic"), [(1, 2), (2, 2), (3, 0)])
def test_a_mission_accomplished_on_the_two_top_spaces_wins_two_epic_tokens(
    evening: Start, space: int, epic: int
) -> None:
    table = evening().at("actions", louvre=space)
    record = table.do("louvre_done")
    assert (table.state.epic, table.state.louvre, table.state.queen) == (epic, 1, 0)
    assert table.state.step == "actions"
    assert table.told(record) == ["The mission leaves the game; the next one is turned up and Milady mans it."]
    assert table.match.label(record).read() == "Louvre mission accomplished"


@pytest.mark.parametrize(("had", "has"), [(5, 7), (6, 7), (7, 7)])
def test_there_are_only_seven_epic_tokens(evening: Start, had: int, has: int) -> None:
    table = evening().at("actions", epic=had)
    table.do("louvre_done")
    assert table.state.epic == has


def test_missions_are_accomplished_in_phase_two_unless_the_table_insists(evening: Start) -> None:
    table = evening().at("siege", louvre=2)
    refusal = table.refused("louvre_done")
    assert (refusal.rule, refusal.overridable) == ("louvre-done", True)
    record = table.do("louvre_done", anyway=True)
    assert record.result["rulings"] == ["louvre-done"]
    assert table.state.epic == 2


def test_the_queen_saved_in_the_last_moment_does_not_lose_the_honour_twice(evening: Start) -> None:
    table = evening().at("louvre", louvre=2, queen=7, one_for_all=1)
    table.next()
    table.do("one_for_all", use="queen")
    table.next()
    assert (table.state.queen, table.state.louvre, table.state.step) == (6, 3, "aftermath")


# the clerk knows what lies there


MANNED: dict[str, Any] = {"skill": "panache", "value": 6, "foes": ["lubin"]}


def test_a_mission_is_read_out_once(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    record = table.do("louvre_mission", card="debt", **MANNED)
    assert table.match.label(record).read() == "In the Louvre: The Queen's gambling debt"
    assert table.offered("louvre_mission") == []
    assert table.refused("louvre_mission", **MANNED).rule == "louvre-mission"
    record = evening(depth="clerk").at("actions").do("louvre_mission", **MANNED)
    assert table.match.label(record).read() == "A mission in the Louvre"


def test_an_unfinished_mission_is_not_accomplished(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    table.do("louvre_mission", **MANNED)
    refusal = table.refused("louvre_done")
    assert (refusal.rule, refusal.reason.read()) == ("louvre-done", "The mission is not finished yet.")
    table.do("louvre_done", anyway=True)
    assert (table.state.louvre_mission.known, table.state.epic) == (False, 2)


def test_what_the_clerk_was_never_told_the_table_may_finish(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    table.do("louvre_done")
    assert table.state.epic == 2


def test_a_failed_mission_gives_milady_her_adversaries_back_and_the_ambush_is_gone(evening: Start) -> None:
    table = evening("shield", depth="clerk").at("actions", louvre=3)
    table.do("louvre_mission", card="debt", ambush="assassin", **MANNED)
    table.do("ambush")
    table.at("louvre").next()
    assert (table.state.louvre_gone, table.state.louvre) == (("debt",), 1)
    assert table.state.ambushes_gone == ("assassin",)
    assert table.refused("louvre_mission", skill="panache", value=6, ambush="assassin").rule == "mission-force"
    table.do("louvre_mission", card="chevreuse", **MANNED)
    assert [foe.id for foe in table.state.louvre_mission.foes] == ["lubin"]


def test_a_mission_that_was_played_does_not_come_back(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    table.do("louvre_mission", card="debt", **MANNED)
    table.do("louvre_done", anyway=True)
    assert table.refused("louvre_mission", card="debt", **MANNED).rule == "louvre-mission"


def test_house_rule_the_marker_waits_while_the_mission_is_new(evening: Start) -> None:
    table = evening(house={"louvre_moves_under_new_mission": False}).at("actions", louvre=2)
    table.do("louvre_done")
    record = table.at("louvre").next()
    assert table.told(record) == ["The mission is new: at this table the Louvre marker waits."]
    assert (table.state.louvre, table.state.step) == (1, "aftermath")
    table.next()
    table.at("louvre").next()
    assert table.state.louvre == 2


# eight missions


def eight_missions(table: Evening) -> Evening:
    for number in range(8):
        assert table.state.louvre_gone == ("",) * number
        table.at("actions", epic=0).do("louvre_done")
    return table


def test_after_the_eighth_mission_the_cards_are_shuffled_anew(evening: Start) -> None:
    table = eight_missions(evening())
    assert "The Louvre cards are used up: shuffle them anew." in table.told(table.match.records[-1])
    assert (table.state.louvre_gone, table.state.epic) == ((), 2)
    table.at("louvre").next()
    assert table.state.louvre == 2


def test_checked_in_the_box_after_the_eighth_mission_none_lies_there(evening: Start) -> None:
    table = eight_missions(evening(depth="clerk", profile={"rulings.louvre_deck_empty": "stop"}))
    told = "The Louvre cards are used up: no mission lies there any more."
    assert told in table.told(table.match.records[-1])
    assert table.offered("louvre_mission") == []
    refusal = table.refused("louvre_done", anyway=True)
    assert (refusal.rule, refusal.overridable) == ("louvre-deck", False)
    for _ in range(4):
        assert table.told(table.at("louvre").next()) == [told]
    assert (table.state.louvre, table.state.queen) == (1, 0)
