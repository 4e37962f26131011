"""Milady's confidant: keeps her secret for this device, and gives her word for her when the table asks for it.

Whatever she chose, the same work is done at the same moments: the answer is worked out when the question comes up,
and leaves after a fixed delay.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.app.desk import Desk, Then
from companion.core.match import Match
from companion.core.record import Intent
from companion.core.sealed import BrokenSeal, Opening, verify
from companion.core.seats import MILADY, TABLE
from companion.core.words import Line, say
from companion.store.cabinet import Cabinet, Papers
from companion.store.files import StoreTrouble
from companion.store.table import OpenMatch

log = logging.getLogger(__name__)

# Seconds from the question to the answer: long enough to read who is asked what, and the same whatever comes.
ANSWER_AFTER = 0.9
REMEMBERED = 50  # questions that were answered; nobody takes back more than a few

Later = Callable[[Callable[..., None], float], Any]


@dataclass(frozen=True, slots=True)
class _Due:
    """An answer on its way."""

    state: Any
    event: Any


@dataclass(frozen=True, slots=True)
class _Known:
    """What the vault says of one state of the table."""

    state: Any
    opening: Opening | None
    stranger: bool


class Confidant:
    def __init__(self, desk: Desk, later: Later, told: Then) -> None:
        """`later(call, seconds)` is Kivy's Clock.schedule_once or the like; `told` hears what came of an answer."""
        self._desk, self._later, self._told = desk, later, told
        self._table: OpenMatch | None = None
        self._cabinet: Cabinet | None = None
        self.chosen = ""  # where she means to go, until she seals it; no widget holds that
        self.papers: Papers | None = None  # None while they are not read
        self.herself = False
        self._ready = False  # we know whether she wants to answer herself
        self._due: _Due | None = None
        self._known: _Known | None = None
        # A state that an undo brings back is the very same one: what was answered then is not answered again.
        self._answered: list[Any] = []
        desk.heed(self.look)

    # --- the seal ---

    def seal(self, place: str, then: Then) -> None:
        """Her choice for this round: its opening is on the disk of this device before anybody sees the seal."""
        table = self._desk.table
        if table is None:
            return
        round_ = table.match.view()["round"]

        def lay_by() -> Any:
            if table.match.view()["round"] != round_:
                return say("The table has moved on since this was tapped.")
            return table.lay_by(place), table.match.step

        def laid(outcome: Any) -> None:
            if self._desk.table is not table:
                return
            if isinstance(outcome, Line):
                then(outcome)
                return
            commitment, step = outcome
            self._desk.act("seal", {"seal": commitment}, then, step=step)

        self._desk.errand(lay_by, laid)

    def opening(self) -> Opening | None:
        """What opens the seal on the table, if this device keeps it."""
        return self._look_up().opening

    @property
    def serves(self) -> bool:
        """May Milady sit at this device?"""
        table = self._desk.table
        return bool(table and _her(table.match).get("played")) and self._desk.seat in (TABLE, MILADY)

    @property
    def sealed(self) -> bool:
        """Does a seal lie on the table, whoever keeps what opens it?"""
        table = self._desk.table
        return bool(table and _her(table.match).get("sealed"))

    @property
    def keeps(self) -> bool:
        return self.opening() is not None

    @property
    def stranger(self) -> bool:
        """She has sealed here, and what lies on the table is the seal of somebody else."""
        return self._look_up().stranger

    def _look_up(self) -> _Known:
        table = self._desk.table
        if table is None:
            return _Known(None, None, False)
        state = table.match.state
        if self._known is None or self._known.state is not state:
            try:
                self._known = _Known(state, *_fitting(table))
            except StoreTrouble as trouble:
                log.warning("the vault could not be read: %s", trouble)
                return _Known(state, None, False)
        return self._known

    def with_nonce(self, intent: Intent) -> Intent:
        """What shows her place carries what opens the seal, if this device keeps it; everything else stays as it is."""
        table = self._desk.table
        try:
            return table.with_nonce(intent) if table else intent
        except StoreTrouble as trouble:
            log.warning("the vault could not be read: %s", trouble)
            return intent

    # --- her word ---

    def look(self) -> None:
        """The match has changed, or another one was opened. Is there a question for her?"""
        table = self._desk.table
        if table is not self._table:
            self._turn_to(table)
        self._see_to_it()

    def answer_now(self) -> None:
        """Although she wanted to answer herself, or an answer was taken back."""
        if table := self._desk.table:
            intent = self._word(table.match)
            if intent:
                self._say(table.match, table.match.state, intent)

    @property
    def will_answer(self) -> bool:
        """Is an answer on its way, or will be as soon as the change at the table is heard of?"""
        table = self._desk.table
        return bool(table and self._speaks(table.match.state) and self._word(table.match))

    def _speaks(self, state: Any) -> bool:
        """By itself, and not twice."""
        return not self.herself and not any(state is one for one in self._answered)

    def belies(self, intent: Intent) -> bool:
        """Would she claim what her seal does not bear out? To let somebody pass claims nothing."""
        table, opening = self._desk.table, self.opening()
        if table is None or opening is None:
            return False
        match = table.match
        shown = match.box.shows(match.state, intent)
        if shown:
            return shown != opening.choice
        true = self._word(match)
        return true is not None and true.do == intent.do and _claim(true) != _claim(intent)

    def rest(self) -> None:
        """Nothing is said any more: the app is closing."""
        self._call_off()

    def _turn_to(self, table: OpenMatch | None) -> None:
        self._call_off()
        self._table, self._known, self._answered, self.chosen = table, None, [], ""
        self.papers, self.herself, self._ready = None, False, False
        self._cabinet = Cabinet(self._desk.shelf.journal_path(self._desk.opened)) if table else None
        if table:
            self.read_papers()

    def _see_to_it(self) -> None:
        state = self._table.match.state if self._table else None
        if self._due and self._due.state is state:
            return
        self._call_off()
        if self._table is None or not self._ready or not self._speaks(state):
            return
        intent = self._word(self._table.match)
        if intent:
            match = self._table.match
            self._due = _Due(state, self._later(lambda *_: self._say(match, state, intent), ANSWER_AFTER))

    def _word(self, match: Match[Any]) -> Intent | None:
        """What she has to say now, by her seal; with the nonce wherever it shows her."""
        return match.box.answer(match.header.match, match.state, self.opening())

    def _say(self, match: Match[Any], state: Any, intent: Intent) -> None:
        self._call_off()
        if self._desk.match is not match or match.state is not state:
            return
        self._answered = [*self._answered[1 - REMEMBERED :], state]
        full = self.with_nonce(intent)
        self._desk.act(full.do, dict(full.fields), self._told, step=match.step)

    def _call_off(self) -> None:
        if self._due:
            self._due.event.cancel()
            self._due = None

    # --- her papers ---

    def read_papers(self, then: Callable[[Line | None], None] | None = None) -> None:
        """`then` gets None, or a line about what went wrong."""
        cabinet = self._cabinet
        if cabinet is None:
            return

        def read(outcome: Papers | Line) -> None:
            if cabinet is not self._cabinet:
                return
            self._ready = True
            if isinstance(outcome, Papers):
                self.papers, self.herself = outcome, outcome.herself
            if then:
                then(outcome if isinstance(outcome, Line) else None)
            self._see_to_it()

        self._desk.errand(cabinet.read, read)

    def write(self, papers: Papers, then: Callable[[Line | None], None]) -> None:
        """Keep them from now on. What could not be read is not written over."""
        cabinet = self._cabinet
        if cabinet is None or self.papers is None:
            return
        self.papers, self.herself = papers, papers.herself
        self._desk.errand(lambda: cabinet.keep(papers), then)
        self._see_to_it()

    def answer_herself(self, herself: bool, then: Callable[[Line | None], None]) -> None:
        if self.papers is not None:
            self.write(replace(self.papers, herself=herself), then)

    def forget(self) -> None:
        """The app is laid aside: what is not needed for an answer does not stay in memory."""
        self.papers, self.chosen = None, ""


def _her(match: Match[Any]) -> Mapping[str, Any]:
    return match.view().get("milady", {})


def _claim(intent: Intent) -> dict[str, Any]:
    return {name: value for name, value in intent.fields.items() if name != "nonce"}


def _fitting(table: OpenMatch) -> tuple[Opening | None, bool]:
    """What opens the seal on the table; and whether another one lies there although this device has sealed."""
    her = _her(table.match)
    opening = table.opening() if her.get("played") and her.get("sealed") else None
    if opening is None or not opening.choice:
        return None, False
    try:
        verify(her["sealed"], table.match.header.match, opening, opening.round)
    except BrokenSeal:
        return None, True
    return opening, False
