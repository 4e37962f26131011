"""What it costs to sit at one table with two devices: a tap there and back, catching up, and the same sand.

All over real sockets on this machine. The peer of a tap is a bare websockets echo, which decides and signs nothing;
what a tap costs on a disk is measured elsewhere. The peer of catching up is opening the same match from one's own disk.
"""

from __future__ import annotations

import asyncio
import queue
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.asyncio.server import serve

from companion.boxes import load
from companion.core.fate import MemoryVault
from companion.core.match import Look, Match
from companion.core.prompt import Refusal
from companion.core.record import Header, Intent, Record
from companion.core.words import Line
from companion.link.guest import Guest
from companion.link.host import Host
from companion.link.pace import Pace
from companion.link.wire import GuestWire, HostWire, Peer
from companion.store.parcel import journal_bytes
from companion.store.table import OpenMatch, now

TAPS = 300
RECORDS = 2_000
ROUNDS = 3
SAND = 150  # milliseconds by which two devices may differ
SKEW = 90_000  # milliseconds by which their own clocks do
CODE = "BENCHXYZ"


def measure() -> list[tuple[str, float, float]]:
    echo = _echo()
    with _two() as two:
        taps = two.taps()
        drift = two.drift()
    with tempfile.TemporaryDirectory() as folder:
        caught_up, opened = _catching_up(Path(folder))
    return [
        ("a tap, decided and answered, against a bare websockets echo", taps / echo, 12.0),
        (f"catching up {RECORDS} records against opening them from one's own disk", caught_up / opened, 4.0),
        (f"the sand of two devices, apart, against {SAND} ms", drift / SAND, 1.0),
    ]


# --- the peer ---


def _echo() -> float:
    """Server and client each on a thread of its own, as on two devices."""
    ready: queue.SimpleQueue[tuple[int, Callable[[], object]]] = queue.SimpleQueue()
    server = threading.Thread(target=lambda: asyncio.run(_serve(ready)), daemon=True)
    server.start()
    port, leave = ready.get()
    try:
        return asyncio.run(_call(port))
    finally:
        leave()
        server.join()


async def _serve(ready: queue.SimpleQueue[tuple[int, Callable[[], object]]]) -> None:
    async def answer(socket: Any) -> None:
        async for message in socket:
            await socket.send(message)

    over, loop = asyncio.Event(), asyncio.get_running_loop()
    async with serve(answer, "127.0.0.1", 0, compression=None) as server:
        ready.put((server.sockets[0].getsockname()[1], lambda: loop.call_soon_threadsafe(over.set)))
        await over.wait()


async def _call(port: int) -> float:
    times = []
    async with connect(f"ws://127.0.0.1:{port}", compression=None) as socket:
        for _ in range(TAPS):
            begin = time.perf_counter()
            await socket.send(b"x" * 300)
            await socket.recv()
            times.append(time.perf_counter() - begin)
    return statistics.median(times)


# --- two devices ---


class Worker:
    """As the desk has one: everything in the order in which it comes."""

    def __init__(self) -> None:
        self._tasks: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def do(self, task: Callable[..., None], *given: Any) -> None:
        self._tasks.put(lambda: task(*given))

    def _work(self) -> None:
        while task := self._tasks.get():
            task()

    def stop(self) -> None:
        self._tasks.put(None)
        self._thread.join()


class Board:
    """The match at the host."""

    def __init__(self, path: Path | None) -> None:
        self.table = OpenMatch.start(load("mousquetaires"), {}, path, name="bench")

    @property
    def match(self) -> Match[Any]:
        return self.table.match

    def act(self, intent: Intent, coins: Mapping[str, str] | None = None) -> Record | Refusal | Line:
        return self.match.act(intent, coins)


class Copy:
    """And at the guest."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self.table: OpenMatch | None = None

    @property
    def match(self) -> Match[Any] | None:
        return self.table.match if self.table else None

    def lay_out(self, header: Header, records: Sequence[Record], look: Look[Any]) -> Sequence[Record]:
        trial = Match(load(header.box), header)
        for record in records:
            trial.take(record, look)
        if self._folder:
            path = self._folder / f"guest{time.monotonic_ns()}.jsonl"
            path.write_bytes(journal_bytes(header, records))
            self.table = OpenMatch.resume(path, load)
        else:
            self.table = OpenMatch(trial, None, MemoryVault())
        return ()

    def learn(self, records: Sequence[Record], look: Look[Any]) -> None:
        assert self.table
        self.table.learn(records, look)


class Ears:
    def changed(self, records: Sequence[Record]) -> None: ...

    def seats(self, seats: Sequence[tuple[str, str]]) -> None: ...

    def alarm(self, line: Line) -> None: ...

    def outdated(self) -> None: ...


class Two:
    def __init__(self, board: Board, folder: Path | None) -> None:
        self.board, self._folder = board, folder
        self._peers: dict[int, Peer] = {}
        self._hosts, self._guests = Worker(), Worker()
        self._wire = HostWire(
            CODE,
            lambda peer: self._hosts.do(self._sit, peer),
            lambda peer, form: self._hosts.do(self.host.hear, peer.key, form),
            lambda peer, why: self._hosts.do(self.host.leave, peer.key),
            host="127.0.0.1",
            pace=lambda: Pace(1e6, 1e6),  # nobody taps as fast as a bench
        )
        self.host = Host(board, self._say, device="host", name="host", now=now, reign=1)
        self._port = self._wire.start()

    def _sit(self, peer: Peer) -> None:
        self._peers[peer.key] = peer
        self.host.sit(peer.key, peer.device, peer.name, peer.role)

    def _say(self, key: int, form: Mapping[str, Any]) -> None:
        self._wire.send(self._peers[key], form)

    def join(self) -> Callable[[], None]:
        """A new device sits down; what comes back takes it away again."""
        self.copy = Copy(self._folder)
        wire = GuestWire(
            lambda: [("127.0.0.1", self._port)],
            CODE,
            "guest",
            "guest",
            "musketeers",
            lambda state, why: self._guests.do(self.guest.joined if state == "joined" else self.guest.lost),
            lambda form: self._guests.do(self.guest.hear, form),
        )
        self.guest = Guest(
            self.copy,
            wire.send,
            Ears(),
            device="guest",
            role="musketeers",
            now=lambda: now() + SKEW,
            pace=Pace(1e6, 1e6),
        )
        wire.start()
        return wire.stop

    def wait(self, until: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 30
        while not until():
            if time.monotonic() > deadline:
                raise TimeoutError("the two devices do not agree")
            time.sleep(0.0005)

    def taps(self) -> float:
        times = []
        for turn in range(TAPS):
            answered = threading.Event()
            intent = Intent("correct", {"what": "purse", "to": turn % 20}, id=f"tap{turn}")
            begin = time.perf_counter()
            self._guests.do(self.guest.tap, intent, lambda outcome, answered=answered: answered.set())
            if not answered.wait(10):
                raise TimeoutError("a tap was not answered")
            times.append(time.perf_counter() - begin)
        return statistics.median(times)

    def drift(self) -> float:
        """By how much the guest's idea of the host's clock is off, at the worst of several looks."""
        worst = 0.0
        for _ in range(10):
            self._guests.do(self.guest._ask_clock)
            time.sleep(0.02)
            worst = max(worst, abs(self.guest.ahead + SKEW))
        return worst

    def stop(self) -> None:
        self._wire.stop()
        self._hosts.stop()
        self._guests.stop()


@contextmanager
def _two() -> Iterator[Two]:
    two = Two(Board(None), None)
    leave = two.join()
    try:
        two.wait(lambda: two.guest.synced)
        yield two
    finally:
        leave()
        two.stop()


def _catching_up(folder: Path) -> tuple[float, float]:
    board = Board(folder / "host.jsonl")
    for turn in range(RECORDS):
        board.act(Intent("correct", {"what": "purse", "to": turn % 20}))
    two = Two(board, folder)
    times, openings = [], []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        leave = two.join()
        two.wait(lambda: two.guest.synced)
        times.append(time.perf_counter() - begin)
        leave()
        path = folder / "own.jsonl"
        path.write_bytes((folder / "host.jsonl").read_bytes())
        begin = time.perf_counter()
        OpenMatch.resume(path, load).close()
        openings.append(time.perf_counter() - begin)
    two.stop()
    return statistics.median(times), statistics.median(openings)
