"""Pen strokes for drawn widgets: text, frames and shapes straight on a canvas."""

from __future__ import annotations

from functools import lru_cache
from math import cos, hypot, pi, sin

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Line, Mesh, Rectangle, RoundedRectangle

from companion.app.theme import ICONS, TEXT, TITLE, icon


@lru_cache(maxsize=512)
def _texture(text: str, font: str, size: int, bold: bool):
    """White text; the colour comes from the canvas, so one texture serves every theme."""
    label = CoreLabel(text=text, font_name=font, font_size=size, bold=bold, color=(1, 1, 1, 1))
    label.refresh()
    return label.texture


def write(text, x, y, size, colour, *, font=TITLE, bold=False, anchor="center", within=0):
    """Text around a point. With `within` it is made smaller until it fits that width."""
    size = max(int(size), 6)
    texture = _texture(text, font, size, bold)
    while within and texture.width > within and size > 8:
        size -= 1
        texture = _texture(text, font, size, bold)
    left = {"center": x - texture.width / 2, "left": x, "right": x - texture.width}[anchor]
    Color(*colour)
    Rectangle(texture=texture, pos=(round(left), round(y - texture.height / 2)), size=texture.size)
    return texture.width


def ink_width(text, size, *, font=TITLE, bold=False):
    """How wide a text would be."""
    return _texture(text, font, max(int(size), 6), bold).width


def lines_of(text, room, size, *, font=TITLE, bold=False):
    """A text as the fewest lines that have room, as even as they get. A word stays whole."""
    whole = ink_width(text, size, font=font, bold=bold)
    fewest = _fill(text, room, size, font, bold)
    for share in (1.05, 1.2, 1.4):
        even = _fill(text, min(whole / len(fewest) * share, room), size, font, bold)
        if len(even) == len(fewest):
            return even
    return fewest


def _fill(text, room, size, font, bold):
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and ink_width(longer, size, font=font, bold=bold) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def symbol(name, x, y, size, colour, anchor="center"):
    return write(icon(name), x, y, size, colour, font=ICONS, anchor=anchor)


def plain_text(text, x, y, size, colour, **how):
    return write(text, x, y, size, colour, font=TEXT, **how)


def slab(x, y, width, height, colour, radius=6):
    Color(*colour)
    RoundedRectangle(pos=(x, y), size=(width, height), radius=[radius])


def outline(x, y, width, height, colour, radius=6, thick=1.1):
    Color(*colour)
    Line(rounded_rectangle=(*crisp(x, y, width, height, thick), radius), width=thick)


def crisp(x, y, width, height, thick):
    """Where to draw a frame so that all its sides are equally thick: between whole pixels, they would come out as one
    or two pixels, as it happens."""
    left, bottom = round(x), round(y)
    wide, high = round(x + width) - left, round(y + height) - bottom
    if round(2 * thick) % 2 and wide > 1 and high > 1:
        return left + 0.5, bottom + 0.5, wide - 1, high - 1
    return left, bottom, wide, high


def disc(x, y, radius, colour):
    Color(*colour)
    points = 40
    vertices = [x, y, 0, 0]
    for at in range(points + 1):
        angle = 2 * pi * at / points
        vertices += [x + radius * cos(angle), y + radius * sin(angle), 0, 0]
    Mesh(vertices=vertices, indices=list(range(points + 2)), mode="triangle_fan")


def dashes(x, y, radius, colour, thick=1.0, count=16):
    """A ring of dashes. Kivy dashes only lines that are one pixel thick."""
    Color(*colour)
    vertices, indices = [], []
    for at in range(count):
        ends = (2 * pi * (at + part) / count for part in (0.0, 0.3, 0.6))
        for angle in ends:
            for reach in (radius - thick, radius + thick):
                vertices += [x + reach * cos(angle), y + reach * sin(angle), 0, 0]
        first = at * 6
        indices += [first + place for place in (0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 4, 5)]
    Mesh(vertices=vertices, indices=indices, mode="triangles")


def blend(ground, ink, share):
    """The colour of translucent ink on its ground. For lines: Kivy cuts translucent ones out with a stencil of their
    own, which lets some pixels through where a list is scrolled out of sight."""
    return (*(a + (b - a) * share for a, b in zip(ground[:3], ink[:3], strict=True)), 1.0)


def sheen(points, colour, thick=1.0):
    """A translucent stroke over grounds of several colours; its bends are soft ones."""
    Color(*colour)
    spots = list(zip(points[::2], points[1::2], strict=True))
    vertices = []
    for at, (x, y) in enumerate(spots):
        (ax, ay), (bx, by) = spots[max(at - 1, 0)], spots[min(at + 1, len(spots) - 1)]
        far = hypot(bx - ax, by - ay) or 1
        aside, along = (by - ay) / far * thick, (bx - ax) / far * thick
        vertices += [x - aside, y + along, 0, 0, x + aside, y - along, 0, 0]
    Mesh(vertices=vertices, indices=list(range(2 * len(spots))), mode="triangle_strip")


def ring(x, y, radius, colour, thick=1.4):
    Color(*colour)
    Line(circle=(x, y, radius), width=thick)


def stroke(points, colour, thick=1.0):
    Color(*colour)
    Line(points=points, width=thick)
