"""Words with a sign before them, in one widget: a label and a symbol in a box would cost a layout more."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty

from companion.app.widgets.basics import Words
from companion.app.widgets.ink import symbol


class SignedWords(Words):
    """Words with a sign drawn before them."""

    icon = StringProperty()
    mirror = BooleanProperty(False)  # the sign stands behind them

    def __init__(self, **how) -> None:
        super().__init__(**how)
        again = self._again
        self.bind(pos=again, size=again, font_size=again, color=again, icon=again, texture_size=again)
        self._again()

    def _again(self, *_: object) -> None:
        self.canvas.after.clear()
        room = self.sign
        self.halign = "right" if self.mirror else "left"
        self.padding = (0, 0, room, 0) if self.mirror else (room, 0, 0, 0)
        if self.width > dp(4):
            with self.canvas.after:
                self.draw(self.x + self.width - room if self.mirror else self.x, self.y + self.height / 2)

    @property
    def sign(self) -> float:
        """Room for the sign."""
        return self.font_size * 1.5

    def draw(self, x: float, y: float) -> None:
        symbol(self.icon, x + self.font_size * (0.88 if self.mirror else 0.62), y, self.font_size * 1.2, self.color)
