"""Words with a sign before them, in one widget: a label and a symbol in a box would cost a layout more."""

from __future__ import annotations

from kivy.clock import Clock
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
        # A moment later: changed in the middle of it, the label would keep a size that no longer holds.
        again = Clock.create_trigger(self._again, -1)
        self.bind(pos=again, size=again, wish=again, color=again, icon=again, texture_size=again)
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
    def letters(self) -> float:
        """The size wished for. Not font_size, which steps back for a long word and would take the sign along."""
        return self.wish

    @property
    def sign(self) -> float:
        """Room for the sign."""
        return self.letters * 1.5

    def draw(self, x: float, y: float) -> None:
        symbol(self.icon, x + self.letters * (0.88 if self.mirror else 0.62), y, self.letters * 1.2, self.color)
