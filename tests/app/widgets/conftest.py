"""For one widget at a time: an app that is nothing but colours and words, and eyes for what is drawn."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.app import headless
from companion.app.widgets import ink
from tests.app.stand import Stand


@pytest.fixture
def stand(open_app):
    return open_app(Stand())


@pytest.fixture
def lay(stand):
    """`lay(widget, width, height)` puts it in the window, its lower left corner at 20, 30.

    Without a width it is as wide as the window; without a height, as high as it wants to be.
    """

    def lay_(widget, width=None, height=None):
        widget.pos = (20, 30)
        if width is not None:
            widget.size_hint_x, widget.width = None, width
        if height is not None:
            widget.size_hint_y, widget.height = None, height
        stand.root.add_widget(widget)
        headless.frames(3)
        return widget

    return lay_


@pytest.fixture
def written(monkeypatch):
    """What drawn widgets write, in order: (text, font, size). Clear the list, and what is drawn next is in it."""
    lines = []
    texture = ink._texture

    def note(text, font, size, bold):
        lines.append((text, font, size))
        return texture(text, font, size, bold)

    monkeypatch.setattr(ink, "_texture", note)
    return lines


class Picture:
    """The window as people see it now. Places are in window coordinates: y grows upwards."""

    def __init__(self):
        (self._width, self._height), self._rgb = headless.pixels()

    def at(self, x, y):
        """The colour at a place."""
        start = ((self._height - 1 - int(y)) * self._width + int(x)) * 3
        return tuple(self._rgb[start : start + 3])

    def places(self, colour, widget):
        """Where in a widget's rectangle this colour of the palette is seen, within what rounding allows."""
        x, y = widget.to_window(*widget.pos)
        want = rgb(colour)
        return [
            (column - x, row - y)
            for row in range(int(y), int(y + widget.height))
            for column in range(int(x), int(x + widget.width))
            if all(abs(part - wish) <= 1 for part, wish in zip(self.at(column, row), want, strict=True))
        ]

    def colours(self, widget):
        x, y = widget.to_window(*widget.pos)
        return Counter(
            self.at(column, row)
            for row in range(int(y), int(y + widget.height))
            for column in range(int(x), int(x + widget.width))
        )


def rgb(colour):
    """A colour of the palette as it comes out of the window."""
    return tuple(round(part * 255) for part in colour[:3])


@pytest.fixture
def picture():
    """`picture()` looks at the window now."""
    return Picture
