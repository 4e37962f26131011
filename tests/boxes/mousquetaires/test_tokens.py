from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.rules import RULES
from companion.boxes.mousquetaires.state import State
from companion.boxes.mousquetaires.tokens import draw_treachery, move, push_time
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
