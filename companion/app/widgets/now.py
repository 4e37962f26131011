"""The NOW card: who, what, and the few choices that make sense."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.kv import load_kv
from companion.app.viewmodels.draft import OpenForm, form_name
from companion.app.viewmodels.table import Button, Now
from companion.app.widgets.basics import Plate, Sheet
from companion.core.prompt import Ask

GUARD = 0.3  # seconds in which a button that has just changed its meaning takes no tap


class Stepper(BoxLayout):
    """A number between two bounds, with minus and plus."""

    label = StringProperty()
    value = NumericProperty(0)
    lo = NumericProperty(0)
    hi = NumericProperty(9)
    first = NumericProperty(0)  # is added to what people see

    def step(self, by: int) -> None:
        self.value = min(max(self.value + by, self.lo), self.hi)


class MainPlate(Plate):
    """What usually comes next."""

    camp = StringProperty("table")


class OtherPlate(Plate):
    """An alternative."""


class QuietPlate(Plate):
    """Rarely needed, so it does not shout."""


class Lesson(BoxLayout):
    """The rule itself, for those who are learning."""

    text = StringProperty()


class NowCard(Sheet):
    """Shows a `Now` or a verdict. A tap comes out as on_choice(button, asked), on_fold, on_lead(page), ..."""

    __events__ = ("on_choice", "on_fold", "on_lead", "on_typed", "on_why")

    who = StringProperty()
    what = StringProperty()
    detail = StringProperty()
    band = ColorProperty()
    band_ink = ColorProperty()
    ended = BooleanProperty(False)
    camp = StringProperty("table")
    roomy = BooleanProperty(False)  # nothing needs to be folded away

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self.forms: Callable[[str], OpenForm] = lambda name: OpenForm()  # where numbers are remembered until the tap
        self._given: tuple | None = None
        self._shown: object = None
        self._changed = 0.0
        self._asked: dict[Ask, Stepper] = {}
        self._next: Callable[[], None] | None = None  # what a tap on the first button does

    def on_choice(self, button: Button, asked: dict) -> None: ...

    def on_fold(self) -> None: ...

    def on_lead(self, page: str) -> None: ...

    def on_typed(self, button: Button, asked: dict) -> None: ...

    def on_why(self) -> None: ...

    def show(self, now: Now | None, verdict: tuple[str, str, str] | None, words: dict[str, str]) -> None:
        self._given = (now, verdict, words)
        shown = (now, verdict, tuple(words.values()), self.roomy)
        if shown == self._shown:
            return
        self._shown = shown
        self._changed = Clock.get_time()
        self.ids.choices.clear_widgets()
        self._next = None
        self._asked.clear()
        self.ended = verdict is not None
        if verdict:
            self.camp, self.who, self.what, self.detail = verdict[0], words["verdict"], verdict[1], verdict[2]
        elif now:
            self.camp, self.who, self.what, self.detail = now.camp, now.who, now.what, now.detail
            self._fill(now, words)
        self.paint()

    def on_roomy(self, *_: object) -> None:
        if self._given:
            self.show(*self._given)

    def paint(self) -> None:
        """The colours of the camp whose turn it is."""
        c = App.get_running_app().theme.c
        self.band, self.band_ink = c.camp(self.camp), c.camp_ink(self.camp)

    def _fill(self, now: Now, words: dict[str, str]) -> None:
        self._leads(now, "main", MainPlate, camp=now.camp)
        for button in now.main:
            stepper = self._add(MainPlate(text=button.text, icon=button.icon, camp=now.camp), button)
            if button.choice.dice:
                plate = OtherPlate(text=words["typed"], icon="hand-pointing-up")
                plate.bind(on_release=lambda _, given=button, asked=stepper: self._tap("on_typed", given, asked))
                self.ids.choices.add_widget(plate)
        if now.lesson:
            # Under the main button, which stays where the thumb expects it, and above what is needed less often.
            self.ids.choices.add_widget(Lesson(text=now.lesson))
        self._leads(now, "other", OtherPlate)
        if now.folded and (now.tucked or not self.roomy):
            kind = QuietPlate if now.tucked else OtherPlate
            plate = kind(text=now.folded, icon="dots-horizontal")
            plate.bind(on_release=lambda _: self._tap("on_fold"))
            self.ids.choices.add_widget(plate)
        else:
            for button in now.others:
                self._add(OtherPlate(text=button.text, icon=button.icon), button)
        for button in now.quiet:
            self._add(QuietPlate(text=button.text, icon=button.icon), button)
        self._leads(now, "quiet", QuietPlate)

    def _leads(self, now: Now, weight: str, kind: type, **how) -> None:
        for lead in now.leads:
            if lead.weight == weight:
                plate = kind(text=lead.text, icon=lead.icon, **how)
                plate.bind(on_release=lambda _, page=lead.page: self._tap_lead(page))
                if self._next is None and weight == "main":
                    self._next = partial(self._tap_lead, lead.page)
                self.ids.choices.add_widget(plate)

    def _add(self, plate: Plate, button: Button) -> Stepper | None:
        """A button, and above it the number that its choice asks for, if it does."""
        stepper = self._stepper(button) if button.choice.ask else None
        plate.bind(on_release=lambda _: self._tap("on_choice", button, stepper))
        if self._next is None and isinstance(plate, MainPlate):
            self._next = partial(self._tap, "on_choice", button, stepper)
        self.ids.choices.add_widget(plate)
        return stepper

    def _stepper(self, button: Button) -> Stepper:
        """Two buttons that ask for the same number share it: it is asked once, above the first of them."""
        asked = button.choice.ask
        stepper = self._asked.get(asked)
        if stepper is None:
            form = self.forms(form_name(button.choice, {}))
            start = form.number(asked.name, asked.lo, asked.hi, asked.start)
            label = App.get_running_app().tr.read(asked.label)
            stepper = Stepper(label=label, lo=asked.lo, hi=asked.hi, first=asked.first, value=start)
            stepper.bind(value=lambda _, value: form.keep({asked.name: int(value)}))
            self.ids.choices.add_widget(stepper)
            self._asked[asked] = stepper
        return stepper

    def press(self) -> None:
        """As if the main button were tapped. Where there are several there is no "next": people have to choose."""
        mains = [plate for plate in self.ids.choices.children if isinstance(plate, MainPlate)]
        if self._next and len(mains) == 1:
            self._next()

    def _tap_lead(self, page: str) -> None:
        if Clock.get_time() - self._changed >= GUARD:
            self.dispatch("on_lead", page)

    def _tap(self, event: str, button: Button | None = None, stepper: Stepper | None = None) -> None:
        if Clock.get_time() - self._changed < GUARD:
            return  # the finger was on its way to the button that stood here before
        if button is None:
            self.dispatch(event)
        else:
            self.dispatch(event, button, {button.choice.ask.name: int(stepper.value)} if stepper else {})


load_kv(__file__)
