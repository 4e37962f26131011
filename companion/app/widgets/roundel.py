"""Small round marks: the phase of a move, and the seal on a house ruling."""

from __future__ import annotations

from math import cos, pi, sin

from kivy.app import App
from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.widget import Widget

from companion.app.widgets.ink import blend, disc, ring, stroke, symbol, write


class Roundel(Widget):
    """The phase of a move on the colour of its camp; a symbol in a ring for everything else."""

    sign = StringProperty()
    icon = StringProperty()
    camp = StringProperty("table")
    undone = BooleanProperty(False)

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._theme = App.get_running_app().theme
        self._theme.bind(c=self._draw)
        self.bind(**dict.fromkeys(("pos", "size", "sign", "icon", "camp", "undone"), self._draw))

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        c, x, y = self._theme.c, self.x + self.width / 2, self.y + self.height / 2
        radius = self.width * 0.40
        with self.canvas:
            if self.sign and not self.undone:
                disc(x, y, radius, c.camp(self.camp))
                write(self.sign, x, y, radius * 1.05, c.on_camp, bold=True)
                return
            disc(x, y, radius, c.panel)
            ring(x, y, radius, c.line, dp(1.2))
            if self.undone:  # struck through, as its words are
                reach = radius * 0.71
                stroke((x - reach, y - reach, x + reach, y + reach), c.faded, dp(1.1))
            if self.sign:
                write(self.sign, x, y, radius * 1.05, c.faded, bold=True)
            else:
                symbol(self.icon, x, y, radius * 1.05, c.faded if self.undone else c.gold_ink)


class WaxSeal(Widget):
    """Red wax on a house ruling: the table decided this, not the rule."""

    shown = BooleanProperty(False)

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._theme = App.get_running_app().theme
        self._theme.bind(c=self._draw)
        self.bind(pos=self._draw, size=self._draw, shown=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if not self.shown:
            return
        c, x, y, size = self._theme.c, self.x + self.width / 2, self.y + self.height / 2, self.width
        with self.canvas:
            for at in range(9):  # wax does not run in a circle
                angle = 2 * pi * at / 9
                disc(x + size * 0.33 * cos(angle), y + size * 0.33 * sin(angle), size * 0.14, c.red)
            disc(x, y, size * 0.38, c.red)
            ring(x, y, size * 0.31, blend(c.red, c.on_camp, 0.55), dp(0.9))
            symbol("fleur-de-lis", x, y, size * 0.42, c.on_camp)
