"""The wire at the device that keeps the table: it lets guests in and carries what they say.

It knows nothing of matches. Whoever breaks its rules loses his own connection, and everybody else plays on.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import socket as sockets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed

from companion.core.words import Line, say
from companion.link.addresses import PORT, PORTS, own_addresses
from companion.link.code import SALT_BYTES, stretch
from companion.link.gate import Gate, Refused
from companion.link.handshake import BadKnock, Knock, Session, WrongCode, admit, greet
from companion.link.pace import Pace
from companion.link.wire_sockets import OPTIONS, Doorstep, HostSocket, read_form
from companion.link.wire_talk import MOST_OWED, Talk, Waits
from companion.link.wire_thread import WireThread

_log = logging.getLogger(__name__)

CROWD = 64  # connections at once, with and without a place


@dataclass(frozen=True, slots=True)
class Peer:
    """A guest who has proved that he knows the code, as long as this connection lasts."""

    key: int
    device: str
    name: str
    role: str
    address: str


class HostWire(Doorstep):
    """Its three callbacks are called on the wire's own thread, and must not take long there.

    `on_message` may raise BadForm: then the guest is sent away. Every `on_join` is followed by one `on_leave`, with a
    word that says why, at the latest while `stop` waits.
    """

    def __init__(
        self,
        code: str,
        on_join: Callable[[Peer], None],
        on_message: Callable[[Peer, dict[str, Any]], None],
        on_leave: Callable[[Peer, str], None],
        *,
        host: str = "0.0.0.0",
        port: int = 0,
        clock: Callable[[], float] = time.monotonic,
        gate: Gate | None = None,
        pace: Callable[[], Pace] = Pace,
        waits: Waits | None = None,
        most_owed: int = MOST_OWED,
    ) -> None:
        self._code, self._host, self._asked_port, self._clock = code, host, port, clock
        self._on_join, self._on_message, self._on_leave = on_join, on_message, on_leave
        self._gate, self._pace, self._waits, self._most_owed = gate or Gate(), pace, waits or Waits(), most_owed
        self._thread = WireThread("link host", self._serve)
        self._socket: sockets.socket | None = None
        self._salt, self._key = secrets.token_bytes(SALT_BYTES), b""
        self._connections: dict[int, HostSocket] = {}
        self._count = 0
        self._seated: dict[int, tuple[Peer, Talk]] = {}
        self._leaving = False
        # Whoever knocks all night must not fill the log.
        self._notes = Pace(rate=0.2, burst=50)

    # --- from any thread ---

    def start(self) -> int:
        """The port on which guests can knock. OSError if there is none."""
        self._socket = _bound(self._host, self._asked_port)
        port: int = self._socket.getsockname()[1]
        self._thread.start()
        return port

    def stop(self) -> None:
        """When this returns, nobody is connected any more and no callback will come."""
        self._thread.stop()

    def addresses(self) -> tuple[str, ...]:
        """What people can type at another device."""
        return own_addresses() if self._host in ("", "0.0.0.0") else (self._host,)

    def peers(self) -> tuple[Peer, ...]:
        return tuple(peer for peer, _ in list(self._seated.values()))

    def locked(self) -> float:
        """For how many seconds nobody can join, because of wrong codes."""
        return self._gate.locked(self._clock())

    def send(self, peer: Peer, payload: Mapping[str, Any]) -> bool:
        """False if he has gone. BadFrame if it is more than a frame can hold."""
        seat = self._seated.get(peer.key)
        return seat is not None and seat[1].send(payload)

    def close_peer(self, peer: Peer, reason: Line, again: bool = False) -> None:
        """Send a guest away. He is told why, and comes back by himself only if `again`."""
        seat = self._seated.get(peer.key)
        if seat is not None:
            seat[1].part("sent away", reason, again)

    # --- on the wire's thread ---

    async def _serve(self, leave: asyncio.Event) -> None:
        door = cast(type[ServerConnection], partial(HostSocket, self))
        server = await serve(
            self._receive,
            sock=self._socket,
            create_connection=door,
            # A web page in somebody's browser says where it comes from. Nobody of ours does.
            origins=[None],
            server_header=None,
            open_timeout=self._waits.greeting,
            close_timeout=self._waits.farewell,
            **OPTIONS,
        )
        # Whoever has connected meanwhile waits these few hundredths of a second.
        self._key = stretch(self._code, self._salt)
        await leave.wait()
        self._leaving = True
        server.close(close_connections=False)
        for _, talk in list(self._seated.values()):
            talk.part("closed", say("The table was closed."), again=True)
        in_talk = {peer.key for peer, _ in self._seated.values()}
        for key, socket in list(self._connections.items()):
            if key not in in_talk:
                socket.transport.abort()
        await server.wait_closed()

    def arrived(self, socket: HostSocket) -> None:
        self._count += 1
        socket.key = self._count
        self._connections[socket.key] = socket
        try:
            self._gate.arrive(socket.key, _address(socket), self._clock())
        except Refused as refused:
            socket.refused = refused
        # To be refused in words costs us a moment, too. A crowd is turned away without.
        if self._leaving or len(self._connections) > CROWD:
            socket.transport.abort()

    def gone(self, socket: HostSocket) -> None:
        self._connections.pop(socket.key, None)
        self._gate.settle(socket.key)
        if not socket.greeted and not self._leaving:
            self._note(socket.key, "it did not greet")

    def _note(self, key: int, what: str) -> None:
        if self._notes.allows(self._clock()):
            _log.warning("connection %d: %s", key, what)

    async def _receive(self, connection: ServerConnection) -> None:
        socket = cast(HostSocket, connection)
        socket.greeted = True
        try:
            answer, session = await self._greet(socket)
        except Refused as refused:
            self._note(socket.key, f"refused, {refused.kind}")
            with suppress(ConnectionClosed):
                await socket.send(json.dumps({"refused": refused.kind}))
            return
        except (BadKnock, TimeoutError, ConnectionClosed) as error:
            self._note(socket.key, f"no greeting of ours, {type(error).__name__}")
            socket.transport.abort()
            return
        finally:
            self._gate.settle(socket.key)
        if self._leaving:
            return
        peer, talk = self._seat(socket, answer, session)
        try:
            self._call(talk, self._on_join, peer)
            await talk.listen(partial(self._on_message, peer), self._pace())
        finally:
            self._leave(peer, talk.end("closed"))
        await socket.wait_closed()

    async def _greet(self, socket: HostSocket) -> tuple[Knock, Session]:
        if socket.refused:
            raise socket.refused
        hello = greet(self._salt)
        await socket.send(json.dumps(hello.plain()))
        async with asyncio.timeout(self._waits.greeting):
            answer = Knock.from_plain(read_form(await socket.recv()))
        # From here to the verdict nobody else gets a word in, so the sixth code cannot be tried beside the fifth.
        now = self._clock()
        self._gate.open(now)
        try:
            session = admit(hello, answer, self._key)
        except WrongCode:
            self._gate.wrong_code(now)
            raise Refused("code") from None
        self._gate.room(sum(peer.device != answer.device for peer, _ in self._seated.values()))
        return answer, session

    def _seat(self, socket: HostSocket, answer: Knock, session: Session) -> tuple[Peer, Talk]:
        for earlier, talk in list(self._seated.values()):
            if earlier.device == answer.device:
                # Mostly its old connection, of which only we do not know yet that it is dead.
                talk.part("replaced", say("This device has joined a second time."), again=False)
                self._leave(earlier, "replaced")
        # All in one go: not even a message of ours may come between welcome and frames.
        broadcast((socket,), json.dumps({"welcome": session.welcome.hex()}))
        peer = Peer(socket.key, answer.device, answer.name, answer.role, _address(socket))
        talk = Talk(socket, session, self._thread, self._waits, self._most_owed)
        self._seated[peer.key] = peer, talk
        _log.info("connection %d: joined", peer.key)
        return peer, talk

    def _leave(self, peer: Peer, why: str) -> None:
        if self._seated.pop(peer.key, None):
            _log.info("connection %d: over, %s", peer.key, why)
            self._call(None, self._on_leave, peer, why)

    def _call(self, talk: Talk | None, callback: Callable[..., None], *given: object) -> None:
        try:
            callback(*given)
        except Exception as error:
            _log.error("who came or went could not be taken in: %s", type(error).__name__)
            if talk:
                talk.end("trouble")


def _address(socket: HostSocket) -> str:
    place = socket.remote_address
    return str(place[0]) if isinstance(place, tuple) else ""


def _bound(host: str, port: int) -> sockets.socket:
    """A socket that listens: on this port, or, if none was asked for, on ours or any other."""
    wishes = (port,) if port else (*range(PORT, PORT + PORTS), 0)
    trouble: OSError | None = None
    for wish in wishes:
        try:
            return sockets.create_server((host, wish))
        except OSError as error:
            trouble = error
    assert trouble
    raise trouble
