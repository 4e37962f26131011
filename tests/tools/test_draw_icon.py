"""The emblem at a size that draws quickly, and the pictures as they lie in assets."""

import struct
import zlib
from pathlib import Path

import pytest

from tools import draw_icon
from tools.draw_icon import Colour, Layer, png, rasterise

ASSETS = Path(__file__).parents[2] / "assets"
SIZE = 48


@pytest.fixture(scope="module")
def icon() -> bytes:
    return rasterise(draw_icon.pictures()["icon.png"][1], SIZE)


def colour_at(picture: bytes, x: float, y: float) -> tuple[int, ...]:
    """The pixel at a place between -1 and 1, y upwards."""
    column, row = int((x + 1) / 2 * SIZE), int((1 - y) / 2 * SIZE)
    start = (row * SIZE + column) * 4
    return tuple(picture[start : start + 4])


def distance(pixel: tuple[int, ...], colour: Colour) -> int:
    return max(abs(a - b) for a, b in zip(pixel[:3], colour, strict=True))


def test_the_corners_are_transparent(icon: bytes) -> None:
    assert {colour_at(icon, x, y)[3] for x in (-0.98, 0.97) for y in (-0.96, 0.99)} == {0}


def test_blue_field_red_seal_gold_blades_parchment_band(icon: bytes) -> None:
    assert distance(colour_at(icon, 0.0, 0.6), draw_icon.BLUE) < 30
    assert distance(colour_at(icon, 0.0, -0.2), draw_icon.RED) < 60
    assert distance(colour_at(icon, 0.0, 0.05), draw_icon.PARCHMENT) < 40
    assert distance(colour_at(icon, 0.0, 0.9), draw_icon.PARCHMENT) < 60
    for side in (-1, 1):
        red, green, blue, _ = colour_at(icon, side * 0.37, 0.41)
        assert red > 150
        assert red > green > blue


def test_an_edge_covers_a_pixel_in_part() -> None:
    half = rasterise([Layer(draw_icon.polygon((-2, -2), (0.25, -2), (0.25, 2), (-2, 2)), draw_icon.flat((9, 9, 9)))], 4)
    assert half[:16:4] == bytes((9, 9, 9, 0))
    assert half[3:16:4] == bytes((255, 255, 128, 0))


def unpacked(data: bytes) -> bytes:
    """The filtered rows, which stand in one chunk behind the header."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    length = struct.unpack(">I", data[33:37])[0]
    return zlib.decompress(data[41 : 41 + length])


def test_a_png_holds_the_pixels_it_was_given() -> None:
    pixels = bytes(range(64))
    packed = unpacked(png(4, pixels))
    rows, above = b"", bytes(16)
    for start in range(0, len(packed), 17):
        assert packed[start] == 2
        above = bytes((a + b) & 255 for a, b in zip(packed[start + 1 : start + 17], above, strict=True))
        rows += above
    assert rows == pixels


def test_an_opaque_picture_has_no_alpha_channel() -> None:
    assert png(1, b"\x01\x02\x03\xff")[25] == 2
    assert png(1, b"\x01\x02\x03\xfe")[25] == 6


@pytest.mark.parametrize(
    ("name", "size"),
    [("icon.png", 512), ("icon_foreground.png", 432), ("icon_background.png", 432), ("presplash.png", 1080)],
)
def test_the_pictures_have_the_sizes_android_asks_for(name: str, size: int) -> None:
    assert draw_icon.pictures()[name][0] == size
    assert struct.unpack(">II", (ASSETS / name).read_bytes()[16:24]) == (size, size)


def test_the_background_is_drawn_anew_to_the_same_pixels() -> None:
    """A sample of the promise that assets come from this program: the quickest of them to draw."""
    size, layers = draw_icon.pictures()["icon_background.png"]
    drawn = png(size, rasterise(layers, size))
    assert unpacked(drawn) == unpacked((ASSETS / "icon_background.png").read_bytes())
