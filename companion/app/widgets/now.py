"""The NOW card: who, what, and the few choices that make sense."""

from __future__ import annotations

from collections.abc import Callable

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.kv import load_kv
from companion.app.viewmodels.draft import OpenForm, form_name
from companion.app.viewmodels.table import Button, Now
from companion.app.widgets.basics import Plate, Sheet

GUARD = 0.3  # seconds in which a button that has just changed its meaning takes no tap


class Stepper(BoxLayout):
    """A number between two bounds, with minus and plus."""

    label = StringProperty()
    value = NumericProperty(0)
    lo = NumericProperty(0)
    hi = NumericProperty(9)

    def step(self, by: int) -> None:
        self.value = min(max(self.value + by, self.lo), self.hi)


class MainPlate(Plate):
    """What usually comes next."""

    camp = StringProperty("table")


class OtherPlate(Plate):
    """An alternative."""


class QuietPlate(Plate):
    """Rarely needed, so it does not shout."""


class NowCard(Sheet):
    """Shows a `Now` or a verdict. Taps come out as on_choice(button, asked), on_fold, on_why, on_typed."""

    __events__ = ("on_choice", "on_fold", "on_typed", "on_why")

    who = StringProperty()
    what = StringProperty()
    detail = StringProperty()
    band = ColorProperty()
    band_ink = ColorProperty()
    ended = BooleanProperty(False)
    camp = StringProperty("table")

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self.forms: Callable[[str], OpenForm] = lambda name: OpenForm()  # where numbers are remembered until the tap
        self._shown: object = None
        self._changed = 0.0

    def on_choice(self, button: Button, asked: dict) -> None: ...

    def on_fold(self) -> None: ...

    def on_typed(self, button: Button, asked: dict) -> None: ...

    def on_why(self) -> None: ...

    def show(self, now: Now | None, verdict: tuple[str, str, str] | None, words: dict[str, str]) -> None:
        if (now, verdict, tuple(words.values())) == self._shown:
            return
        self._shown = (now, verdict, tuple(words.values()))
        self._changed = Clock.get_time()
        self.ids.choices.clear_widgets()
        self.ended = verdict is not None
        if verdict:
            self.camp, self.who, self.what, self.detail = verdict[0], words["verdict"], verdict[1], verdict[2]
        elif now:
            self.camp, self.who, self.what, self.detail = now.camp, now.who, now.what, now.detail
            self._fill(now, words)
        self.paint()

    def paint(self) -> None:
        """The colours of the camp whose turn it is."""
        c = App.get_running_app().theme.c
        self.band, self.band_ink = c.camp(self.camp), c.camp_ink(self.camp)

    def _fill(self, now: Now, words: dict[str, str]) -> None:
        for button in now.main:
            stepper = self._add(MainPlate(text=button.text, icon=button.icon, camp=now.camp), button)
            if button.choice.dice:
                plate = OtherPlate(text=words["typed"], icon="hand-pointing-up")
                plate.bind(on_release=lambda _, given=button, asked=stepper: self._tap("on_typed", given, asked))
                self.ids.choices.add_widget(plate)
        if now.folded:
            plate = OtherPlate(text=now.folded, icon="dots-horizontal")
            plate.bind(on_release=lambda _: self._tap("on_fold"))
            self.ids.choices.add_widget(plate)
        else:
            for button in now.others:
                self._add(OtherPlate(text=button.text, icon=button.icon), button)
        for button in now.quiet:
            self._add(QuietPlate(text=button.text, icon=button.icon), button)

    def _add(self, plate: Plate, button: Button) -> Stepper | None:
        """A button, and above it the number that its choice asks for, if it does."""
        asked, stepper = button.choice.ask, None
        if asked:
            label = App.get_running_app().tr.read(asked.label)
            form = self.forms(form_name(button.choice, {}))
            start = form.number(asked.name, asked.lo, asked.hi, asked.start)
            stepper = Stepper(label=label, lo=asked.lo, hi=asked.hi, value=start)
            stepper.bind(value=lambda _, value, name=asked.name: form.keep({name: int(value)}))
            self.ids.choices.add_widget(stepper)
        plate.bind(on_release=lambda _: self._tap("on_choice", button, stepper))
        self.ids.choices.add_widget(plate)
        return stepper

    def _tap(self, event: str, button: Button | None = None, stepper: Stepper | None = None) -> None:
        if Clock.get_time() - self._changed < GUARD:
            return  # the finger was on its way to the button that stood here before
        if button is None:
            self.dispatch(event)
        else:
            self.dispatch(event, button, {button.choice.ask.name: int(stepper.value)} if stepper else {})


load_kv(__file__)
