from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def test_in_phase_four_the_time_marker_moves_one_space(evening: Start) -> None:
    table = evening().at("time", time=4)
    record = table.next()
    assert (table.state.time, table.state.step) == (5, "louvre")
    assert {"what": "time", "from": 4, "to": 5, "why": "time"} in record.result["changes"]
    assert table.match.label(record).read() == "Time has moved on"


def test_on_the_last_space_milady_wins_at_once_and_the_louvre_marker_does_not_fall(evening: Start) -> None:
    table = evening().at("time", time=11)
    record = table.next()
    assert (table.state.time, table.state.louvre, table.cause) == (12, 1, "time")
    assert table.match.label(record).read() == "Time runs"
    assert table.refused("next").rule == "over"


def test_a_held_marker_stays_and_the_round_goes_on(evening: Start) -> None:
    table = evening().at("time", time=11, time_held=True)
    record = table.next()
    assert (table.state.time, table.state.step, table.cause) == (11, "louvre", "")
    assert table.told(record) == ["The Time marker stays where it is this round."]
    assert table.match.label(record).read() == "Time stands still"


@pytest.mark.parametrize("true_space", [5, 11])
def test_time_set_right_after_a_false_defeat_is_not_pushed_a_second_time(evening: Start, true_space: int) -> None:
    table = evening().at("time", time=11)
    table.next()
    table.do("correct", what="time", to=true_space, reason="the board is right")
    table.next()
    assert (table.state.time, table.state.step) == (true_space, "louvre")
    assert table.state.step_done is False
