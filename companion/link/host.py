"""The device that keeps the order: whose tap counts first, what number it gets, and who has to hear of it.

No sockets and no threads here: messages come in by `hear`, taps of this device by `tap`, and the time by `tick`. One
intent is decided after the other. A throw waits until the other side has shown its coin, and what comes meanwhile
waits behind it.
"""

from __future__ import annotations

import logging
import secrets
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from companion.core.match import PLEDGE, Match
from companion.core.prompt import Refusal
from companion.core.record import BadForm, Intent, Record
from companion.core.seats import MILADY, ONLOOKER, may
from companion.core.toss import Mint, follows, pledge_id, pledge_of
from companion.core.words import Line, say
from companion.link.messages import FROM_GUEST, checked, chunks, intent_of, refused

log = logging.getLogger(__name__)

Outcome = Record | Refusal | Line
Then = Callable[[Outcome], None]

COIN_PATIENCE = 2_000  # milliseconds for which a throw waits for the other side's coin
MOST_WAITING = 200  # taps of one guest that wait to be decided; nobody taps so many in good faith
MOST_ASKED = 20  # times that one connection may ask for the match; once is enough if all goes well


class Table(Protocol):
    """The match as this device keeps it. `act` never raises: what goes wrong is one line."""

    @property
    def match(self) -> Match[Any]: ...

    def act(self, intent: Intent, coins: Mapping[str, str] | None = None) -> Outcome: ...


@dataclass(slots=True)
class Seated:
    """A guest who has proved that he knows the code."""

    key: int  # of his connection
    device: str
    name: str
    role: str
    synced: bool = False  # his copy is as long as ours, and from now on he hears of every record
    late: bool = False  # he let a throw wait; the next one does not
    waiting: int = 0
    asked: int = 0


@dataclass(frozen=True, slots=True)
class _Job:
    intent: Intent
    by: Seated | None  # None: this device
    then: Then


@dataclass(slots=True)
class _Toss:
    number: int
    job: _Job
    partner: Seated
    until: int


class Host:
    def __init__(
        self,
        table: Table,
        say_to: Callable[[int, Mapping[str, Any]], None],
        *,
        device: str,
        name: str,
        now: Callable[[], int],
        reign: int,
        mint: Mint | None = None,
        seats_changed: Callable[[tuple[Seated, ...]], None] = lambda seats: None,
        learned: Callable[[Record], None] = lambda record: None,
        deposed: Callable[[int], None] = lambda reign: None,
    ) -> None:
        """`reign` is when this device began to keep the order: where two do, the later one is right.

        `learned` hears of every record that is new; `deposed`, that another device keeps the order now."""
        self.device, self.name, self.reign = device, name, reign
        self._table = table
        self._say = say_to
        self._now = now
        self._mint = mint or Mint()
        self._seats_changed = seats_changed
        self._learned = learned
        self._deposed = deposed
        self._seated: dict[int, Seated] = {}
        self._queue: deque[_Job] = deque()
        self._toss: _Toss | None = None
        self._tosses = 0
        self._at_work = False

    @property
    def seated(self) -> tuple[Seated, ...]:
        return tuple(self._seated.values())

    @property
    def milady_seated(self) -> bool:
        return any(one.role == MILADY for one in self._seated.values())

    # --- coming and going ---

    def sit(self, key: int, device: str, name: str, role: str) -> Line | None:
        """A guest has proved that he knows the code. If he cannot sit here, the line says why."""
        if device == self.device:
            return say("The device that keeps this table has that name already.")
        # A device that comes back may be quicker than the news that it had gone.
        for old in [one.key for one in self._seated.values() if one.device == device]:
            self.leave(old)
        if role == MILADY and self.milady_seated:
            return say("Milady sits at another device already.")
        self._seated[key] = Seated(key, device, name, role)
        self._tell_seats()
        return None

    def leave(self, key: int) -> None:
        gone = self._seated.pop(key, None)
        if gone is None:
            return
        self._queue = deque(job for job in self._queue if job.by is not gone)
        if self._toss and self._toss.partner is gone:
            self._throw_alone()
        self._tell_seats()

    def close(self) -> None:
        """Nobody sits here any more. What was tapped here still counts; guests send theirs again, wherever that is."""
        for key in list(self._seated):
            self.leave(key)

    def _tell_seats(self) -> None:
        self._seats_changed(self.seated)
        seats = [{"name": self.name, "role": "table"}]
        seats += [{"name": one.name, "role": one.role} for one in self._seated.values()]
        for one in self.seated:
            self._say(one.key, {"m": "seats", "seats": seats})

    # --- what guests say ---

    def hear(self, key: int, form: Mapping[str, Any]) -> None:
        """BadForm if it makes no sense: whoever carries the messages ends such a conversation."""
        one = self._seated.get(key)
        if one is None:
            return
        kind = checked(form, FROM_GUEST)
        if kind == "have":
            self._introduce(one, form)
        elif kind == "do":
            self._wanted(one, intent_of(form["intent"]))
        elif kind == "coin":
            self._take_coin(one, form["toss"], form["coin"])
        else:
            self._say(key, {"m": "time", "t": form["t"], "now": self._now()})

    def _introduce(self, one: Seated, form: Mapping[str, Any]) -> None:
        one.asked += 1
        if one.asked > MOST_ASKED:
            raise BadForm("he asks again and again")
        match = self._table.match
        ours = self._is_ours(form["match"], form["seq"], form["hash"])
        after, later = form["seq"] if ours else 0, form["reign"] > self.reign
        self._say(
            one.key,
            {
                "m": "table",
                "match": match.header.match,
                "reign": self.reign,
                "seq": len(match.records),
                "hash": match.head,
                "after": after,
                "header": {} if ours or later else match.header.plain(),
            },
        )
        if later:
            self._deposed(form["reign"])  # he has heard of our reign, and knows that it is over
            return
        for message in chunks(match.records[after:]):
            self._say(one.key, message)
        one.synced = True

    def _is_ours(self, match_id: str, seq: int, head: str) -> bool:
        """Is the guest's copy the beginning of this match?"""
        match = self._table.match
        if match_id != match.header.match or not 0 <= seq <= len(match.records):
            return False
        return head == (match.records[seq - 1].hash if seq else match.header.hash())

    def _wanted(self, one: Seated, intent: Intent) -> None:
        if not intent.id or intent.id.startswith("#"):
            raise BadForm("an intent on the link needs an id")
        if intent.id.startswith("pledge-") and (intent.do != PLEDGE or not intent.id.startswith(pledge_id(one.device))):
            raise BadForm("this id is kept for the pledge of another device")
        intent = replace(intent, seat=one.role)
        if one.waiting >= MOST_WAITING:
            raise BadForm("too many taps at once")
        one.waiting += 1
        self._line_up(_Job(intent, one, lambda outcome: self._answer(one, intent, outcome)))

    def _answer(self, one: Seated, intent: Intent, outcome: Outcome) -> None:
        one.waiting -= 1
        if isinstance(outcome, Line):
            outcome = Refusal(outcome, "", overridable=False)
        if isinstance(outcome, Refusal):
            self._say(one.key, refused(intent.id, outcome))
        else:
            self._say(one.key, {"m": "known", "id": intent.id, "seq": outcome.seq})

    # --- taps, one after the other ---

    def tap(self, intent: Intent, then: Then) -> None:
        """Somebody touched this device."""
        if not intent.id:
            intent = replace(intent, id=secrets.token_hex(8))
        self._line_up(_Job(intent, None, then))

    def tick(self) -> None:
        if self._toss and self._now() >= self._toss.until:
            self._toss.partner.late = True
            self._throw_alone()

    def _line_up(self, job: _Job) -> None:
        self._queue.append(job)
        self._work()

    def _work(self) -> None:
        if self._at_work:
            return  # an answer has led to another tap, which waits its turn
        self._at_work = True
        try:
            while self._queue and self._toss is None:
                self._begin(self._queue.popleft())
        finally:
            self._at_work = False

    def _begin(self, job: _Job) -> None:
        # First of all: what was accepted stays so, whatever is allowed by now.
        answer = self._table.match.answer_to(job.intent) or self._forbidden(job)
        if answer:
            job.then(answer)
            return
        partner = self._partner()
        if partner and self._table.match.throws(job.intent) and self._pledged():
            self._ask_for_coin(job, partner)
        else:
            self._decide(job)

    def _forbidden(self, job: _Job) -> Refusal | None:
        match, intent, by = self._table.match, job.intent, job.by
        if intent.do == PLEDGE:
            own = by is not None and intent.fields.get("by") == by.device and by.role != ONLOOKER
            return None if own else Refusal(say("Every device pledges for itself."), "seat", overridable=False)
        return may(match.box, intent, intent.seat, match.state, self.milady_seated)

    def _decide(self, job: _Job, coins: Mapping[str, str] | None = None) -> None:
        outcome = self._table.act(job.intent, coins)
        if isinstance(outcome, Record):
            for one in self.seated:
                if one.synced:
                    self._say(one.key, {"m": "records", "records": [outcome.plain()]})
            self._learned(outcome)
        job.then(outcome)

    # --- throws that two make together ---

    def _partner(self) -> Seated | None:
        """Who throws with us: Milady if she has a device of her own, otherwise any musketeer's."""
        coins = self._table.match.coins
        able = [one for one in self.seated if one.synced and not one.late and one.device in coins]
        return next((one for one in able if one.role == MILADY), able[0] if able else None)

    def _pledged(self) -> bool:
        """Are our own coins known to the match? If not, they are now, before anything is thrown."""
        coins = self._table.match.coins
        if self._mint.is_empty:
            self._mint = Mint()
        if not self._mint.fits(coins.last(self.device)):
            self._decide(_Job(pledge_of(self.device, self._mint), None, lambda outcome: None))
        return self._mint.fits(coins.last(self.device))  # not if the disk is full: then we throw alone, if at all

    def _ask_for_coin(self, job: _Job, partner: Seated) -> None:
        match = self._table.match
        self._tosses += 1
        self._toss = _Toss(self._tosses, job, partner, self._now() + COIN_PATIENCE)
        self._say(
            partner.key,
            {
                "m": "toss",
                "toss": self._tosses,
                "seq": len(match.records) + 1,
                "prev": match.head,
                "intent": job.intent.plain(),
            },
        )

    def _take_coin(self, one: Seated, number: int, coin: str) -> None:
        one.late = False
        toss = self._toss
        if toss is None or toss.partner is not one or toss.number != number:
            return  # too late: the dice have fallen without it
        if not coin:
            self._throw_alone()  # it has none at the moment, and says so at once
            return
        coins = self._table.match.coins
        if not follows(coin, coins.last(one.device)):
            log.warning("a device showed a coin that it had not pledged")
            one.late = True
            self._throw_alone()
            return
        self._toss, own = None, self._mint.next
        self._decide(toss.job, {self.device: own, one.device: coin})
        if coins.last(self.device) == own:
            self._mint.show()  # it is there for all to see; otherwise nobody has seen it yet
        self._work()

    def _throw_alone(self) -> None:
        toss, self._toss = self._toss, None
        if toss is None:
            return
        if toss.job.by is None or toss.job.by.key in self._seated:
            self._decide(toss.job)
        self._work()
