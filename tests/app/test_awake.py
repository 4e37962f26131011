"""Awake in a match, dim when nobody is there, and the first touch only wakes."""

import pytest

from companion.app import awake as awake_module
from companion.app.awake import DARK, Veil

SOON = 1.5  # seconds, in these tests


@pytest.fixture
def evening(sit_down, tmp_path, monkeypatch):
    monkeypatch.setattr(awake_module, "IDLE", SOON)
    evening = sit_down(tmp_path)
    evening.app.start("mousquetaires", {"players": 4})
    evening.wait(4)
    return evening


def _veils(window):
    return [child for child in window.children if isinstance(child, Veil)]


def _doze(evening):
    evening.wait(int(SOON * 60) + 20)
    assert evening.app.awake.dimmed


def test_awake_on_the_pages_of_a_match_and_nowhere_else(evening, window):
    assert window.allow_screensaver is False
    assert evening.app.awake.watching
    for name in ("settings", "shelf"):
        evening.app.go(name)
        evening.wait(3)
        assert window.allow_screensaver is True
        assert not evening.app.awake.watching


def test_whoever_does_not_want_it_is_left_alone(evening, window):
    evening.app.awake.heed(False)
    assert window.allow_screensaver is True
    evening.wait(int(SOON * 60) + 20)
    assert not evening.app.awake.dimmed


def test_it_dims_slowly_and_lies_over_everything(evening, window):
    _doze(evening)
    [veil] = _veils(window)
    assert 0 < veil.shade < DARK
    evening.wait(130)
    assert veil.shade == pytest.approx(DARK)
    assert window.children[0] is veil
    assert list(veil.size) == list(window.size)
    assert not evening.app.awake.watching  # nothing to wait for but a touch


def test_at_once_where_nothing_shall_move(evening, window):
    evening.app.theme.still = True
    _doze(evening)
    assert _veils(window)[0].shade == DARK
    evening.app.awake.stir()
    assert _veils(window) == []


def test_the_first_touch_only_wakes(evening, window, touch):
    button = evening.table.ids.now.ids.choices.children[-1]
    pressed = []
    button.bind(on_press=lambda *_: pressed.append("press"), on_release=lambda *_: pressed.append("release"))
    _doze(evening)
    place = button.to_window(*button.center)
    touch(*place, hold=3, to=(place[0] + 4, place[1]))
    assert pressed == []
    assert not evening.app.awake.dimmed
    evening.wait(30)
    assert _veils(window) == []
    touch(*place)
    assert pressed == ["press", "release"]
    evening.app.desk.wait()
    evening.wait(3)


def test_it_dims_again_after_it_was_woken(evening, touch):
    _doze(evening)
    touch(200, 20)
    evening.wait(30)
    _doze(evening)


def test_a_key_only_wakes_too(evening, window):
    _doze(evening)
    window.dispatch("on_keyboard", 27, 0, "", [])
    evening.wait(3)
    assert not evening.app.awake.dimmed
    assert evening.app.screens.current == "table"
    window.dispatch("on_keyboard", 27, 0, "", [])
    evening.wait(3)
    assert evening.app.screens.current == "shelf"


def test_touches_keep_it_awake(evening, touch):
    for _ in range(3):
        evening.wait(int(SOON * 40))
        touch(200, 5)
    assert not evening.app.awake.dimmed


def test_sand_that_runs_keeps_it_awake(evening):
    for do, fields in (("depth", {"to": "clerk"}), ("next", {}), ("next", {})):
        evening.table.act(do, fields)
    evening.table.act("perfidy", {"how": "play", "card": "hurry"})
    evening.app.desk.wait()
    evening.wait(4)
    assert evening.app.sand.running
    evening.wait(int(SOON * 60) * 2)
    assert not evening.app.awake.dimmed


def test_what_happens_without_a_finger_wakes_it(evening):
    _doze(evening)
    evening.table.act("roll", {"dice": "2b"})  # shaken
    evening.app.desk.wait()
    evening.wait(3)
    assert not evening.app.awake.dimmed


def test_leaving_the_match_takes_the_veil_along(evening, window):
    _doze(evening)
    evening.app.go("shelf")
    assert _veils(window) == []
    evening.wait(3)


def test_laid_aside_there_is_no_timer_and_afterwards_there_is(evening, window):
    _doze(evening)
    evening.app.on_pause()
    assert _veils(window) == []
    assert not evening.app.awake.watching
    assert window.allow_screensaver is True
    evening.app.on_resume()
    assert evening.app.awake.watching
    assert window.allow_screensaver is False


def test_stopped_nothing_is_left_in_the_window(evening, window):
    _doze(evening)
    evening.app.stop()
    assert _veils(window) == []
    assert window.allow_screensaver is True
