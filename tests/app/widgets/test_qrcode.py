"""The picture that cameras read: what is drawn is what segno says, in whole pixels, black on white in any light."""

import pytest
import segno
from kivy.graphics import Color, Rectangle

from companion.app import headless
from companion.app.widgets.qrcode import QUIET, QrCode, matrix, runs

CONTENT = "musketeers://192.168.178.123:47470/7KQ2WM9D"


def _drawn(qr):
    """What lies on the canvas, read back: the size of a module, the white ground, and the modules row by row."""
    colour, white, black = None, None, []
    for one in qr.canvas.children:
        if isinstance(one, Color):
            colour = tuple(one.rgba)
        elif isinstance(one, Rectangle):
            assert colour in ((1, 1, 1, 1), (0, 0, 0, 1))
            if colour[0]:
                white = (*one.pos, *one.size)
            else:
                black.append((*one.pos, *one.size))
    return white, black


def _read_back(qr):
    white, black = _drawn(qr)
    left, bottom, side, high = white
    assert side == high
    count = len(matrix(qr.content)) + 2 * QUIET
    module = side / count
    rows = [bytearray(count) for _ in range(count)]
    for x, y, wide, tall in black:
        assert tall == module
        row = round((bottom + side - y) / module) - 1
        for at in range(round((x - left) / module), round((x - left + wide) / module)):
            assert not rows[row][at], "drawn twice"
            rows[row][at] = 1
    return [bytes(row) for row in rows]


def _expected(content):
    code = segno.make(content, error="m", micro=False)
    return [bytes(row) for row in code.matrix_iter(scale=1, border=QUIET)]


@pytest.mark.parametrize("size", [(300, 300), (264, 264), (301, 287), (150, 400)])
def test_what_is_drawn_is_what_was_meant(lay, size):
    assert _read_back(lay(QrCode(content=CONTENT), *size)) == _expected(CONTENT)


@pytest.mark.parametrize("size", [(300, 300), (271.5, 268.25)])
def test_every_module_has_whole_pixels(lay, size):
    qr = lay(QrCode(content=CONTENT), *size)
    qr.pos = (20.4, 30.7)
    white, black = _drawn(qr)
    module = white[2] / (len(matrix(CONTENT)) + 2 * QUIET)
    assert module == int(module) >= 1
    for x, y, wide, tall in (white, *black):
        assert (x, y, wide, tall) == (int(x), int(y), int(wide), int(tall))
        assert (wide % module, tall % module) == (0, 0)


def test_it_stays_within_its_place(lay):
    qr = lay(QrCode(content=CONTENT), 300, 280)
    x, y, side, _ = _drawn(qr)[0]
    assert qr.x <= x
    assert qr.y <= y
    assert x + side <= qr.right
    assert y + side <= qr.top


def test_too_small_a_place_shows_nothing_rather_than_mud(lay):
    assert _drawn(lay(QrCode(content=CONTENT), 20, 20)) == (None, [])


def test_without_a_content_nothing_is_drawn(lay):
    qr = lay(QrCode(content=CONTENT), 300, 300)
    qr.content = ""
    assert _drawn(qr) == (None, [])


def test_it_follows_its_content(lay):
    qr = lay(QrCode(content=CONTENT), 300, 300)
    qr.content = "musketeers://10.42.0.1:47470/00000000"
    assert _read_back(qr) == _expected(qr.content)


def test_runs_are_as_long_as_they_can_be():
    assert list(runs(b"\1\1\0\1\0\0\1\1\1")) == [(0, 2), (3, 1), (6, 3)]
    assert list(runs(b"\0\0")) == []


@pytest.mark.pixels
@pytest.mark.parametrize("dark", [False, True])
def test_a_camera_would_see_the_same(lay, stand, picture, dark):
    stand.theme.dark = dark
    qr = lay(QrCode(content=CONTENT), 300, 300)
    headless.frames(2)
    (left, bottom, side, _), seen = _drawn(qr)[0], picture()
    rows = _expected(CONTENT)
    module = side / len(rows)
    for down, row in enumerate(rows):
        for at, black in enumerate(row):
            x, y = left + (at + 0.5) * module, bottom + side - (down + 0.5) * module
            assert seen.at(x, y) == ((0, 0, 0) if black else (255, 255, 255)), (down, at)
