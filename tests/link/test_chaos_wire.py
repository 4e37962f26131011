"""The chaos once more, on real sockets: host and guests on threads of their own, and a relay between them that drops,
delays, doubles and swaps messages, while connections are cut, go deaf, and the host is started anew."""

from __future__ import annotations

import queue
import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any

import pytest

from companion.core.prompt import Refusal
from companion.core.record import Intent, Record
from companion.core.words import say
from companion.link.code import new_code
from companion.link.gate import Gate
from companion.link.guest import Guest
from companion.link.host import Host, Outcome
from companion.link.wire import GuestWire, HostWire, Peer, Waits
from companion.store.table import now
from tests.link.at_table import header
from tests.link.proxy import Message, Proxy, Relay, between
from tools.chaos.net import Board, Copy, Device, Disk

WAITS = Waits(greeting=1.0, beat=0.1, silence=0.5, connect=0.5, again=0.02, again_most=0.1, farewell=0.1)
TAPS = 40
DEADLINE = 30.0
NONSENSE = say("That device says what nobody understands.")
FIELDS: Mapping[str, dict[str, Any]] = {"note": {"text": "x"}, "roll": {"dice": "2b"}}


class Worker:
    """As the desk has one: everything in the order in which it comes."""

    def __init__(self) -> None:
        self._tasks: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self.trouble: list[BaseException] = []
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def do(self, task: Callable[..., Any], *given: Any) -> None:
        self._tasks.put(lambda: task(*given))

    def _work(self) -> None:
        while task := self._tasks.get():
            try:
                task()
            except Exception as error:
                self.trouble.append(error)

    def stop(self) -> None:
        self._tasks.put(None)
        self._thread.join()


class RealHost:
    def __init__(self, disk: Disk, code: str, port: int = 0) -> None:
        self.worker, self.copy, self._peers = Worker(), Copy(disk, now), dict[int, Peer]()
        self.wire = HostWire(
            code,
            lambda peer: self.worker.do(self._sit, peer),
            lambda peer, form: self.worker.do(self._hear, peer, form),
            lambda peer, why: self.worker.do(self._leave, peer),
            host="127.0.0.1",
            port=port,
            waits=WAITS,
            gate=Gate(knocks=10_000),
        )
        self.host = Host(Board(self.copy), self._say, device="host", name="host", now=now, reign=now())
        self.port = self.wire.start()

    def _sit(self, peer: Peer) -> None:
        self._peers[peer.key] = peer
        self.host.sit(peer.key, peer.device, peer.name, peer.role)

    def _hear(self, peer: Peer, form: dict[str, Any]) -> None:
        try:
            self.host.hear(peer.key, form)
        except ValueError:
            self.wire.close_peer(peer, NONSENSE, again=True)

    def _leave(self, peer: Peer) -> None:
        self._peers.pop(peer.key, None)
        self.host.leave(peer.key)

    def _say(self, key: int, form: Mapping[str, Any]) -> None:
        if key in self._peers:
            self.wire.send(self._peers[key], form)

    def stop(self) -> None:
        self.wire.stop()
        self.worker.stop()


class RealGuest:
    def __init__(self, name: str, role: str, code: str, port: int) -> None:
        self.worker, disk = Worker(), Disk()
        self.device = Device(name, role, disk, Copy(disk, now))
        self.wire = GuestWire(
            lambda: [("127.0.0.1", port)],
            code,
            name,
            name,
            role,
            lambda state, why: self.worker.do(self._turned, state),
            lambda form: self.worker.do(self.guest.hear, form),
            waits=WAITS,
        )
        self.guest = Guest(self.device.copy, self.wire.send, self.device, device=name, role=role, now=now)
        self.wire.start()

    def _turned(self, state: str) -> None:
        if state == "joined":
            self.guest.joined()
        elif self.guest.here:
            self.guest.lost()

    def stop(self) -> None:
        self.wire.stop()
        self.worker.stop()


class Bad:
    """What becomes of messages after the greeting."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)
        self.on = True
        self.done: set[str] = set()

    def __call__(self, way: str, number: int, message: Message) -> Sequence[tuple[float, Message]]:
        if not self.on or number < 3 or self._dice.random() > 0.06:
            return [(0, message)]
        what = self._dice.choice(("drop", "twice", "late"))
        self.done.add(what)
        if what == "drop":
            return []
        if what == "twice":
            return [(0, message), (0, message)]
        return [(0.05 + 0.1 * self._dice.random(), message)]  # and others overtake it


def _until(holds: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + DEADLINE
    while not holds():
        assert time.monotonic() < deadline, what
        time.sleep(0.01)


@pytest.mark.parametrize("seed", range(6))
def test_journals_converge_over_real_sockets(seed: int) -> None:
    dice, code, bad = random.Random(seed), new_code(), Bad(seed)
    disk = Disk(header("wire"))
    with ExitStack() as stack:
        host = RealHost(disk, code)
        hosts = [host]
        stack.callback(lambda: hosts[-1].stop())
        relay, proxy = Relay(host.port, bad), Proxy(host.port)
        for place in (relay, proxy):
            stack.enter_context(between(place))
        guests = [
            RealGuest("tablet", "milady", code, relay.port),
            RealGuest("phone", "musketeers", code, proxy.port),
        ]
        for guest in guests:
            stack.callback(guest.stop)
        _until(lambda: all(guest.guest.synced for guest in guests), "nobody joins")
        outcomes: dict[str, Outcome] = {}
        for number in range(TAPS):
            what = dice.choice(("note", "roll", "correct", "undo"))
            fields = FIELDS.get(what) or {"what": "purse", "to": number % 9}
            intent = Intent(what, {} if what == "undo" else fields, id=f"tap{seed}.{number}")
            side = dice.choice(("host", *guests))

            def told(outcome: Outcome, ident: str = intent.id) -> None:
                outcomes[ident] = outcome

            if isinstance(side, RealGuest):
                side.worker.do(side.guest.tap, intent, told)
            else:
                hosts[-1].worker.do(hosts[-1].host.tap, intent, told)
            if number == TAPS // 3:
                proxy.cut()
            if number == TAPS // 2:
                proxy.silent = True
            if number == 2 * TAPS // 3:
                port = hosts[-1].port
                _until(lambda: len(outcomes) > 0, "nothing is answered")
                hosts[-1].stop()
                hosts.append(RealHost(disk, code, port))
            time.sleep(dice.choice((0.0, 0.005, 0.03)))
        bad.on = proxy.silent = False
        proxy.cut()
        host = hosts[-1]

        def agreed() -> bool:
            heads = {len(guest.device.disk.records) for guest in guests} | {len(disk.records)}
            idle = all(guest.guest.synced and guest.guest.waiting == 0 for guest in guests)
            return idle and len(heads) == 1

        for _ in range(2):  # and it stays so
            _until(agreed, "the journals do not converge")
            time.sleep(0.05)
        ours = [record.line() for record in disk.records]
        assert all([record.line() for record in guest.device.disk.records] == ours for guest in guests)
        there = {record.intent.id for record in disk.records}
        assert len(there) > TAPS // 3
        for ident, outcome in outcomes.items():
            if isinstance(outcome, Record):
                assert ident in there, "acknowledged, and gone"
            else:
                assert isinstance(outcome, Refusal) or outcome.text
        assert not any(guest.worker.trouble for guest in guests)
        assert not [line for guest in guests for line in guest.device.alarms if "did not fall" in line.text]
