"""A host and its guests on real wires, and what each of them heard; and a guest made by hand, for everything bad."""

from __future__ import annotations

import json
import socket as sockets
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from companion.core.words import Line
from companion.link.handshake import Hello, Session, check_welcome, knock
from companion.link.wire import GuestWire, HostWire, Peer, Waits
from companion.link.wire_sockets import QUIET
from tests.link.proxy import HERE, OPEN

CODE, OTHER = "ABCDEFGH", "ABCDEFGJ"
# Only what people would wait for is short; a busy machine must not look like a dead one.
QUICK = Waits(again=0.01, again_most=0.05, farewell=0.2)
LONG = 20.0  # seconds; never reached unless something is wrong


def until(condition: Callable[[], object], what: str = "") -> None:
    deadline = time.monotonic() + LONG
    while not condition():
        assert time.monotonic() < deadline, what or "it did not happen"
        time.sleep(0.002)


@dataclass
class HostEars:
    """A host, and everything its wire told it."""

    joined: list[Peer] = field(default_factory=list)
    heard: list[tuple[Peer, dict[str, Any]]] = field(default_factory=list)
    left: list[tuple[Peer, str]] = field(default_factory=list)
    wire: HostWire = field(init=False)
    port: int = 0

    def texts(self) -> list[Any]:
        return [form.get("text") for _, form in self.heard]

    def whys(self) -> list[str]:
        return [why for _, why in self.left]

    def hear(self, peer: Peer, form: dict[str, Any]) -> None:
        self.heard.append((peer, form))
        if form.get("m") == "echo":
            self.wire.send(peer, form)


@dataclass
class GuestEars:
    states: list[tuple[str, Line | None]] = field(default_factory=list)
    heard: list[dict[str, Any]] = field(default_factory=list)
    wire: GuestWire = field(init=False)

    def texts(self) -> list[Any]:
        return [form.get("text") for form in self.heard]

    @property
    def state(self) -> str:
        return self.wire.state

    def reason(self) -> str:
        line = self.states[-1][1] if self.states else None
        return line.read() if line else ""

    def hears_echo(self, text: str) -> None:
        until(lambda: self.wire.send({"m": "echo", "text": text}), "it could not be sent")
        until(lambda: text in self.texts(), "no echo came")


class Devices:
    """Everything that was started is stopped again."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack

    def host(self, code: str = CODE, **given: Any) -> HostEars:
        ears = HostEars()
        ears.wire = HostWire(
            code,
            ears.joined.append,
            ears.hear,
            lambda peer, why: ears.left.append((peer, why)),
            **{"host": HERE, "waits": QUICK, "port": free_port(), **given},
        )
        self._stack.callback(ears.wire.stop)
        ears.port = ears.wire.start()
        return ears

    def guest(self, port: int, code: str = CODE, device: str = "tablet", **given: Any) -> GuestEars:
        ears = GuestEars()
        role = given.pop("role", "milady")
        find = given.pop("find", lambda: [(HERE, port)])
        ears.wire = GuestWire(
            find,
            code,
            device,
            "Milady's tablet",
            role,
            lambda state, line: ears.states.append((state, line)),
            ears.heard.append,
            **{"waits": QUICK, **given},
        )
        self._stack.callback(ears.wire.stop)
        ears.wire.start()
        return ears

    def joined(self, port: int, **given: Any) -> GuestEars:
        ears = self.guest(port, **given)
        until(lambda: ears.state == "joined", "it did not join")
        return ears

    def by_hand(self, port: int) -> ByHand:
        return ByHand(self._stack.enter_context(_connected(port)))


def free_port() -> int:
    """Not one of the usual ports: the tests of two processes must not meet there."""
    with sockets.create_server((HERE, 0)) as socket:
        port: int = socket.getsockname()[1]
        return port


@contextmanager
def _connected(port: int) -> Iterator[ClientConnection]:
    # The logs are ours to look through; the other side may write down what it likes.
    with connect(f"ws://{HERE}:{port}/", proxy=None, logger=QUIET, **OPEN) as socket:  # type: ignore[arg-type]
        yield socket


class ByHand:
    """A guest that does what no guest of ours does."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.session: Session

    def said(self) -> dict[str, Any]:
        form = json.loads(self.socket.recv(timeout=LONG))
        assert isinstance(form, dict)
        return form

    def knock(self, code: str = CODE, device: str = "hand", role: str = "onlooker") -> dict[str, Any]:
        """The host's answer."""
        form = self.said()
        if "refused" in form:
            return form
        self.socket.send(json.dumps(self.answer(form, code, device, role)))
        return self.said()

    def answer(
        self, hello: dict[str, Any], code: str = CODE, device: str = "hand", role: str = "onlooker"
    ) -> dict[str, Any]:
        answer, self.session = knock(Hello.from_plain(hello), code, device, "By hand", role)
        return answer.plain()

    def join(self, device: str = "hand") -> ByHand:
        welcome = self.knock(device=device)["welcome"]
        check_welcome(self.session, welcome)
        return self

    def sign(self, **form: Any) -> bytes:
        return self.session.out.sign(form)

    def is_closed(self) -> bool:
        """Did the host close this connection?"""
        try:
            while True:
                self.socket.recv(timeout=LONG)
        except ConnectionClosed:
            return True
        except TimeoutError:
            return False
