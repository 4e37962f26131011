"""One clear line at the lower edge, gone by itself; and beside it, at most two things to do about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import NumericProperty, StringProperty

from companion.app.kv import load_kv
from companion.app.widgets.basics import Plate, Sheet
from companion.app.widgets.now import GUARD

STAYS = 4.0  # seconds; long enough to read two lines
WAITS = 6.0  # seconds, if there is something to decide

Deed = tuple[str, Callable[[], None]]


class NoticePlate(Plate):
    """What can be done about it."""


class Notice(Sheet):
    text = StringProperty()
    lift = NumericProperty(0)  # above the lower edge, where people turn pages meanwhile
    breadth = NumericProperty(124)  # of a thing to do that stands beside the line

    def __init__(self, deeds: Sequence[Deed] = (), **how) -> None:
        super().__init__(**how)
        self._leaving = None
        self._opened = 0.0
        for words, deed in deeds:
            plate = NoticePlate(text=words)
            plate.bind(on_release=lambda _, given=deed: self._answer(given))
            self.ids.deeds.add_widget(plate)

    @property
    def offers(self) -> bool:
        return bool(self.ids.deeds.children)

    def open(self) -> None:
        for other in [child for child in Window.children if isinstance(child, Notice)]:
            other.close()
        Window.add_widget(self)
        self._opened = Clock.get_time()
        self._leaving = Clock.schedule_once(self.close, WAITS if self.offers else STAYS)

    def on_touch_down(self, touch) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        if self.offers and Clock.get_time() - self._opened < GUARD:
            return True  # the finger was on its way to what lay here before
        if not super().on_touch_down(touch):
            self.close()
        return True

    def _answer(self, deed: Callable[[], None]) -> None:
        # A notice is answered once: while it is taken away, a second tap says nothing new.
        if self.parent:
            self.close()
            deed()

    def close(self, *_: object) -> None:
        if self._leaving:
            self._leaving.cancel()
        Window.remove_widget(self)


load_kv(__file__)
