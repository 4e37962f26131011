"""The shape of the hourglass: its walls, and sand that is never lost."""

from itertools import pairwise

import pytest

from companion.app.widgets.bulb import Bulb

BULB = Bulb(50, 200, 40, 150)


def _points(flat, step=2):
    return [(flat[at], flat[at + 1]) for at in range(0, len(flat), step)]


def _area(strip):
    """Of a strip of triangles, by its columns."""
    columns = [(strip[at], strip[at + 1], strip[at + 5]) for at in range(0, len(strip), 8)]
    return sum(
        (right[0] - left[0]) * (abs(left[2] - left[1]) + abs(right[2] - right[1])) / 2
        for left, right in pairwise(columns)
    )


def test_the_walls_mirror_one_another_from_plate_to_plate():
    left, right = _points(BULB.edge(-1)), _points(BULB.edge(1))
    assert [100 - x for x, _ in left] == pytest.approx([x for x, _ in right])
    assert [y for _, y in left] == [y for _, y in right]
    assert (right[0][1], right[-1][1]) == (50, 350)


def test_the_neck_is_narrow_and_the_belly_as_wide_as_it_was_asked_for():
    widths = {round(y): x - 50 for x, y in _points(BULB.edge(1))}
    assert widths[200] == min(widths.values()) < 4
    assert max(widths.values()) == pytest.approx(40)
    assert widths[350] < 40  # the shoulder at the plate


def test_the_outline_is_as_wide_as_its_walls():
    strip = _points(BULB.outline(), 4)
    assert strip[0::2] == _points(BULB.edge(-1))
    assert strip[1::2] == _points(BULB.edge(1))


def test_a_full_glass_has_nothing_below_and_an_empty_one_nothing_above():
    assert BULB.lower(1) == []
    assert BULB.upper(0, True) == []
    assert all(y >= 200 for _, y in _points(BULB.upper(1, False), 4))
    assert all(y <= 200 for _, y in _points(BULB.lower(0), 4))


def test_the_level_falls_above_as_it_rises_below():
    def top(share):
        return max(y for _, y in _points(BULB.upper(share, False), 4))

    def heap(share):
        return max(y for _, y in _points(BULB.lower(share), 4))

    shares = (0.9, 0.6, 0.3, 0.1)
    assert sorted(map(top, shares), reverse=True) == [*map(top, shares)]
    assert sorted(map(heap, shares)) == [*map(heap, shares)]


@pytest.mark.parametrize("share", [0.8, 0.5, 0.2])
def test_what_is_missing_above_lies_below(share):
    full = _area(BULB.upper(1, False))
    assert _area(BULB.upper(share, False)) == pytest.approx(full * share, rel=0.05)
    assert _area(BULB.lower(share)) == pytest.approx(full * (1 - share), rel=0.15)


def test_falling_sand_leaves_a_hollow_in_the_middle():
    def middle(falls):
        points = _points(BULB.upper(0.6, falls), 4)
        return max(y for x, y in points if abs(x - 50) < 2)

    assert middle(True) < middle(False) - 5


def test_the_thread_falls_from_the_neck_onto_the_heap():
    for share in (0.9, 0.5, 0.1):
        top, foot = BULB.stream(share)
        heap = max(y for _, y in _points(BULB.lower(share), 4))
        assert 200 <= top < 210
        assert foot == pytest.approx(heap, abs=6)


def test_grains_fall_beside_the_thread_and_further_with_time():
    _, foot = BULB.stream(0.9)
    early, late = (_points(BULB.grains(foot, phase)) for phase in (0.0, 0.5))
    assert all(foot <= y <= 200 and 0 < abs(x - 50) < 4 for x, y in early)
    assert all(after < before for (_, before), (_, after) in zip(early, late, strict=True))


def test_the_light_lies_inside_the_left_wall():
    for end in (-1, 1):
        for x, y in _points(BULB.shine(end)):
            assert 10 < x < 50
            assert (y - 200) * end > 0
