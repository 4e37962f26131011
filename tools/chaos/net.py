"""Devices and a network that fails, in one process and on a clock of its own: for schedules of faults by the hundred.

Frames are signed and counted as on the real wire, so that what is dropped, doubled or swapped is noticed as it would
be there: the connection ends, and both sides begin anew.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.boxes import load
from companion.core.match import Look, Match, open_header
from companion.core.prompt import Refusal
from companion.core.record import BadForm, Header, Intent, Record
from companion.core.words import Line
from companion.link.frames import BadFrame, Lane
from companion.link.guest import Guest
from companion.link.host import Host, Outcome, Seated
from companion.store.copies import shared_by

BOX = load("mousquetaires")
SILENCE = 6_000  # milliseconds after which a connection is given up
BEAT = 2_000
KEY = bytes(32)


class Disk:
    """What survives when a device is switched off: the lines of its journal, and what was kept aside."""

    def __init__(self, header: Header | None = None) -> None:
        self.header = header
        self.records: list[Record] = []
        self.aside: list[list[Record]] = []

    def open(self, now: Callable[[], int]) -> Match[Any] | None:
        if self.header is None:
            return None
        return Match.replay(BOX, self.header, self.records, sink=self.write, clock=now)

    def write(self, *records: Record) -> None:
        self.records += records


class Copy:
    def __init__(self, disk: Disk, now: Callable[[], int]) -> None:
        self._disk, self._now = disk, now
        self.match: Match[Any] | None = disk.open(now)

    def lay_out(self, header: Header, records: Sequence[Record], look: Look[Any]) -> Sequence[Record]:
        old = self._disk.records
        shared = shared_by(old, records)
        trial = Match.replay(BOX, header, records[:shared])
        for record in records[shared:]:
            trial.take(record, look)
        self._disk.aside.append(old)
        self._disk.header, self._disk.records = header, list(records)
        self.match = self._disk.open(self._now)
        return old[shared:]

    def learn(self, records: Sequence[Record], look: Look[Any]) -> None:
        assert self.match
        self.match.learn(records, look)


class Board:
    """The copy of the device that keeps the order."""

    def __init__(self, copy: Copy) -> None:
        self._copy = copy

    @property
    def match(self) -> Match[Any]:
        assert self._copy.match
        return self._copy.match

    def act(self, intent: Intent, coins: Mapping[str, str] | None = None) -> Outcome:
        try:
            return self.match.act(intent, coins)
        except BadForm as error:
            return Line(str(error))


@dataclass
class Tap:
    """Something that somebody did at a device, and what he was told about it."""

    intent: Intent
    outcome: Outcome | None = None


@dataclass
class Device:
    name: str
    role: str
    disk: Disk
    copy: Copy
    guest: Guest | None = None
    host: Host | None = None
    link: Link | None = None  # a guest's connection
    taps: dict[str, Tap] = field(default_factory=dict)
    alarms: list[Line] = field(default_factory=list)
    on: bool = True

    @property
    def match(self) -> Match[Any]:
        assert self.copy.match
        return self.copy.match

    # --- ears ---

    def changed(self, records: Sequence[Record]) -> None: ...

    def seats(self, seats: Sequence[tuple[str, str]]) -> None: ...

    def alarm(self, line: Line) -> None:
        self.alarms.append(line)

    def outdated(self) -> None: ...


class Link:
    """One connection: two lanes at each end, and frames on their way."""

    def __init__(self, net: Net, key: int, guest: Device, host: Device) -> None:
        self.net, self.key, self.guest, self.host = net, key, guest, host
        self.out = {"guest": Lane(KEY), "host": Lane(KEY)}  # what each end signs with
        self.back = {"guest": Lane(KEY), "host": Lane(KEY)}  # and reads with
        self.heard = {"guest": net.now, "host": net.now}
        self.spoke = {"guest": net.now, "host": net.now}
        self.open = True
        self.deaf = False  # half-open: frames are swallowed, and nobody is told
        self.due = {"guest": net.now, "host": net.now}  # frames do not overtake each other, unless they are made to

    def send(self, end: str, payload: Mapping[str, Any]) -> bool:
        if not self.open:
            return False
        self.spoke[end] = self.net.now
        self.net.carry(self, end, self.out[end].sign(payload))
        return True

    def arrive(self, end: str, frame: bytes) -> None:
        """At the other end than `end`, which sent it."""
        if not self.open:
            return
        other = "host" if end == "guest" else "guest"
        device = self.host if other == "host" else self.guest
        if not device.on:
            return
        try:
            payload = self.back[other].open(frame)
            self.heard[other] = self.net.now
            if payload.get("m") == "beat":
                return
            if other == "host":
                assert device.host
                device.host.hear(self.key, payload)
            else:
                assert device.guest
                device.guest.hear(payload)
        except (BadFrame, BadForm):
            self.cut()

    def cut(self) -> None:
        if not self.open:
            return
        self.open = False
        if self.guest.link is self:
            self.guest.link = None
            if self.guest.on and self.guest.guest:
                self.guest.guest.lost()
        if self.host.on and self.host.host:
            self.host.host.leave(self.key)


class Net:
    """The clock, the frames on their way, and what goes wrong with them."""

    def __init__(
        self, seed: int, faults: float = 0.0, roles: Sequence[str] = ("milady", "musketeers"), depth: str = "clerk"
    ) -> None:
        self.dice = random.Random(seed)
        self.faults = faults  # of a hundred frames, so many meet with something
        self.now = 1_000_000
        self._order = itertools.count()
        self._keys = itertools.count(1)
        self._way: list[tuple[int, int, Link, str, bytes]] = []
        self.links: list[Link] = []
        header = open_header(BOX, "chaos", {"players": 5, "depth": depth}, BOX.profile(), self.now, "test")
        self.devices = [self._device("table", "table", header)]
        self.devices += [self._device(f"guest{at}", role, None) for at, role in enumerate(roles)]
        self.hosting = self.devices[0]
        self._make_host(self.hosting)

    def clock(self) -> int:
        return self.now

    def _device(self, name: str, role: str, header: Header | None) -> Device:
        disk = Disk(header)
        return Device(name, role, disk, Copy(disk, self.clock))

    # --- roles ---

    def _make_host(self, device: Device) -> None:
        def say(key: int, payload: Mapping[str, Any]) -> None:
            for link in self.links:
                if link.key == key and link.host is device:
                    link.send("host", payload)

        device.guest, device.link = None, None
        device.host = Host(
            Board(device.copy), say, device=device.name, name=device.name, now=self.clock, reign=self.now
        )

    def _make_guest(self, device: Device) -> None:
        device.host = None
        device.guest = Guest(
            device.copy,
            lambda payload: bool(device.link and device.link.send("guest", payload)),
            device,
            device=device.name,
            role=device.role,
            now=self.clock,
        )

    def take_over(self, device: Device) -> None:
        """The table's device is gone, and somebody says: go on from here."""
        old = self.hosting
        for link in list(self.links):
            link.cut()
        self.links.clear()
        self.hosting = device
        self._make_host(device)
        for other in self.devices:
            if other is not device and other.on and (other is old or other.guest is None):
                self._make_guest(other)
        if not old.on:
            old.host = None

    # --- switching off and on ---

    def switch_off(self, device: Device) -> None:
        device.on = False
        for link in list(self.links):
            if device in (link.guest, link.host):
                link.cut()

    def switch_on(self, device: Device) -> None:
        """From its disk: nothing that was only in the memory is left."""
        device.on, device.link = True, None
        device.copy = Copy(device.disk, self.clock)
        if device is self.hosting:
            self._make_host(device)
        else:
            self._make_guest(device)

    # --- frames ---

    def carry(self, link: Link, end: str, frame: bytes) -> None:
        due = max(self.now + self.dice.randint(1, 40), link.due[end])
        if link.deaf:
            return
        if self.dice.random() < self.faults:
            what = self.dice.choice(("drop", "late", "twice", "swap", "cut", "deaf"))
            if what == "drop":
                return
            if what == "late":
                due += self.dice.randint(100, 9_000)
            elif what == "twice":
                self._put(due + 1, link, end, frame)
            elif what == "swap":
                self._put(due + self.dice.randint(20, 200), link, end, frame)
                return
            elif what == "cut":
                link.cut()
                return
            else:
                link.deaf = True
                return
        link.due[end] = due
        self._put(due, link, end, frame)

    def _put(self, due: int, link: Link, end: str, frame: bytes) -> None:
        self._way.append((due, next(self._order), link, end, frame))

    # --- time ---

    def run(self, milliseconds: int, step: int = 50) -> None:
        until = self.now + milliseconds
        while self.now < until:
            self.now = min(self.now + step, until)
            self._deliver()
            self._look_after()

    def _deliver(self) -> None:
        while ready := [one for one in self._way if one[0] <= self.now]:
            self._way = [one for one in self._way if one[0] > self.now]
            for _, _, link, end, frame in sorted(ready, key=lambda one: one[:2]):
                link.arrive(end, frame)

    def _look_after(self) -> None:
        for link in self.links[:]:
            for end, device in (("guest", link.guest), ("host", link.host)):
                if link.open and device.on:
                    if self.now - link.heard[end] > SILENCE:
                        link.cut()
                    elif self.now - link.spoke[end] > BEAT:
                        link.send(end, {"m": "beat"})
            if not link.open:
                self.links.remove(link)
        for device in self.devices:
            if not device.on:
                continue
            if device.host:
                device.host.tick()
            if device.guest:
                device.guest.tick()
                if device.link is None and self.hosting.on and self.hosting is not device:
                    self._connect(device)

    def _connect(self, device: Device) -> None:
        host = self.hosting.host
        assert host
        link = Link(self, next(self._keys), device, self.hosting)
        self.links.append(link)
        device.link = link
        refusal = host.sit(link.key, device.name, device.name, device.role)
        assert refusal is None, refusal.read()
        assert device.guest
        device.guest.joined()

    # --- people ---

    def tap(self, device: Device, do: str, /, **fields: Any) -> Tap:
        tap = Tap(Intent(do, fields, id=f"{device.name}-{next(self._order)}"))
        device.taps[tap.intent.id] = tap

        def then(outcome: Outcome) -> None:
            tap.outcome = outcome

        if device.host:
            device.host.tap(tap.intent, then)
        elif device.guest:
            device.guest.tap(tap.intent, then)
        return tap

    def quiet(self) -> None:
        """The network is mended, everybody is there, and all that is on its way arrives."""
        self.faults = 0.0
        for device in self.devices:
            if not device.on:
                self.switch_on(device)
        for link in self.links:
            link.deaf = False
        self.run(30_000)

    def seated(self) -> tuple[Seated, ...]:
        assert self.hosting.host
        return self.hosting.host.seated


def accepted(tap: Tap) -> bool:
    return isinstance(tap.outcome, Record)


def refused(tap: Tap) -> bool:
    return isinstance(tap.outcome, (Refusal, Line))
