"""A note of parchment beside what it speaks of, with a gold frame around that. The table goes on under it."""

from __future__ import annotations

from collections.abc import Callable

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.properties import ListProperty, StringProperty
from kivy.uix.widget import Widget

from companion.app.kv import load_kv
from companion.app.viewmodels.hints import HintsModel
from companion.app.widgets.basics import Sheet

GAP = 10  # dp between the note and what it speaks of


class Halo(Widget):
    """The frame around what is meant."""

    colour = ListProperty((0, 0, 0, 0))


class HintNote(Sheet):
    text = StringProperty()
    place = StringProperty()
    forward = StringProperty()


class Hints:
    """Shows one hint after the other, until all are read or somebody has had enough."""

    def __init__(self, model: HintsModel, done: Callable[[], None]) -> None:
        self._app = App.get_running_app()
        self._model, self._done = model, done
        self._find: Callable[[str], Widget | None] = lambda _: None
        self.note = HintNote()
        self._halo = Halo()
        self.note.ids.on.bind(on_release=lambda _: self._turn(model.on))
        self.note.ids.skip.bind(on_release=lambda _: self._turn(model.skip))
        self._place_soon = Clock.create_trigger(self._place)
        self._following = None

    @property
    def shown(self) -> bool:
        return self.note.parent is not None

    def show(self, find: Callable[[str], Widget | None]) -> None:
        """`find` gives the widget a hint points at; None while it cannot be seen."""
        self._find = find
        if not self.shown and self._model.hint:
            Window.add_widget(self._halo)
            Window.add_widget(self.note)
            Window.bind(size=self._place_soon)
            self._app.tr.bind(rev=self._place_soon)
            # What is pointed at grows, shrinks and moves while people play on.
            self._following = Clock.schedule_interval(self._place_soon, 0.25)
            self._place()

    def hide(self) -> None:
        if self.shown:
            self._following.cancel()
            self._app.tr.unbind(rev=self._place_soon)
            Window.unbind(size=self._place_soon)
            Window.remove_widget(self.note)
            Window.remove_widget(self._halo)

    def _turn(self, page: Callable[[], None]) -> None:
        if not self.shown:
            return  # the second half of a double tap
        page()
        if self._model.hint:
            self._place()
        else:
            self.hide()
            self._done()

    def _place(self, *_: object) -> None:
        hint = self._model.hint
        if not self.shown or hint is None:
            return
        tr, note = self._app.tr, self.note
        note.text, note.place = hint.text, hint.place
        note.forward = tr._("I see") if hint.last else tr._("Next")
        target = self._find(hint.target)
        self._halo.opacity = 1 if target else 0
        if target is None:
            note.y = dp(80)
            return
        left, bottom = target.to_window(target.x, target.y)
        width, height = target.size
        bottom, top = max(bottom, 0), min(bottom + height, Window.height)
        self._halo.pos, self._halo.size = (left - dp(3), bottom - dp(3)), (width + dp(6), top - bottom + dp(6))
        above = (bottom + top) / 2 < Window.height / 2
        wanted = top + dp(GAP) if above else bottom - dp(GAP) - note.height
        note.y = min(max(wanted, dp(8)), Window.height - note.height - dp(8))
        note.center_x = min(max(left + width / 2, note.width / 2 + dp(8)), Window.width - note.width / 2 - dp(8))


load_kv(__file__)
