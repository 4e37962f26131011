"""A host and a guest without wires: what they say lies in a row until somebody passes it on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.boxes import load
from companion.core.match import Look, Match, open_header
from companion.core.record import BadForm, Header, Intent, Record
from companion.core.toss import Mint
from companion.core.words import Line
from companion.link.guest import Guest
from companion.link.host import Host, Outcome, Seated
from companion.store.copies import shared_by

BOX = load("mousquetaires")
FULL = Line("The disk is full.")
Said = dict[str, Any]


def header(match: str = "m1", **options: Any) -> Header:
    return open_header(BOX, match, {"players": 5, **options}, BOX.profile(), 1, "test")


def new(match: str = "m1") -> Match[Any]:
    return Match(BOX, header(match))


def note(text: str, ident: str = "") -> Intent:
    return Intent("note", {"text": text}, id=ident or f"id {text[:60]}")


def roll(ident: str, dice: str = "4b") -> Intent:
    return Intent("roll", {"dice": dice}, id=ident)


def played(*texts: str, match: str = "m1") -> Match[Any]:
    """A match with some notes in it."""
    done = new(match)
    for text in texts:
        done.act(note(text))
    return done


def again(match: Match[Any], until: int | None = None, **ports: Any) -> Match[Any]:
    return Match.replay(BOX, match.header, match.records[:until], **ports)


def lines(match: Match[Any]) -> list[str]:
    return [record.line() for record in match.records]


def forged(match: Match[Any], intent: Intent, result: Mapping[str, Any] | None = None) -> Record:
    """The next record, as a host writes it who does what he likes."""
    return Record.make(len(match.records) + 1, match.header.at, intent, result or {}, match.head)


def on_the_wire(form: Mapping[str, Any]) -> Said:
    """As it arrives."""
    said: Said = json.loads(json.dumps(form))
    return said


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


class Board:
    """The host's match; its disk may be full."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match
        self.full = False
        self.acts = 0

    def act(self, intent: Intent, coins: Mapping[str, str] | None = None) -> Outcome:
        self.acts += 1
        if self.full:
            return FULL
        try:
            return self.match.act(intent, coins)
        except BadForm as error:
            return Line(str(error))


class Room:
    """A host, and everything he says to whom."""

    def __init__(self, match: Match[Any] | None = None, *, reign: int = 10, mint: Mint | None = None) -> None:
        self.clock = Clock()
        self.board = Board(match or new())
        self.said: dict[int, list[Said]] = {}
        self.seats: list[tuple[Seated, ...]] = []
        self.learned: list[Record] = []
        self.deposed: list[int] = []
        self.host = Host(
            self.board,
            lambda key, form: self.said.setdefault(key, []).append(on_the_wire(form)),
            device="host",
            name="Phone",
            now=self.clock,
            reign=reign,
            mint=mint,
            seats_changed=self.seats.append,
            learned=self.learned.append,
            deposed=self.deposed.append,
        )

    @property
    def match(self) -> Match[Any]:
        return self.board.match

    def sit(self, key: int, role: str = "musketeers", device: str = "", *, synced: bool = True) -> None:
        """A guest who is as far as the host, unless he has not said so."""
        assert self.host.sit(key, device or f"guest{key}", f"Guest {key}", role) is None
        if synced:
            self.have(key)
        self.take(key)

    def have(self, key: int, match: Match[Any] | None = None, reign: int = 0) -> None:
        mine = match or self.match
        form = {"match": mine.header.match, "seq": len(mine.records), "hash": mine.head, "reign": reign}
        self.host.hear(key, {"m": "have", **form})

    def do(self, key: int, intent: Intent) -> None:
        self.host.hear(key, {"m": "do", "intent": intent.plain()})

    def coin(self, key: int, toss: int, coin: str) -> None:
        self.host.hear(key, {"m": "coin", "toss": toss, "coin": coin})

    def take(self, key: int, kind: str = "") -> list[Said]:
        """What was said to him since the last time."""
        said = self.said.pop(key, [])
        return [form for form in said if kind in ("", form["m"])]

    def tap(self, intent: Intent) -> list[Outcome]:
        """Somebody at the host's own device; what he is told comes into the list."""
        told: list[Outcome] = []
        self.host.tap(intent, told.append)
        return told

    def pledged(self, key: int, device: str = "", mint: Mint | None = None) -> Mint:
        """From now on this guest takes part in every throw."""
        mint = mint or Mint(50)
        device = device or f"guest{key}"
        ident = f"pledge-{device}-{mint.tip[:16]}"
        self.do(key, Intent("pledge", {"by": device, "anchor": mint.tip}, id=ident))
        assert self.match.coins.last(device) == mint.tip
        self.take(key)
        return mint


class Copy:
    """A guest's match, and what was kept aside."""

    def __init__(self, match: Match[Any] | None = None) -> None:
        self.match = match
        self.aside: list[Sequence[Record]] = []

    def lay_out(self, header: Header, records: Sequence[Record], look: Look[Any]) -> Sequence[Record]:
        ours = self.match.records if self.match and self.match.header == header else []
        shared = shared_by(ours, records)
        trial = Match.replay(BOX, header, records[:shared])
        for record in records[shared:]:
            trial.take(record, look)
        self.aside.append(ours)
        self.match = trial
        return ours[shared:]

    def learn(self, records: Sequence[Record], look: Look[Any]) -> None:
        assert self.match
        self.match.learn(records, look)


@dataclass
class Ears:
    heard: list[Sequence[Record]] = field(default_factory=list)
    seen: list[Sequence[tuple[str, str]]] = field(default_factory=list)
    alarms: list[Line] = field(default_factory=list)
    outdated_times: int = 0

    def changed(self, records: Sequence[Record]) -> None:
        self.heard.append(tuple(records))

    def seats(self, seats: Sequence[tuple[str, str]]) -> None:
        self.seen.append(seats)

    def alarm(self, line: Line) -> None:
        self.alarms.append(line)

    def outdated(self) -> None:
        self.outdated_times += 1

    def told(self) -> list[str]:
        return [line.read() for line in self.alarms]


class Chair:
    """A guest, and everything he says."""

    def __init__(
        self, match: Match[Any] | None = None, role: str = "musketeers", *, reign: int = 0, mint: Mint | None = None
    ) -> None:
        self.clock = Clock()
        self.copy, self.ears = Copy(match), Ears()
        self.said: list[Said] = []
        self.reachable = True
        self.guest = Guest(
            self.copy,
            self._say,
            self.ears,
            device="guest",
            role=role,
            now=self.clock,
            reign=reign,
            mint=mint or Mint(50),
        )

    def _say(self, form: Mapping[str, Any]) -> bool:
        if self.reachable:
            self.said.append(on_the_wire(form))
        return self.reachable

    @property
    def match(self) -> Match[Any]:
        assert self.copy.match
        return self.copy.match

    def take(self, kind: str = "") -> list[Said]:
        """What he has said since the last time."""
        said, self.said = self.said, []
        return [form for form in said if kind in ("", form["m"])]

    def tap(self, intent: Intent) -> list[Outcome]:
        told: list[Outcome] = []
        self.guest.tap(intent, told.append)
        return told

    def table(self, whole: Match[Any], /, *, after: int | None = None, reign: int = 10, **other: Any) -> None:
        """The host introduces himself."""
        self.guest.hear(
            {
                "m": "table",
                "match": whole.header.match,
                "reign": reign,
                "seq": len(whole.records),
                "hash": whole.head,
                "after": after or 0,
                "header": whole.header.plain() if after is None else {},
                **other,
            }
        )

    def records(self, *records: Record) -> None:
        self.guest.hear(on_the_wire({"m": "records", "records": [record.plain() for record in records]}))

    def sit(self, match: Match[Any]) -> Match[Any]:
        """At a table with this match; the answer is what the host has of it, with our pledge in it."""
        self.guest.joined()
        self.table(match)
        if match.records:
            self.records(*match.records)
        host = again(match)
        for form in self.take("do"):
            done = host.act(Intent.from_plain(form["intent"]))
            assert isinstance(done, Record)
            self.records(done)
        assert self.guest.synced
        return host

    def toss(self, match: Match[Any], intent: Intent, number: int = 1, **other: Any) -> list[str]:
        """The host asks for a coin: what he gets."""
        form = {"toss": number, "seq": len(match.records) + 1, "prev": match.head, "intent": intent.plain()}
        self.guest.hear(on_the_wire({"m": "toss", **form, **other}))
        return [form["coin"] for form in self.take("coin")]


@dataclass
class Party:
    """A host and one guest between whom everything arrives, when it is passed on."""

    room: Room
    chair: Chair
    key: int = 1

    @staticmethod
    def of(match: Match[Any] | None = None, mine: Match[Any] | None = None, role: str = "musketeers") -> Party:
        party = Party(Room(match), Chair(mine, role))
        assert party.room.host.sit(party.key, "guest", "Tablet", role) is None
        party.chair.guest.joined()
        party.pass_on()
        return party

    def pass_on(self) -> None:
        """Until nobody has anything more to say."""
        while True:
            up, down = self.chair.take(), self.room.take(self.key)
            if not up and not down:
                return
            for form in up:
                self.room.host.hear(self.key, form)
            for form in down:
                self.chair.guest.hear(form)

    def cut(self) -> None:
        """What is on its way is lost."""
        self.chair.take()
        self.room.take(self.key)
        self.chair.guest.lost()
        self.chair.reachable = False
        self.room.host.leave(self.key)

    def back(self) -> None:
        self.key += 1
        self.chair.reachable = True
        assert self.room.host.sit(self.key, "guest", "Tablet", self.chair.guest.role) is None
        self.chair.guest.joined()
        self.pass_on()
