"""Milady's notes, opened from behind the curtain. They put themselves away as soon as nobody writes any more."""

from __future__ import annotations

from collections.abc import Callable

from kivy.cache import Cache
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.modalview import ModalView

from companion.app.kv import load_kv
from companion.app.widgets.curtain import IDLE, forget
from companion.store.cabinet import LONGEST

SOON = 1.5  # seconds after the last letter, until it is kept


class NotesSheet(ModalView):
    def __init__(self, text: str, keep: Callable[[str], None], **how) -> None:
        super().__init__(**how)
        self._keep, self._kept = keep, text
        self._idle = None
        self._save_soon = Clock.create_trigger(self._save, SOON)
        field = self.ids.field
        field.text = text
        field.bind(text=self._written)
        Window.bind(focus=self._look_away, on_hide=self.put_away, on_minimize=self.put_away)
        self._stir()

    def _written(self, field, text: str) -> None:
        if len(text) > LONGEST:
            field.text = text[:LONGEST]
            return
        self._save_soon()
        self._stir()

    def _stir(self) -> None:
        if self._idle:
            self._idle.cancel()
        self._idle = Clock.schedule_once(self.put_away, IDLE)

    def on_touch_down(self, touch) -> bool:
        self._stir()
        return super().on_touch_down(touch)

    def _save(self, *_: object) -> None:
        text = self.ids.field.text
        if text != self._kept:
            self._kept = text
            self._keep(text)

    def _look_away(self, _: object, focused: bool) -> None:
        if not focused:
            self.put_away()

    def put_away(self, *_: object) -> None:
        """Kept, closed and wiped."""
        self.dismiss(animation=False)

    def on_pre_dismiss(self) -> None:
        self._save_soon.cancel()
        self._save()
        if self._idle:
            self._idle.cancel()
            self._idle = None
        Window.unbind(focus=self._look_away, on_hide=self.put_away, on_minimize=self.put_away)
        self.ids.field.unbind(text=self._written)
        self.ids.field.focus = False
        self._kept = ""
        forget(self)
        # Kivy keeps pictures of the lines of every text that was written, under the text itself.
        for name in ("textinput.label", "textinput.width"):
            Cache.remove(name)


load_kv(__file__)
