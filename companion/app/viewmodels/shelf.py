"""The list of matches as the shelf shows it."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

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


def rows(entries: Iterable[MatchEntry], read: Callable[[Line], str]) -> list[ShelfRow]:
    return [_row(entry, read) for entry in entries]


def _row(entry: MatchEntry, read: Callable[[Line], str]) -> ShelfRow:
    when = _when(entry.touched)
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


def _when(touched: int) -> str:
    try:
        return datetime.datetime.fromtimestamp(touched / 1000).strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return "?"  # a file may hold any number, and a wrong date is no reason to lose the list


def _title(box: str, read: Callable[[Line], str]) -> str:
    try:
        return read(boxes.load(box).title)
    except BadForm:
        return box  # a match of a box that this version does not have
