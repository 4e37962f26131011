"""The table top under every screen: parchment in daylight, or dark wood around a candle."""

from __future__ import annotations

from functools import lru_cache

from kivy.app import App
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.floatlayout import FloatLayout

_SIDE = 48  # the light is soft: a small picture, stretched, is all it takes


@lru_cache(maxsize=4)
def _light(ground, glow):
    texture = Texture.create(size=(_SIDE, _SIDE), colorfmt="rgb")
    data = bytearray()
    for row in range(_SIDE):
        for column in range(_SIDE):
            # Brightest a little above the middle, as if the light stood on the table.
            x, y = column / (_SIDE - 1) - 0.5, row / (_SIDE - 1) - 0.58
            near = max(0.0, 1.0 - (x * x * 2.6 + y * y * 1.9) ** 0.5 * 1.35)
            data += bytes(
                int(255 * (low + (high - low) * near)) for low, high in zip(ground[:3], glow[:3], strict=True)
            )
    texture.blit_buffer(bytes(data), colorfmt="rgb", bufferfmt="ubyte")
    texture.mag_filter = "linear"
    return texture


class Ground(FloatLayout):
    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._theme = App.get_running_app().theme
        with self.canvas.before:
            Color(1, 1, 1, 1)
            self._picture = Rectangle()
        self._theme.bind(c=self._paint)
        self.bind(pos=self._place, size=self._place)
        self._paint()

    def _paint(self, *_: object) -> None:
        self._picture.texture = _light(self._theme.c.ground, self._theme.c.glow)

    def _place(self, *_: object) -> None:
        self._picture.pos, self._picture.size = self.pos, self.size
