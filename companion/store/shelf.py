"""The shelf: which matches there are, and the settings. The matches themselves are in their journals.

The list can always be made again from the journals, so a damaged shelf costs titles and settings, never a match.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from tinydb import TinyDB, where
from tinydb.table import Document, Table

from companion.boxes import load
from companion.core.match import Match
from companion.core.record import BadForm, check_text
from companion.core.words import Line, say, say_n
from companion.store.files import StoreTrouble, make_folder, names_in, plainly
from companion.store.formats import Form, FromLater, Step, brought_up, newest
from companion.store.journal import Journal
from companion.store.lock import in_turn
from companion.store.storage import AtomicStorage, ShelfDamaged, Tables

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
    finished: int = 0  # when it got its verdict

    def __post_init__(self) -> None:
        # Taking back the last step also takes back the end.
        ended = (self.finished or self.touched) if self.verdict else 0
        object.__setattr__(self, "finished", ended)
        check_id(self.id)
        for text in (self.box, self.title, self.verdict):
            if not isinstance(text, str):
                raise ValueError("box, title and verdict of a match are text")
            check_text(text)
        for number in (self.created, self.touched, self.round, self.finished):
            if type(number) is not int:
                raise ValueError("times and round of a match are whole numbers")

    @staticmethod
    def from_plain(form: Mapping[str, Any]) -> MatchEntry:
        try:
            return MatchEntry(**{field.name: form[field.name] for field in fields(MatchEntry)})
        except KeyError as missing:
            raise ValueError(f"a match on the shelf needs {missing}") from None


def _with_ends(tables: Form) -> Form:
    """Form 2 knows when a match was finished. Of older ones it is known when they were last touched."""
    for entry in tables.get("matches", {}).values():
        entry["finished"] = entry["touched"] if entry["verdict"] else 0
    return {**tables, "about": {"1": {"format": 2}}}


STEPS: tuple[Step, ...] = (_with_ends,)
FORMAT = newest(STEPS)


def check_id(match_id: object) -> None:
    if not isinstance(match_id, str) or not _ID.fullmatch(match_id):
        raise ValueError("a match id is 1 to 64 letters, digits, - and _")


def _tables(raw: bytes) -> Tables | None:
    """The tables in a shelf file, in the form of today, or None if this is not a sound one."""
    try:
        data = json.loads(raw.decode("utf-8"), parse_constant=_finite, parse_float=_finite)
        tables: Tables = brought_up(data, _format(data), STEPS)  # first of all: what comes later may look otherwise
        for table in tables.values():
            for number, document in table.items():
                if not _NUMBER.fullmatch(number) or not isinstance(document, dict):
                    return None
        for document in tables.get("matches", {}).values():
            MatchEntry.from_plain(document)
        for document in tables.get("settings", {}).values():
            if not isinstance(document["name"], str) or "value" not in document:
                return None
    except FromLater:
        raise StoreTrouble(
            say("The list of matches was written by a newer companion. Please update this one.")
        ) from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return tables


def _finite(spelling: str) -> float:
    """Infinity and the like may be read by Python's JSON, but could not be written again."""
    number = float(spelling)
    if not math.isfinite(number):
        raise ValueError(f"{spelling} is not a number")
    return number


def _format(tables: Tables) -> int:
    numbers = [document.get("format") for document in tables.get("about", {}).values()]
    return max((number for number in numbers if type(number) is int), default=FORMAT)


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
        storage = AtomicStorage(folder / "shelf.json", _tables)
        kept, copied = self._repaired(storage)
        self._db = TinyDB(storage=lambda: storage)
        self._matches = self._db.table("matches", cache_size=0)
        self._settings = self._db.table("settings", cache_size=0)
        about = self._db.table("about", cache_size=0)
        if not len(about):
            with self._in_turn():
                about.upsert(Document({"format": FORMAT}, 1))
        found = self._adopt()
        if kept is not None:
            self.damage = _copy_used(kept) if copied else _made_again(kept, found)

    def _repaired(self, storage: AtomicStorage) -> tuple[Path | None, bool]:
        """Where a damaged shelf was put, if there was one, and whether the copy of it is sound."""
        try:
            storage.read()
            if not storage.damaged:
                return None, True
        except ShelfDamaged:
            pass
        with self._in_turn():
            kept = storage.repair()
            return kept, storage.read() is not None

    def _in_turn(self) -> AbstractContextManager[None]:
        """Two copies of the app may use one shelf: what one has just written is read before the other writes."""
        return in_turn(self.folder / "shelf.lock")

    def _adopt(self) -> int:
        """List the journals the shelf does not know: after a repair, or a kill before `add`."""
        known = {entry.id for entry in self.entries()}
        folder = self.folder / "matches"
        with plainly(folder):
            paths = [folder / name for name in names_in(folder)]
        found: list[MatchEntry] = []
        for path in paths:
            if path.suffix == ".jsonl" and path.stem not in known and _ID.fullmatch(path.stem):
                with suppress(StoreTrouble, ValueError):
                    found.append(_read_off(path))
        if found:
            with self._in_turn():
                known = {entry.id for entry in self.entries()}
                _insert(self._matches, [asdict(entry) for entry in found if entry.id not in known])
        return len(found)

    def journal_path(self, match_id: str) -> Path:
        check_id(match_id)
        return self.folder / "matches" / f"{match_id}.jsonl"

    def add(self, entry: MatchEntry) -> None:
        with self._in_turn():
            if self.entry(entry.id) is not None:
                raise ValueError(f"the match {entry.id} is already on the shelf")
            _insert(self._matches, [asdict(entry)])

    def update(self, match_id: str, **changes: Any) -> None:
        with self._in_turn():
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

    def settings(self) -> dict[str, Any]:
        """Everything that was ever set."""
        return {document["name"]: document["value"] for document in self._settings.all()}

    def set_setting(self, name: str, value: Any) -> None:
        if not isinstance(name, str):
            raise ValueError("a setting has a name")
        _check_json(value)
        with self._in_turn():
            self._write(name, value)

    def _write(self, name: str, value: Any) -> None:
        if self._settings.contains(where("name") == name):
            self._settings.update({"value": value}, where("name") == name)
        else:
            _insert(self._settings, [{"name": name, "value": value}])

    def corrections(self, box: str) -> dict[str, Any]:
        """What the owner of this box read off it, by the path of each fact. Whether it fits is not looked at here."""
        kept = self.setting(_corrections_of(box), {})
        return dict(kept) if isinstance(kept, dict) else {}

    def correct(self, box: str, changes: Mapping[str, Any]) -> None:
        """Keep several values at once, so that what belongs together is never half written. None: as it was."""
        _check_json(dict(changes))
        with self._in_turn():
            kept = {**self.corrections(box), **changes}
            self._write(_corrections_of(box), {path: value for path, value in kept.items() if value is not None})

    def close(self) -> None:
        self._db.close()

    def __enter__(self) -> Shelf:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _corrections_of(box: str) -> str:
    """They are kept as a setting, so that they travel with the settings into an archive and back."""
    return f"corrections.{box}"


def _insert(table: Table, documents: Iterable[Mapping[str, Any]]) -> None:
    """TinyDB remembers the next number, but another copy of the app may have used it since: count anew."""
    last = max((document.doc_id for document in table), default=0)
    table.insert_multiple([Document(document, number) for number, document in enumerate(documents, last + 1)])


def _read_off(path: Path) -> MatchEntry:
    """What a journal tells about its match. Only its title was nowhere but on the shelf."""
    header, records, _ = Journal.read(path)
    entry = MatchEntry(path.stem, header.box, header.at, records[-1].at if records else header.at)
    try:
        match = Match.replay(load(header.box), header, records)
    except BadForm:
        return entry  # of a box or a version that is not here: to be listed is still better than to be lost
    verdict = match.verdict()
    return replace(entry, round=match.view().get("round", 0), verdict=verdict.winner if verdict else "")


def _copy_used(kept: Path) -> Line:
    return say(
        "The list of matches was damaged and kept aside in {file}. The copy before it is used.",
        file=kept.name,
    )


def _made_again(kept: Path, found: int) -> Line:
    return say_n(
        "The list of matches was damaged and kept aside in {file}. "
        "One match was found again; its title and the settings were not.",
        "The list of matches was damaged and kept aside in {file}. "
        "{n} matches were found again; their titles and the settings were not.",
        found,
        file=kept.name,
    )
