"""One connection after its greeting, seen from either side: signed frames both ways, and a beat while nobody speaks."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.connection import Connection
from websockets.asyncio.server import broadcast
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode

from companion.core.record import BadForm
from companion.core.words import Line
from companion.link.frames import BadFrame
from companion.link.handshake import Session
from companion.link.pace import Pace
from companion.link.wire_thread import WireThread

_log = logging.getLogger(__name__)

Hear = Callable[[dict[str, Any]], None]

BEAT = {"m": "beat"}
MOST_OWED = 16 * 1024 * 1024  # bytes; the longest match, several times over
_UNSPEAKABLE = (CloseCode.PROTOCOL_ERROR, CloseCode.INVALID_DATA, CloseCode.MESSAGE_TOO_BIG)


@dataclass(frozen=True, slots=True)
class Waits:
    """All in seconds. Tests make them short."""

    greeting: float = 5.0  # for each step of it; then the door is closed again
    beat: float = 2.0  # after so much silence we say that we are still there
    silence: float = 6.0  # three beats missed: whoever is at the other end has gone
    connect: float = 3.0
    again: float = 0.2  # between two attempts, at first
    again_most: float = 3.0
    farewell: float = 0.5  # for last words on their way


class Talk:
    """`send` and `part` may be called from any thread; the rest belongs to the wire's own."""

    def __init__(
        self, socket: Connection, session: Session, thread: WireThread, waits: Waits, most_owed: int = MOST_OWED
    ) -> None:
        self.why = ""  # it ended; the first reason counts
        self.bye: tuple[Line, bool] | None = None  # the other side's last words, and whether to come again
        self._socket, self._session, self._thread = socket, session, thread
        self._waits, self._most_owed = waits, most_owed
        self._loop = socket.loop
        # What is signed must leave in the order of its counters, whichever thread it comes from.
        self._lock = threading.Lock()
        self._outbox: deque[bytes] = deque()
        self._in_outbox = self._in_socket = 0  # bytes
        self._written = self._taken = 0  # bytes so far: by us to the socket, by the network from it
        now = self._loop.time()
        self._heard = self._said = self._flowed = now
        self._watch_at = now + waits.beat
        self._timer = self._loop.call_at(self._watch_at, self._watch)

    # --- speaking ---

    def send(self, payload: Mapping[str, Any]) -> bool:
        """Never waits: whoever does not read is dropped. BadFrame if it is more than a frame can hold."""
        with self._lock:
            if self.why:
                return False
            frame = self._session.out.sign(payload)
            full = self._in_outbox + self._in_socket + len(frame) > self._most_owed
            first = not self._outbox
            if not full:
                self._outbox.append(frame)
                self._in_outbox += len(frame)
        if full:
            self._thread.call(self.end, "unread")
        elif self._thread.is_current:
            self._post()
        elif first:
            self._thread.call(self._post)
        return not full

    def _post(self) -> None:
        with self._lock:
            frames, self._in_outbox = tuple(self._outbox), 0
            self._outbox.clear()
        for frame in frames:
            # Not the socket's own `send`: that waits for the slowest reader.
            broadcast((self._socket,), frame)
            self._written += len(frame)
        self._said = self._loop.time()
        self._in_socket = self._socket.transport.get_write_buffer_size()

    # --- listening ---

    async def listen(self, hear: Hear, pace: Pace | None = None) -> str:
        """Until it ends; the answer says why, in one word."""
        try:
            while not self.why:
                data = await self._socket.recv()
                now = self._loop.time()
                if pace and not pace.allows(now):
                    return self.end("flood")
                form = self._session.back.open(data)
                self._heard = now
                kind = form.get("m")
                if kind == "bye":
                    self.bye = _last_words(form)
                    return self.end("bye")
                if kind != "beat" and not self.why:
                    hear(form)
        except ConnectionClosed as closed:
            refused_by_us = closed.sent is not None and closed.sent.code in _UNSPEAKABLE
            return self.end("garbage" if refused_by_us else "left")
        except BadFrame as error:
            _log.warning("a frame is not to be believed: %s", error)
            return self.end("forged")
        except BadForm:
            return self.end("nonsense")
        except Exception as error:
            # Our own fault. Coming back is the best that can happen: the other side then catches up.
            _log.error("what was heard could not be taken in: %s", type(error).__name__)
            return self.end("trouble")
        finally:
            self._timer.cancel()
        return self.why

    def _watch(self) -> None:
        now = self._loop.time()
        if now - self._watch_at > self._waits.beat:
            # It was we who slept (a phone in a pocket), so nobody else can be blamed for the silence.
            self._heard = self._flowed = now
        self._in_socket = self._socket.transport.get_write_buffer_size()
        taken = self._written - self._in_socket
        if not self._in_socket or taken > self._taken:
            self._flowed = now
        self._taken = taken
        if now - self._heard >= self._waits.silence:
            self.end("silent")
        elif now - self._flowed >= self._waits.silence:
            self.end("unread")
        else:
            if now - self._said >= self._waits.beat:
                self.send(BEAT)
            self._watch_at = min(self._said + self._waits.beat, self._heard + self._waits.silence)
            self._timer = self._loop.call_at(self._watch_at, self._watch)

    # --- parting ---

    def part(self, why: str, line: Line, again: bool) -> None:
        """Say goodbye, signed, so that nobody else can send a guest away; then end."""
        self.send({"m": "bye", "say": line.plain(), "again": again})
        if self._thread.is_current:
            self.close(why)
        else:
            self._thread.call(self.close, why)

    def close(self, why: str) -> None:
        """What was said before still arrives, if there is somebody."""
        if self._ended(why):
            self._socket.transport.close()
            self._loop.call_later(self._waits.farewell, self._socket.transport.abort)

    def end(self, why: str) -> str:
        """At once, and without a word."""
        if self._ended(why):
            self._socket.transport.abort()
        return self.why

    def _ended(self, why: str) -> bool:
        """Did it end only now?"""
        with self._lock:
            first, self.why = not self.why, self.why or why
        self._timer.cancel()
        return first


def _last_words(form: Mapping[str, Any]) -> tuple[Line, bool]:
    try:
        return Line.from_plain(form.get("say")), form.get("again") is True
    except ValueError as error:
        raise BadFrame("these are no last words") from error
