"""How the evening ended, and what it was made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise

from companion.app.viewmodels.table import TableModel
from companion.core.match import TRAVEL
from companion.core.record import Record
from companion.core.words import Line, say

Read = Callable[[Line | None], str]

# Whoever taps nothing for so long has gone home: the match went on another evening.
PAUSE = 90 * 60 * 1000
_MISSIONS = {"louvre-done", "paris-solved"}


@dataclass(frozen=True, slots=True)
class Number:
    """One thing worth counting."""

    icon: str
    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Evening:
    winner: str
    headline: str
    reason: str
    round: str
    numbers: tuple[Number, ...]


def evening_of(model: TableModel, read: Read) -> Evening | None:
    """Nothing as long as nobody has won."""
    verdict = model.verdict
    if verdict is None:
        return None
    match, view = model.match, model.view
    undone = {line.seq for line in match.log() if line.undone}
    counts = [record for record in match.records if record.seq not in undone and record.intent.do not in TRAVEL]
    duels = sum(_duels(record) for record in counts)
    numbers = [
        Number("script-text", str(sum(_missions(record) for record in counts)), read(say("Missions done"))),
        Number("diamond-stone", str(view["chapters_done"]), read(say("Chapters"))),
        Number("cards-playing", str(sum(_treachery(record) for record in counts)), read(say("Treachery played"))),
        Number("clock-outline", read(_span(match.records)), read(say("At the table"))),
    ]
    if duels or view["depth"] == "clerk":  # the scorekeeper hears nothing of them
        numbers.insert(0, Number("sword-cross", str(duels), read(say("Duels"))))
    numbers.insert(0, Number("rotate-right", str(view["round"]), read(say("Rounds"))))
    return Evening(*verdict, model.round, tuple(numbers))


def _duels(record: Record) -> int:
    """Duels that were fought to their end."""
    return sum(change["what"] == "duel" and change["to"] is None for change in _changes(record))


def _missions(record: Record) -> int:
    """One record can end a mission in Paris and one in the Louvre, but none twice."""
    parts = (*_changes(record), *record.result.get("tells", ()))
    return len(_MISSIONS & {part["why"] for part in parts})


def _treachery(record: Record) -> int:
    return sum(
        max(len(change["to"]) - len(change["from"]), 0)
        for change in _changes(record)
        if change["what"] == "perfidy_gone"
    )


def _changes(record: Record) -> Iterable[dict]:
    return record.result.get("changes", ())


def _span(records: list[Record]) -> Line:
    """From the first tap to the last, without the days between two evenings."""
    times = [record.at for record in records]
    gaps = (after - before for before, after in pairwise(times))
    hours, minutes = divmod(sum(gap for gap in gaps if gap < PAUSE) // 60_000, 60)
    if hours:
        return say("{hours} h {minutes} min", hours=hours, minutes=minutes)
    return say("{minutes} min", minutes=minutes)
