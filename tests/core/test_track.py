from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.track import Arrival, Mark, Track

SIEGE = Track(
    "rochelle",
    lo=-4,
    hi=4,
    start=0,
    marks=(
        Mark(4, "one for all"),
        Mark(-4, "fallen"),
        Mark(3, "epic"),
        Mark(-3, "perfidy"),
        Mark(3, "bell"),
        Mark(0, "camp"),
    ),
)


@st.composite
def tracks(draw: st.DrawFn) -> Track:
    lo = draw(st.integers(-20, 20))
    hi = draw(st.integers(lo, lo + 20))
    inside = st.integers(lo, hi)
    marks = draw(st.lists(st.builds(Mark, inside, st.sampled_from("abc")), unique=True, max_size=8))
    return Track("any", lo, hi, draw(inside), tuple(marks))


@pytest.mark.parametrize(("lo", "hi", "start"), [(1, 4, 0), (1, 4, 5), (4, 1, 2)])
def test_the_start_is_on_the_track(lo: int, hi: int, start: int) -> None:
    with pytest.raises(ValueError, match="start"):
        Track("louvre", lo, hi, start)


@pytest.mark.parametrize("space", [0, 5])
def test_marks_are_on_the_track(space: int) -> None:
    with pytest.raises(ValueError, match="gold"):
        Track("louvre", 1, 4, 1, (Mark(space, "gold"),))


def test_a_mark_stands_once_on_a_space() -> None:
    with pytest.raises(ValueError, match="twice"):
        Track("louvre", 1, 4, 1, (Mark(2, "gold"), Mark(2, "gold")))
    assert len(Track("louvre", 1, 4, 1, (Mark(1, "gold"), Mark(2, "gold"))).marks) == 2


def test_spaces_are_counted_with_both_ends() -> None:
    assert SIEGE.spaces == 9
    assert Track("purse", 0, 0, 0).spaces == 1


def test_holds_and_clamp_agree_on_the_ends() -> None:
    assert [SIEGE.holds(at) for at in (-5, -4, 0, 4, 5)] == [False, True, True, True, False]
    assert [SIEGE.clamp(at) for at in (-5, -4, 0, 4, 5)] == [-4, -4, 0, 4, 4]


def test_marks_at_a_space() -> None:
    assert SIEGE.marks_at(3) == (Mark(3, "epic"), Mark(3, "bell"))
    assert SIEGE.marks_at(1) == ()


@pytest.mark.parametrize(
    ("at", "by", "to", "wanted", "reached"),
    [
        (0, 2, 2, 2, []),
        (0, 3, 3, 3, ["epic", "bell"]),
        (0, 4, 4, 4, ["epic", "bell", "one for all"]),
        (0, 9, 4, 9, ["epic", "bell", "one for all"]),
        (0, -4, -4, -4, ["perfidy", "fallen"]),
        (4, -8, -4, -4, ["epic", "bell", "camp", "perfidy", "fallen"]),
        (3, -1, 2, 2, []),
        (3, 1, 4, 4, ["one for all"]),
        (4, 1, 4, 5, []),
        (-4, -2, -4, -6, []),
    ],
)
def test_a_move_meets_its_marks_in_order(at: int, by: int, to: int, wanted: int, reached: list[str]) -> None:
    arrival = SIEGE.move(at, by)
    assert (arrival.start, arrival.to, arrival.wanted) == (at, to, wanted)
    assert [mark.name for mark in arrival.reached] == reached


def test_a_token_outside_counts_as_standing_at_the_nearer_end() -> None:
    assert SIEGE.move(9, -1) == Arrival(4, 3, 3, (Mark(3, "epic"), Mark(3, "bell")))
    assert SIEGE.move(-9, 0) == Arrival(-4, -4, -4, ())


def test_the_way_left_to_a_mark() -> None:
    assert SIEGE.left(0, "one for all") == 4
    assert SIEGE.left(4, "perfidy") == 7
    assert SIEGE.left(3, "bell") == 0
    assert SIEGE.left(0, "crown") is None
    twice = Track("time", 1, 10, 1, (Mark(2, "dice"), Mark(9, "dice")))
    assert twice.left(8, "dice") == 1


@given(tracks(), st.integers(), st.integers())
def test_a_move_never_leaves_the_track(track: Track, at: int, by: int) -> None:
    assert track.holds(track.move(at, by).to)


@given(tracks(), st.integers())
def test_moving_nowhere_reaches_nothing(track: Track, at: int) -> None:
    arrival = track.move(at, 0)
    assert arrival.reached == ()
    assert arrival.to == arrival.start == track.clamp(at)


@given(tracks(), st.data())
def test_one_long_move_meets_what_single_steps_meet(track: Track, data: st.DataObject) -> None:
    at = data.draw(st.integers(track.lo, track.hi))
    by = data.draw(st.integers(-30, 30))
    met: list[Mark] = []
    place = at
    for _ in range(abs(by)):
        step = track.move(place, 1 if by > 0 else -1)
        met += step.reached
        place = step.to
    whole = track.move(at, by)
    assert whole.to == place
    assert list(whole.reached) == met
