"""The log as people read it: the newest line on top, round by round, with what each line changed and why.

The newest is on top because the log is opened to look at what has just happened, or to take it back; whoever wants
the evening as a story reads the chronicle.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.app.viewmodels.table import Why
from companion.boxes.mousquetaires.names import PARIS_CARDS, PLACES
from companion.boxes.mousquetaires.state import PHASE_OF, ROMAN
from companion.core.match import TRAVEL, LogLine, Match
from companion.core.record import Record
from companion.core.words import Line, say, say_n

# What is not a move of the game has a symbol; moves carry the number of their phase.
SIGNS = {
    "undo": "undo-variant",
    "redo": "redo-variant",
    "back_to": "history",
    "correct": "pencil",
    "roll": "dice-multiple",
    "note": "feather",
}
START = 0  # "back to here" on this number is the beginning of the match
_CAMPS = {1: "milady", 2: "musketeers"}
_FACES = {"sword": say("sword"), "shield": say("shield"), "lily": say("lily")}
_BOOKKEEPING = {"step", "round"}


@dataclass(frozen=True, slots=True)
class LogRow:
    kind: str  # "round", "entry", "start", "empty"
    text: str
    seq: int = -1
    meta: str = ""  # when, and what else is to be known at a glance
    sign: str = ""  # the phase, as it stands on the ribbon
    icon: str = ""  # or a symbol, for what is not a move
    camp: str = "table"
    undone: bool = False
    ruling: bool = False


@dataclass(frozen=True, slots=True)
class Unfolded:
    """What is behind one line."""

    changes: tuple[str, ...]
    reasons: tuple[Why, ...]
    back: str = ""  # the words on the button that goes back to here; empty where there is nothing to take back
    cost: str = ""  # what that button would take back


class LogModel:
    def __init__(self, match: Match[Any], read: Callable[[Line | None], str]) -> None:
        self.match = match
        self._read = read

    def rows(self) -> list[LogRow]:
        """Newest first. A heading stands over each stretch of lines that were written in the same round."""
        lines = self.match.log()
        rows: list[LogRow] = []
        shown = 0
        for line, (at_round, phase) in zip(reversed(lines), reversed(list(self._moments())), strict=True):
            if at_round != shown:
                shown = at_round
                rows.append(LogRow("round", self._read(say("Round {n}", n=at_round))))
            rows.append(self._entry(line, phase))
        if not rows:
            rows.append(LogRow("empty", self._read(say("Nothing is written down yet."))))
        rows.append(
            LogRow("start", self._read(say("The match begins")), START, _when(self.match.header.at), "", "flag")
        )
        return rows

    def _entry(self, line: LogLine, phase: int) -> LogRow:
        icon = SIGNS.get(line.do, "")
        when = _when(line.at)
        marks = {
            (True, False): say("{when} · taken back", when=when),
            (False, True): say("{when} · house ruling", when=when),
            (True, True): say("{when} · house ruling, taken back", when=when),
        }
        mark = marks.get((line.undone, line.ruling))
        return LogRow(
            "entry",
            self._read(line.label),
            line.seq,
            self._read(mark) if mark else when,
            "" if icon else ROMAN.get(phase, ""),
            icon or ("" if phase else "feather"),
            "table" if icon else _CAMPS.get(phase, "table"),
            line.undone,
            line.ruling,
        )

    def _moments(self) -> Iterator[tuple[int, int]]:
        """The round and the phase in which each record was made; a journey back in time goes back in these, too."""
        match = self.match
        first = match.box.step(match.box.setup(match.header.options, match.profile)).split(".")
        now = (int(first[0]), first[1])
        around: dict[int, tuple[tuple[int, str], tuple[int, str]]] = {}
        for record in match.records:
            before = now
            if "undoes" in record.result:
                now = around[record.result["undoes"][0]][0]
            elif "redoes" in record.result:
                now = around[record.result["redoes"][-1]][1]
            else:
                for change in record.result.get("changes", ()):
                    if change["what"] == "round":
                        now = (change["to"], now[1])
                    elif change["what"] == "step":
                        now = (now[0], change["to"])
            around[record.seq] = (before, now)
            yield before[0], PHASE_OF.get(before[1], 0)

    # --- behind a line ---

    def unfold(self, seq: int) -> Unfolded:
        log = {line.seq: line for line in self.match.log()}
        later = sum(
            1
            for line in log.values()
            if line.seq > seq and not line.undone and self._record(line.seq).intent.do not in TRAVEL
        )
        stands = seq == START or (not log[seq].undone and self._record(seq).intent.do not in TRAVEL)
        back = self._read(say("Back to here")) if later and stands else ""
        cost = say_n(
            "Takes back {n} later entry. It stays in the log, struck through.",
            "Takes back {n} later entries. They stay in the log, struck through.",
            later,
        )
        if seq == START:
            changes, reasons = (self._read(say("Everything as it was set up.")),), ()
        else:
            record = self._record(seq)
            changes, reasons = tuple(self._changes(record)), self._reasons(record)
        return Unfolded(changes, reasons, back, self._read(cost) if back else "")

    def _record(self, seq: int) -> Record:
        return self.match.records[seq - 1]

    def _changes(self, record: Record) -> Iterator[str]:
        given, result = record.intent.fields, record.result
        if record.intent.do == "correct" and given.get("reason"):
            yield self._read(say("Reason given: {text}", text=given["reason"]))
        for seq in (*result.get("undoes", ()), *result.get("redoes", ()))[:8]:
            yield self._read(self.match.label(self._record(seq)))
        for roll in result.get("rolls", ()):
            yield self._read(say("Rolled: {faces}", faces=self._faces(roll)))
        slots = {slot.path: slot.label for slot in self.match.slots.values() if slot.path not in _BOOKKEEPING}
        for change in result.get("changes", ()):
            before, after = _shown(change["from"]), _shown(change["to"])
            if change["what"] in slots and before is not None and after is not None:
                what = slots[change["what"]]
                yield self._read(say("{what}: {before} › {after}", what=what, before=before, after=after))
        for tell in result.get("tells", ()):
            yield self._read(Line.from_plain({key: part for key, part in tell.items() if key != "why"}))

    def _faces(self, roll: Mapping[str, Any]) -> str:
        return ", ".join(self._read(_FACES[face]) if face in _FACES else face for face in roll["faces"])

    def _reasons(self, record: Record) -> tuple[Why, ...]:
        """The rules behind the line. That the round goes on needs no explaining beside anything else."""
        result = record.result
        ids = [*result.get("rulings", ())]
        ids += [part["why"] for name in ("rolls", "changes", "tells") for part in result.get(name, ())]
        if record.intent.do in TRAVEL:
            ids = ["undo"]
        told = [rule for rule in ids if rule != "round"] or ids
        rules = [self.match.rule(rule_id) for rule_id in dict.fromkeys(told)]
        return tuple(Why(self._read(rule.title), self._read(rule.text), self._read(rule.where)) for rule in rules)


def _shown(value: Any) -> int | Line | None:
    """A value of a tracked thing as people say it; None for what only the clerk needs to know."""
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, str):
        return PLACES.get(value) or PARIS_CARDS.get(value)
    return value if isinstance(value, int) else None


def _when(at: int) -> str:
    try:
        return datetime.datetime.fromtimestamp(at / 1000).strftime("%H:%M")
    except (ValueError, OverflowError, OSError):
        return "?"  # a file may hold any number, and a wrong hour is no reason to lose the line
