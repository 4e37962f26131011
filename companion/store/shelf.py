"""The shelf: which matches there are, and the settings. The matches themselves are in their journals.

The list can always be made again from the journals, so a damaged shelf costs titles and settings, never a match.
"""

from __future__ import annotations

import errno
import json
import math
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from tinydb import TinyDB, where
from tinydb.storages import Storage

from companion.core.record import check_text
from companion.core.words import Line, say, say_n
from companion.store.files import (
    BINARY,
    OWNER_ONLY,
    StoreTrouble,
    keep_aside,
    make_folder,
    plainly,
    sync_folder,
    write_all,
)
from companion.store.journal import Journal

FORMAT = 1
DAMAGED = ".damaged"
Tables = dict[str, dict[str, Any]]

# An id becomes a file name, so it may not contain anything a file system gives a meaning to.
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
# TinyDB turns document numbers into int; far longer ones are refused by Python itself.
_NUMBER = re.compile(r"[0-9]{1,18}")


@dataclass(frozen=True, slots=True)
class MatchEntry:
    """One match as the list shows it."""

    id: str
    box: str
    created: int  # milliseconds of the wall clock
    touched: int
    title: str = ""
    round: int = 0
    verdict: str = ""  # empty while the match is running

    def __post_init__(self) -> None:
        check_id(self.id)
        for text in (self.box, self.title, self.verdict):
            if not isinstance(text, str):
                raise ValueError("box, title and verdict of a match are text")
            check_text(text)
        for number in (self.created, self.touched, self.round):
            if type(number) is not int:
                raise ValueError("times and round of a match are whole numbers")

    @staticmethod
    def from_plain(form: Mapping[str, Any]) -> MatchEntry:
        try:
            return MatchEntry(**{field.name: form[field.name] for field in fields(MatchEntry)})
        except KeyError as missing:
            raise ValueError(f"a match on the shelf needs {missing}") from None


def check_id(match_id: object) -> None:
    if not isinstance(match_id, str) or not _ID.fullmatch(match_id):
        raise ValueError("a match id is 1 to 64 letters, digits, - and _")


class ShelfDamaged(StoreTrouble):
    """Neither the shelf's file nor the one before it can be read."""


class AtomicStorage(Storage):
    """TinyDB's storage with no moment in which a kill loses anything.

    The new content is complete and on the disk under another name before it takes the place of the old one,
    and the old one stays as `.bak`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.backup = path.with_name(path.name + ".bak")
        self.damage: Line | None = None
        self._known = False

    def read(self) -> Tables | None:
        with plainly(self.path):
            main = _content(self.path)
            tables = _tables(main)
            if tables is not None:
                self._known = True
                return tables
            # No main file but a backup: we were killed between the two renames of `write`.
            backup = _content(self.backup)
            tables = _tables(backup)
            if tables is None:
                if main is None and backup is None:
                    if self._known:  # somebody removed it: an empty list would be saved over nothing
                        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
                    return None
                raise ShelfDamaged(say("The list of matches is damaged. Start the companion again to repair it."))
            if main is not None:
                # Out of the way before the next write can make it the backup.
                kept = self._set_aside(self.path, main)
                self.damage = say(
                    "The list of matches was damaged and kept aside in {file}. The copy before it is used.",
                    file=kept.name,
                )
            self._known = True
            return tables

    def write(self, data: Mapping[str, Mapping[str, Any]]) -> None:
        raw = json.dumps(data, allow_nan=False).encode("ascii")
        # A fixed name, so that what a kill leaves behind is used up by the next write.
        fresh = self.path.with_name(self.path.name + ".tmp")
        with plainly(self.path):
            try:
                fd = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, OWNER_ONLY)
                try:
                    write_all(fd, raw)
                    os.fsync(fd)
                finally:
                    os.close(fd)
                with suppress(FileNotFoundError):
                    self.path.replace(self.backup)
                fresh.replace(self.path)
            except OSError:
                with suppress(OSError):
                    fresh.unlink()
                raise
            self._known = True
            sync_folder(self.path.parent)

    def start_over(self) -> Path | None:
        """Put every unreadable generation aside; the name of the first."""
        kept: list[Path] = []
        with plainly(self.path):
            for path in (self.path, self.backup):
                raw = _content(path)
                if raw is not None:
                    kept.append(self._set_aside(path, raw))
        return kept[0] if kept else None

    def _set_aside(self, path: Path, raw: bytes) -> Path:
        kept = keep_aside(self.path, DAMAGED, raw)
        path.unlink()
        sync_folder(path.parent)
        return kept


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _tables(raw: bytes | None) -> Tables | None:
    """The tables in a shelf file, or None if this is not a sound one."""
    if raw is None:
        return None
    try:
        data = json.loads(raw.decode("utf-8"), parse_constant=_finite, parse_float=_finite)
        for table in data.values():
            for number, document in table.items():
                if not _NUMBER.fullmatch(number) or not isinstance(document, dict):
                    return None
        if _format(data) <= FORMAT:  # what a newer version means by its fields is not ours to judge
            for document in data.get("matches", {}).values():
                MatchEntry.from_plain(document)
            for document in data.get("settings", {}).values():
                if not isinstance(document["name"], str) or "value" not in document:
                    return None
    except (ValueError, KeyError, AttributeError, RecursionError):
        return None
    tables: Tables = data
    return tables


def _finite(spelling: str) -> float:
    """Infinity and the like may be read by Python's JSON, but could not be written again."""
    number = float(spelling)
    if not math.isfinite(number):
        raise ValueError(f"{spelling} is not a number")
    return number


def _format(tables: Tables) -> int:
    numbers = [document.get("format") for document in tables.get("about", {}).values()]
    return max((number for number in numbers if isinstance(number, int)), default=FORMAT)


def _check_json(value: object) -> None:
    """Refuse what would come back from the file as something else, or not at all."""
    try:
        same = json.loads(json.dumps(value, allow_nan=False)) == value
    except (TypeError, ValueError, RecursionError):
        same = False
    if not same:
        raise ValueError("a setting is text, a number, true, false, null, or lists and objects of them")


class Shelf:
    """`<folder>/shelf.json`, and `<folder>/matches/<match id>.jsonl` for each match."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.damage: Line | None = None
        matches = folder / "matches"
        with plainly(matches):
            make_folder(matches)
        storage = AtomicStorage(folder / "shelf.json")
        kept: Path | None = None
        try:
            tables = storage.read()
        except ShelfDamaged:
            kept = storage.start_over()
            tables = None
        if tables is not None and _format(tables) > FORMAT:
            raise StoreTrouble(say("The list of matches was written by a newer companion. Please update this one."))
        self._db = TinyDB(storage=lambda: storage)
        self._matches = self._db.table("matches", cache_size=0)
        self._settings = self._db.table("settings", cache_size=0)
        about = self._db.table("about", cache_size=0)
        if not len(about):
            about.insert({"format": FORMAT})
        found = self._adopt()
        self.damage = storage.damage
        if kept is not None:
            self.damage = say_n(
                "The list of matches was damaged and kept aside in {file}. "
                "One match was found again; its title and the settings were not.",
                "The list of matches was damaged and kept aside in {file}. "
                "{n} matches were found again; their titles and the settings were not.",
                found,
                file=kept.name,
            )

    def _adopt(self) -> int:
        """List the journals the shelf does not know: after a repair, or a kill before `add`."""
        known = {entry.id for entry in self.entries()}
        found: list[MatchEntry] = []
        folder = self.folder / "matches"
        with plainly(folder):
            paths = sorted(folder.glob("*.jsonl"))
        for path in paths:
            if path.stem in known or not _ID.fullmatch(path.stem):
                continue
            with suppress(StoreTrouble, ValueError):
                header = Journal.peek(path)
                found.append(MatchEntry(path.stem, header.box, header.at, header.at))
        if found:
            self._matches.insert_multiple(asdict(entry) for entry in found)
        return len(found)

    def journal_path(self, match_id: str) -> Path:
        check_id(match_id)
        return self.folder / "matches" / f"{match_id}.jsonl"

    def add(self, entry: MatchEntry) -> None:
        if self.entry(entry.id) is not None:
            raise ValueError(f"the match {entry.id} is already on the shelf")
        self._matches.insert(asdict(entry))

    def update(self, match_id: str, **changes: Any) -> None:
        entry = self.entry(match_id)
        if entry is None:
            raise KeyError(match_id)
        if "id" in changes:
            raise ValueError("a match keeps its id")
        self._matches.update(asdict(replace(entry, **changes)), where("id") == match_id)

    def entry(self, match_id: str) -> MatchEntry | None:
        return next((entry for entry in self.entries() if entry.id == match_id), None)

    def entries(self) -> list[MatchEntry]:
        """The match touched last comes first."""
        entries = [MatchEntry.from_plain(document) for document in self._matches.all()]
        return sorted(entries, key=lambda entry: (entry.touched, entry.created, entry.id), reverse=True)

    def setting(self, name: str, default: Any = None) -> Any:
        found = self._settings.search(where("name") == name)
        return found[0]["value"] if found else default

    def set_setting(self, name: str, value: Any) -> None:
        if not isinstance(name, str):
            raise ValueError("a setting has a name")
        _check_json(value)
        if self._settings.contains(where("name") == name):
            self._settings.update({"value": value}, where("name") == name)
        else:
            self._settings.insert({"name": name, "value": value})

    def close(self) -> None:
        self._db.close()

    def __enter__(self) -> Shelf:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
