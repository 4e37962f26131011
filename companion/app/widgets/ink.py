"""Pen strokes for drawn widgets: text, frames and shapes straight on a canvas."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

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
    Line(rounded_rectangle=(x, y, width, height, radius), width=thick)


def disc(x, y, radius, colour):
    Color(*colour)
    points = 40
    vertices = [x, y, 0, 0]
    for at in range(points + 1):
        angle = 2 * pi * at / points
        vertices += [x + radius * cos(angle), y + radius * sin(angle), 0, 0]
    Mesh(vertices=vertices, indices=list(range(points + 2)), mode="triangle_fan")


def ring(x, y, radius, colour, thick=1.4):
    Color(*colour)
    Line(circle=(x, y, radius), width=thick)


def stroke(points, colour, thick=1.0):
    Color(*colour)
    Line(points=points, width=thick)
