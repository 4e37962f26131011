"""The websockets under the wire, narrowed to what we use: whole messages, nothing compressed, no pings, no browsers."""

from __future__ import annotations

import json
import logging
import socket as sockets
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.server import Server, ServerConnection
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

from companion.link.frames import LARGEST
from companion.link.gate import Refused
from companion.link.handshake import BadKnock

LONGEST_GREETING = 2_000  # characters; ours have a few hundred

# The library would write down what it hears. We say ourselves what goes wrong, and never what was in it.
QUIET = logging.getLogger("companion.link.quiet")
QUIET.disabled = True

# Our own signed beat says more than a ping: not only the network is alive, but also who is at its other end.
OPTIONS: dict[str, Any] = {
    "compression": None,
    "ping_interval": None,
    "max_size": LARGEST,
    "logger": QUIET,
}


def is_ours(event: Request | Response | Frame) -> bool:
    """Pings and pieces of messages cost the receiver memory and are never counted as messages; ours send none."""
    if not isinstance(event, Frame):
        return True
    return event.fin and event.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CLOSE)


class GuestSocket(ClientConnection):
    def process_event(self, event: Request | Response | Frame) -> None:
        if is_ours(event):
            super().process_event(event)
        else:
            self.transport.abort()


class Doorstep:
    """Who wants to know of every connection, even of one that never says a word."""

    def arrived(self, socket: HostSocket) -> None: ...

    def gone(self, socket: HostSocket) -> None: ...


class HostSocket(ServerConnection):
    def __init__(self, doorstep: Doorstep, protocol: ServerProtocol, server: Server, **given: Any) -> None:
        super().__init__(protocol, server, **given)
        self._doorstep = doorstep
        self.key = 0
        self.refused: Refused | None = None
        self.greeted = False

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        # asyncio does this by itself only for sockets it has made; without it, small frames wait for each other.
        transport.get_extra_info("socket").setsockopt(sockets.IPPROTO_TCP, sockets.TCP_NODELAY, 1)
        self._doorstep.arrived(self)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._doorstep.gone(self)

    def process_event(self, event: Request | Response | Frame) -> None:
        if is_ours(event):
            super().process_event(event)
        else:
            self.transport.abort()


def read_form(data: str | bytes) -> dict[str, Any]:
    """One message of a greeting."""
    if not isinstance(data, str) or len(data) > LONGEST_GREETING:
        raise BadKnock("a greeting is a short text")
    try:
        form = json.loads(data)
    except (ValueError, RecursionError):
        raise BadKnock("this is not JSON") from None
    if not isinstance(form, dict):
        raise BadKnock("a greeting holds an object")
    return form
