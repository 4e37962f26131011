"""A drawn die. Blue ones are square, red ones have cut corners, so that grey eyes can tell them apart too."""

from __future__ import annotations

from kivy.app import App
from kivy.graphics import Color, Mesh
from kivy.metrics import dp, sp
from kivy.properties import ListProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion.app.widgets.ink import outline, plain_text, slab, stroke, symbol
from companion.core.words import say

SYMBOLS = {"sword": "sword", "shield": "shield", "lily": "fleur-de-lis"}
NAMES = {"sword": say("sword"), "shield": say("shield"), "lily": say("lily")}
# As shares of a side: the corners of a blue one, and what is cut off a red one. Told apart even in a line of the log.
_ROUND, _CUT = 0.12, 0.27


class DieTile(ButtonBehavior, Widget):
    """Tap it, and it shows its next face."""

    colour = StringProperty("blue")
    faces = ListProperty()
    face = StringProperty()

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self.size_hint_y, self.height = None, dp(84)
        self._app = App.get_running_app()
        self.face = self.face or (self.faces[0] if self.faces else "")
        self._app.theme.bind(c=self._draw, scale=self._draw)
        self._app.tr.bind(rev=self._draw)
        self.bind(pos=self._draw, size=self._draw, face=self._draw, colour=self._draw)

    def on_release(self) -> None:
        if self.faces:
            self.face = self.faces[(self.faces.index(self.face) + 1) % len(self.faces)]

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        c = self._app.theme.c
        side = min(self.width, self.height - dp(20))
        # Not center_x and top: while the size is changing, they may still be those of before.
        middle = self.x + self.width / 2
        x, y = middle - side / 2, self.y + self.height - side
        with self.canvas:
            draw_die(x, y, side, self.colour, self.face, c)
            name = self._app.tr.read(NAMES[self.face]) if self.face in NAMES else self.face
            size = sp(12) * min(self._app.theme.scale, 1.3)
            plain_text(name, middle, self.y + dp(9), size, c.ink, within=self.width)


def draw_die(x: float, y: float, side: float, colour: str, face: str, c, alpha: float = 1.0) -> None:
    """One die on the canvas that is open now; one that is not thrown yet shows no face."""
    draw_block(x, y, side, colour, (*(c.red if colour == "red" else c.blue)[:3], alpha))
    if face in SYMBOLS:
        symbol(SYMBOLS[face], x + side / 2, y + side / 2, side * 0.62, c.on_camp)
    elif face:
        plain_text(face, x + side / 2, y + side / 2, side * 0.5, c.on_camp, bold=True, within=side * 0.9)


def draw_block(x: float, y: float, side: float, colour: str, fill) -> None:
    if colour == "red":
        _cut(x, y, side, fill)
    else:
        slab(x, y, side, side, fill, side * _ROUND)


def die_edge(x: float, y: float, side: float, colour: str, ink, thick: float) -> None:
    """A line around a die, in its shape."""
    if colour == "red":
        ends = _corners(side)
        stroke([part for dx, dy in (*ends, ends[0]) for part in (x + dx, y + dy)], ink, thick)
    else:
        outline(x, y, side, side, ink, side * _ROUND, thick)


def _corners(side: float) -> list[tuple[float, float]]:
    """Of a square without its corners."""
    cut = side * _CUT
    return [
        (0, cut),
        (cut, 0),
        (side - cut, 0),
        (side, cut),
        (side, side - cut),
        (side - cut, side),
        (cut, side),
        (0, side - cut),
    ]


def _cut(x: float, y: float, side: float, fill) -> None:
    ends = _corners(side)
    vertices = [value for dx, dy in ends for value in (x + dx, y + dy, 0, 0)]
    Color(*fill)
    Mesh(vertices=vertices, indices=list(range(len(ends))), mode="triangle_fan")
