"""Settings without a window: what is kept, what a damaged file does, what is offered."""

import pytest

from companion.app.viewmodels.settings import (
    DEVICE,
    HEARD,
    SCALES,
    SEEN,
    SWITCHES,
    Preferences,
    SettingsModel,
    light_settings,
)


def _model(kept=None, language="en", device=None, can=()):
    return SettingsModel(kept or {}, language, device, lambda line: line.read() if line else "", can)


def _switches(model, group):
    return [(switch.name, on) for switch, _, _, on in model.switches(group)]


def _chosen(options):
    return [option.value for option in options if option.chosen]


def test_nothing_kept_is_day_full_size_and_lively():
    assert Preferences.of({}) == Preferences(False, False, 100, False)


def test_what_was_kept_is_read_again():
    kept = Preferences.of({"dark": True, "scale": 160, "still": True, "as_device": True})
    assert (kept.dark, kept.scale, kept.still, kept.as_device) == (True, 1.6, True, True)


@pytest.mark.parametrize("scale", [True, "130", 1.3, 20, 900, None, [130]])
def test_nonsense_in_the_file_is_no_text_size(scale):
    assert Preferences.of({"scale": scale}).scale == 1.0


def test_as_the_device_follows_it_if_it_can_tell():
    kept = Preferences.of({"dark": False, "as_device": True})
    assert kept.dark_now(True) is True
    assert kept.dark_now(None) is False
    assert Preferences.of({"dark": True}).dark_now(False) is True


def test_as_the_device_is_offered_only_where_it_can_tell():
    assert DEVICE not in [option.value for option in _model().lights()]
    assert _chosen(_model({"as_device": True}, device=True).lights()) == [DEVICE]
    assert _chosen(_model({"as_device": True, "dark": True}).lights()) == ["candle"]


def test_what_a_light_keeps():
    assert light_settings("day", True) == {"as_device": False, "dark": False}
    assert light_settings("candle", None) == {"as_device": False, "dark": True}
    assert light_settings(DEVICE, True) == {"as_device": True, "dark": True}


def test_the_sizes_run_from_small_to_double_and_one_is_chosen():
    assert (SCALES[0], SCALES[-1]) == (85, 200)
    assert _chosen(_model({"scale": 130}).sizes()) == ["130"]
    assert _chosen(_model({"scale": 128}).sizes()) == ["130"]
    assert _model({"scale": 128}).size == "128 %"


def test_languages_are_named_in_their_own_words():
    options = _model(language="fr").languages()
    assert _chosen(options) == ["fr"]
    assert [option.text for option in options] == ["English", "Français", "Deutsch", "Italiano"]


def test_only_switches_that_would_work_here():
    assert _switches(_model(), HEARD) == [("sound", True)]
    assert _switches(_model(can={"buzz"}), HEARD) == [("sound", True), ("buzz", True)]
    assert _switches(_model(can={"buzz", "speech"}), HEARD) == [("sound", True), ("buzz", True), ("speech", False)]
    assert _switches(_model(), SEEN) == [("still", False), ("awake", True)]


def test_a_switch_stands_as_it_was_left():
    kept = {"sound": False, "still": True, "awake": False, "speech": True}
    model = _model(kept, can={"speech"})
    assert _switches(model, HEARD) == [("sound", False), ("speech", True)]
    assert _switches(model, SEEN) == [("still", True), ("awake", False)]
    preferences = Preferences.of(kept)
    assert (preferences.sound, preferences.buzz, preferences.speech) == (False, True, True)
    assert (preferences.still, preferences.awake) == (True, False)


@pytest.mark.parametrize("nonsense", [None, 0, 1, "yes", []])
def test_nonsense_in_the_file_is_no_switch(nonsense):
    assert Preferences.of({switch.name: nonsense for switch in SWITCHES}) == Preferences()


def test_one_voice_is_marked_and_explained():
    model = SettingsModel({"voice": "terse"}, "en", None, lambda line: line.read() if line else "")
    assert [option.value for option in model.voices() if option.chosen] == ["terse"]
    assert model.voice == "What comes next, and nothing more."
