"""The shelf: go on with a match, or begin one."""

from __future__ import annotations

from kivy.app import App
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.screenmanager import Screen

from companion.app.kv import load_kv
from companion.app.viewmodels.shelf import rows
from companion.app.widgets.basics import Plate
from companion.app.widgets.now import OtherPlate
from companion.app.widgets.sheets import Drawer
from companion.locale import NAMES


class MatchPlate(Plate):
    """One match on the shelf."""

    detail = StringProperty()
    match = StringProperty()
    running = BooleanProperty(True)


class ShelfScreen(Screen):
    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._app = App.get_running_app()
        self._app.tr.bind(rev=lambda *_: self.draw())

    def on_pre_enter(self, *_: object) -> None:
        self.draw()

    def draw(self) -> None:
        listing = self.ids.matches
        listing.clear_widgets()
        icons = {"": "play-circle-outline", "milady": "skull-outline"}
        for row in rows(self._app.desk.entries(), self._app.tr.read):
            plate = MatchPlate(
                text=row.title,
                detail=row.detail,
                match=row.id,
                running=not row.verdict,
                icon=icons.get(row.verdict, "diamond-stone"),
            )
            plate.bind(on_release=lambda touched: self._app.resume(touched.match))
            listing.add_widget(plate)

    def choose_language(self) -> None:
        sheet = Drawer(title=self._app.tr._("Language"))
        for code, name in NAMES.items():
            plate = OtherPlate(text=name, icon="check-bold" if code == self._app.tr.language else "translate")
            plate.bind(on_release=lambda _, chosen=code: sheet.answer(lambda: self._app.speak(chosen)))
            sheet.add(plate)
        self.open_sheet = sheet
        sheet.open(animation=not self._app.theme.still)


load_kv(__file__)
