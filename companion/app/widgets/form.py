"""A sheet for a choice that needs more than one answer: things to pick, numbers to set."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.kv import load_kv
from companion.app.viewmodels.draft import OpenForm
from companion.app.widgets.basics import Plate
from companion.app.widgets.now import MainPlate, OtherPlate, Stepper
from companion.app.widgets.sheets import Drawer
from companion.core.prompt import Ask, Choice, Pick
from companion.core.words import Line

Read = Callable[[Line], str]
Take = Callable[[dict[str, Any]], None]


class TogglePlate(Plate):
    """Something that can be picked; picked, it is gold and carries a tick."""

    chosen = BooleanProperty(False)
    value = StringProperty()


class PickBox(BoxLayout):
    """One question with its possible answers."""

    label = StringProperty()

    def __init__(self, pick: Pick, chosen: list[str], read: Read, changed: Callable[[], None], **how) -> None:
        super().__init__(label=read(pick.label), **how)
        self.pick = pick
        self.chosen = chosen
        self._changed = changed
        for value, label in pick.options:
            plate = TogglePlate(text=read(label), value=value, chosen=value in chosen)
            plate.bind(on_release=lambda touched: self._touch(touched.value))
            self.ids.grid.add_widget(plate)

    def _touch(self, value: str) -> None:
        if value in self.chosen:
            self.chosen.remove(value)
        else:
            # The newest tap counts: with no room left, the oldest answer makes way.
            self.chosen = [*self.chosen, value][-self.pick.most :]
        for plate in self.ids.grid.children:
            plate.chosen = plate.value in self.chosen
        self._changed()

    @property
    def answered(self) -> bool:
        return self.pick.least <= len(self.chosen) <= self.pick.most

    def fields(self) -> dict[str, Any]:
        if self.pick.many:
            return {self.pick.name: list(self.chosen)}
        return {self.pick.name: self.chosen[0]} if self.chosen else {}


def needs_form(choice: Choice, asked: dict[str, Any]) -> bool:
    """Has anything to be answered that the tap itself did not bring along?"""
    return bool(choice.picks or choice.asks or (choice.ask and choice.ask.name not in asked))


def form_sheet(
    title: str,
    choice: Choice,
    asked: dict[str, Any],
    read: Read,
    done: str,
    take: Take,
    form: OpenForm | None = None,
) -> Drawer:
    """One single pick is answered by one tap; everything else is gathered in `form` and sent with `done`."""
    numbers = [ask for ask in (*((choice.ask,) if choice.ask else ()), *choice.asks) if ask.name not in asked]
    if len(choice.picks) == 1 and not numbers and not choice.picks[0].many and choice.picks[0].least == 1:
        return _list_sheet(title, choice.picks[0], read, take)
    return _gathering_sheet(title, choice.picks, numbers, read, done, take, form or OpenForm())


def _list_sheet(title: str, pick: Pick, read: Read, take: Take) -> Drawer:
    sheet = Drawer(title=title)
    for value, label in pick.options:
        plate = OtherPlate(text=read(label))
        plate.bind(on_release=lambda _, given=value: sheet.answer(lambda: take({pick.name: given})))
        sheet.add(plate)
    return sheet


def _gathering_sheet(
    title: str,
    picks: tuple[Pick, ...],
    numbers: list[Ask],
    read: Read,
    done: str,
    take: Take,
    form: OpenForm,
) -> Drawer:
    sheet = Drawer(title=title)
    send = MainPlate(text=done, icon="check-bold", camp="table")

    def look() -> None:
        send.disabled = not all(box.answered for box in boxes)

    def changed(*_: object) -> None:
        look()
        counted = {name: int(stepper.value) for name, stepper in steppers.items()}
        form.keep(counted | {box.pick.name: list(box.chosen) for box in boxes})

    boxes = [PickBox(pick, form.picks(pick.name, dict(pick.options), pick.most), read, changed) for pick in picks]
    steppers = {
        ask.name: Stepper(
            label=read(ask.label),
            lo=ask.lo,
            hi=ask.hi,
            first=ask.first,
            value=form.number(ask.name, ask.lo, ask.hi, ask.start),
        )
        for ask in numbers
    }
    for stepper in steppers.values():
        stepper.bind(value=changed)
    for widget in (*boxes, *steppers.values()):
        sheet.add(widget)

    def answer() -> None:
        given: dict[str, Any] = {name: int(stepper.value) for name, stepper in steppers.items()}
        for box in boxes:
            given |= box.fields()
        sheet.answer(lambda: take(given))

    send.bind(on_release=lambda _: answer())
    sheet.add(send)
    look()
    return sheet


load_kv(__file__)
