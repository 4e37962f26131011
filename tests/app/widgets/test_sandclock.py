"""One clock for every glass: it ticks only when it must, and each cue comes once."""

import pytest
from kivy.uix.widget import Widget

from companion.app import headless
from companion.app.widgets.sandclock import FRESH, SandClock, sand_clock
from companion.core.hourglass import Hourglass

GLASS = Hourglass(60_000)


@pytest.fixture
def time():
    return {"now": 5_000}


@pytest.fixture
def clock(stand, time):
    clock = SandClock(lambda: time["now"])
    clock.heard = []
    clock.bind(on_cue=lambda _, name: clock.heard.append(name))
    return clock


@pytest.fixture
def eye(clock, lay):
    """Somebody who looks."""
    eye = lay(Widget(), 50, 50)
    clock.watch(eye, 1 / 30)
    return eye


def _pass(time, ms):
    time["now"] += ms
    headless.frames(6)


def test_without_a_glass_there_is_nothing_to_show(clock):
    clock.follow(None)
    assert (clock.left, clock.share, clock.turned, clock.running, clock.out) == (0, 0, False, False, False)


def test_a_glass_that_was_turned_is_shown_as_it_is(clock, eye, time):
    clock.follow(GLASS.turn(5_000))
    assert (clock.left, clock.share, clock.turned, clock.running) == (60_000, 1, True, True)
    _pass(time, 15_000)
    assert (clock.left, clock.share) == (45_000, 0.75)


def test_it_ticks_only_while_sand_falls_and_somebody_looks(clock, eye, time):
    assert not clock.ticking
    clock.follow(GLASS.turn(5_000))
    assert clock.ticking
    clock.look_away(eye)
    assert not clock.ticking
    clock.watch(eye, 1 / 30)
    assert clock.ticking
    _pass(time, 60_000)
    assert (clock.ticking, clock.out, clock.running) == (False, True, False)


def test_a_held_glass_stands_still_and_goes_on_where_it_was(clock, eye, time):
    running = GLASS.turn(5_000)
    clock.follow(running)
    _pass(time, 10_000)
    held = running.hold("duel", time["now"])
    clock.follow(held)
    assert (clock.held, clock.running, clock.ticking) == (True, False, False)
    _pass(time, 30_000)
    clock.follow(held.release("duel", time["now"]))
    assert (clock.left, clock.held, clock.ticking) == (50_000, False, True)


def test_the_most_curious_eye_sets_the_pace(clock, eye, lay):
    clock.follow(GLASS.turn(5_000))
    calm = clock._tick.timeout
    keen = lay(Widget(), 10, 10)
    clock.watch(keen, 1 / 60)
    assert clock._tick.timeout < calm
    clock.look_away(keen)
    assert clock._tick.timeout == calm


def test_an_eye_that_left_the_window_is_forgotten(clock, eye, stand):
    clock.follow(GLASS.turn(5_000))
    stand.root.remove_widget(eye)
    headless.frames(6)
    assert not clock.ticking


def test_cues_come_once_and_none_is_lost_between_two_ticks(clock, eye, time):
    clock.follow(GLASS.turn(5_000))
    _pass(time, 52_000)  # half and ten in one stride
    _pass(time, 1_000)
    _pass(time, 20_000)
    assert clock.heard == ["start", "half", "ten", "out"]


def test_the_start_is_cued_only_if_it_is_fresh(clock, eye):
    clock.follow(GLASS.turn(5_000 - FRESH))
    assert clock.heard == []
    clock.follow(GLASS.turn(5_000 - FRESH + 1))
    assert clock.heard == ["start"]


def test_the_app_has_one_clock(stand):
    assert sand_clock() is sand_clock() is stand.sand
