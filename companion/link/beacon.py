"""How a guest finds the table by itself: the host says once a second, to everybody on the network, where it is.

Anybody can say that, so nobody is believed: a beacon only tells where to knock. It never holds the code.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
import socket
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from companion.link.addresses import broadcasts
from companion.link.handshake import LONGEST_NAME
from companion.link.pace import Pace

_log = logging.getLogger(__name__)

PORT = 47474
VERSION = 1
LARGEST = 512  # bytes
EVERY = 1.0  # seconds
FRESH = 4.0  # seconds: of four beacons in a row one arrives
MOST_TABLES = 32  # that are remembered at once
MOST_BEACONS = 50.0  # a second; more are not listened to
_LATEST_REIGN = 2**53  # a reign is called by the millisecond in which it began


class BadBeacon(ValueError):
    """Something else that was said on this port."""


@dataclass(frozen=True, slots=True)
class Notice:
    table: str  # says which match it is to those who know it, and nothing to others
    name: str
    port: int
    reign: int

    def encode(self) -> bytes:
        form = {
            "companion": VERSION,
            "table": self.table,
            "name": self.name,
            "port": self.port,
            "reign": self.reign,
        }
        return json.dumps(form, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")

    @staticmethod
    def decode(data: bytes) -> Notice:
        if len(data) > LARGEST:
            raise BadBeacon("it is too long")
        try:
            form = json.loads(data.decode())
        except (ValueError, RecursionError):
            raise BadBeacon("it is not JSON") from None
        if not isinstance(form, dict) or form.get("companion") != VERSION:
            raise BadBeacon("it is of another kind")
        table, name = form.get("table"), form.get("name")
        if not isinstance(table, str) or not re.fullmatch(r"[0-9a-f]{16}", table):
            raise BadBeacon("it names no table")
        if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
            raise BadBeacon("it names no device")
        return Notice(table, name, _number(form, "port", 1, 65535), _number(form, "reign", 0, _LATEST_REIGN))


def _number(form: dict[str, Any], key: str, least: int, most: int) -> int:
    value = form.get(key)
    if type(value) is not int or not least <= value <= most:
        raise BadBeacon(f'"{key}" cannot be that')
    return value


def table_of(match: str) -> str:
    """What a beacon says instead of a match's id."""
    return hashlib.sha256(b"companion table\0" + match.encode()).hexdigest()[:16]


class _Post:
    """A thread that does something over and over; a network that goes away only makes it wait."""

    def __init__(self, name: str) -> None:
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._over.set()
        if self._thread.ident is not None and self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        while not self._over.is_set():
            with suppress(OSError), self._open() as channel:
                while not self._over.is_set():
                    self._do(channel)
            self._over.wait(EVERY)

    def _open(self) -> socket.socket:
        raise NotImplementedError

    def _do(self, channel: socket.socket) -> None:
        raise NotImplementedError


class Beacon(_Post):
    def __init__(
        self,
        port: int,
        payload: Notice,
        *,
        every: float = EVERY,
        targets: Callable[[], Sequence[str]] = broadcasts,
    ) -> None:
        super().__init__("link beacon")
        self._port, self._every, self._targets = port, every, targets
        self.announce(payload)

    def announce(self, payload: Notice) -> None:
        """From the next time on say this. BadBeacon if nobody would believe it. From any thread."""
        data = payload.encode()
        Notice.decode(data)
        self._data = data

    def _open(self) -> socket.socket:
        channel = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        channel.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        return channel

    def _do(self, channel: socket.socket) -> None:
        # Asked each time: a phone changes its network without telling us.
        for target in self._targets():
            with suppress(OSError):
                channel.sendto(self._data, (target, self._port))
        self._over.wait(self._every)


@dataclass(frozen=True, slots=True)
class Found:
    """Somebody says that he keeps a table. The address is the one it came from."""

    address: str
    notice: Notice

    @property
    def place(self) -> tuple[str, int]:
        return self.address, self.notice.port


class Listener(_Post):
    """`on_found` is called on the listener's thread when a table is new or has something new to say."""

    def __init__(
        self,
        on_found: Callable[[Found], None] = lambda found: None,
        *,
        port: int = PORT,
        host: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__("link listener")
        self._on_found, self._port, self._host, self._clock = on_found, port, host, clock
        self._heard: dict[tuple[str, int], tuple[Found, float]] = {}
        self._pace = Pace(MOST_BEACONS, MOST_BEACONS)

    def found(self) -> tuple[Found, ...]:
        """Every table that was heard of just now, the latest reign first. From any thread."""
        now = self._clock()
        fresh = [found for found, at in list(self._heard.values()) if now - at < FRESH]
        return tuple(sorted(fresh, key=lambda one: -one.notice.reign))

    def _open(self) -> socket.socket:
        channel = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            # Several programs on one machine listen on the same port.
            channel.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if hasattr(socket, "SO_REUSEPORT"):
                channel.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            channel.settimeout(0.2)
            channel.bind((self._host, self._port))
        except OSError:
            channel.close()
            raise
        return channel

    def _do(self, channel: socket.socket) -> None:
        try:
            data, (address, _) = channel.recvfrom(LARGEST + 1)
        except TimeoutError:
            return
        now = self._clock()
        if not self._pace.allows(now):
            return
        with suppress(BadBeacon):
            self._hear(Found(address, Notice.decode(data)), now)

    def _hear(self, found: Found, now: float) -> None:
        known = self._heard.get(found.place)
        if known is None and len(self._heard) >= MOST_TABLES:
            self._heard = {place: row for place, row in self._heard.items() if now - row[1] < FRESH}
            if len(self._heard) >= MOST_TABLES:
                return
        self._heard[found.place] = found, now
        if known is None or known[0] != found or now - known[1] >= FRESH:
            try:
                self._on_found(found)
            except Exception as error:
                _log.error("a table that was found could not be taken in: %s", type(error).__name__)
