"""Our sign: two crossed rapiers over a seal of red wax."""

from __future__ import annotations

from kivy.app import App
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.widgets.ink import blend, disc, ring, stroke, symbol


class Emblem(Widget):
    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._theme = App.get_running_app().theme
        self._theme.bind(c=self._draw)
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        size = min(self.width, self.height)
        if size < dp(20):
            return
        # Not center_x and center_y: while the size is changing, they may still be those of before.
        c, x, y = self._theme.c, self.x + self.width / 2, self.y + self.height / 2
        with self.canvas:
            disc(x, y, size * 0.46, c.blue)
            ring(x, y, size * 0.46, c.gold, dp(2))
            ring(x, y, size * 0.425, blend(c.blue, c.gold, 0.7), dp(0.8))
            for side in (-1, 1):
                self._rapier(x, y, size * 0.40, side)
            disc(x, y, size * 0.115, c.red)
            ring(x, y, size * 0.115, c.gold, dp(1))
            symbol("fleur-de-lis", x, y, size * 0.15, c.gold)

    def _rapier(self, x: float, y: float, reach: float, side: int) -> None:
        """From the pommel below to the point above, leaning to one side."""
        c = self._theme.c
        dx, dy = side * 0.66, 0.75

        def at(along: float, across: float = 0.0) -> tuple[float, float]:
            return x + reach * (along * dx - across * dy * side), y + reach * (along * dy + across * dx * side)

        stroke([*at(-0.62), *at(0.98)], c.on_camp, dp(1.8))
        stroke([*at(-0.62), *at(-0.95)], c.gold, dp(3))
        stroke([*at(-0.58, -0.2), *at(-0.66, -0.1), *at(-0.66, 0.1), *at(-0.58, 0.2)], c.gold, dp(2.2))
        disc(*at(-0.98), reach * 0.06, c.gold)
