"""How things stand between the devices, in the head of every page: shape, colour, number. Nothing of it blinks."""

from __future__ import annotations

from kivy.app import App
from kivy.metrics import dp, sp
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion.app.gathering import Standing
from companion.app.theme import TOUCH
from companion.app.viewmodels.devices import Badge, badge_of
from companion.app.widgets.ink import outline, plain_text, slab, symbol

NOBODY = Standing()  # how it stands on a device that is alone


def ink_of(c, kind: str):
    """The colour of a sign, as ink on paper."""
    return {"gold": c.gold_ink, "blue": c.blue_ink, "red": c.red_ink}.get(kind, c.faded)


class LinkBadge(ButtonBehavior, Widget):
    """It takes no room on a device that is alone. Tapped, it is for whoever listens to open the devices screen."""

    standing = ObjectProperty(NOBODY)
    text = StringProperty()  # what it says, for those who cannot see it

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self.size_hint, self.size = (None, None), (0, TOUCH)
        self._app = App.get_running_app()
        self.badge: Badge | None = None
        self._app.theme.bind(c=self._draw, scale=self._read)
        self._app.tr.bind(rev=self._read)
        self.bind(pos=self._draw, size=self._draw, standing=self._read)
        self._read()

    def _read(self, *_: object) -> None:
        self.badge = badge = badge_of(self.standing, self._app.tr.read)
        self.text = badge.text if badge else ""
        self.disabled, self.opacity = badge is None, 1 if badge else 0
        digits = len(badge.count) if badge else 0
        wide = dp(38) + sp(11) * digits * self._scale + (dp(4) if digits else 0)
        self.width = max(TOUCH, wide) if badge else 0
        self._draw()

    @property
    def _scale(self) -> float:
        return min(self._app.theme.scale, 1.3)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        badge = self.badge
        if badge is None or self.width < TOUCH:
            return
        c, middle, edge = self._app.theme.c, self.y + self.height / 2, dp(3)
        ink, high, wide = ink_of(c, badge.kind), dp(36), self.width - 2 * edge
        with self.canvas:
            slab(self.x + edge, middle - high / 2, wide, high, c.panel, dp(10))
            outline(self.x + edge, middle - high / 2, wide, high, ink, dp(10), dp(1.4))
            x = self.x + edge + (dp(18) if badge.count else wide / 2)
            symbol(badge.icon, x, middle, sp(22), ink)
            if badge.count:
                right = self.x + self.width - edge - dp(7)
                plain_text(badge.count, right, middle, sp(17) * self._scale, c.ink, bold=True, anchor="right")
