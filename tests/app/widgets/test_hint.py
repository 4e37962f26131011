"""A note beside what it speaks of."""

import pytest
from kivy.core.window import Window

from companion.app import headless
from companion.app.viewmodels.hints import HINTS, HintsModel
from companion.app.widgets.basics import Plate
from companion.app.widgets.hint import Halo, HintNote, Hints


@pytest.fixture
def below(lay):
    plate = lay(Plate(text="Roll"), width=200)
    plate.y = 40
    headless.frames(2)
    return plate


@pytest.fixture
def hints(stand, below):
    done = []
    hints = Hints(HintsModel(stand.tr.read), lambda: done.append(True))
    hints.done = done
    hints.show(lambda _: below)
    headless.frames(24)
    yield hints
    hints.hide()


def _halo():
    return next((child for child in Window.children if isinstance(child, Halo)), None)


def _note():
    return next((child for child in Window.children if isinstance(child, HintNote)), None)


def test_it_stands_above_what_lies_low_with_a_frame_around_it(hints, below):
    assert _note().text == HINTS[0][1].read()
    assert _note().y >= below.top
    assert (_halo().x < below.x, _halo().right > below.right) == (True, True)


def test_it_stands_below_what_lies_high(hints, below):
    below.top = Window.height - 10
    headless.frames(24)
    assert _note().top <= below.y
    assert _halo().y < below.y < _halo().top


def test_it_stays_inside_the_window(hints, below):
    below.pos, below.size = (0, 0), Window.size
    headless.frames(24)
    note = _note()
    assert note.x >= 0
    assert note.y >= 0
    assert note.right <= Window.width
    assert note.top <= Window.height


def test_next_and_next_until_the_last(hints, touch):
    for _, text in HINTS:
        assert _note().text == text.read()
        touch(_note().ids.on)
        headless.frames(2)
    assert _note() is None
    assert _halo() is None
    assert hints.done == [True]


def test_enough(hints, touch):
    touch(_note().ids.skip)
    headless.frames(2)
    assert _note() is None
    assert hints.done == [True]


def test_the_table_goes_on_under_it(hints, below, touch):
    taps = []
    below.bind(on_release=taps.append)
    touch(below)
    assert taps == [below]
    assert _note()


def test_the_language_changes_live(hints, stand):
    stand.tr.language = "de"
    headless.frames(24)
    assert _note().text != HINTS[0][1].read()


def test_hidden_it_comes_back_with_the_same_hint(hints, below, touch):
    touch(_note().ids.on)
    hints.hide()
    assert _note() is None
    hints.show(lambda _: below)
    headless.frames(2)
    assert _note().text == HINTS[1][1].read()


def test_without_anything_to_point_at_it_is_still_read(hints):
    hints.hide()
    hints.show(lambda _: None)
    headless.frames(24)
    assert _note().text
    assert _halo().opacity == 0
