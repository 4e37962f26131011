"""Settings: the language, the light, the size of the text, what is heard and felt, and how lively everything is."""

from __future__ import annotations

from kivy.app import App
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.screenmanager import Screen
from kivy.utils import platform
from kivymd.uix.behaviors import RectangularRippleBehavior

from companion.app.kv import load_kv
from companion.app.light import device_is_dark
from companion.app.viewmodels.cues import SHORT
from companion.app.viewmodels.settings import HEARD, SEEN, Option, Preferences, SettingsModel, light_settings
from companion.app.widgets.basics import Plate, Words

LETTER = "A"  # to judge sizes by; the same in every language


class OptionPlate(Plate):
    """One of several; the chosen one is gold and carries a tick."""

    chosen = BooleanProperty(False)
    value = StringProperty()
    mark = StringProperty()  # its own symbol, until it is chosen


class SizePlate(RectangularRippleBehavior, ButtonBehavior, Label):
    """A letter as large as the text will be."""

    chosen = BooleanProperty(False)
    value = StringProperty()
    share = NumericProperty(1)
    fill = ColorProperty()
    edge = ColorProperty()

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self.text = LETTER


class SwitchPlate(Plate):
    """On or off. The knob, its side and the word say which."""

    word = StringProperty()
    on = BooleanProperty(False)
    value = StringProperty()
    track = ColorProperty()
    knob = ColorProperty()


class SwitchDetail(Words):
    """What the switch above does."""


class SettingsScreen(Screen):
    size_name = StringProperty()
    voice = StringProperty()

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._app = App.get_running_app()
        self._plates: dict[str, list[tuple[SwitchPlate, SwitchDetail]]] = {HEARD: [], SEEN: []}
        self._kept: dict[str, object] = {}
        self.model: SettingsModel | None = None
        self._app.tr.bind(rev=lambda *_: self.draw())
        self._app.theme.bind(dark=lambda *_: self.draw(), scale=lambda *_: self.draw())

    def on_pre_enter(self, *_: object) -> None:
        self._app.desk.wait()  # what was just set must be on the shelf before we look
        self._kept = dict(self._app.desk.shelf.settings())
        self.draw()

    def draw(self) -> None:
        if self.manager is None or self.manager.current_screen is not self:
            return
        app, tr = self._app, self._app.tr
        kept = {**self._kept, "dark": app.theme.dark, "still": app.theme.still, "scale": round(app.theme.scale * 100)}
        kept["voice"] = app.voice
        model = self.model = SettingsModel(kept, tr.language, device_is_dark(platform), tr.read, app.cues.can)
        self.size_name = model.size
        self._fill("languages", OptionPlate, model.languages(), app.speak)
        self._fill("lights", OptionPlate, model.lights(), self.light)
        self._fill("voices", OptionPlate, model.voices(), app.raise_voice)
        self.voice = model.voice
        self._fill("sizes", SizePlate, model.sizes(), self.resize)
        for plate, option in zip(reversed(self.ids.sizes.children), model.sizes(), strict=True):
            plate.share = int(option.value) / 100
        for group in self._plates:
            self._switches(model, group)

    def _fill(self, name: str, kind: type, options: tuple[Option, ...], take) -> None:
        row = self.ids[name]
        if [plate.value for plate in reversed(row.children)] != [option.value for option in options]:
            row.clear_widgets()
            for option in options:
                plate = kind(value=option.value)
                plate.bind(on_release=lambda touched: (take(touched.value), self.draw()))
                row.add_widget(plate)
        for plate, option in zip(reversed(row.children), options, strict=True):
            plate.chosen = option.chosen
            if isinstance(plate, OptionPlate):
                plate.text, plate.mark = option.text, option.icon

    def _switches(self, model: SettingsModel, group: str) -> None:
        rows, tr, plates = model.switches(group), self._app.tr, self._plates[group]
        box = self.ids[group]
        if not plates:
            for switch, _, _, _ in rows:
                plate, under = SwitchPlate(value=switch.name, icon=switch.icon), SwitchDetail()
                plate.bind(on_release=lambda touched: self.switch(touched.value, not touched.on))
                plates.append((plate, under))
                box.add_widget(plate)
                box.add_widget(under)
        for (plate, under), (_, title, detail, on) in zip(plates, rows, strict=True):
            plate.text, under.text, plate.on = title, detail, on
            plate.word = tr._("On") if on else tr._("Off")

    # --- what a tap does: at once, and kept for every later evening ---

    def _keep(self, name: str, value: object) -> None:
        self._kept[name] = value
        self._app.desk.set_setting(name, value)

    def light(self, light: str) -> None:
        for name, value in light_settings(light, device_is_dark(platform)).items():
            self._keep(name, value)
        self._app.theme.dark = self._kept.get("dark") is True

    def resize(self, percent: str) -> None:
        self._app.theme.scale = int(percent) / 100
        self._keep("scale", int(percent))

    def switch(self, name: str, on: bool) -> None:
        self._keep(name, on)
        if name == "still":
            self._app.theme.still = on
        self._app.cues.heed(Preferences.of(self._kept))
        self._app.awake.heed(Preferences.of(self._kept).awake)
        if on:
            self._example(name)
        self.draw()

    def _example(self, name: str) -> None:
        """What was just switched on is tried at once."""
        cues, tr = self._app.cues, self._app.tr
        if name == "sound":
            cues.play("token")
        elif name == "buzz":
            cues.buzz(SHORT)
        elif name == "speech":
            cues.speak(tr._("“Draw your sword, Monsieur, and let us see.”"))


load_kv(__file__)
