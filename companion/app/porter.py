"""The porter: carries matches out of the shelf and in again. Everything that touches the disk is done by the worker.

What he carries out goes into one folder that people can find; what lies there can be taken in.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion import boxes
from companion.app.desk import Desk
from companion.app.diary import diary_path
from companion.core.words import Line, say
from companion.store.archive import export_all, restore
from companion.store.arrivals import bring_in
from companion.store.files import StoreTrouble, make_folder, plainly, read_file, read_start
from companion.store.journal import Damage
from companion.store.parcel import ENDING, export
from companion.store.report import save_report
from companion.store.whole import place_new

Then = Callable[[Line], None]

ARCHIVE = ".zip"
MOST_SHOWN = 50
_NO_NAME = re.compile(r"[^A-Za-z0-9_-]")  # the name of a box may come from a stranger's file


class Porter:
    def __init__(self, desk: Desk, folder: Path) -> None:
        self.folder = folder
        self._desk = desk

    def export(self, match_id: str, then: Then) -> None:
        """One match in one file."""
        self._desk.errand(lambda: self._export(match_id), then)

    def export_all(self, then: Then) -> None:
        self._desk.errand(self._export_all, then)

    def report(self, match_id: str, then: Then) -> None:
        """What a developer needs of a match, or, without one, only the log."""
        self._desk.errand(lambda: self._report(match_id), then)

    def waiting(self, then: Callable[[list[Path] | Line], None]) -> None:
        """What lies in the folder and might be a match or an archive, the newest first."""
        self._desk.errand(self._waiting, then)

    def take_in(self, file: Path, then: Then) -> None:
        """A match, or an archive of them. What stands on the shelf stays."""
        self._desk.errand(lambda: self._take_in(file), then)

    # --- on the worker ---

    def _export(self, match_id: str) -> Line:
        out = self._free(self._named(match_id), ENDING)
        _, damage = export(self._desk.shelf.journal_path(match_id), out)
        return _saved(out, damage)

    def _export_all(self) -> Line:
        out = self._free(f"companion-{datetime.date.today().isoformat()}", ARCHIVE)
        tally = export_all(self._desk.shelf, out)
        return _and(_saved(out, None), tally.line)

    def _report(self, match_id: str) -> Line:
        log = diary_path(self._desk.shelf.folder)
        if not match_id:
            out = self._free("report", log.suffix)
            with plainly(out):
                place_new(out, read_file(log))
            return _saved(out, None)
        out = self._free(f"report-{self._named(match_id)}", ".jsonl")
        made = save_report(self._desk.shelf.journal_path(match_id), out)
        # The log tells where in the code it happened. The match is a report without it, too.
        with suppress(OSError, StoreTrouble):
            place_new(out.with_suffix(log.suffix), read_file(log))
        return _saved(out, made.damage)

    def _waiting(self) -> list[Path]:
        with plainly(self.folder):
            make_folder(self.folder)
            found = [path for path in self.folder.iterdir() if path.suffix.lower() in (ENDING, ARCHIVE)]
            dated = sorted(((path.stat().st_mtime, path) for path in found if path.is_file()), reverse=True)
        return [path for _, path in dated[:MOST_SHOWN]]

    def _take_in(self, file: Path) -> Line:
        if _is_archive(file):
            return restore(file, self._desk.shelf, boxes.load).line
        return bring_in(file, self._desk.shelf, boxes.load).line

    def _named(self, match_id: str) -> str:
        """A name that tells people something: which game, and when it began."""
        entry = self._desk.shelf.entry(match_id)
        if entry is None:
            return match_id
        box = _NO_NAME.sub("", entry.box)[:40] or "match"
        with suppress(ValueError, OverflowError, OSError):
            day = datetime.datetime.fromtimestamp(entry.created / 1000).date()
            return f"{box}-{day.isoformat()}-{match_id[:8]}"
        return f"{box}-{match_id[:8]}"  # a file may hold any number for a time

    def _free(self, name: str, ending: str) -> Path:
        """A name in the folder that nobody has yet."""
        with plainly(self.folder):
            make_folder(self.folder)
        number = 1
        while True:
            path = self.folder / f"{name}{f'-{number}' if number > 1 else ''}{ending}"
            if not path.exists():
                return path
            number += 1


def _is_archive(file: Path) -> bool:
    with plainly(file):
        return read_start(file, 2) == b"PK"


def _saved(out: Path, damage: Damage | None) -> Line:
    line = say("Saved as {file} in {folder}.", file=out.name, folder=str(out.parent))
    return _and(line, damage.line) if damage else line


def _and(line: Line, another: Line) -> Line:
    return say("{line} {another}", line=line, another=another)
