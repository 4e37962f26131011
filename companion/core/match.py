"""A match: records go in at one door, the state comes out at another, and nothing is ever deleted.

The order is fixed: decide, write down (the `sink`, which returns only when the record is safe), fold, show. Undo,
redo and back-to-here are records too. Every state since the start is kept: states are frozen and share what did not
change, so taking back costs the same however long the evening was.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from companion.core import commons
from companion.core.box import Box, Slot
from companion.core.dice import Chance, SystemChance
from companion.core.fate import MemoryVault, Vault
from companion.core.pen import Pen, apply
from companion.core.profile import Profile
from companion.core.prompt import Prompt, Refusal, Refused, Rule, Verdict
from companion.core.record import BadForm, Header, Intent, Plain, Record, check_plain
from companion.core.trust import Tracked, check_intent, check_result, check_values
from companion.core.words import Line, say

S = TypeVar("S")

Sink = Callable[[Record], None]
Clock = Callable[[], int]

TRAVEL = frozenset({"undo", "redo", "back_to"})


class Done(NamedTuple, Generic[S]):
    """One record that counts, with the state on either side of it."""

    record: Record
    before: S
    after: S


@dataclass(frozen=True, slots=True)
class LogLine:
    seq: int
    at: int
    seat: str
    do: str
    label: Line
    undone: bool
    ruling: bool


class Match(Generic[S]):
    def __init__(
        self,
        box: Box[S],
        header: Header,
        *,
        sink: Sink | None = None,
        clock: Clock | None = None,
        chance: Chance | None = None,
        vault: Vault | None = None,
    ) -> None:
        self.box = box
        self.header = header
        try:
            self.profile: Profile = box.profile().with_values(header.profile)
            self.state: S = box.setup(header.options, self.profile)
        except ValueError as error:
            raise BadForm(f"this match cannot be set up: {error}") from None
        self.slots: Mapping[str, Slot] = box.slots(self.state)
        self._tracked = Tracked(self.slots)
        self._sink: Sink = sink or (lambda record: None)
        self._clock: Clock = clock or (lambda: 0)
        self._chance: Chance = chance or SystemChance()
        self._vault: Vault = vault or MemoryVault()
        self._rules = {**commons.RULES, **box.rules}
        self.records: list[Record] = []
        self._counts: list[Done[S]] = []
        self._taken_back: list[tuple[Done[S], ...]] = []
        self._undone: set[int] = set()
        self._by_id: dict[str, Record] = {}
        self._by_seq: dict[int, Record] = {}
        self._judged: tuple[S | None, Verdict | None] = (None, None)

    @classmethod
    def replay(cls, box: Box[S], header: Header, records: Iterable[Record], **ports: Any) -> Match[S]:
        """The match as it stands after these records; BadForm when they do not fit one another."""
        match = cls(box, header, **ports)
        for record in records:
            match.take(record)
        return match

    # --- the door in ---

    def act(self, intent: Intent) -> Record | Refusal:
        """Judge one tap. An accepted one is written down before anything on the table changes."""
        known = self._by_id.get(intent.id) if intent.id else None
        if known is not None:
            if (known.intent.do, dict(known.intent.fields), known.intent.seat) != (
                intent.do,
                dict(intent.fields),
                intent.seat,
            ):
                raise BadForm("this id belongs to another tap")
            return known
        check_plain(intent.fields)
        if intent.id.startswith("#"):
            raise BadForm('an id may not start with "#"')
        if intent.step is not None and intent.step != self.step:
            return Refusal(say("The table has moved on since this was tapped."), "stale", overridable=False, stale=True)
        seq = len(self.records) + 1
        at = max(self._clock(), self.records[-1].at if self.records else self.header.at)
        try:
            result, after = self._decide(intent, seq, at)
        except Refused as refused:
            return refused.refusal
        if after is not None:
            check_values(self._tracked, result)
        if not intent.id:
            intent = Intent(intent.do, intent.fields, intent.seat, f"#{seq}", intent.step, intent.anyway)
        record = Record.make(seq, at, intent, result, self.records[-1] if self.records else self.head)
        self._sink(record)
        self._fold(record, after)
        return record

    def take(self, record: Record) -> None:
        """Add a record that was decided before: from the journal or from another device."""
        if (
            record.seq != len(self.records) + 1
            or not hmac.compare_digest(record.prev, self.head)
            or not record.is_whole()
        ):
            raise BadForm(f"record {record.seq} does not follow on the one before")
        ident = record.intent.id
        # "#7" is what record 7 is called if nobody gave it a name; as somebody else's it would take that name away.
        if ident in self._by_id or (ident.startswith("#") and ident != f"#{record.seq}"):
            raise BadForm(f"record {record.seq} has the id of another one")
        try:
            self._look_at(record)
        except BadForm as error:
            raise BadForm(f"record {record.seq}: {error}") from None
        self._fold(record)

    def _look_at(self, record: Record) -> None:
        do = record.intent.do
        check_intent(self.box, record.intent)
        check_result(self.box, self.state, do, record.result)
        if do in TRAVEL:
            return
        check_values(self._tracked, record.result)
        self.box.check(apply(self.state, record.result))
        try:
            self.label(record).read()
        except (LookupError, TypeError, ValueError, AttributeError):
            raise BadForm("it is not what it says it is") from None

    def _decide(self, intent: Intent, seq: int, at: int) -> tuple[Plain, S | None]:
        """What comes of the tap, and the state after it; none for a journey through time."""
        do = intent.do
        check_intent(self.box, intent)
        if do in TRAVEL:
            return self._decide_travel(intent), None
        pen = Pen(
            self.state,
            intent,
            self._rules,
            self._chance.for_record(seq),
            at,
            match=self.header.match,
            seq=seq,
            vault=self._vault,
        )
        if do in commons.FIELDS:
            if do == "correct":
                commons.decide_correct(pen, self.slots)
            elif do == "roll":
                commons.decide_roll(pen, self.box, self._by_seq)
            return pen.result(), pen.state
        if self.verdict() is not None:
            raise Refused(Refusal(say("The match is over."), "over", overridable=False))
        self.box.verbs[do].decide(pen)
        return pen.result(), pen.state

    def _decide_travel(self, intent: Intent) -> Plain:
        if intent.do == "redo":
            if not self._taken_back:
                raise Refused(Refusal(say("There is nothing to bring back."), "undo", overridable=False))
            return {"redoes": [done.record.seq for done in self._taken_back[-1]]}
        if intent.do == "undo":
            gone = self._counts[-1:]
        else:
            seq = intent.fields["seq"]
            if not 0 <= seq <= len(self.records):
                raise Refused(Refusal(say("There is no record {seq}.", seq=seq), "undo", overridable=False))
            gone = [done for done in self._counts if done.record.seq > seq]
        if not gone:
            raise Refused(Refusal(say("There is nothing to take back."), "undo", overridable=False))
        return {"undoes": [done.record.seq for done in gone]}

    # --- the fold ---

    def _fold(self, record: Record, after: S | None = None) -> None:
        """A state that was just decided need not be worked out again; it is what `apply` would come to."""
        if record.intent.do in TRAVEL:
            self._fold_travel(record)
        else:
            before, self.state = self.state, apply(self.state, record.result) if after is None else after
            self._counts.append(Done(record, before, self.state))
            self._taken_back.clear()
        self.records.append(record)
        self._by_id[record.intent.id] = record
        self._by_seq[record.seq] = record

    def _fold_travel(self, record: Record) -> None:
        if record.intent.do == "redo":
            seqs = tuple(record.result.get("redoes", ()))
            if not self._taken_back or tuple(done.record.seq for done in self._taken_back[-1]) != seqs:
                raise BadForm(f"record {record.seq} brings back something that was not taken back")
            group = self._taken_back.pop()
            self._counts.extend(group)
            self._undone.difference_update(seqs)
            self.state = group[-1].after
            return
        seqs = tuple(record.result.get("undoes", ()))
        tail = self._counts[len(self._counts) - len(seqs) :] if seqs else []
        if not seqs or tuple(done.record.seq for done in tail) != seqs:
            raise BadForm(f"record {record.seq} takes back something that does not stand")
        del self._counts[-len(seqs) :]
        self._taken_back.append(tuple(tail))
        self._undone.update(seqs)
        self.state = tail[0].before

    # --- the door out ---

    @property
    def head(self) -> str:
        return self.records[-1].hash if self.records else self.header.hash()

    @property
    def step(self) -> str:
        return self.box.step(self.state)

    def view(self, seat: str = "table") -> dict[str, Any]:
        """What a seat may know of the state. Log, exports and the wire show nothing that is not in here or in the
        records, and a record never holds a secret before its opening."""
        verdict = self.verdict()
        return {
            "box": self.box.name,
            "match": self.header.match,
            "seq": len(self.records),
            "step": self.step,
            **self.box.view(self.state, seat),
            "verdict": verdict.read() if verdict else None,
        }

    def prompts(self, seat: str = "table") -> tuple[Prompt, ...]:
        return self.box.prompts(self.state, seat)

    def verdict(self) -> Verdict | None:
        """Asked several times for each tap, and the same for the same state."""
        judged, verdict = self._judged
        if judged is not self.state:
            verdict = self.box.verdict(self.state)
            self._judged = (self.state, verdict)
        return verdict

    def rule(self, rule_id: str) -> Rule:
        """What a "why" in a record means. A match written by another version may name a rule that is gone."""
        return self._rules.get(rule_id, self._rules["forgotten"])

    def label(self, record: Record) -> Line:
        """What a record is called. Undo and redo name what they took back or brought back."""
        do = record.intent.do
        if do in self.box.verbs:
            return self.box.verbs[do].label(record)
        if do == "undo":
            return say("Undone: {what}", what=self._name_of(record.result["undoes"][0]))
        if do == "redo":
            return say("Brought back: {what}", what=self._name_of(record.result["redoes"][-1]))
        if do == "back_to":
            return say("Back to before: {what}", what=self._name_of(record.result["undoes"][0]))
        return commons.label_of(record, self.slots)

    def _name_of(self, seq: int) -> Line:
        return self.label(self._by_seq[seq])

    def undo_label(self) -> Line | None:
        """What the undo button would take back; None when everything is taken back already."""
        return self.label(self._counts[-1].record) if self._counts else None

    def redo_label(self) -> Line | None:
        return self.label(self._taken_back[-1][-1].record) if self._taken_back else None

    def log(self) -> list[LogLine]:
        return [
            LogLine(
                record.seq,
                record.at,
                record.intent.seat,
                record.intent.do,
                self.label(record),
                record.seq in self._undone,
                bool(record.result.get("rulings")),
            )
            for record in self.records
        ]

    def last_change(self) -> Mapping[str, Any]:
        """The result of the newest record that counts: what the screen has just shown, and why."""
        return self._counts[-1].record.result if self._counts else {}


def open_header(box: Box[Any], match: str, options: Plain, profile: Profile, at: int, app: str) -> Header:
    """The header of a new match. Setting the box up once here makes sure that its options are good."""
    box.setup(options, profile)
    return Header(match, box.name, dict(options), profile.plain(), at, app)
