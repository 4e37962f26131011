"""Pen strokes: where text comes to lie, and that it fits."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kivy.graphics import Canvas
from kivy.graphics import Rectangle as Drawn
from kivy.uix.widget import Widget

from companion.app import headless
from companion.app.theme import icon, register_fonts
from companion.app.widgets import ink
from companion.app.widgets.ink import disc, outline, plain_text, ring, slab, stroke, symbol, write

WHITE = (1, 1, 1, 1)


@pytest.fixture(scope="module", autouse=True)
def _fonts():
    register_fonts()


def _written(*how, pen=write, **options):
    """The rectangle in which the text was put."""
    canvas = Canvas()
    with canvas:
        width = pen(*how, **options)
    [text] = [part for part in canvas.children if isinstance(part, Drawn)]
    assert text.size[0] == width
    return text


def test_text_shrinks_until_it_fits():
    free = _written("The Queen's honour", 0, 0, 30, WHITE)
    tight = _written("The Queen's honour", 0, 0, 30, WHITE, within=free.size[0] / 2)
    assert tight.size[0] <= free.size[0] / 2
    assert tight.size[1] < free.size[1]


def test_text_that_fits_is_left_as_it_is():
    free = _written("Time", 0, 0, 30, WHITE)
    assert _written("Time", 0, 0, 30, WHITE, within=free.size[0]).size == free.size


@settings(max_examples=50)
@given(within=st.integers(-20, 300), size=st.floats(0, 60))
def test_text_stays_legible_however_narrow_the_place(within, size):
    smallest = _written("Chapter finished", 0, 0, 8, WHITE).size[1]
    text = _written("Chapter finished", 0, 0, size, WHITE, within=within)
    assert text.size[1] >= min(smallest, _written("Chapter finished", 0, 0, size, WHITE).size[1])
    assert not within or text.size[0] <= within or text.size[1] <= smallest


@pytest.mark.parametrize(("anchor", "share"), [("left", 0), ("center", 0.5), ("right", 1)])
def test_text_lies_around_its_point(anchor, share):
    text = _written("Purse", 200, 100, 20, WHITE, anchor=anchor)
    assert text.pos[0] + text.size[0] * share == pytest.approx(200, abs=1)
    assert text.pos[1] + text.size[1] / 2 == pytest.approx(100, abs=1)


def test_text_and_symbols_have_their_own_fonts(written):
    _written("Purse", 0, 0, 20, WHITE)
    _written("Purse", 0, 0, 20, WHITE, pen=plain_text)
    _written("crown", 0, 0, 20, WHITE, pen=symbol)
    assert [(text, font) for text, font, _ in written] == [
        ("Purse", "EBGaramond"),
        ("Purse", "Roboto"),
        (icon("crown"), "Icons"),
    ]


@pytest.mark.pixels
@pytest.mark.parametrize(
    ("draw", "inside", "outside"),
    [
        (lambda: slab(40, 40, 60, 30, WHITE, 6), [(70, 55), (41, 55)], [(40, 40), (70, 72)]),
        (lambda: outline(40, 40, 60, 30, WHITE, 6, 2), [(40, 55), (70, 40)], [(70, 55)]),
        (lambda: disc(70, 60, 20, WHITE), [(70, 60), (70, 78), (88, 60)], [(85, 75), (70, 82)]),
        (lambda: ring(70, 60, 20, WHITE, 2), [(70, 80), (50, 60)], [(70, 60)]),
        (lambda: stroke([40, 40, 100, 40], WHITE, 2), [(40, 40), (70, 40)], [(70, 45)]),
    ],
    ids=["slab", "outline", "disc", "ring", "stroke"],
)
def test_shapes_cover_what_they_should(lay, picture, draw, inside, outside):
    paper = lay(Widget(), 200, 200)
    with paper.canvas:
        draw()
    headless.frames(1)
    seen = picture()
    assert [seen.at(*spot) for spot in inside] == [(255, 255, 255)] * len(inside)
    assert [seen.at(*spot) for spot in outside] == [(0, 0, 0)] * len(outside)


def test_lines_are_as_few_as_have_room_and_even():
    text = "nobody has put a card here"
    assert ink.lines_of(text, 1000, 20) == [text]
    room = ink.ink_width(text, 20) * 0.9
    lines = ink.lines_of(text, room, 20)
    assert " ".join(lines) == text
    assert len(lines) == 2
    assert all(ink.ink_width(line, 20) <= room for line in lines)
    assert abs(len(lines[0]) - len(lines[1])) < 10
    assert ink.lines_of("Donaudampfschifffahrt ahoi", 30, 20) == ["Donaudampfschifffahrt", "ahoi"]
