"""Matches that come from elsewhere and want to stand on the shelf. Nothing that stands there is ever overwritten."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.box import Box
from companion.core.match import Match
from companion.core.record import BadForm
from companion.core.words import Line, say, say_n
from companion.store.files import StoreTrouble, is_taken, plainly, remove
from companion.store.journal import Journal
from companion.store.parcel import BadParcel, Parcel, journal_bytes, read_bytes, unpack
from companion.store.shelf import MatchEntry, Shelf, check_id
from companion.store.table import new_name
from companion.store.whole import place_new

LONGEST_SHOWN = 40  # of a name that somebody else chose

Load = Callable[[str], Box[Any]]
# BadForm is what the engine says to a forged match. The others it should never say, but a stranger's file is no place
# to find out.
_UNPLAYABLE = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError, RecursionError)


@dataclass(frozen=True, slots=True)
class Arrival:
    """Where a match stands now, whether it is new there, and what people are told."""

    id: str
    new: bool
    line: Line


class Arrivals:
    """Takes matches in, as many as come. What the shelf has is looked through once."""

    def __init__(self, shelf: Shelf, load: Load) -> None:
        self._shelf = shelf
        self._load = load
        self._standing: dict[str, list[str]] = {}  # by the hash of the header: all versions of one match
        for entry in shelf.entries():
            with suppress(StoreTrouble, ValueError):
                self._note(Journal.peek(shelf.journal_path(entry.id)).hash(), entry.id)

    def _note(self, header: str, match_id: str) -> None:
        self._standing.setdefault(header, []).append(match_id)

    def take_in(self, data: bytes, name: str, wanted: str = "", title: str = "") -> Arrival:
        """Verify a parcel and put its match on the shelf, under the id it wants if that is free.

        BadParcel says what is wrong with the parcel; any other StoreTrouble is about our own disk.
        """
        parcel = unpack(data, name)
        match = self._played(parcel, name)
        known = self._same(parcel)
        if known:
            return Arrival(known, False, say("This match is already on the shelf. Nothing was changed."))
        wanted = wanted or parcel.header.match
        match_id = self._free(wanted)
        path = self._shelf.journal_path(match_id)
        place_new(path, journal_bytes(parcel.header, parcel.records))
        try:
            self._list(match_id, match, title)
        except BaseException:
            # On the shelf and in the folder, or in neither.
            with suppress(OSError):
                remove(path)
            raise
        self._note(parcel.header.hash(), match_id)
        return Arrival(match_id, True, _taken(len(parcel.records), beside=match_id != wanted and _is_id(wanted)))

    def _played(self, parcel: Parcel, name: str) -> Match[Any]:
        try:
            box = self._load(parcel.header.box)
        except BadForm:
            unknown = parcel.header.box[:LONGEST_SHOWN]
            line = say("{file} is a match of a box that this companion does not know: {box}.", file=name, box=unknown)
            raise BadParcel(line) from None
        try:
            return Match.replay(box, parcel.header, parcel.records)
        except _UNPLAYABLE as error:
            line = say("{file} holds a match that cannot be played through, so it was not taken in.", file=name)
            raise BadParcel(line) from error

    def _same(self, parcel: Parcel) -> str:
        """The id under which this very match stands on the shelf already."""
        for match_id in self._standing.get(parcel.header.hash(), ()):
            with suppress(StoreTrouble):
                header, records, _ = Journal.read(self._shelf.journal_path(match_id))
                if Parcel(header, tuple(records)).head == parcel.head:
                    return match_id
        return ""

    def _free(self, wanted: str) -> str:
        """The id that is wanted, or a fresh one. An id whose journal was lost may have it back."""
        if not _is_id(wanted):
            return new_name()
        path = self._shelf.journal_path(wanted)
        with plainly(path):
            return new_name() if is_taken(path) else wanted

    def _list(self, match_id: str, match: Match[Any], title: str) -> None:
        verdict = match.verdict()
        shown = {"round": match.view().get("round", 0), "verdict": verdict.winner if verdict else ""}
        if self._shelf.entry(match_id):
            self._shelf.update(match_id, **shown)
            return
        header, records = match.header, match.records
        touched = records[-1].at if records else header.at
        self._shelf.add(MatchEntry(match_id, header.box, header.at, touched, title, **shown))


def bring_in(file: Path, shelf: Shelf, load: Load) -> Arrival:
    """One match from one file."""
    return Arrivals(shelf, load).take_in(read_bytes(file), file.name)


def _is_id(text: str) -> bool:
    try:
        check_id(text)
    except ValueError:
        return False
    return True


def _taken(records: int, *, beside: bool) -> Line:
    if beside:
        return say_n(
            "The shelf has another match under this name, or another version of this one. "
            "This one, with one record, was put beside it.",
            "The shelf has another match under this name, or another version of this one. "
            "This one, with {n} records, was put beside it.",
            records,
        )
    return say_n(
        "A match with one record was put on the shelf.", "A match with {n} records was put on the shelf.", records
    )
