"""A match: records go in at one door, the state comes out at another, and nothing is ever deleted.

The order is fixed: decide, write down (the `sink`, which returns only when the record is safe), fold, show. Undo,
redo and back-to-here are records too. Every state since the start is kept: states are frozen and share what did not
change, so taking back costs the same however long the evening was.

A device that throws dice together with others pledges its coins first (`core/toss.py`). A pledge is a record that
nobody takes back: what was shown once stays shown, whatever is undone.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, TypeVar

from companion.core import commons
from companion.core.box import Box, Slot
from companion.core.dice import Chance, SystemChance
from companion.core.fate import MemoryVault, Vault
from companion.core.pen import Pen, apply
from companion.core.profile import Profile
from companion.core.prompt import Prompt, Refusal, Refused, Rule, Verdict
from companion.core.record import BadForm, Header, Intent, Plain, Record, canonical, check_plain
from companion.core.toss import Coins, check_pledge, thrown_by
from companion.core.trust import Tracked, check_intent, check_result, check_values
from companion.core.tryout import Overlay, Wanted, Watched
from companion.core.words import Line, say

S = TypeVar("S")

Sink = Callable[..., None]  # given one record or several, it returns when all of them are safe
Clock = Callable[[], int]

TRAVEL = frozenset({"undo", "redo", "back_to"})
PLEDGE = "pledge"


class Done(NamedTuple, Generic[S]):
    """One record that counts, with the state on either side of it."""

    record: Record
    before: S
    after: S


Look = Callable[["Match[S]", Record], None]


@dataclass(frozen=True, slots=True)
class LogLine:
    seq: int
    at: int
    seat: str
    do: str
    label: Line
    undone: bool
    ruling: bool


def _nothing_to_see(match: Any, record: Record) -> None:
    """Whoever takes in a record need not look at it himself."""


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
        self._sink: Sink = sink or (lambda *records: None)
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
        self.coins = Coins()

    @classmethod
    def replay(cls, box: Box[S], header: Header, records: Iterable[Record], **ports: Any) -> Match[S]:
        """The match as it stands after these records; BadForm when they do not fit one another."""
        match = cls(box, header, **ports)
        for record in records:
            match.take(record)
        return match

    # --- the door in ---

    def act(self, intent: Intent, coins: Mapping[str, str] | None = None) -> Record | Refusal:
        """Judge one tap. An accepted one is written down before anything on the table changes.

        With `coins`, by device, what is thrown follows from them and from nothing else.
        """
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
        if not intent.id:
            intent = replace(intent, id=f"#{seq}")
        try:
            result, after = self._decide(intent, seq, at, self._chance_of(intent, coins))
        except Refused as refused:
            return refused.refusal
        if after is not None:
            check_values(self._tracked, result)
        if coins:
            result = {**result, "coins": dict(coins)}
        record = Record.make(seq, at, intent, result, self.records[-1] if self.records else self.head)
        self._sink(record)
        self._fold(record, after)
        return record

    def _chance_of(self, intent: Intent, coins: Mapping[str, str] | None) -> Chance | None:
        if not coins:
            return None
        self.coins.check(coins)
        return thrown_by(self.header.match, len(self.records) + 1, self.head, intent, coins)

    def answer_to(self, intent: Intent) -> Record | None:
        """The record that this tap has led to before, whoever sent it then."""
        known = self._by_id.get(intent.id)
        same = known and (known.intent.do, dict(known.intent.fields)) == (intent.do, dict(intent.fields))
        return known if same else None

    def throws(self, intent: Intent) -> bool:
        """Does this tap need chance to be decided? Asked before, so that others can take part in the throw.

        Not if `act` has an answer without: a coin that was shown for nothing would be lost.
        """
        if intent.step not in (None, self.step) or intent.id in self._by_id or intent.id.startswith("#"):
            return False
        try:
            check_plain(intent.fields)
            self._decide(intent, len(self.records) + 1, self.header.at, Watched(), Overlay(self._vault))
        except Wanted:
            return True
        except Exception:
            return False  # whatever it is, `act` will say so
        return False

    def is_fair(self, record: Record) -> bool:
        """For a record that is about to be taken: was it thrown as its coins say? True if it has none."""
        coins = record.result.get("coins")
        if not coins:
            return True
        try:
            chance = self._chance_of(record.intent, coins)
            result, _ = self._decide(record.intent, record.seq, record.at, chance, Overlay(self._vault))
        except (BadForm, Refused, LookupError):
            return False
        return canonical({**result, "coins": dict(coins)}) == canonical(record.result)

    def learn(self, records: Sequence[Record], look: Look[S] = _nothing_to_see) -> None:
        """Records from another device: looked at, written down, and only then on the table. All of them, or none."""
        if len(records) == 1:
            self._welcome(records[0], look)
        else:
            trial = self._twin()
            for record in records:
                trial.take(record, look)
        self._sink(*records)
        for record in records:
            self._fold(record)

    def take(self, record: Record, look: Look[S] = _nothing_to_see) -> None:
        """Add a record that was decided and written down before. `look` sees it before it counts."""
        self._welcome(record, look)
        self._fold(record)

    def _twin(self) -> Match[S]:
        """The same match, on which can be tried what would become of this one."""
        twin = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, (list, dict, set, Coins)):
                setattr(twin, name, copy(value))
        return twin

    def _welcome(self, record: Record, look: Look[S] = _nothing_to_see) -> None:
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
        look(self, record)

    def _look_at(self, record: Record) -> None:
        do = record.intent.do
        check_intent(self.box, record.intent)
        check_result(self.box, self.state, do, record.result)
        if do == PLEDGE:
            check_pledge(record.intent, record.result)
        if "coins" in record.result:
            self.coins.check(record.result["coins"])
        if do in TRAVEL:
            self._led_by(record)
        if do in TRAVEL or do == PLEDGE:
            return
        check_values(self._tracked, record.result)
        self.box.check(apply(self.state, record.result))
        try:
            self.label(record).read()
        except (LookupError, TypeError, ValueError, AttributeError):
            raise BadForm("it is not what it says it is") from None

    def _decide(
        self, intent: Intent, seq: int, at: int, chance: Chance | None = None, vault: Vault | None = None
    ) -> tuple[Plain, S | None]:
        """What comes of the tap, and the state after it; none for a journey through time."""
        do = intent.do
        check_intent(self.box, intent)
        if do in TRAVEL:
            return self._decide_travel(intent), None
        if do == PLEDGE:
            check_pledge(intent, {})
            return {}, None
        pen = Pen(
            self.state,
            intent,
            self._rules,
            self._chance.for_record(seq) if chance is None else chance,
            at,
            private=self._chance.for_record(seq),
            match=self.header.match,
            seq=seq,
            vault=self._vault if vault is None else vault,
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
        do = record.intent.do
        if do in TRAVEL:
            self._fold_travel(record)
        elif do == PLEDGE:
            self.coins.pledge(record.intent)
        else:
            before, self.state = self.state, apply(self.state, record.result) if after is None else after
            self._counts.append(Done(record, before, self.state))
            self._taken_back.clear()
        self.coins.see(record.result.get("coins", {}))
        self.records.append(record)
        self._by_id[record.intent.id] = record
        self._by_seq[record.seq] = record

    def _fold_travel(self, record: Record) -> None:
        group = self._led_by(record)
        seqs = [done.record.seq for done in group]
        if record.intent.do == "redo":
            self._taken_back.pop()
            self._counts.extend(group)
            self._undone.difference_update(seqs)
            self.state = group[-1].after
        else:
            del self._counts[-len(group) :]
            self._taken_back.append(group)
            self._undone.update(seqs)
            self.state = group[0].before

    def _led_by(self, record: Record) -> tuple[Done[S], ...]:
        """What a journey through time brings back or takes back. BadForm if it cannot do that from here."""
        if record.intent.do == "redo":
            seqs = tuple(record.result.get("redoes", ()))
            group = self._taken_back[-1] if self._taken_back else ()
            wrong = "it brings back something that was not taken back"
        else:
            seqs = tuple(record.result.get("undoes", ()))
            group = tuple(self._counts[len(self._counts) - len(seqs) :]) if seqs else ()
            wrong = "it takes back something that does not stand"
        if not group or tuple(done.record.seq for done in group) != seqs:
            raise BadForm(wrong)
        return group

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
