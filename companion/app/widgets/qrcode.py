"""A text that cameras read: segno says which squares are dark, and they are drawn in whole pixels."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import segno
from kivy.graphics import Color, Rectangle
from kivy.properties import StringProperty
from kivy.uix.widget import Widget

QUIET = 4  # modules of white around it, without which many cameras find nothing
# Whatever the light on the table: many cameras do not read white on black.
WHITE, BLACK = (1, 1, 1, 1), (0, 0, 0, 1)


@lru_cache(maxsize=8)
def matrix(content: str) -> tuple[bytes, ...]:
    """The rows from the top; one byte for each module, 1 where it is dark."""
    return tuple(bytes(row) for row in segno.make(content, error="m", micro=False).matrix)


def runs(row: bytes) -> Iterator[tuple[int, int]]:
    """Where dark modules begin, and how many lie side by side."""
    start = None
    for at, dark in enumerate((*row, 0)):
        if dark and start is None:
            start = at
        elif not dark and start is not None:
            yield start, at - start
            start = None


class QrCode(Widget):
    content = StringProperty()
    text = StringProperty()  # what it is, for those who cannot see it

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self.bind(pos=self._draw, size=self._draw, content=self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if not self.content:
            return
        rows = matrix(self.content)
        across = len(rows) + 2 * QUIET
        module = int(min(self.size) // across)
        if module < 1:
            return
        side = module * across
        left, top = int(self.x + (self.width - side) / 2), int(self.y + (self.height + side) / 2)
        with self.canvas:
            Color(*WHITE)
            Rectangle(pos=(left, top - side), size=(side, side))
            Color(*BLACK)
            for down, row in enumerate(rows):
                for start, length in runs(row):
                    Rectangle(
                        pos=(left + (QUIET + start) * module, top - (QUIET + down + 1) * module),
                        size=(length * module, module),
                    )
