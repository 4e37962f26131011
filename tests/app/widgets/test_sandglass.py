"""The sand is drawn as it falls, the clock ticks only when it must, and every cue comes once."""

from itertools import pairwise

import pytest

from companion.app import headless
from companion.app.palette import DAY
from companion.app.widgets.bulb import Bulb
from companion.app.widgets.sandclock import SandClock, sand_clock
from companion.app.widgets.sandglass import LiveGlass, SandBadge, SandGlass
from companion.core.hourglass import Hourglass

GLASS = Hourglass(120_000)


class Time:
    def __init__(self):
        self.now = 1_000

    def __call__(self):
        return self.now


@pytest.fixture
def time():
    return Time()


@pytest.fixture
def sand(stand, time):
    """The clock of the app, on a time that is set by hand; `heard` are its cues."""
    stand.sand = SandClock(time)
    stand.sand.heard = []
    stand.sand.bind(on_cue=lambda clock, name: clock.heard.append(name))
    return stand.sand


@pytest.fixture
def glass(sand, lay):
    glass = lay(LiveGlass(), 200, 300)
    glass.look()
    return glass


def _pass(time, ms):
    """Time passes, and a few ticks with it."""
    time.now += ms
    headless.frames(8)


# --- the clock ---


def test_nothing_ticks_before_the_glass_is_turned(sand, glass):
    assert not sand.ticking
    sand.follow(GLASS.turn(1_000))
    assert sand.ticking


def test_the_sand_falls_while_somebody_looks(sand, glass, time):
    sand.follow(GLASS.turn(1_000))
    _pass(time, 30_000)
    assert (sand.left, glass.share, glass.running) == (90_000, 0.75, True)
    glass.look_away()
    assert not sand.ticking
    _pass(time, 30_000)
    assert glass.share == 0.75


def test_nothing_ticks_for_a_glass_that_was_taken_away(sand, glass, stand):
    sand.follow(GLASS.turn(1_000))
    stand.root.remove_widget(glass)
    headless.frames(8)
    assert not sand.ticking


def test_nothing_ticks_while_it_is_held_or_when_it_is_out(sand, glass, time):
    running = GLASS.turn(1_000)
    sand.follow(running.hold("duel", 2_000))
    assert (sand.ticking, sand.held, glass.held) == (False, True, True)
    sand.follow(running)
    assert sand.ticking
    _pass(time, 200_000)
    assert (sand.ticking, sand.out, sand.left) == (False, True, 0)


def test_every_cue_comes_once_in_its_order(sand, glass, time):
    sand.follow(GLASS.turn(1_000))
    for _ in range(26):
        _pass(time, 5_000)
    assert sand.heard == ["start", "half", "ten", "out"]


def test_a_glass_that_ran_before_we_came_does_not_start_again(sand, glass, time):
    time.now = 50_000
    running = GLASS.turn(1_000)
    sand.follow(running)
    assert sand.heard == []
    sand.follow(running)
    assert sand.heard == []


def test_a_cue_just_before_a_hold_is_not_lost(sand, glass, time):
    running = GLASS.turn(1_000)
    sand.follow(running)
    time.now += 61_000
    sand.follow(running.hold("duel", time.now))
    assert sand.heard == ["start", "half"]


def test_reduced_motion_ticks_calmly(stand, sand, lay):
    stand.theme.still = True
    glass = lay(LiveGlass(), 200, 300)
    glass.look()
    assert min(sand._eyes.values()) == 0.25


def test_there_is_one_clock(stand):
    assert sand_clock() is sand_clock()


# --- the shape ---


def _area(strip):
    """Of a strip of triangles, by its columns."""
    columns = [(strip[at], strip[at + 1], strip[at + 5]) for at in range(0, len(strip), 8)]
    return sum(
        (right[0] - left[0]) * (abs(left[2] - left[1]) + abs(right[2] - right[1])) / 2
        for left, right in pairwise(columns)
    )


def test_what_leaves_the_upper_bulb_comes_to_lie_in_the_lower():
    bulb = Bulb(0, 0, 100, 150)
    full = _area(bulb.upper(1, False))
    assert bulb.lower(1) == []
    assert bulb.upper(0, False) == []
    assert _area(bulb.upper(0.5, False)) == pytest.approx(full / 2, rel=0.05)
    for share in (0.75, 0.5, 0.25, 0):
        assert _area(bulb.lower(share)) == pytest.approx(full * (1 - share), rel=0.15), share


@pytest.mark.parametrize("share", [1, 0.9, 0.5, 0.1, 0.01, 0])
def test_the_sand_stays_in_the_glass(share):
    bulb = Bulb(0, 0, 100, 150)
    edge = bulb.edge(1)
    walls = {round(edge[at + 1] / 150, 3): edge[at] for at in range(0, len(edge), 2)}
    for strip in (bulb.upper(share, True), bulb.lower(share)):
        for at in range(0, len(strip), 4):
            x, y = strip[at], strip[at + 1]
            near = min(walls, key=lambda height: abs(height - y / 150))
            assert abs(y) <= 150.001
            assert abs(x) <= walls[near] + 8, (x, y)


@pytest.mark.pixels
def test_sand_is_seen_above_then_below(lay, picture):
    glass = lay(SandGlass(share=1), 200, 300)
    _, heights = zip(*picture().places(DAY.gold, glass), strict=True)
    above = sum(1 for y in heights if y > 150)
    glass.share = 0
    headless.frames(1)
    _, heights = zip(*picture().places(DAY.gold, glass), strict=True)
    assert sum(1 for y in heights if y < 150) > above * 0.6
    assert sum(1 for y in heights if y > 150) < above * 0.5


@pytest.mark.pixels
def test_a_thread_falls_only_while_it_runs(lay, picture):
    glass = lay(SandGlass(share=0.9), 200, 300)
    thread = (20 + 100, 30 + 120)
    assert picture().at(*thread) != tuple(round(part * 255) for part in DAY.gold[:3])
    glass.running = True
    headless.frames(1)
    assert picture().at(*thread) == tuple(round(part * 255) for part in DAY.gold[:3])


@pytest.mark.pixels
def test_held_it_wears_a_seal(lay, picture):
    glass = lay(SandGlass(share=0.9), 200, 300)
    assert picture().places(DAY.red, glass) == []
    glass.held = True
    headless.frames(1)
    assert len(picture().places(DAY.red, glass)) > 100


# --- the badge ---


def test_the_badge_takes_no_room_until_the_glass_is_turned(sand, lay, time, touch):
    badge = lay(SandBadge())
    taps = []
    badge.bind(on_release=taps.append)
    badge.show(None)
    assert (badge.width, badge.disabled) == (0, True)
    badge.show(GLASS.turn(1_000))
    headless.frames(2)
    assert badge.width >= 48
    assert badge.height >= 48
    _pass(time, 53_000)
    headless.frames(16)
    assert (badge.time, badge.hot) == ("1:07", False)
    _pass(time, 58_000)
    headless.frames(16)
    assert (badge.time, badge.hot) == ("0:09", True)
    touch(badge)
    assert taps == [badge]


def test_the_badge_ticks_only_while_it_is_looked_at(sand, lay):
    badge = lay(SandBadge())
    badge.show(GLASS.turn(1_000))
    assert sand.ticking
    badge.look_away()
    assert not sand.ticking


def test_held_the_badge_shows_the_sign_and_not_the_glass(sand, lay, written):
    from companion.app.theme import icon

    badge = lay(SandBadge())
    badge.show(GLASS.turn(1_000).hold("duel", 1_000))
    headless.frames(2)
    assert icon("pause") in [text for text, *_ in written]
