"""Letters step back for a long word, so far and no further."""

import pytest
from kivy.core.text import Label as CoreLabel

from companion.app import headless
from companion.app.theme import TEXT
from companion.app.widgets.basics import Plate, Words
from companion.app.widgets.snug import snug

LONG = "Aufenthaltsgenehmigung"


def _width(text, size):
    pen = CoreLabel(font_name=TEXT, font_size=size)
    pen.resolve_font_name()
    return pen.get_extents(text)[0]


def test_words_that_have_room_keep_their_size():
    assert snug("All for one, one for all", 100, 20, TEXT) == 20
    assert snug("", 100, 20, TEXT) == 20
    assert snug(LONG, 0, 20, TEXT) == 20  # not laid out yet


@pytest.mark.parametrize("room", [140, 160, 180, 200])
def test_the_longest_word_just_fits(room):
    size = snug(f"one {LONG} two", room, 20, TEXT)
    assert _width(LONG, size) <= room < _width(LONG, size + 1)


def test_markup_is_not_measured():
    assert snug(f"[b]{LONG}[/b]", 180, 20, TEXT) == snug(LONG, 180, 20, TEXT)


def test_a_heading_stays_on_one_line():
    size = snug("Round 12", 60, 22, TEXT, whole=True)
    assert size < snug("Round 12", 60, 22, TEXT)
    assert _width("Round 12", size) <= 60


def test_letters_stay_readable():
    assert snug(LONG * 9, 100, 15, TEXT) == 10
    assert snug(LONG * 9, 100, 40, TEXT) == 12
    assert snug(LONG * 9, 100, 9, TEXT) == 9  # whoever wished for small ones gets no larger ones


@pytest.mark.parametrize("kind", [Words, Plate])
def test_texts_and_buttons_do_so_by_themselves(stand, lay, kind):
    widget = lay(kind(text=LONG, px=22), 220)
    label = widget.ids.get("words", widget)
    assert label.font_size < 22
    assert len(label._label._cached_lines) == 1
    widget.width = 400
    headless.frames(2)
    assert label.font_size == 22
    stand.theme.scale = 2
    headless.frames(2)
    assert 22 < label.font_size < 44
