"""A match file played again from itself alone: every intent is decided anew, with dice that fall as they fell.

Whoever sends a report knows no seed. The throws stand in the records, and the times too; only what a vault had to
answer cannot be asked again, and is taken as it was written.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

from companion import boxes
from companion.core.dice import Roll
from companion.core.match import Match
from companion.core.record import Record
from companion.core.sealed import Opening
from companion.store.journal import Journal


class NotTheSame(AssertionError):
    """The rules of today make something else of an old tap."""


class _Secret(Exception):
    """Only the vault of that evening could tell."""


class _Gone:
    """The vault of somebody else's match."""

    def keep(self, opening: Opening) -> NoReturn:
        raise _Secret

    def opening(self, round: int) -> NoReturn:
        raise _Secret


class _Fallen:
    """Dice that fall as they fell."""

    def __init__(self) -> None:
        self._left: list[int] = []

    def fall(self, rolls: Iterable[Roll]) -> None:
        self._left = [
            die.faces.index(face)
            for roll in rolls
            if not roll.typed
            for place, (die, face) in enumerate(zip(roll.pool.dice, roll.faces, strict=True))
            if place not in roll.kept
        ]

    def below(self, n: int, /) -> int:
        if not self._left:
            raise _Secret  # no die is left to fall, so this is a secret being made
        return self._left.pop(0)

    def for_record(self, seq: int, /) -> _Fallen:
        return self


def play_again(file: Path) -> Match[Any]:
    """The match as it ended; NotTheSame at the first record that is decided otherwise today."""
    header, records, damage = Journal.read(file)
    if damage:
        raise NotTheSame(damage.line.read())
    times, dice = [0], _Fallen()
    match = Match(boxes.load(header.box), header, clock=lambda: times[0], chance=dice, vault=_Gone())
    for record in records:
        times[0] = record.at
        known = match.box.dice(match.state)
        dice.fall(Roll.from_plain(roll, known) for roll in record.result.get("rolls", ()))
        _decide_again(match, record)
    # What people did under seal is their affair; what was drawn for them must still be what it was.
    drawn = [one for one in match.box.findings(header, match.records) if one.kind == "drawn"]
    if drawn:
        raise NotTheSame(drawn[0].line.read())
    return match


def _decide_again(match: Match[Any], record: Record) -> None:
    # The ids of devices are their own business; ours would be given anew.
    own = record.intent.id == f"#{record.seq}"
    try:
        outcome = match.act(replace(record.intent, id="") if own else record.intent)
    except _Secret:
        match.take(record)
        return
    if outcome != record:
        raise NotTheSame(f"record {record.seq}, {record.intent.do}: {outcome}")
