"""How near each defeat is: a sign, a number, and a bar that empties. Never colour alone."""

from __future__ import annotations

from kivy.app import App
from kivy.metrics import dp, sp
from kivy.properties import ListProperty
from kivy.uix.widget import Widget

from companion.app.widgets.ink import outline, plain_text, slab, symbol


class NearnessBar(Widget):
    dangers = ListProperty()

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._theme = App.get_running_app().theme
        self._theme.bind(c=self._draw, scale=self._draw)
        self.bind(pos=self._draw, size=self._draw, dangers=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if not self.dangers or self.width < dp(60):
            return
        c, scale = self._theme.c, min(self._theme.scale, 1.3)
        gap = dp(6)
        each = (self.width - gap * (len(self.dangers) - 1)) / len(self.dangers)
        letters = 14 if each > dp(110) else 11.5  # a tablet is read from farther away
        with self.canvas:
            for at, danger in enumerate(self.dangers):
                x = self.x + at * (each + gap)
                ink = c.red_ink if danger.close else c.ink
                slab(x, self.y, each, self.height, c.panel, dp(8))
                outline(
                    x,
                    self.y,
                    each,
                    self.height,
                    c.red_ink if danger.close else c.line,
                    dp(8),
                    dp(1.6 if danger.close else 0.7),
                )
                upper = self.y + self.height * 0.66
                sign = symbol(danger.icon, x + dp(8), upper, sp(18) * scale, ink, "left")
                plain_text(str(danger.left), x + dp(12) + sign, upper, sp(20) * scale, ink, bold=True, anchor="left")
                if danger.close:
                    symbol("alert", x + each - dp(8), upper, sp(16) * scale, ink, "right")
                plain_text(
                    danger.name,
                    x + dp(8),
                    self.y + self.height * 0.27,
                    sp(letters) * scale,
                    c.faded,
                    anchor="left",
                    within=each - dp(14),
                )
                share = danger.left / danger.of if danger.of else 0
                slab(x + dp(4), self.y + dp(3), each - dp(8), dp(3), c.raised, dp(1.5))
                slab(x + dp(4), self.y + dp(3), max((each - dp(8)) * share, dp(3)), dp(3), ink, dp(1.5))
