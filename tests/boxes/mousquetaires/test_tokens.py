from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.rules import RULES
from companion.boxes.mousquetaires.state import State
from companion.boxes.mousquetaires.tokens import draw_treachery, move, push_time, treachery_cards
from companion.core.dice import SystemChance
from companion.core.pen import Pen
from companion.core.record import Intent


def pen_on(**tokens: Any) -> Pen[State]:
    return Pen(replace(BOX.setup({}, BOX.profile()), **tokens), Intent("next"), RULES, SystemChance(), 0)


def test_a_token_moves_and_the_rule_stands_beside_it() -> None:
    pen = pen_on()
    arrival = move(pen, "queen", 2, "louvre")
    assert (arrival.to, pen.state.queen) == (2, 2)
    assert pen.result() == {"changes": [{"what": "queen", "from": 0, "to": 2, "why": "louvre"}]}


@pytest.mark.parametrize(("by", "to"), [(-9, 0), (9, 7)])
def test_a_token_stops_at_the_end_of_its_track(by: int, to: int) -> None:
    pen = pen_on(epic=3)
    assert move(pen, "epic", by, "louvre-done").to == to
    assert pen.state.epic == to


def test_a_token_that_stays_leaves_no_trace() -> None:
    pen = pen_on(queen=0)
    move(pen, "queen", -2, "one-for-all")
    assert pen.result() == {}


def test_milady_draws_unseen_and_the_table_is_told_how_many() -> None:
    pen = pen_on(perfidy=3)
    draw_treachery(pen, 2, "reveal")
    assert pen.state.perfidy == 5
    (tell,) = pen.result()["tells"]
    assert (tell["many"], tell["with"], tell["why"]) == ("Milady draws {n} treachery cards.", {"n": 2}, "reveal")


@pytest.mark.parametrize(("hand", "wanted", "drawn"), [(14, 3, 1), (15, 1, 0), (3, 0, 0)])
def test_nobody_draws_more_cards_than_the_deck_has(hand: int, wanted: int, drawn: int) -> None:
    pen = pen_on(perfidy=hand)
    draw_treachery(pen, wanted, "perfidy")
    assert pen.state.perfidy == hand + drawn
    assert bool(pen.result()) == bool(drawn)


def test_a_push_of_time_remembers_how_far_it_went() -> None:
    pen = pen_on(time=11)
    push_time(pen, 3, "time")
    assert (pen.state.time, pen.state.time_moved) == (12, 1)


def test_no_push_moves_time_while_it_is_held() -> None:
    pen = pen_on(time=4, time_held=True)
    push_time(pen, 1, "perfidy-dead-end")
    assert pen.state.time == 4
    assert [tell["why"] for tell in pen.result()["tells"]] == ["time-held"]
    assert "changes" not in pen.result()


# the treachery deck


@pytest.mark.parametrize(
    ("options", "cards"),
    [({}, 15), ({"players": 2}, 14), ({"no_hourglass": True}, 13), ({"players": 2, "no_hourglass": True}, 12)],
)
def test_how_many_treachery_cards_are_in_the_match(options: dict[str, Any], cards: int) -> None:
    assert treachery_cards(BOX.setup(options, BOX.profile())) == cards


def test_when_the_pile_is_used_up_the_played_cards_are_shuffled_anew() -> None:
    pen = pen_on(perfidy=10, perfidy_gone=("plot",) * 4)
    draw_treachery(pen, 3, "reveal")
    assert (pen.state.perfidy, pen.state.perfidy_gone) == (13, ())
    assert [tell["why"] for tell in pen.result()["tells"]] == ["perfidy-deck", "reveal"]


def test_while_cards_lie_there_nothing_is_shuffled() -> None:
    pen = pen_on(perfidy=10, perfidy_gone=("plot",) * 4)
    draw_treachery(pen, 1, "reveal")
    assert (pen.state.perfidy, len(pen.state.perfidy_gone)) == (11, 4)


def test_checked_in_the_box_a_used_up_pile_stays_used_up() -> None:
    profile = BOX.profile().corrected({"rulings.perfidy_deck_empty": "stop"})
    state = replace(BOX.setup({}, profile), perfidy=10, perfidy_gone=("plot",) * 4)
    pen = Pen(state, Intent("next"), RULES, SystemChance(), 0)
    draw_treachery(pen, 3, "reveal")
    assert (pen.state.perfidy, len(pen.state.perfidy_gone)) == (11, 4)


def test_without_milady_nobody_draws() -> None:
    pen = pen_on(milady=False, players=4, perfidy=0)
    draw_treachery(pen, 1, "louvre-failed")
    assert pen.result() == {}
