"""The hourglass: sand that runs, the time left, and why it stands still."""

from __future__ import annotations

from dataclasses import replace

from kivy.app import App
from kivy.clock import Clock
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.kv import load_kv
from companion.app.viewmodels.hourglass import HourglassModel, Look, numerals
from companion.app.viewmodels.table import TableModel
from companion.app.widgets import sandglass  # noqa: F401  the kv file names its classes
from companion.app.widgets.now import GUARD, MainPlate, OtherPlate
from companion.app.widgets.sandclock import sand_clock
from companion.app.widgets.sheets import why_sheet


class HourglassScene(BoxLayout):
    wide = BooleanProperty(False)
    time = StringProperty()
    title = StringProperty()
    why = StringProperty()
    state = StringProperty("none")
    # Of what is written large: the camp's red for the last seconds, beside the word that says so.
    ink = ListProperty((0, 0, 0, 1))

    numeral = NumericProperty(sp(76))  # how large the time is written

    def __init__(self, screen, **how) -> None:
        self._app = App.get_running_app()
        self._sand = sand_clock()
        self._screen = screen
        self._model: HourglassModel | None = None
        self._looks_on = False
        self._shown: Look | None = None
        self._changed = 0.0
        super().__init__(**how)
        self.wide = screen.wide
        screen.bind(wide=self.setter("wide"), on_pre_leave=lambda *_: self.ids.glass.look_away())
        self._sand.bind(left=self._count, out=self._ran_out)
        self._app.theme.bind(c=self._count, scale=self._fit)
        self.bind(height=self._fit)

    def _fit(self, *_: object) -> None:
        # So large already that it need not grow with all other text.
        self.numeral = sp(58 if self.height < dp(480) else 76) * min(self._app.theme.scale, 1.2)

    def show(self, model: TableModel, walk: bool) -> None:
        self._model, self._looks_on = HourglassModel(model.match, self._app.tr.read), model.looks_on
        self._sand.follow(self._model.glass)
        self._look()
        if self._model.glass:
            self.ids.glass.look()
        else:
            self.ids.glass.look_away()

    def _ran_out(self, *_: object) -> None:
        # Whoever leafed away gets it when he comes back.
        if self._sand.out and self._screen.manager and self._screen.manager.current_screen is self._screen:
            self._look()

    def _look(self) -> None:
        if self._model is None:
            return
        look = self._model.look(self._app.desk.now())
        if self._looks_on:
            look = replace(look, deeds=())
        self._count()
        if look == self._shown:
            return
        deeds = look.deeds if self._shown is None or look.deeds != self._shown.deeds else None
        self._shown = look
        self.state, self.title, self.why = look.state, look.title, "\n".join(look.why)
        self._count()
        if deeds is None:
            return
        self._changed = Clock.get_time()
        self.ids.deeds.clear_widgets()
        for place, deed in enumerate(deeds):
            plate = (OtherPlate if place else MainPlate)(text=deed.text, icon=deed.icon)
            plate.bind(on_release=lambda _, how=deed.how: self._do(how))
            self.ids.deeds.add_widget(plate)

    def _count(self, *_: object) -> None:
        c = self._app.theme.c
        self.time = numerals(int(self._sand.left)) if self._sand.turned else ""
        last = self._sand.turned and self._sand.left <= 10_000
        self.ink = c.red_ink if last else c.faded if self.state == "held" else c.ink

    def _do(self, how: str) -> None:
        if Clock.get_time() - self._changed >= GUARD:  # the finger may have been on its way to another button
            self._screen.act("sand", {"how": how})

    def why_sheet(self) -> None:
        self._screen._open(why_sheet(self._app.tr._("Why?"), self._screen.model.why(("hourglass",))))


Scene = HourglassScene  # every scene module offers one; in kv a rule needs a name that no other scene has

load_kv(__file__)
