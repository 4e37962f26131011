"""Real touches on the settings: each works at once, and again after the app was closed."""

import pytest

from companion.app import headless
from companion.app.viewmodels.cues import SHORT

QUOTE = "“Draw your sword, Monsieur, and let us see.”"


class FakePort:
    """A device that can do everything, and writes down what it was asked."""

    vibrator = speaker = staticmethod(lambda *_: None)

    def __init__(self):
        self.asked = []

    def __getattr__(self, what):
        return lambda *given: self.asked.append((what, *given))


@pytest.fixture
def port():
    return FakePort()


@pytest.fixture
def evening(sit_down, tmp_path, port):
    evening = sit_down(tmp_path)
    evening.app.cues.port = port
    evening.app.go("settings")
    evening.wait(4)
    return evening


def _kept(evening):
    evening.app.desk.wait()
    return evening.app.desk.shelf.settings()


def _plate(evening, value):
    return evening.seek(value=value)


def test_the_language(evening):
    evening.tap(value="fr")
    assert evening.app.tr.language == "fr"
    assert _kept(evening)["language"] == "fr"
    assert _plate(evening, "fr").chosen
    assert not _plate(evening, "en").chosen


def test_candle_light_and_day(evening):
    evening.tap(value="candle")
    assert evening.app.theme.dark
    assert _kept(evening)["dark"] is True
    assert _plate(evening, "candle").chosen
    evening.tap(value="day")
    assert not evening.app.theme.dark
    assert _kept(evening)["dark"] is False


def test_as_the_device_where_it_can_tell(evening, monkeypatch):
    monkeypatch.setattr("companion.app.screens.settings.device_is_dark", lambda platform: True)
    evening.app.go("shelf")
    evening.app.go("settings")
    evening.wait(4)
    evening.tap(value="device")
    assert evening.app.theme.dark
    assert _kept(evening)["as_device"] is True
    assert _plate(evening, "device").chosen
    evening.tap(value="day")
    assert _kept(evening)["as_device"] is False


def test_a_light_turned_elsewhere_shows_here(evening):
    evening.app.toggle_dark()
    evening.wait(3)
    assert _plate(evening, "candle").chosen


def test_the_text_size(evening):
    before = next(one for one in evening.table.walk(restrict=True) if getattr(one, "text", "") == "Language").font_size
    evening.tap(value="160")
    assert evening.app.theme.scale == 1.6
    assert _kept(evening)["scale"] == 160
    assert _plate(evening, "160").chosen
    assert "160 %" in evening.texts
    after = next(one for one in evening.table.walk(restrict=True) if getattr(one, "text", "") == "Language").font_size
    assert after == pytest.approx(before * 1.6)


def test_reduce_motion(evening):
    evening.tap(value="still")
    assert evening.app.theme.still
    assert _kept(evening)["still"] is True
    assert _plate(evening, "still").word == "On"
    evening.tap(value="still")
    assert not evening.app.theme.still


@pytest.mark.parametrize(
    ("name", "example"),
    [("sound", ("play", "token")), ("buzz", ("buzz", SHORT)), ("speech", ("speak", QUOTE, "en"))],
)
def test_what_is_switched_on_is_tried_at_once_and_kept(evening, port, name, example):
    first = _plate(evening, name).on
    if first:
        evening.tap(value=name)
        assert _kept(evening)[name] is False
        assert _plate(evening, name).word == "Off"
        assert example not in port.asked
        assert not getattr(evening.app.cues.preferences, name)
    evening.tap(value=name)
    assert _kept(evening)[name] is True
    assert _plate(evening, name).word == "On"
    assert port.asked.count(example) == 1
    assert getattr(evening.app.cues.preferences, name)


def test_sounds_stay_off_on_the_next_evening(evening, sit_down, tmp_path):
    evening.tap(value="sound")
    evening.close()
    assert not sit_down(tmp_path).app.cues.preferences.sound


def test_a_device_without_vibrator_and_voice_is_not_offered_any(sit_down, tmp_path, port):
    evening = sit_down(tmp_path)
    port.vibrator = port.speaker = None
    evening.app.cues.port = port
    evening.app.go("settings")
    evening.wait(4)
    assert _plate(evening, "sound").on
    for name in ("buzz", "speech"):
        with pytest.raises(LookupError):
            _plate(evening, name)


def test_the_screen_may_sleep_in_a_match(evening, window):
    evening.tap(value="awake")
    assert _kept(evening)["awake"] is False
    evening.app.start("mousquetaires", {"players": 4})
    evening.wait(4)
    assert window.allow_screensaver is True
    evening.app.go("settings")
    evening.wait(4)
    evening.tap(value="awake")
    evening.tap(text="Back")
    assert window.allow_screensaver is False


def test_the_way_back_and_the_way_on(evening):
    evening.tap(text="About this companion")
    assert evening.app.screens.current == "about"
    evening.app.go("settings")
    evening.tap(text="Back")
    assert evening.app.screens.current == "shelf"


def test_back_leads_to_the_match_it_was_opened_from(evening):
    evening.app.start("mousquetaires", {"players": 4})
    evening.app.go("settings")
    evening.tap(text="Back")
    assert evening.app.screens.current == "table"


@pytest.mark.parametrize("size", [(360, 640), (731, 411)])
@pytest.mark.parametrize("scale", [0.85, 2])
def test_every_choice_is_large_enough_and_inside(evening, size, scale):
    from kivy.uix.behaviors import ButtonBehavior

    headless.resize(size)
    evening.app.theme.scale = scale
    evening.wait(8)
    for widget in evening.table.walk(restrict=True):
        if isinstance(widget, ButtonBehavior):
            x, _ = widget.to_window(*widget.pos)
            assert min(widget.size) >= 47.5, widget
            assert x >= 0
            assert x + widget.width <= size[0] + 1


def test_how_much_the_clerk_says(evening):
    assert _plate(evening, "remind").chosen
    evening.tap(value="terse")
    assert evening.app.voice == "terse"
    assert _kept(evening)["voice"] == "terse"
    assert _plate(evening, "terse").chosen
    assert "What comes next, and nothing more." in evening.texts
    evening.app.start("mousquetaires", {"players": 5})
    evening.wait(4)
    assert evening.table.ids.now.detail == ""
