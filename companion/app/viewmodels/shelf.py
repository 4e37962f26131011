"""The list of matches as the shelf shows it."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion import boxes
from companion.core.record import BadForm
from companion.core.words import Line, say
from companion.store.shelf import MatchEntry


@dataclass(frozen=True, slots=True)
class ShelfRow:
    id: str
    title: str
    detail: str
    verdict: str  # the winning camp, or nothing while the match is running


@dataclass(frozen=True, slots=True)
class Board:
    """One board of the shelf: what it is called, and what stands on it."""

    title: str
    rows: tuple[ShelfRow, ...]


def boards(entries: Iterable[MatchEntry], away: Collection[str], read: Callable[[Line], str]) -> list[Board]:
    """What can be gone on with, and what is finished; an empty board needs no name."""
    standing = [row for row in rows(entries, read) if row.id not in away]
    both = (
        Board(read(say("Go on")), tuple(row for row in standing if not row.verdict)),
        Board(read(say("Finished")), tuple(row for row in standing if row.verdict)),
    )
    return [board for board in both if board.rows]


def put_away(kept: Mapping[str, Any]) -> list[str]:
    """The matches that nobody wants to see on the shelf. They lie in the drawer under it: nothing is thrown away."""
    ids = kept.get("put_away")
    return [one for one in ids if isinstance(one, str)] if isinstance(ids, list) else []


def rows(entries: Iterable[MatchEntry], read: Callable[[Line], str]) -> list[ShelfRow]:
    return [_row(entry, read) for entry in entries]


def _row(entry: MatchEntry, read: Callable[[Line], str]) -> ShelfRow:
    when = _when(entry.touched, read)
    if entry.verdict == "milady":
        detail = say("{when} · Milady won in round {n}", when=when, n=entry.round)
    elif entry.verdict:
        detail = say("{when} · The musketeers won in round {n}", when=when, n=entry.round)
    else:
        detail = say("{when} · Round {n}", when=when, n=max(entry.round, 1))
    return ShelfRow(entry.id, entry.title or _title(entry.box, read), read(detail), entry.verdict)


def arriving_note(folder: Path) -> Line:
    """How a match gets in. What stands on the shelf is never in danger, and people should know that."""
    return say(
        "Put a match or an archive into {folder} and choose it here. Nothing on the shelf is overwritten.",
        folder=str(folder),
    )


def _when(touched: int, read: Callable[[Line], str]) -> str:
    try:
        then = datetime.datetime.fromtimestamp(touched / 1000)
    except (ValueError, OverflowError, OSError):
        return "?"  # a file may hold any number, and a wrong date is no reason to lose the list
    day, month = f"{then:%d}", f"{then:%m}"
    return read(say("{year}-{month}-{day} {time}", year=f"{then:%Y}", month=month, day=day, time=f"{then:%H:%M}"))


def _title(box: str, read: Callable[[Line], str]) -> str:
    try:
        return read(boxes.load(box).title)
    except BadForm:
        return box  # a match of a box that this version does not have
