"""What a bad network does, between real sockets on 127.0.0.1, with everything recorded that went through.

`Proxy` passes bytes on: slowly, not at all, or until it is cut. `Relay` passes whole websocket messages on, and may
drop, double, change or swap them: it calls its `mischief` for each one.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import socket
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any, Protocol

from websockets.asyncio.client import connect
from websockets.asyncio.connection import Connection
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed, WebSocketException

from companion.link.wire_thread import WireThread

HERE = "127.0.0.1"
OPEN = {"compression": None, "ping_interval": None, "max_size": None, "close_timeout": 0.2}


class _Between:
    """A place between guest and host: it listens at `port`, and knows where the host is."""

    def __init__(self, target: int) -> None:
        self.target = target  # may be changed: the host has moved
        self._socket = socket.create_server((HERE, 0))
        self.port: int = self._socket.getsockname()[1]
        self._thread = WireThread("proxy", self._serve)
        self._ways: set[asyncio.Task[Any]] = set()

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._thread.stop()
        self._socket.close()

    async def _serve(self, leave: asyncio.Event) -> None:
        raise NotImplementedError

    async def _both(self, *ways: Any) -> None:
        """Until one of them ends; then the other one is at its end, too."""
        tasks = [asyncio.ensure_future(way) for way in ways]
        self._ways.update(tasks)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._ways.difference_update(tasks)


class Proxy(_Between):
    def __init__(self, target: int) -> None:
        super().__init__(target)
        self.delay = 0.0  # seconds, each way
        self.silent = False  # half-open: nothing passes any more, and nobody is told
        self.closed = False  # nobody is let in
        self.up, self.down = bytearray(), bytearray()  # what guests sent, and what the host sent
        self._writers: set[asyncio.StreamWriter] = set()

    def cut(self) -> None:
        """Every connection breaks, for both sides."""
        self._thread.call(self._cut)

    def _cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    async def _serve(self, leave: asyncio.Event) -> None:
        handlers: set[asyncio.Task[Any]] = set()

        async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            assert task
            handlers.add(task)
            # Swallowed here, or asyncio would report that somebody stopped the proxy.
            with contextlib.suppress(asyncio.CancelledError):
                await self._pass_on(reader, writer)
            handlers.discard(task)

        server = await asyncio.start_server(pass_on, sock=self._socket)
        await leave.wait()
        server.close()
        self._cut()
        for task in list(handlers):
            task.cancel()
        await asyncio.gather(*handlers, return_exceptions=True)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async with self._kept(writer):
            if self.closed:
                return
            try:
                there, back = await asyncio.open_connection(HERE, self.target)
            except OSError:
                return
            async with self._kept(back):
                await self._both(self._pump(reader, back, self.up), self._pump(there, writer, self.down))

    @contextlib.asynccontextmanager
    async def _kept(self, writer: asyncio.StreamWriter) -> AsyncIterator[None]:
        self._writers.add(writer)
        try:
            yield
        finally:
            self._writers.discard(writer)
            writer.transport.abort()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, record: bytearray) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                if self.delay:
                    await asyncio.sleep(self.delay)
                if not self.silent:
                    record += data
                    writer.write(data)
                    await writer.drain()


Message = str | bytes


class Mischief(Protocol):
    """What becomes of a message: any number of them, each with seconds to wait. Greetings are counted, too."""

    def __call__(self, way: str, number: int, message: Message, /) -> Sequence[tuple[float, Message]]: ...


def honest(way: str, number: int, message: Message) -> Sequence[tuple[float, Message]]:
    return [(0, message)]


class Relay(_Between):
    def __init__(self, target: int, mischief: Mischief = honest) -> None:
        super().__init__(target)
        self.mischief = mischief
        self.up: list[Message] = []
        self.down: list[Message] = []

    async def _serve(self, leave: asyncio.Event) -> None:
        server = await serve(self._pass_on, sock=self._socket, **OPEN)  # type: ignore[arg-type]
        await leave.wait()
        server.close()
        for task in list(self._ways):
            task.cancel()
        await server.wait_closed()

    async def _pass_on(self, guest: Connection) -> None:
        with contextlib.suppress(OSError, WebSocketException):
            async with connect(f"ws://{HERE}:{self.target}/", proxy=None, **OPEN) as host:  # type: ignore[arg-type]
                await self._both(
                    self._pump("up", guest, host, self.up),
                    self._pump("down", host, guest, self.down),
                )

    async def _pump(self, way: str, one: Connection, other: Connection, record: list[Message]) -> None:
        late: set[asyncio.Task[None]] = set()
        with contextlib.suppress(ConnectionClosed):
            for number in itertools.count(1):
                message = await one.recv()
                record.append(message)
                for wait, said in self.mischief(way, number, message):
                    if wait:
                        task = asyncio.ensure_future(self._later(wait, other, said))
                        late.add(task)
                        task.add_done_callback(late.discard)
                    else:
                        await other.send(said)

    async def _later(self, wait: float, other: Connection, said: Message) -> None:
        await asyncio.sleep(wait)
        with contextlib.suppress(ConnectionClosed):
            await other.send(said)


def dropping(way: str, number: int) -> Mischief:
    return lambda at, count, message: [] if (at, count) == (way, number) else [(0, message)]


def doubling(way: str, number: int) -> Mischief:
    return lambda at, count, message: [(0, message)] * (2 if (at, count) == (way, number) else 1)


def swapping(way: str, number: int) -> Mischief:
    """This message and the next one change places."""
    held: list[Message] = []

    def swap(at: str, count: int, message: Message) -> Sequence[tuple[float, Message]]:
        if (at, count) == (way, number):
            held.append(message)
            return []
        if at == way and held:
            return [(0, message), (0, held.pop())]
        return [(0, message)]

    return swap


@contextlib.contextmanager
def between(place: _Between) -> Iterator[None]:
    place.start()
    try:
        yield
    finally:
        place.stop()
