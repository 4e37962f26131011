"""Milady's seals, looked at afterwards: from the name of the match and its records alone.

Nobody's verdict is believed. Of a record only the intent is read, and of its result what merely moves on: the round,
the step, whose turn began, what an errand was about. What fits and what does not is worked out anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.boxes.mousquetaires.foul import foul_line
from companion.boxes.mousquetaires.lots import that_stand
from companion.boxes.mousquetaires.names import PLACES
from companion.boxes.mousquetaires.state import PHASE_OF, STEPS, Foul
from companion.core.box import Finding
from companion.core.record import Record
from companion.core.sealed import BrokenSeal, Opening, verify
from companion.core.words import say

RICHELIEU = "richelieu"
# Where one of these goes on, what was claimed has been taken for true.
_GOES_ON = ("milady_at", "step", "errand")


class _Moment(NamedTuple):
    """How the table stood when something was asked of it."""

    turn: int = 0  # which round as it was played: the number of the record that began it
    round: int = 1  # which number people gave it
    step: str = STEPS[0]
    place: str = ""  # of the errand that waits
    acted: bool = False  # have the musketeers acted in this round?
    shown: bool = False  # does everybody know where she is?
    seal: int = 0  # the record that has laid the seal; 0 while there is none


class _Word(NamedTuple):
    """Something she said about one place, true or not, while a seal lay there."""

    record: Record
    place: str
    stands: bool
    nonce: str = ""
    goes_on: bool = False


@dataclass
class _Seal:
    text: str
    seq: int
    round: int
    late: bool
    denied: list[_Word] = field(default_factory=list)
    hasty: list[int] = field(default_factory=list)  # records by which musketeers began to act


@dataclass
class _Turn:
    """One round as it was played."""

    laid: list[_Seal] = field(default_factory=list)  # also those that were taken back
    seals: list[_Seal] = field(default_factory=list)
    claims: list[_Word] = field(default_factory=list)
    closed: bool = False  # the time to open the seal is over


def findings(match: str, records: Iterable[Record], *, must_appear: bool = False) -> tuple[Finding, ...]:
    """What does not fit, and what is worth knowing. `must_appear`: at this table Milady has to show Rochefort."""
    return tuple(one for turn in _Reading(match, records, must_appear).turns for one in turn)


def proved(match: str, records: Iterable[Record]) -> dict[int, bool]:
    """The rounds whose seal was opened or should have been: does everything in them fit?"""
    reading = _Reading(match, records, False)
    found: dict[int, bool] = {}
    for number, turn in zip(reading.judged, reading.turns, strict=True):
        found[number] = found.get(number, True) and all(one.good for one in turn)
    return found


class _Reading:
    def __init__(self, match: str, records: Iterable[Record], must_appear: bool) -> None:
        self._match = match
        self._records = tuple(records)
        self._must_appear = must_appear
        self._stand = {record.seq for record in that_stand(self._records)}
        self.judged: list[int] = []
        self.turns: list[tuple[Finding, ...]] = []
        for turn in self._read():
            found = tuple(self._judge(turn))
            if turn.closed or found or self._opening(turn.claims, turn.seals):
                self.judged.append(turn.seals[-1].round)
                self.turns.append(found)

    def _read(self) -> list[_Turn]:
        """The rounds in which a seal was laid, with everything that was said about it."""
        turns: dict[int, _Turn] = {}
        seals: dict[int, _Seal] = {}
        for record, before, after in _moments(self._records):
            turn = turns.setdefault(before.turn, _Turn())
            stands = record.seq in self._stand
            if record.intent.do == "seal":
                early = PHASE_OF[before.step] == 1
                late = not early or before.acted
                laid = seals[record.seq] = _Seal(record.intent.fields["seal"], record.seq, before.round, late)
                if early and before.shown:
                    continue  # it hides nothing any more
                turn.laid.append(laid)
                if stands:
                    turn.seals.append(laid)
            elif before.seal:
                self._listen(record, before, turn, seals[before.seal])
                if after.acted and not before.acted:
                    seals[before.seal].hasty.append(record.seq)
                turn.closed = turn.closed or (stands and _is_over(record, before, after))
        return [turn for turn in turns.values() if turn.seals]

    def _listen(self, record: Record, before: _Moment, turn: _Turn, seal: _Seal) -> None:
        denied, claimed = _denied(record, before), _claimed(record, before)
        stands = record.seq in self._stand
        if denied:
            seal.denied.append(_Word(record, denied, stands))
        if claimed and stands:
            goes_on = any(change["what"] in _GOES_ON for change in _changes(record))
            nonce = str(record.intent.fields.get("nonce", ""))
            turn.claims.append(_Word(record, claimed, stands, nonce, goes_on))

    def _judge(self, turn: _Turn) -> Iterator[Finding]:
        number = turn.seals[-1].round
        in_time = [seal for seal in turn.seals if not seal.late]
        if len(in_time) < len(turn.seals):
            yield _bad(Foul(number, "late"))
        elif len(in_time) > 1:
            yield Finding(number, "anew", say("Round {round}: Milady sealed anew before the ride.", round=number))
        counts = (in_time or turn.seals)[-1]
        if any(seq < counts.seq and seq not in self._stand for seal in turn.laid for seq in seal.hasty):
            line = say("Round {round}: Milady sealed anew after the ride had been taken back.", round=number)
            yield Finding(number, "back", line)
        proven = self._opening(turn.claims, [counts])
        for claim in turn.claims:
            known = proven and claim.place == proven.place and claim.record.seq > proven.record.seq
            if claim.nonce and not known and not self._opening([claim], turn.seals):
                yield _bad(Foul(number, "broken", claim.place, self._under(counts, claim.nonce)))
        if proven:
            yield from self._held_against(counts, proven)
        elif not self._opening(turn.claims, turn.seals):
            trusted = [claim for claim in turn.claims if claim.goes_on]
            # A false opening that was let through has been called by its name already.
            if not (trusted and trusted[-1].nonce) and (trusted or turn.closed):
                yield _bad(Foul(number, "unopened", trusted[-1].place if trusted else ""))

    def _held_against(self, seal: _Seal, proven: _Word) -> Iterator[Finding]:
        """What was said while this seal lay there, by her who knew what was in it."""
        lies = [word for word in seal.denied if word.place == proven.place and self._counts(word)]
        # A word that was taken back was given all the same, unless the same question was then answered truly.
        mended = proven.record.intent.do != "reveal" and not any(word.stands for word in lies)
        if lies and mended:
            line = say("Round {round}: Milady took back that she was elsewhere.", round=seal.round)
            yield Finding(seal.round, "slip", line)
        elif lies:
            yield _bad(Foul(seal.round, "answer", sealed=proven.place))
        between = (record for record in self._records if seal.seq < record.seq < proven.record.seq)
        if any(proven.nonce in record.line() for record in between if not _is_opening(record)):
            line = say("Round {round}: what opens Milady's seal was told before she showed herself.", round=seal.round)
            yield Finding(seal.round, "leaked", line, good=False)

    def _counts(self, word: _Word) -> bool:
        """To let a musketeer pass is a lie only where she may not."""
        return word.record.intent.do == "richelieu" or self._must_appear

    def _opening(self, claims: Iterable[_Word], seals: Iterable[_Seal]) -> _Word | None:
        """The first that opens one of these."""
        seals = tuple(seals)
        return next((one for one in claims if any(self._opens(seal, one.place, one.nonce) for seal in seals)), None)

    def _opens(self, seal: _Seal, place: str, nonce: str) -> bool:
        try:
            verify(seal.text, self._match, Opening(seal.round, place, nonce), seal.round)
        except BrokenSeal:
            return False
        return True

    def _under(self, seal: _Seal, nonce: str) -> str:
        """What was sealed, where the nonce is the right one and only the place is not."""
        return next((place for place in PLACES if self._opens(seal, place, nonce)), "")


def _moments(records: Iterable[Record]) -> Iterator[tuple[Record, _Moment, _Moment]]:
    """Each record with the moment it was made in and the one it made; those that travel in time make no new one."""
    known: dict[int, tuple[_Moment, _Moment]] = {}
    now = _Moment()
    for record in records:
        back, again = record.result.get("undoes"), record.result.get("redoes")
        if back:
            now = known[back[0]][0]
        elif again:
            now = known[again[-1]][1]
        else:
            before, now = now, _after(record, now)
            known[record.seq] = before, now
            yield record, before, now


def _after(record: Record, now: _Moment) -> _Moment:
    by_hand = record.intent.do == "correct"
    if record.intent.do == "seal":
        now = now._replace(seal=record.seq)
    elif _claimed(record, now) and any(change["what"] in _GOES_ON for change in _changes(record)):
        now = now._replace(shown=True)
    for change in _changes(record):
        what, to = str(change["what"]), change["to"]
        if what == "round":
            now = now._replace(round=to) if by_hand else _Moment(record.seq, to, now.step)
        elif what == "step":
            # When phase II is over all have acted, even where nobody has followed their figures.
            now = now._replace(step=to, acted=now.acted or (change["from"] == "actions" and not by_hand))
        elif what == "errand":
            now = now._replace(place=to["place"] if to else "")
        elif what.startswith("company.") and what.endswith(".turn") and to == "acting":
            now = now._replace(acted=True)
    return now


def _is_over(record: Record, before: _Moment, after: _Moment) -> bool:
    """Should she have shown herself by now? Nothing is over because people set the step by hand."""
    left = before.step == "reveal" and after.step != "reveal" and record.intent.do != "correct"
    return left or before.turn != after.turn


def _denied(record: Record, now: _Moment) -> str:
    """The place where she says that she is not."""
    if record.intent.do == "richelieu" and not record.intent.fields.get("found"):
        return RICHELIEU
    return now.place if record.intent.do == "let_pass" else ""


def _claimed(record: Record, now: _Moment) -> str:
    """The place where she says that she is."""
    if record.intent.do == "reveal":
        return str(record.intent.fields.get("place", ""))
    if record.intent.do == "richelieu" and record.intent.fields.get("found"):
        return RICHELIEU
    return now.place if record.intent.do == "rochefort" else ""


def _is_opening(record: Record) -> bool:
    """A place was claimed, and what opens the seal belonged to it."""
    do, found = record.intent.do, record.intent.fields.get("found")
    return do in ("reveal", "rochefort") or (do == "richelieu" and found is True)


def _changes(record: Record) -> tuple[Mapping[str, Any], ...]:
    return tuple(record.result.get("changes", ()))


def _bad(foul: Foul) -> Finding:
    return Finding(foul.round, foul.kind, foul_line(foul), good=False)
