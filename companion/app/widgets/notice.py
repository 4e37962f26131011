"""One clear line at the lower edge, gone by itself."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import StringProperty

from companion.app.kv import load_kv
from companion.app.widgets.basics import Sheet

STAYS = 4.0  # seconds; long enough to read two lines


class Notice(Sheet):
    text = StringProperty()

    def open(self) -> None:
        for other in [child for child in Window.children if isinstance(child, Notice)]:
            Window.remove_widget(other)
        Window.add_widget(self)
        Clock.schedule_once(self._close, STAYS)

    def on_touch_down(self, touch) -> bool:
        if self.collide_point(*touch.pos):
            self._close()
            return True
        return super().on_touch_down(touch)

    def _close(self, *_: object) -> None:
        Window.remove_widget(self)


load_kv(__file__)
