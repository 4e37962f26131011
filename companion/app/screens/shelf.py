"""The shelf: go on with a match, begin one, or send one on its way."""

from __future__ import annotations

from pathlib import Path

from kivy.app import App
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.app.kv import load_kv
from companion.app.viewmodels.shelf import arriving_note, rows
from companion.app.widgets.basics import Plate
from companion.app.widgets.menu import Entry, menu_sheet
from companion.core.words import Line
from companion.locale import NAMES


class MatchPlate(Plate):
    """One match on the shelf."""

    detail = StringProperty()
    match = StringProperty()
    running = BooleanProperty(True)


class MatchRow(BoxLayout):
    """A match, and beside it what else can be done with it."""


class ShelfScreen(Screen):
    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._app = App.get_running_app()
        self.open_sheet = None
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
            line = MatchRow()
            line.add_widget(plate, index=1)  # before the button for the rest, which the kv file brings along
            line.ids.more.bind(on_release=lambda _, match=row: self.offer(match.id, match.title))
            listing.add_widget(line)

    def choose_language(self) -> None:
        here = self._app.tr.language
        entries = [
            Entry(name, "check-bold" if code == here else "translate", lambda chosen=code: self._app.speak(chosen))
            for code, name in NAMES.items()
        ]
        self._open(self._app.tr._("Language"), entries)

    # --- out of the shelf, and in ---

    def offer(self, match: str, title: str) -> None:
        """What can be done with a match besides going on with it."""
        tr, porter = self._app.tr, self._app.porter
        entries = [
            Entry(tr._("Export"), "export-variant", lambda: porter.export(match, self._app.notice)),
            Entry(tr._("Save a report"), "file-document-outline", lambda: porter.report(match, self._app.notice)),
        ]
        note = tr._("A report tells developers how the match went, without secrets, names or anything you wrote.")
        self._open(title, entries, note)

    def open_files(self) -> None:
        tr, porter = self._app.tr, self._app.porter
        entries = [
            Entry(tr._("Export everything"), "export-variant", lambda: porter.export_all(self._app.notice)),
            Entry(tr._("Import or restore"), "import", lambda: porter.waiting(self._show_waiting)),
        ]
        self._open(tr._("Files"), entries)

    def _show_waiting(self, found: list[Path] | Line) -> None:
        """Which of the files in the folder shall come in? Where there is a dialog for it, any other will do too."""
        if isinstance(found, Line):
            self._app.notice(found)
            return
        tr, choose = self._app.tr, self._app.file_chooser()
        icons = {".zip": "zip-box-outline"}
        entries = [
            Entry(file.name, icons.get(file.suffix.lower(), "file-outline"), lambda chosen=file: self.take_in(chosen))
            for file in found
        ]
        if choose:
            entries.append(Entry(tr._("Choose a file"), "folder-open-outline", lambda: choose(self.take_in)))
        self._open(tr._("Import or restore"), entries, tr.read(arriving_note(self._app.porter.folder)))

    def take_in(self, file: Path) -> None:
        self._app.porter.take_in(file, self._arrived)

    def _arrived(self, line: Line) -> None:
        self._app.notice(line)
        if self._app.screens.current == self.name:
            self.draw()

    def _open(self, title: str, entries: list[Entry], note: str = "") -> None:
        self.open_sheet = menu_sheet(title, entries, note)
        self.open_sheet.open(animation=not self._app.theme.still)


load_kv(__file__)
