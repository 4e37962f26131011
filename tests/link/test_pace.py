"""A little all the time, a lot for a moment."""

from __future__ import annotations

from companion.link.pace import BURST, RATE, Pace


def _said(pace: Pace, now: float) -> int:
    count = 0
    while pace.allows(now):
        count += 1
    return count


def test_a_lot_for_a_moment_and_then_no_more() -> None:
    assert _said(Pace(), 5) == BURST


def test_a_little_all_the_time() -> None:
    pace = Pace()
    for tick in range(2_000):
        assert pace.allows(tick / RATE)


def test_what_was_not_said_is_not_saved_up_without_end() -> None:
    pace = Pace(10, 20)
    assert _said(pace, 0) == 20
    assert _said(pace, 1) == 10
    assert _said(pace, 1_000_000) == 20


def test_a_clock_that_goes_back_gives_nothing() -> None:
    pace = Pace(10, 20)
    _said(pace, 100)
    assert not pace.allows(50)
    assert pace.allows(50.2)
