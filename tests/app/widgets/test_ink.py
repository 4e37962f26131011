"""Pen strokes: where text comes to lie, and that it fits."""

from math import cos, pi, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kivy.graphics import Canvas
from kivy.graphics import Rectangle as Drawn
from kivy.uix.widget import Widget

from companion.app import headless
from companion.app.theme import icon, register_fonts
from companion.app.widgets import ink
from companion.app.widgets.ink import (
    blend,
    crisp,
    dashes,
    disc,
    outline,
    plain_text,
    ring,
    sheen,
    slab,
    stroke,
    symbol,
    write,
)

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
        (lambda: sheen([40, 40, 70, 40, 100, 60], WHITE, 2), [(50, 40), (85, 50)], [(50, 44), (85, 56)]),
    ],
    ids=["slab", "outline", "disc", "ring", "stroke", "sheen"],
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


@given(x=st.floats(0, 300), y=st.floats(0, 300), width=st.floats(9, 300), height=st.floats(9, 300))
@pytest.mark.parametrize(("thick", "half"), [(0.5, 0.5), (1.0, 0.0), (1.6, 0.5)])
def test_a_frame_lies_on_whole_pixels(thick, half, x, y, width, height):
    left, bottom, wide, high = crisp(x, y, width, height, thick)
    for edge, wanted in ((left, x), (bottom, y), (left + wide, x + width), (bottom + high, y + height)):
        assert edge % 1 == half
        assert abs(edge - wanted) <= 0.5 + half


@pytest.mark.pixels
def test_all_sides_of_a_frame_are_equally_thick(lay, picture):
    """Wherever between two pixels it would begin and end."""
    paper = lay(Widget(), 200, 200)
    seen = set()
    for part in (0.0, 0.3, 0.5, 0.8):
        paper.canvas.clear()
        with paper.canvas:
            outline(40 + part, 40 + part, 60.4, 60.4, WHITE, 6, 0.7)
        headless.frames(1)
        now = picture()
        across = [now.at(x, 70) == (255, 255, 255) for x in range(30, 110)]
        along = [now.at(70, y) == (255, 255, 255) for y in range(30, 110)]
        seen |= {sum(side) for line in (across, along) for side in (line[:40], line[40:])}
    assert len(seen) == 1


@pytest.mark.pixels
def test_a_ring_of_dashes_has_gaps(lay, picture):
    paper = lay(Widget(), 200, 200)
    with paper.canvas:
        dashes(100, 100, 40, WHITE, 2, count=10)
    headless.frames(1)
    seen, around = picture(), [2 * pi * at / 400 for at in range(400)]
    lit = [seen.at(100 + 40 * cos(angle), 100 + 40 * sin(angle)) == (255, 255, 255) for angle in around]
    assert sum(one and not before for before, one in zip(lit, lit[1:] + lit[:1], strict=True)) == 10
    assert 0.5 < sum(lit) / 400 < 0.7
    assert seen.at(100, 100) != (255, 255, 255)


def test_ink_on_its_ground():
    assert blend((1.0, 0.0, 0.5, 1.0), (0.0, 1.0, 0.5, 1.0), 0.25) == (0.75, 0.25, 0.5, 1.0)
