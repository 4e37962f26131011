"""A sheet with a few things to do, each on a button of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kivy.metrics import dp

from companion.app.widgets.basics import Words
from companion.app.widgets.now import OtherPlate
from companion.app.widgets.sheets import Drawer


@dataclass(frozen=True, slots=True)
class Entry:
    text: str
    icon: str
    do: Callable[[], None]


def menu_sheet(title: str, entries: Sequence[Entry], note: str = "") -> Drawer:
    sheet = Drawer(title=title)
    if note:
        sheet.add(Words(text=note, px=15, padding=(0, 0, 0, dp(6))))
    for entry in entries:
        plate = OtherPlate(text=entry.text, icon=entry.icon)
        plate.bind(on_release=lambda _, chosen=entry: sheet.answer(chosen.do))
        sheet.add(plate)
    return sheet
