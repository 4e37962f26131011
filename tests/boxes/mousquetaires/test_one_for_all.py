from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.boxes.mousquetaires.one_for_all import USES
from companion.boxes.mousquetaires.state import STEPS
from companion.core.record import BadForm

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


# three uses


def test_it_is_two_epic_tokens(evening: Start) -> None:
    table = evening(head_start=True)
    record = table.do("one_for_all", use="epic")
    assert (table.state.epic, table.state.one_for_all) == (2, 0)
    assert table.match.label(record).read() == "One for all: 2 epic tokens"


@pytest.mark.parametrize(("had", "short"), [(6, 1), (7, 2)])
def test_it_is_worth_two_tokens_even_when_the_stock_is_not(evening: Start, had: int, short: int) -> None:
    table = evening(head_start=True).at("actions", epic=had)
    record = table.do("one_for_all", use="epic")
    assert table.state.epic == 7
    (tell,) = record.result["tells"]
    assert tell["with"] == {"n": short}


@pytest.mark.parametrize(("lost", "left"), [(5, 3), (1, 0), (0, 0)])
def test_it_gives_the_queen_two_honour_back(evening: Start, lost: int, left: int) -> None:
    table = evening(head_start=True).at("actions", queen=lost)
    table.do("one_for_all", use="queen")
    assert table.state.queen == left


def test_it_does_not_take_back_what_milady_did_to_the_queen(evening: Start) -> None:
    """It simply gives 2 back: a loss of 3 in one round stays a loss of 1."""
    table = evening(head_start=True).at("perfidy", queen=3, louvre=3)
    table.do("perfidy", how="play", card="plot")
    table.at("louvre").next()
    assert table.state.queen == 6
    table.do("one_for_all", use="queen")
    assert table.state.queen == 4


def test_it_stops_time_for_this_round_only(evening: Start) -> None:
    table = evening(head_start=True).at("time", time=4)
    table.do("one_for_all", use="time")
    for _ in range(3):
        table.next()
    assert (table.state.time, table.state.round, table.state.time_held) == (4, 2, False)
    table.at("time").next()
    assert table.state.time == 5


def test_it_also_stops_the_extra_move_of_constance_missing(evening: Start) -> None:
    table = evening(head_start=True, paris="missing").at("time", time=4)
    table.do("one_for_all", use="time")
    for _ in range(3):
        table.next()
    assert (table.state.time, table.state.round) == (4, 2)


def test_played_in_the_last_step_it_still_stops_constance_missing(evening: Start) -> None:
    table = evening(head_start=True, paris="missing").at("time", time=4)
    table.next()
    table.next()
    table.do("one_for_all", use="time")
    table.next()
    assert (table.state.time, table.state.round) == (5, 2)


def test_played_at_the_start_of_the_round_it_stops_a_dead_end_and_lasts_to_the_end(evening: Start) -> None:
    table = evening(head_start=True, paris="missing").at("destination", time=4)
    table.do("one_for_all", use="time")
    table.next()
    table.next()
    record = table.do("perfidy", how="play", card="dead_end")
    assert table.told(record) == ["The Time marker stays where it is this round."]
    table.at("time")
    for _ in range(3):
        table.next()
    assert (table.state.time, table.state.perfidy) == (4, 2)


# at any moment


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("step", STEPS)
def test_it_can_be_played_in_every_step_and_the_step_goes_on(evening: Start, step: str, use: str) -> None:
    table = evening(head_start=True).at(step, queen=4)
    assert {choice.fields["use"] for choice in table.offered("one_for_all")} == set(USES)
    table.do("one_for_all", use=use)
    assert (table.state.step, table.state.one_for_all) == (step, 0)
    assert table.offered("one_for_all") == []


def test_whoever_has_no_card_plays_none(evening: Start) -> None:
    refusal = evening().refused("one_for_all", anyway=True, use="queen")
    assert refusal.reason.read() == "The musketeers hold no One for all card."


def test_each_card_is_played_once(evening: Start) -> None:
    table = evening().at("actions", one_for_all=2, queen=7)
    table.do("one_for_all", use="queen")
    table.do("one_for_all", use="queen")
    assert (table.state.queen, table.state.one_for_all) == (3, 0)


def test_time_that_stands_still_is_not_stopped_again(evening: Start) -> None:
    table = evening().at("actions", one_for_all=2)
    table.do("one_for_all", use="time")
    refusal = table.refused("one_for_all", use="time")
    assert (refusal.reason.read(), refusal.overridable) == ("Time stands still already.", True)
    assert {choice.fields["use"] for choice in table.offered("one_for_all")} == {"queen", "epic"}


@pytest.mark.parametrize("fields", [{}, {"use": "rochelle"}, {"use": 2}, {"use": "time", "twice": True}])
def test_it_has_no_other_use(evening: Start, fields: dict[str, Any]) -> None:
    with pytest.raises(BadForm):
        evening(head_start=True).act("one_for_all", **fields)


# against a defeat


def test_it_takes_back_the_move_that_ended_time(evening: Start) -> None:
    table = evening(head_start=True).at("time", time=11)
    table.next()
    assert (table.state.time, table.cause, table.prompt.id) == (12, "", "escape")
    table.do("one_for_all", use="time")
    assert (table.state.time, table.state.time_held, table.prompt.id) == (11, True, "time")
    table.next()
    assert (table.state.time, table.state.step) == (11, "louvre")


def test_it_takes_back_the_extra_move_of_constance_missing_that_ended_time(evening: Start) -> None:
    table = evening(head_start=True, paris="missing").at("time", time=10)
    for _ in range(3):
        table.next()
    assert (table.state.time, table.state.step, table.prompt.id) == (12, "aftermath", "escape")
    table.do("one_for_all", use="time")
    table.next()
    assert (table.state.time, table.state.round, table.cause) == (11, 2, "")


def test_it_takes_back_the_dead_end_that_ended_time_and_holds_it_to_the_end_of_the_round(evening: Start) -> None:
    table = evening(head_start=True).at("perfidy", time=11)
    table.do("perfidy", how="play", card="dead_end")
    assert table.prompt.id == "escape"
    table.do("one_for_all", use="time")
    assert (table.state.time, table.prompt.id) == (11, "actions")
    table.at("time").next()
    assert (table.state.time, table.cause) == (11, "")


@pytest.mark.parametrize(("before", "louvre"), [(7, 2), (6, 3), (7, 3)])
def test_it_saves_the_queen_from_richelieus_space(evening: Start, before: int, louvre: int) -> None:
    table = evening(head_start=True).at("louvre", queen=before, louvre=louvre)
    table.next()
    assert (table.state.queen, table.prompt.id) == (8, "escape")
    table.do("one_for_all", use="queen")
    assert (table.state.queen, table.cause) == (6, "")


def test_spent_on_something_else_it_saves_nobody(evening: Start) -> None:
    table = evening(head_start=True).at("time", time=11)
    table.next()
    table.do("one_for_all", use="epic")
    assert (table.state.epic, table.cause) == (2, "time")


def test_a_marker_set_to_the_end_by_hand_goes_back_one_space_not_to_the_beginning(evening: Start) -> None:
    table = evening(head_start=True).at("actions", time=12)
    table.do("one_for_all", use="time")
    assert table.state.time == 11


# while the clerk waits for something


def test_it_interrupts_a_duel_and_a_question_to_milady(evening: Start) -> None:
    table = evening(depth="clerk", head_start=True).at("actions", queen=5, one_for_all=2)
    table.do("louvre_mission", skill="panache", value=6, foes=["lubin"])
    table.do("duel", who="porthos", foe="lubin")
    assert len(table.offered("one_for_all")) == 3
    table.do("one_for_all", use="queen")
    table.do("let_pass")
    table.do("commit")
    table.do("one_for_all", use="epic")
    assert (table.state.queen, table.state.epic, table.prompt.id) == (3, 2, "duel")


@pytest.mark.parametrize(("cause", "tokens"), [("rochelle", {"rochelle": 1}), ("constance", {"constance": 6})])
def test_against_la_rochelle_and_for_constance_it_comes_too_late(
    evening: Start, cause: str, tokens: dict[str, int]
) -> None:
    table = evening(head_start=True, paris="abducted").at("actions", **tokens)
    assert (table.cause, table.match.prompts()) == (cause, ())


def test_a_plot_in_phase_one_can_be_answered_too(evening: Start) -> None:
    table = evening(head_start=True).at("perfidy", queen=7)
    table.do("perfidy", how="play", card="plot")
    assert table.prompt.id == "escape"
    assert table.refused("draw", who="athos").rule == "one-for-all"
    table.do("one_for_all", use="queen")
    assert (table.state.queen, table.state.step, table.cause) == (6, "actions", "")
