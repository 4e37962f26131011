"""Draw the app's icons and presplash: `python -m tools.draw_icon [DIR]` (DIR is assets unless told otherwise).

The emblem is geometry, not a picture file, so that it stays ours, can be reviewed as text and comes out the same
everywhere. Each shape is a signed distance (negative inside); the distance at a pixel's centre, measured in
pixels, says how much of it is covered, which gives smooth edges with a single sample and no imaging library.
"""

import math
import struct
import sys
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

Colour = tuple[int, int, int]
Paint = Callable[[float, float], Colour]
Point = tuple[float, float]

INK: Colour = (13, 22, 58)
BLUE: Colour = (38, 70, 160)
BLUE_DEEP: Colour = (22, 42, 108)
GOLD: Colour = (228, 180, 72)
GOLD_LIGHT: Colour = (250, 226, 156)
GOLD_DEEP: Colour = (164, 112, 28)
RED: Colour = (184, 20, 44)
RED_LIGHT: Colour = (222, 66, 80)
RED_DEEP: Colour = (122, 8, 28)
PARCHMENT: Colour = (244, 235, 214)


@dataclass(frozen=True, slots=True)
class Shape:
    """A signed distance and the radius around the origin beyond which nothing of it can be seen."""

    distance: Callable[[float, float], float]
    reach: float

    def turned(self, degrees: float) -> "Shape":
        """The same shape, turned anticlockwise around the origin."""
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        return Shape(lambda x, y: self.distance(x * cos + y * sin, y * cos - x * sin), self.reach)

    def mirrored(self) -> "Shape":
        return Shape(lambda x, y: self.distance(-x, y), self.reach)

    def grown(self, by: float) -> "Shape":
        return Shape(lambda x, y: self.distance(x, y) - by, self.reach + by)

    def within(self, other: "Shape") -> "Shape":
        return Shape(lambda x, y: max(self.distance(x, y), other.distance(x, y)), min(self.reach, other.reach))

    def without(self, other: "Shape") -> "Shape":
        return Shape(lambda x, y: max(self.distance(x, y), -other.distance(x, y)), self.reach)


@dataclass(frozen=True, slots=True)
class Layer:
    """A shape and its colour, which may change from place to place."""

    shape: Shape
    paint: Paint


def everywhere() -> Shape:
    return Shape(lambda x, y: -math.inf, math.inf)


def disc(x0: float, y0: float, radius: float) -> Shape:
    return Shape(lambda x, y: math.hypot(x - x0, y - y0) - radius, math.hypot(x0, y0) + radius)


def ring(x0: float, y0: float, radius: float, width: float) -> Shape:
    half = width / 2
    return Shape(lambda x, y: abs(math.hypot(x - x0, y - y0) - radius) - half, math.hypot(x0, y0) + radius + half)


def rod(start: Point, end: Point, start_radius: float, end_radius: float) -> Shape:
    """A line with round ends that may taper: quillons, grips, petals."""
    (ax, ay), (bx, by) = start, end
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy

    def distance(x: float, y: float) -> float:
        along = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / length))
        off = math.hypot(x - ax - along * dx, y - ay - along * dy)
        return off - start_radius - along * (end_radius - start_radius)

    return Shape(distance, max(math.hypot(ax, ay) + start_radius, math.hypot(bx, by) + end_radius))


def polygon(*points: Point) -> Shape:
    edges = list(zip(points, points[1:] + points[:1], strict=True))

    def distance(x: float, y: float) -> float:
        nearest, inside = math.inf, False
        for (ax, ay), (bx, by) in edges:
            dx, dy = bx - ax, by - ay
            along = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
            nearest = min(nearest, math.hypot(x - ax - along * dx, y - ay - along * dy))
            if (ay > y) != (by > y) and x < ax + (y - ay) * dx / dy:
                inside = not inside
        return -nearest if inside else nearest

    return Shape(distance, max(math.hypot(x, y) for x, y in points))


def rounded_square(half: float, corner: float) -> Shape:
    flat = half - corner

    def distance(x: float, y: float) -> float:
        dx, dy = abs(x) - flat, abs(y) - flat
        return math.hypot(max(dx, 0.0), max(dy, 0.0)) + min(max(dx, dy), 0.0) - corner

    return Shape(distance, half * math.sqrt(2))


def wax(radius: float, depth: float) -> Shape:
    """A pressed seal: a disc whose rim ran a little, not quite evenly."""

    def distance(x: float, y: float) -> float:
        around = math.atan2(y, x)
        rim = radius + depth * (math.cos(9 * around) + 0.5 * math.sin(5 * around + 0.7))
        return math.hypot(x, y) - rim

    return Shape(distance, radius + 2 * depth)


def flat(colour: Colour) -> Paint:
    return lambda x, y: colour


def glow(inner: Colour, outer: Colour, x0: float, y0: float, radius: float) -> Paint:
    """From one colour to another, outwards from a point: light that falls from the upper left."""

    def paint(x: float, y: float) -> Colour:
        part = min(1.0, math.hypot(x - x0, y - y0) / radius)
        red, green, blue = (round(a + (b - a) * part) for a, b in zip(inner, outer, strict=True))
        return red, green, blue

    return paint


def rapier(lean: float, flip: bool) -> list[Layer]:
    """One rapier, point up, turned to `lean` degrees; `flip` puts the knuckle bow on the other side."""
    tip, guard, pommel = 0.97, -0.50, -0.90
    blade_left = polygon((0.0, guard), (-0.05, guard), (-0.03, tip - 0.12), (0.0, tip))
    blade_right = polygon((0.0, guard), (0.05, guard), (0.03, tip - 0.12), (0.0, tip))
    bow = ring(0.03, -0.70, 0.19, 0.042).within(polygon((0.02, guard), (0.5, guard), (0.5, -0.95), (0.02, -0.95)))
    parts = [
        (bow, GOLD),
        (rod((0.0, guard), (0.0, pommel), 0.036, 0.042), RED_DEEP),
        (rod((-0.04, -0.645), (0.04, -0.66), 0.011, 0.011), GOLD_LIGHT),
        (rod((-0.04, -0.735), (0.04, -0.75), 0.011, 0.011), GOLD_LIGHT),
        (blade_left, GOLD_LIGHT),
        (blade_right, GOLD),
        (rod((-0.25, guard - 0.03), (0.25, guard - 0.03), 0.034, 0.034), GOLD),
        (disc(-0.25, guard - 0.03, 0.055), GOLD_LIGHT),
        (disc(0.25, guard - 0.03, 0.055), GOLD),
        (disc(0.0, guard - 0.03, 0.115).within(polygon((-1, guard - 0.04), (1, guard - 0.04), (1, 1), (-1, 1))), GOLD),
        (rod((-0.1, guard - 0.03), (0.1, guard - 0.03), 0.03, 0.03), GOLD_LIGHT),
        (disc(0.0, pommel, 0.075), GOLD),
        (disc(-0.016, pommel + 0.018, 0.036), GOLD_LIGHT),
    ]
    placed = [((shape.mirrored() if flip else shape).turned(lean), colour) for shape, colour in parts]
    # The dark edge is drawn first and for the whole sword, so that the blades stay apart where they cross.
    edge = [Layer(shape.grown(0.026), flat(INK)) for shape, _ in placed]
    return edge + [Layer(shape, flat(colour)) for shape, colour in placed]


def lily() -> list[Shape]:
    """A fleur-de-lis: a pointed petal, two that curl outwards, a band and three feet."""
    middle = disc(-0.16, 0.075, 0.205).within(disc(0.16, 0.075, 0.205))
    petal = disc(0.095, 0.02, 0.075).without(disc(0.115, -0.018, 0.062))
    foot = disc(0.052, -0.085, 0.052).without(disc(0.072, -0.055, 0.048))
    tail = disc(-0.12, -0.085, 0.15).within(disc(0.12, -0.085, 0.15))
    band = rod((-0.078, -0.035), (0.078, -0.035), 0.017, 0.017)
    stem = rod((0.0, -0.05), (0.0, 0.02), 0.036, 0.036)
    return [middle, stem, tail, petal, petal.mirrored(), foot, foot.mirrored(), band]


def seal() -> list[Layer]:
    """Cardinal red wax with a fleur-de-lis, over the crossing."""
    return [
        Layer(wax(0.29, 0.011).grown(0.026), flat(INK)),
        Layer(wax(0.29, 0.011), glow(RED_LIGHT, RED_DEEP, -0.16, 0.2, 0.6)),
        Layer(disc(0.0, 0.0, 0.236), glow(RED_LIGHT, RED, -0.1, 0.12, 0.38)),
        Layer(ring(0.0, 0.0, 0.236, 0.016), flat(RED_DEEP)),
        *(Layer(part, flat(PARCHMENT)) for part in lily()),
    ]


def emblem() -> list[Layer]:
    """Everything inside the unit circle, without the field behind it."""
    return [*rapier(-42, flip=False), *rapier(42, flip=True), *seal()]


FIELD = glow(BLUE, BLUE_DEEP, -0.35, 0.45, 1.7)


def scaled(layers: Iterable[Layer], by: float) -> list[Layer]:
    def smaller(layer: Layer) -> Layer:
        distance, paint = layer.shape.distance, layer.paint
        shape = Shape(lambda x, y: distance(x / by, y / by) * by, layer.shape.reach * by)
        return Layer(shape, lambda x, y: paint(x / by, y / by))

    return [smaller(layer) for layer in layers]


def rasterise(layers: Iterable[Layer], size: int) -> bytes:
    """Lay the layers over each other on a square of RGBA pixels; the square spans -1 to 1, y upwards."""
    half = size / 2
    pixels = [[0.0, 0.0, 0.0, 0.0] for _ in range(size * size)]
    for layer in layers:
        reach = min(half, layer.shape.reach * half + 1)
        low, high = math.floor(half - reach), math.ceil(half + reach)
        for row in range(low, high):
            y = (half - row - 0.5) / half
            for column in range(low, high):
                x = (column + 0.5 - half) / half
                cover = 0.5 - layer.shape.distance(x, y) * half
                if cover > 0:
                    alpha = min(1.0, cover)
                    red, green, blue = layer.paint(x, y)
                    under = pixels[row * size + column]
                    rest = 1.0 - alpha
                    under[0] = red * alpha + under[0] * rest
                    under[1] = green * alpha + under[1] * rest
                    under[2] = blue * alpha + under[2] * rest
                    under[3] = alpha + under[3] * rest
    square = bytearray()
    for *colour, cover in pixels:
        # PNG wants colours that are not multiplied by their cover.
        square += bytes(round(channel / (cover or 1.0)) for channel in colour)
        square.append(round(cover * 255))
    return bytes(square)


def png(size: int, rgba: bytes) -> bytes:
    """A PNG file; without the alpha channel when nothing is transparent."""
    opaque = min(rgba[3::4]) == 255
    width = 3 if opaque else 4
    data = bytearray(size * size * width)
    for channel in range(width):
        data[channel::width] = rgba[channel::4]
    stride = size * width
    rows, above = bytearray(), bytes(stride)
    for start in range(0, len(data), stride):
        row = data[start : start + stride]
        # Filter 2 stores the difference to the row above: next to nothing on flat and softly shaded ground.
        rows.append(2)
        rows += bytes((byte - up) & 255 for byte, up in zip(row, above, strict=True))
        above = bytes(row)

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", size, size, 8, 2 if opaque else 6, 0, 0, 0)
    body = chunk(b"IDAT", zlib.compress(bytes(rows), 9))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + body + chunk(b"IEND", b"")


def pictures() -> dict[str, tuple[int, list[Layer]]]:
    """File name, side in pixels and layers of everything the packager asks for."""
    band = Layer(ring(0.0, 0.0, 0.9, 0.036), flat(PARCHMENT))
    # An adaptive icon is cropped by the launcher: only the middle 66 of its 108 units are sure to be seen. The band,
    # which is the outermost thing here, just fits.
    safe = 66 / 108 / 0.92
    return {
        "icon.png": (512, [Layer(rounded_square(0.98, 0.44), FIELD), band, *scaled(emblem(), 0.87)]),
        "icon_background.png": (432, [Layer(everywhere(), FIELD)]),
        "icon_foreground.png": (432, scaled([band, *scaled(emblem(), 0.86)], safe)),
        "presplash.png": (
            1080,
            [
                Layer(everywhere(), flat(PARCHMENT)),
                *scaled([Layer(disc(0.0, 0.0, 1.0), flat(GOLD)), Layer(disc(0.0, 0.0, 0.975), FIELD), band], 0.56),
                *scaled(emblem(), 0.47),
            ],
        ),
    }


def main(folder: Path) -> None:
    for name, (size, layers) in pictures().items():
        (folder / name).write_bytes(png(size, rasterise(layers, size)))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("assets"))
