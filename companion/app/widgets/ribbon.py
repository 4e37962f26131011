"""The phase ribbon: I, II, III, IV, and which of them is now."""

from __future__ import annotations

from kivy.app import App
from kivy.metrics import dp, sp
from kivy.properties import ListProperty
from kivy.uix.widget import Widget

from companion.app.widgets.ink import plain_text, slab, stroke, write

_TIGHT = 72  # dp: below this a phase has no room for its name
_CAMPS = ("milady", "musketeers", "table", "table")  # whose colour each phase wears


class Ribbon(Widget):
    phases = ListProperty()  # (sign, name, is it now)

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._theme = App.get_running_app().theme
        self._theme.bind(c=self._draw, scale=self._draw)
        self.bind(pos=self._draw, size=self._draw, phases=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if not self.phases or self.width < dp(60):
            return
        c, scale = self._theme.c, min(self._theme.scale, 1.3)
        even = self.width / len(self.phases)
        # Beside the heading there is room for one name only; the other phases keep their sign.
        tight = even < dp(_TIGHT)
        narrow = min(dp(44), even)
        x, each = self.x, 0.0
        with self.canvas:
            stroke([self.x, self.y, self.x + self.width, self.y], c.line, dp(0.7))
            for at, (sign, name, now) in enumerate(self.phases):
                x += each
                each = even if not tight else self.width - narrow * (len(self.phases) - 1) if now else narrow
                camp = _CAMPS[at] if at < len(_CAMPS) else "table"
                if now:
                    slab(x + dp(3), self.y + dp(3), each - dp(6), self.height - dp(5), c.camp(camp), dp(9))
                ink = c.on_camp if now else c.faded
                high = self.height
                alone = tight and not now
                write(sign, x + each / 2, self.y + high * (0.5 if alone else 0.66), sp(19) * scale, ink, bold=True)
                if not alone:
                    plain_text(name, x + each / 2, self.y + high * 0.26, sp(12) * scale, ink, within=each - dp(12))
