"""The red banner: not there while everything fits, and plain words when it does not."""

import pytest

from companion.app import headless
from companion.app.widgets.fouls import FoulBanner

LINE = "Round 2: Milady claimed “Paris”, but her seal says “Milady's house”."


@pytest.fixture
def banner(lay):
    return lay(FoulBanner(), 360)


def test_while_everything_fits_it_takes_no_room_and_no_tap(banner):
    assert (banner.height, banner.opacity, banner.disabled) == (0, 0, True)


def test_what_does_not_fit_is_said_in_words(banner, touch):
    taps = []
    banner.bind(on_release=lambda _: taps.append(1))
    banner.lines = [LINE]
    headless.frames(3)
    texts = [widget.text for widget in banner.walk(restrict=True) if getattr(widget, "text", "")]
    assert LINE in texts
    assert banner.height >= 60
    assert not any("before" in text for text in texts)
    touch(banner)
    assert taps == [1]


def test_of_several_the_newest_stands_there_and_the_others_are_a_tap_away(banner):
    banner.lines = [LINE, "Round 1: nobody opened Milady's seal."]
    headless.frames(3)
    texts = [widget.text for widget in banner.walk(restrict=True) if getattr(widget, "text", "")]
    assert LINE in texts
    assert any("before" in text for text in texts)
    assert not any("Round 1" in text for text in texts)
