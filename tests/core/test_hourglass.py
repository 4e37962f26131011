from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.hourglass import Hourglass
from companion.core.record import BadForm

TWO_MINUTES = 120_000
FULL = Hourglass(TWO_MINUTES)

readings = st.integers(0, 400_000)
deeds = st.tuples(st.sampled_from(["turn", "hold duel", "hold card", "release duel", "release card", "stop"]), readings)


def do(glass: Hourglass, deed: str, now: int) -> Hourglass:
    name, _, reason = deed.partition(" ")
    if name == "hold":
        return glass.hold(reason, now)
    if name == "release":
        return glass.release(reason, now)
    return glass.turn(now) if name == "turn" else glass.stop(now)


def test_nothing_runs_before_the_glass_is_turned() -> None:
    assert not FULL.running
    assert FULL.left(10**9) == TWO_MINUTES
    assert not FULL.is_out(10**9)


def test_the_sand_runs_from_the_turn_on() -> None:
    glass = FULL.turn(5_000)
    assert glass.running
    assert [glass.left(now) for now in (5_000, 6_000, 124_999)] == [120_000, 119_000, 1]


def test_it_is_out_at_the_end_and_stays_out() -> None:
    glass = FULL.turn(0)
    assert not glass.is_out(119_999)
    assert glass.is_out(120_000)
    assert glass.is_out(900_000)
    assert glass.left(900_000) == 0


def test_a_second_tap_does_not_give_the_sand_back() -> None:
    glass = FULL.turn(0)
    assert glass.turn(60_000) == glass
    held = glass.hold("duel", 60_000)
    assert held.turn(70_000) == held


def test_an_empty_or_stopped_glass_is_turned_afresh() -> None:
    assert FULL.turn(0).turn(120_000) == FULL.turn(120_000)
    assert FULL.turn(0).stop(60_000).turn(70_000) == FULL.turn(70_000)


def test_a_hold_keeps_the_sand_and_says_why() -> None:
    glass = FULL.turn(0).hold("duel", 30_000)
    assert not glass.running
    assert glass.why_still() == ("duel",)
    assert glass.left(999_999) == 90_000
    running = glass.release("duel", 500_000)
    assert running.running
    assert running.why_still() == ()
    assert running.left(510_000) == 80_000


def test_it_runs_again_only_when_no_reason_is_left() -> None:
    glass = FULL.turn(0).hold("duel", 10_000).hold("paris card", 20_000)
    assert glass.why_still() == ("duel", "paris card")
    half = glass.release("duel", 30_000)
    assert not half.running
    assert half.why_still() == ("paris card",)
    assert half.release("paris card", 40_000).left(50_000) == 100_000


def test_the_same_reason_twice_counts_once() -> None:
    glass = FULL.turn(0).hold("duel", 10_000).hold("duel", 20_000)
    assert glass.why_still() == ("duel",)
    assert glass.release("duel", 30_000).running


def test_releasing_what_does_not_hold_changes_nothing() -> None:
    running = FULL.turn(0)
    assert running.release("duel", 10_000) == running
    held = running.hold("duel", 10_000)
    assert held.release("card", 20_000) == held


def test_a_glass_nobody_turned_does_not_start_by_being_released() -> None:
    assert FULL.hold("duel", 0).release("duel", 1_000) == FULL


def test_turned_during_a_duel_it_waits_for_the_end_of_the_duel() -> None:
    glass = FULL.hold("duel", 0).turn(1_000)
    assert not glass.running
    assert glass.release("duel", 9_000).left(10_000) == 119_000


def test_stopping_keeps_what_is_left_and_forgets_the_reasons() -> None:
    glass = FULL.turn(0).hold("duel", 10_000).stop(20_000)
    assert glass == Hourglass(TWO_MINUTES, spent=10_000)
    assert FULL.turn(0).stop(40_000).left(999_999) == 80_000


def test_a_clock_set_back_counts_as_no_time() -> None:
    glass = FULL.turn(50_000)
    assert glass.left(0) == TWO_MINUTES
    held = glass.hold("duel", 60_000)
    assert held.release("duel", 1_000).left(0) == 110_000
    assert held.release("duel", 1_000).hold("card", 500).left(10**9) == 110_000


@given(st.lists(deeds, max_size=20), readings)
def test_whatever_the_clock_does_sand_only_falls(script: list[tuple[str, int]], later: int) -> None:
    glass = FULL
    for deed, now in script:
        after = do(glass, deed, now)
        fallen = after.spent - glass.spent
        fresh = deed == "turn" and after != glass
        assert fresh or 0 <= fallen <= max(0, now - (now if glass.since is None else glass.since))
        assert after.left(now) == (TWO_MINUTES if fresh else glass.left(now))
        glass = after
    assert 0 <= glass.left(later) <= TWO_MINUTES
    assert glass.left(later + 1) <= glass.left(later)


@given(st.lists(deeds, max_size=20), readings)
def test_it_survives_a_restart(script: list[tuple[str, int]], later: int) -> None:
    glass = FULL
    for deed, now in script:
        glass = do(glass, deed, now)
    again = Hourglass.from_plain(json.loads(json.dumps(glass.plain())))
    assert again == glass
    assert again.left(later) == glass.left(later)


@given(st.lists(readings, max_size=30))
def test_every_cue_comes_once_and_in_order(times: list[int]) -> None:
    glass = FULL.turn(0)
    steps = [0, *sorted(times), TWO_MINUTES * 4]
    heard = [cue for before, now in pairwise(steps) for cue in glass.cues(before, now)]
    assert heard == ["half", "ten", "out"]


def test_cues_come_at_their_moment() -> None:
    glass = FULL.turn(0)
    assert glass.cues(0, 59_999) == ()
    assert glass.cues(59_999, 60_000) == ("half",)
    assert glass.cues(60_000, 109_999) == ()
    assert glass.cues(109_999, 110_000) == ("ten",)
    assert glass.cues(119_999, 120_000) == ("out",)
    assert glass.cues(120_000, 130_000) == ()


def test_a_glass_that_stands_still_or_a_clock_set_back_has_no_cues() -> None:
    assert FULL.cues(0, 10**9) == ()
    assert FULL.turn(0).hold("duel", 59_000).cues(59_000, 10**9) == ()
    assert FULL.turn(0).cues(61_000, 59_000) == ()


def test_a_short_glass_says_ten_before_half_or_not_at_all() -> None:
    assert Hourglass(15_000).turn(0).cues(0, 15_000) == ("ten", "half", "out")
    assert Hourglass(8_000).turn(0).cues(0, 8_000) == ("half", "out")


@pytest.mark.parametrize(
    "fields",
    [
        {"total": 0},
        {"total": -5},
        {"total": 10, "spent": -1},
        {"total": 10, "spent": 11},
        {"total": 10, "since": 0},
        {"total": 10, "turned": True},
        {"total": 10, "since": 0, "turned": True, "holds": ("duel",)},
        {"total": 10, "turned": True, "holds": ("duel", "duel")},
    ],
)
def test_a_glass_that_cannot_be_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(BadForm):
        Hourglass(**fields)


@pytest.mark.parametrize(
    "change",
    [
        {"total": True},
        {"total": "120000"},
        {"spent": None},
        {"spent": 0.5},
        {"since": "now"},
        {"since": False},
        {"holds": "duel"},
        {"holds": [1]},
        {"turned": 0},
    ],
)
def test_a_damaged_record_of_a_glass_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BadForm):
        Hourglass.from_plain({**FULL.plain(), **change})


def test_what_is_no_object_is_no_glass() -> None:
    with pytest.raises(BadForm):
        Hourglass.from_plain([120_000])
