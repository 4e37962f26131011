"""Sheets that slide over the table: an explanation, a list of choices, a value to set, dice to type in."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.modalview import ModalView

from companion.app.kv import load_kv
from companion.app.viewmodels.draft import OpenForm
from companion.app.viewmodels.table import Button, Why
from companion.app.widgets.basics import Plate, Words
from companion.app.widgets.dice import DieTile
from companion.app.widgets.now import GUARD, MainPlate, OtherPlate

HEAD, PULL = 68, 56  # dp: how high the head of a sheet is, and how far it is pulled down to close it


class Drawer(ModalView):
    """A sheet at the lower edge; a tap beside it closes it. It is opened once and answered once."""

    title = StringProperty()

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._opened = 0.0
        self._going = False
        Window.bind(size=self._fit)
        self._fit()

    def _fit(self, *_: object) -> None:
        self.width = min(Window.width - dp(16), dp(560))

    def add(self, widget) -> None:
        self.ids.content.add_widget(widget)

    def answer(self, take: Callable[[], None]) -> None:
        """Close the sheet and hand on what was chosen. While it fades, further taps say nothing new."""
        if not self._going:
            self.dismiss()
            take()

    def on_pre_open(self) -> None:
        self._opened = Clock.get_time()

    def on_pre_dismiss(self) -> None:
        self._going = True
        Window.unbind(size=self._fit)

    def on_touch_down(self, touch) -> bool:
        if Clock.get_time() - self._opened < GUARD:
            return True  # the second half of the double tap that opened the sheet
        return super().on_touch_down(touch)

    def on_touch_move(self, touch) -> bool:
        """Taken by its head and pulled down, it goes away as it came."""
        by_the_head = self.collide_point(touch.ox, touch.oy) and touch.oy > self.top - dp(HEAD)
        if by_the_head and touch.oy - touch.y > dp(PULL) and not self._going:
            self.dismiss(animation=not App.get_running_app().theme.still)
        return super().on_touch_move(touch)


class Reason(BoxLayout):
    """One rule: what, in our words, and where it is printed."""

    title = StringProperty()
    text = StringProperty()
    where = StringProperty()


class Item(BoxLayout):
    """One line of a list."""

    text = StringProperty()


class ValuePlate(Plate):
    """One value a token can have."""

    chosen = BooleanProperty(False)


def why_sheet(title: str, reasons: Sequence[Why]) -> Drawer:
    sheet = Drawer(title=title)
    for reason in reasons:
        sheet.add(Reason(title=reason.title, text=reason.text, where=reason.where))
    return sheet


def choice_sheet(title: str, buttons: Sequence[Button], take: Callable[[Button], None]) -> Drawer:
    sheet = Drawer(title=title)
    for button in buttons:
        plate = OtherPlate(text=button.text, icon=button.icon)
        plate.bind(on_release=lambda _, given=button: sheet.answer(lambda: take(given)))
        sheet.add(plate)
    return sheet


def menu_sheet(title: str, rows: Sequence[tuple[str, str, Callable[[], None]]]) -> Drawer:
    """`rows` are (icon, words, what happens)."""
    sheet = Drawer(title=title)
    for icon, text, take in rows:
        plate = OtherPlate(text=text, icon=icon)
        plate.bind(on_release=lambda _, given=take: sheet.answer(given))
        sheet.add(plate)
    return sheet


def list_sheet(title: str, lines: Sequence[str]) -> Drawer:
    sheet = Drawer(title=title)
    for line in lines:
        sheet.add(Item(text=line))
    return sheet


class ValueGrid(BoxLayout):
    """Every value of a track as a button of its own: one tap on the track, one here, and it is set."""

    values = ListProperty()
    present = NumericProperty(0)
    hint = StringProperty()

    def __init__(self, take: Callable[[int, str], None], **how) -> None:
        super().__init__(**how)
        for value in self.values:
            plate = ValuePlate(text=str(value), align="center", chosen=value == self.present)
            plate.bind(on_release=lambda _, given=value: take(given, self.ids.reason.text.strip()))
            self.ids.grid.add_widget(plate)


def value_sheet(
    title: str,
    present: int,
    values: Sequence[int],
    hint: str,
    take: Callable[[int, str], None],
    form: OpenForm | None = None,
) -> Drawer:
    form = form or OpenForm()
    sheet = Drawer(title=title)

    def taken(value: int, reason: str) -> None:
        sheet.answer(lambda: take(value, reason))

    grid = ValueGrid(taken, values=list(values), present=present, hint=hint)
    grid.ids.reason.text = form.text("reason")
    grid.ids.reason.bind(text=lambda _, text: form.keep({"reason": text}))
    sheet.add(grid)
    return sheet


class DiceGrid(BoxLayout):
    """The real dice, to be turned by tapping until they show what lies on the table."""


def dice_sheet(
    title: str,
    dice: Sequence[tuple[str, tuple[str, ...]]],
    done: str,
    take: Callable[[list[str]], None],
    form: OpenForm | None = None,
    what: str = "",
) -> Drawer:
    """`dice` are (colour, faces) pairs; `take` gets the faces in the same order. `what` says which throw it is."""
    form = form or OpenForm()
    sheet = Drawer(title=title)
    if what:
        sheet.add(Words(text=what, px=17))
    grid = DiceGrid()
    shown = form.faces("faces", [faces for _, faces in dice]) or [""] * len(dice)
    tiles = [
        DieTile(colour=colour, faces=list(dict.fromkeys(faces)), face=face)
        for (colour, faces), face in zip(dice, shown, strict=True)
    ]
    for tile in tiles:
        tile.bind(face=lambda *_: form.keep({"faces": [tile.face for tile in tiles]}))
        grid.ids.grid.add_widget(tile)
    sheet.add(grid)
    plate = MainPlate(text=done, icon="check-bold", camp="table")
    plate.bind(on_release=lambda _: sheet.answer(lambda: take([tile.face for tile in tiles])))
    sheet.add(plate)
    return sheet


load_kv(__file__)
