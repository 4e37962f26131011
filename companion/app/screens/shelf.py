"""The shelf: go on with a match, begin one, or send one on its way."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen
from kivy.uix.widget import Widget

from companion.app.kv import load_kv
from companion.app.viewmodels.shelf import Board, ShelfRow, arriving_note, boards, put_away, rows
from companion.app.widgets.basics import Plate, Title
from companion.app.widgets.menu import Entry, menu_sheet
from companion.app.widgets.now import QuietPlate
from companion.core.words import Line, say, say_n
from companion.locale import NAMES

AT_ONCE = 6  # matches that are laid on the shelf in one frame


class MatchPlate(Plate):
    """One match on the shelf."""

    detail = StringProperty()
    match = StringProperty()
    running = BooleanProperty(True)


class MatchRow(BoxLayout):
    """A match, and beside it what else can be done with it."""


class BoardTitle(Title):
    """What stands on this board of the shelf."""


class ShelfScreen(Screen):
    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._app = App.get_running_app()
        self.open_sheet = None
        self._laying = None
        self._away: list[str] = []  # what lies in the drawer
        self._app.tr.bind(rev=lambda *_: self.draw())

    def on_pre_enter(self, *_: object) -> None:
        self.draw()

    def draw(self) -> None:
        self.ids.matches.clear_widgets()
        if self._laying:
            self._laying.cancel()
        entries, read = self._app.desk.entries(), self._app.tr.read
        self._away = put_away(self._app.desk.shelf.settings())
        waiting = self._things(boards(entries, self._away, read), rows(entries, read))
        self._lay(waiting)
        # The rest cannot be seen before somebody scrolls, so the first picture does not wait for it.
        self._laying = Clock.schedule_once(lambda _: self._go_on(waiting))

    def _things(self, shelf: list[Board], all_rows: list[ShelfRow]) -> Iterator[Widget]:
        """Everything that stands there, made when its turn comes."""
        for board in shelf:
            yield BoardTitle(text=board.title)
            for row in board.rows:
                yield self._match(row)
        lying = [row for row in all_rows if row.id in self._away]
        if lying:
            words = say_n("In the drawer: {n} match", "In the drawer: {n} matches", len(lying))
            plate = QuietPlate(text=self._app.tr.read(words), icon="archive-outline")
            plate.bind(on_release=lambda _: self.open_drawer(lying))
            yield plate

    def _match(self, row: ShelfRow) -> MatchRow:
        icons = {"": "play-circle-outline", "milady": "skull-outline"}
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
        line.ids.more.bind(on_release=lambda _: self.offer(row.id, row.title))
        return line

    def _go_on(self, waiting: Iterator[Widget]) -> None:
        """A few more in every frame, beginning with the one after the next."""
        self._laying = Clock.schedule_interval(lambda _: self._lay(waiting), 0)

    def _lay(self, waiting: Iterator[Widget]) -> bool:
        """Lay the next few things on the shelf; False if there are no more."""
        few = list(islice(waiting, AT_ONCE))
        for thing in few:
            self.ids.matches.add_widget(thing)
        return len(few) == AT_ONCE

    # --- the drawer ---

    def put_away(self, match: str, title: str) -> None:
        """Out of sight, not out of the world: no question before, and a way back after."""
        self._keep_away([*self._away, match])
        line = say("In the drawer now: {title}", title=title)
        self._app.notice(line, ((say("Undo"), lambda: self.bring_back(match)),))

    def bring_back(self, match: str) -> None:
        self._keep_away([one for one in self._away if one != match])

    def _keep_away(self, matches: list[str]) -> None:
        self._app.desk.set_setting("put_away", matches)
        if self._app.screens.current == self.name:
            self._app.desk.wait()
            self.draw()

    def open_drawer(self, lying: list[ShelfRow]) -> None:
        tr = self._app.tr
        entries = [
            Entry(
                tr.read(say("{title} · {detail}", title=row.title, detail=row.detail)),
                "undo-variant",
                lambda match=row.id: self.bring_back(match),
            )
            for row in lying
        ]
        self._open(tr._("In the drawer"), entries, tr._("A tap puts a match back on the shelf."))

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
            Entry(tr._("Into the drawer"), "archive-arrow-down-outline", lambda: self.put_away(match, title)),
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
