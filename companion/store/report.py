"""A bug report: the match as it went, without the people.

What they wrote in their own words becomes a row of x as long as it was, seats become numbers, and the clock starts
at nought. The chain is made anew over that, so a report is a match file like any other and replays like one. The
vault is not even looked at.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.record import Header, Intent, Record
from companion.store.journal import Damage, Journal
from companion.store.parcel import journal_bytes
from companion.store.whole import place_new

# The fields in which people write freely; every other text is a word of the game.
FREE = frozenset({"text", "reason", "note"})
TABLE = "table"
# A reading of a real clock. Nothing on a board is ever counted that far.
CLOCK = 1_000_000_000
_WORD_OF_THE_GAME = re.compile(r"[a-z0-9_.]*")


@dataclass(frozen=True, slots=True)
class Report:
    header: Header
    records: tuple[Record, ...]
    damage: Damage | None  # what could not be used of the journal

    def data(self) -> bytes:
        return journal_bytes(self.header, self.records)


def report(journal: Path) -> Report:
    header, records, damage = Journal.read(journal)
    blot = _Blot(header, records)
    # A new header and not a copy: one of an earlier form would still say when it was written.
    clean = Header(header.match, header.box, header.options, header.profile, blot.time(header.at), header.app)
    told: list[Record] = []
    prev = clean.hash()
    for record in records:
        told.append(blot.record(record, prev))
        prev = told[-1].hash
    return Report(clean, tuple(told), damage)


def save_report(journal: Path, out: Path) -> Report:
    """The report in a new file."""
    made = report(journal)
    place_new(out, made.data())
    return made


class _Blot:
    """What is blotted out in this match, the same way wherever it stands."""

    def __init__(self, header: Header, records: list[Record]) -> None:
        self._readings = {at for at in (header.at, *(record.at for record in records)) if at > CLOCK}
        self._start = min(self._readings, default=0)
        self._seats = {TABLE: TABLE}
        self._private: set[str] = set()
        for record in records:
            seat = record.intent.seat
            self._seats.setdefault(seat, f"seat {len(self._seats)}")
            texts = [seat, *(text for name, text in record.intent.fields.items() if name in FREE)]
            self._private.update(text for text in texts if isinstance(text, str) and _is_own(text))

    def time(self, at: int) -> int:
        return at - self._start if at > CLOCK else at

    def record(self, record: Record, prev: str) -> Record:
        intent = record.intent
        fields = {
            name: _crossed_out(value) if name in FREE and isinstance(value, str) else self._cleaned(value)
            for name, value in intent.fields.items()
        }
        # The id was only there to tell taps apart, and it is the device that makes it.
        clean = Intent(intent.do, fields, self._seats[intent.seat], f"#{record.seq}", intent.step, intent.anyway)
        return Record.make(record.seq, self.time(record.at), clean, self._cleaned(record.result), prev)

    def _cleaned(self, value: Any) -> Any:
        """Nothing people wrote is known to get this far. If it ever does, it is blotted out here too."""
        if isinstance(value, str):
            return _crossed_out(value) if value in self._private else value
        if isinstance(value, Mapping):
            return {name: self._cleaned(part) for name, part in value.items()}
        if isinstance(value, (list, tuple)):
            return [self._cleaned(part) for part in value]
        # The hourglass remembers when it was turned.
        return self.time(value) if type(value) is int and value in self._readings else value


def _is_own(text: str) -> bool:
    """A single plain word may be one of the game's, and without those a match does not replay."""
    return _WORD_OF_THE_GAME.fullmatch(text) is None and text != TABLE


def _crossed_out(text: str) -> str:
    return "x" * len(text)
