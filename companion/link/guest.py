"""A device that sits at another one's table: it sends taps there, and keeps every record it hears of.

No sockets and no threads here: messages come in by `hear`, taps by `tap`, and the time by `tick`. What is tapped is
kept until it is answered, and sent again after a break; its id makes sure that it counts once.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from companion.core.match import PLEDGE, TRAVEL, Look, Match
from companion.core.prompt import Refusal
from companion.core.record import BadForm, Header, Intent, Record
from companion.core.seats import ONLOOKER
from companion.core.toss import Mint
from companion.core.words import Line, say, say_n
from companion.link.messages import FROM_HOST, checked, object_, refusal_of, seats_of
from companion.link.pace import Pace
from companion.link.purse import Purse

log = logging.getLogger(__name__)

Outcome = Record | Refusal | Line
Then = Callable[[Outcome], None]

PATIENCE = 15_000  # milliseconds for which a tap waits for a table that is out of reach
CLOCK_EVERY = 10_000  # milliseconds between two looks at the host's clock
CLOCK_SOON = 400  # and as long as there are too few of them to believe the fastest
READINGS = 8  # of which the one that travelled fastest is believed
# What has piled up is sent so fast and no faster: the host takes more for a flood, and ends the conversation.
RATE, BURST = 25.0, 100.0
LONGEST_MATCH = 100_000  # records; fifty times the longest evening


class Copy(Protocol):
    """The match as this device keeps it."""

    @property
    def match(self) -> Match[Any] | None: ...

    def lay_out(self, header: Header, records: Sequence[Record], look: Look[Any]) -> Sequence[Record]:
        """From now on it is this match, after a look at each record that is new here. BadForm if it is none.

        If it had gone another way here, that is kept aside, and the records that stand no more come back."""
        ...

    def learn(self, records: Sequence[Record], look: Look[Any]) -> None:
        """Add records, each after a look at it: all of them, or none. BadForm if they do not follow."""
        ...


class Ears(Protocol):
    """Who wants to know what happens."""

    def changed(self, records: Sequence[Record]) -> None:
        """The match has gone on; with no records, another one lies here."""
        ...

    def seats(self, seats: Sequence[tuple[str, str]]) -> None: ...

    def alarm(self, line: Line) -> None:
        """Something at the other end is not as it should be."""
        ...

    def outdated(self) -> None:
        """This host was succeeded by another one."""
        ...


@dataclass(slots=True)
class _Waiting:
    intent: Intent
    then: Then
    since: int
    sent: bool = False  # at least once: it may have arrived
    on_its_way: bool = False  # in this conversation


@dataclass(slots=True)
class _Collected:
    """A whole match on its way to us."""

    header: Header
    records: list[Record]
    until: int


class Guest:
    def __init__(
        self,
        copy: Copy,
        say_to_host: Callable[[Mapping[str, Any]], bool],
        ears: Ears,
        *,
        device: str,
        role: str,
        now: Callable[[], int],
        reign: int = 0,
        mint: Mint | None = None,
        pace: Pace | None = None,
    ) -> None:
        self.device, self.role, self.reign = device, role, reign
        self._copy = copy
        self._say = say_to_host
        self._ears = ears
        self._now = now
        self._purse = Purse(device, mint)
        self._waiting: dict[str, _Waiting] = {}
        self._pace = pace or Pace(RATE, BURST)
        self._collected: _Collected | None = None
        self._readings: list[tuple[int, int]] = []  # how long it travelled, and by how much the host's clock is ahead
        self._clock_asked = 0
        self._short_of = -1  # how long our copy was when we asked for what was missing
        self._until = 0  # how long the host's match was when it introduced itself
        self._asked = False  # for what is missing here; until the host answers that, records say nothing
        self.here = False  # there is a connection
        self.synced = False  # our copy is as long as the host's

    # --- the connection ---

    def joined(self) -> None:
        self.here, self.synced, self._short_of = True, False, -1
        self._readings.clear()
        self._ask_for_rest()
        self._ask_clock()

    def lost(self) -> None:
        self.here = self.synced = False

    def tick(self) -> None:
        now = self._now()
        if self.here and now - self._clock_asked >= (CLOCK_EVERY if len(self._readings) >= READINGS else CLOCK_SOON):
            self._ask_clock()
        if self.synced:
            self._send()
            return
        for ident, tap in list(self._waiting.items()):
            if now - tap.since >= PATIENCE:
                del self._waiting[ident]
                tap.then(_unknown() if tap.sent else say("The table is out of reach: this did not count."))

    def hand_back(self) -> list[tuple[Intent, Then]]:
        """What was tapped here and has no answer yet, for whoever decides from now on."""
        left = [(tap.intent, tap.then) for tap in self._waiting.values() if tap.intent.do != PLEDGE]
        self._waiting.clear()
        return left

    @property
    def waiting(self) -> int:
        """Taps that the table has not answered yet."""
        return len(self._waiting)

    @property
    def ahead(self) -> int:
        """By how many milliseconds the host's clock is ahead of ours."""
        return min(self._readings)[1] if self._readings else 0

    def _ask_clock(self) -> None:
        self._clock_asked = self._now()
        self._say({"m": "time", "t": self._clock_asked})

    # --- taps ---

    def tap(self, intent: Intent, then: Then) -> None:
        """Somebody touched this device. The answer comes when the table has spoken."""
        if not intent.id:
            intent = replace(intent, id=secrets.token_hex(8))
        self._waiting[intent.id] = _Waiting(intent, then, self._now())
        if self.synced:
            self._send()

    def _send(self) -> None:
        """What waits, in the order in which it was tapped."""
        for tap in [one for one in self._waiting.values() if not one.on_its_way]:
            if not self._pace.allows(self._now() / 1_000):
                return
            tap.on_its_way = self._say({"m": "do", "intent": tap.intent.plain()})
            tap.sent = tap.sent or tap.on_its_way

    # --- what the host says ---

    def hear(self, form: Mapping[str, Any]) -> None:
        """BadForm if it makes no sense."""
        kind = checked(form, FROM_HOST)
        if kind == "table":
            self._compare(form)
        elif kind == "records":
            self._receive([Record.from_plain(object_(one)) for one in form["records"]])
        elif kind == "no":
            self._refused(form)
        elif kind == "known":
            self._known(form["id"], form["seq"])
        elif kind == "toss":
            self._show_coin(form)
        elif kind == "time":
            self._read_clock(form["t"], form["now"])
        else:
            self._ears.seats(seats_of(form))

    def _ask_for_rest(self) -> None:
        self._asked, self._collected = True, None
        match = self._copy.match
        self._say(
            {
                "m": "have",
                "match": match.header.match if match else "",
                "seq": len(match.records) if match else 0,
                "hash": match.head if match else "",
                "reign": self.reign,
            }
        )

    def _compare(self, form: Mapping[str, Any]) -> None:
        if form["reign"] < self.reign:
            self._ears.outdated()
            return
        match, length, after = self._copy.match, form["seq"], form["after"]
        if not 0 <= after <= length <= LONGEST_MATCH:
            raise BadForm("no match is so long")
        collected = _Collected(Header.from_plain(form["header"]), [], length) if form["header"] else None
        if collected is None and (match is None or not _is_of(match, form)):
            raise BadForm("the host speaks of another copy")
        self.reign, self._until = form["reign"], length
        self._asked, self._collected = False, collected
        # The records that we lack come next, if there are any, and the copy is complete when it is so long.
        if collected:
            self._perhaps_lay_out()
        elif length == after:
            self._settle()

    def _receive(self, records: Sequence[Record]) -> None:
        if self._asked:
            return  # on its way before the host had heard us; it is in what the host sends then
        if self._collected:
            self._collected.records.extend(records)
            self._perhaps_lay_out()
            return
        match = self._copy.match
        if match is None:
            return
        fresh = [record for record in records if record.seq > len(match.records)]
        if not fresh:
            return
        try:
            self._copy.learn(fresh, self._look)
        except BadForm as error:
            # Its words quote what they choked on.
            log.warning("what the host sent does not follow on what is here: %s", type(error).__name__)
            self._ask_again(len(match.records))
            return
        self._tick_off()
        self._learned(fresh)
        if not self.synced and len(match.records) >= self._until:
            self._settle()

    def _ask_again(self, length: int) -> None:
        """Once for each gap: a host that cannot close it is not asked for ever."""
        if self._short_of == length:
            raise BadForm("the host's records do not follow on ours")
        self._short_of, self.synced = length, False
        self._ask_for_rest()

    def _perhaps_lay_out(self) -> None:
        whole = self._collected
        if whole is None or len(whole.records) < whole.until:
            return
        self._collected = None
        self._purse.sure = False  # the host's course of the match may hold throws that nobody here has seen
        tail = self._copy.lay_out(whole.header, whole.records, self._look)
        self._tick_off()
        self._ears.changed(())
        for done in whole.records:
            self._answered(done)
        ours = [record for record in tail if record.intent.do != PLEDGE]
        if ours:
            self._ears.alarm(
                say_n(
                    "The table went on without {n} thing that was done here. What counted is asked for again.",
                    "The table went on without {n} things that were done here. What counted is asked for again.",
                    len(ours),
                )
            )
        for intent in _counted(tail):
            # Accepted once by a host that is gone, and unknown to this one: it is asked for again, not lost.
            self._waiting.setdefault(intent.id, _Waiting(intent, self._about_lost(intent), self._now()))
        self._settle()

    def _about_lost(self, intent: Intent) -> Then:
        def then(outcome: Outcome) -> None:
            if not isinstance(outcome, Record):
                self._ears.alarm(say("Something that was done before the break could not be kept."))

        return then

    def _settle(self) -> None:
        """Our copy is complete: from now on every record comes by itself, and taps can be sent."""
        self.synced, self._short_of, self._purse.sure = True, -1, True
        for tap in self._waiting.values():
            tap.on_its_way = False
        self._pledge()
        self._send()

    def _learned(self, records: Sequence[Record]) -> None:
        self._ears.changed(records)
        for record in records:
            self._answered(record)
        if self.synced:
            self._pledge()

    def _answered(self, record: Record) -> None:
        tap = self._waiting.pop(record.intent.id, None)
        if tap:
            tap.then(record)

    def _refused(self, form: Mapping[str, Any]) -> None:
        refusal = refusal_of(form)
        tap = self._waiting.pop(form["id"], None)
        if tap:
            # Without a rule it is no refusal of the game's, but something that went wrong at the table.
            tap.then(refusal if refusal.rule else refusal.reason)

    def _known(self, ident: str, seq: int) -> None:
        match = self._copy.match
        if ident in self._waiting and match and 0 < seq <= len(match.records):
            self._answered(match.records[seq - 1])

    # --- throws that two make together ---

    def _pledge(self) -> None:
        match = self._copy.match
        pledge = self._purse.pledge(match) if match and self.role != ONLOOKER else None
        if pledge and pledge.id not in self._waiting:
            first = {pledge.id: _Waiting(pledge, lambda outcome: None, self._now())}
            self._waiting = {**first, **self._waiting}  # so that a throw that waits is made together
            self._send()

    def _show_coin(self, form: Mapping[str, Any]) -> None:
        match = self._copy.match
        coin = self._purse.show(match, form) if match else None
        if coin is not None:
            self._say({"m": "coin", "toss": form["toss"], "coin": coin})

    def _look(self, match: Match[Any], record: Record) -> None:
        self._tell_alarms(self._purse.look(match, record))

    def _tick_off(self) -> None:
        if self._copy.match:
            self._tell_alarms(self._purse.go_on(self._copy.match))

    def _tell_alarms(self, lines: Sequence[Line]) -> None:
        for line in lines:
            self._ears.alarm(line)

    # --- the host's clock ---

    def _read_clock(self, asked: int, theirs: int) -> None:
        travelled = self._now() - asked
        if asked == self._clock_asked and travelled >= 0:
            self._readings = [*self._readings, (travelled, theirs - (asked + travelled // 2))][-READINGS:]


def _is_of(match: Match[Any], form: Mapping[str, Any]) -> bool:
    """Is our copy the beginning of the match of which the host speaks, as the host says?"""
    if form["match"] != match.header.match or form["after"] != len(match.records):
        return False
    return bool(form["seq"] > form["after"] or form["hash"] == match.head)


def _counted(tail: Sequence[Record]) -> list[Intent]:
    """What had not been taken back. Journeys through time are not made again: where they would lead now, nobody has
    chosen."""
    undone: set[int] = set()
    for record in tail:
        undone.update(record.result.get("undoes", ()))
        undone.difference_update(record.result.get("redoes", ()))
    return [
        record.intent
        for record in tail
        if record.intent.do not in TRAVEL
        and record.intent.do != PLEDGE
        and record.seq not in undone
        and not record.intent.id.startswith("#")
    ]


def _unknown() -> Line:
    return say("The table is out of reach. Whether this counted will be seen when it is back.")
