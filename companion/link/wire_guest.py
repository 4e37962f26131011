"""The wire at a device that sits at another one's table: it finds the host, proves the code, and comes back."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import socket as sockets
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from ipaddress import AddressValueError, IPv4Address
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from companion.core.words import Line
from companion.link.gate import REFUSED, Refused
from companion.link.handshake import VERSION, BadKnock, Hello, Session, WrongCode, check_welcome, knock
from companion.link.wire_sockets import OPTIONS, GuestSocket, read_form
from companion.link.wire_talk import MOST_OWED, Talk, Waits
from companion.link.wire_thread import WireThread

_log = logging.getLogger(__name__)

Place = tuple[str, int]
MOST_PLACES = 8  # tried in one go: anybody can announce tables on a network
_NOWHERE = "nowhere"  # nobody answers there, or nobody of ours


class GuestWire:
    """States, told on the wire's own thread, each only when it changes:

    looking   nobody has been found yet; it goes on looking
    joined    what is sent arrives
    lost      it was joined and is not any more; it tries to come back by itself
    refused   and the line says why; after a wrong code, or when it was sent away, it does not knock there again
    """

    def __init__(
        self,
        find: Callable[[], Sequence[Place]],
        code: str,
        device: str,
        name: str,
        role: str,
        on_state: Callable[[str, Line | None], None],
        on_message: Callable[[dict[str, Any]], None],
        *,
        waits: Waits | None = None,
        most_owed: int = MOST_OWED,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._find, self._code = find, code
        self._device, self._name, self._role = device, name, role
        self._on_state, self._on_message = on_state, on_message
        self._waits, self._most_owed, self._jitter = waits or Waits(), most_owed, jitter
        self._thread = WireThread("link guest", self._live)
        self._talk: Talk | None = None
        self._state: tuple[str, Line | None] | None = None
        self._hurry: asyncio.Event | None = None
        self._last: Place | None = None  # where it went well; it is tried first
        self._wrong: set[tuple[Place, bytes]] = set()  # tables that have another code, known by their salt

    # --- from any thread ---

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """When this returns, the connection is closed and no callback will come."""
        self._thread.stop()

    def send(self, payload: Mapping[str, Any]) -> bool:
        """False when not joined. BadFrame if it is more than a frame can hold."""
        talk = self._talk
        return talk is not None and talk.send(payload)

    def begin_anew(self) -> None:
        """What was heard makes no sense here: hang up, and come back by itself."""
        talk = self._talk
        if talk:
            self._thread.call(talk.end, "nonsense")

    def hurry(self) -> None:
        """There is a reason to try again at once: a table was heard of, or the app has come back."""
        if self._hurry:
            self._thread.call(self._hurry.set)

    @property
    def state(self) -> str:
        return self._state[0] if self._state else "looking"

    # --- on the wire's thread ---

    async def _live(self, leave: asyncio.Event) -> None:
        self._hurry = asyncio.Event()
        trying = asyncio.create_task(self._try_on())
        leaving = asyncio.create_task(leave.wait())
        await asyncio.wait((trying, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not trying.done():
            trying.cancel()
        await asyncio.gather(trying, return_exceptions=True)
        # Refused for good: nothing is left to do but to be stopped.
        await leaving

    async def _try_on(self) -> None:
        self._tell("looking")
        pause = self._waits.again
        while True:
            kind = await self._try_all()
            if kind == "joined":
                pause = self._waits.again
            elif kind == "over":
                return
            elif kind != _NOWHERE:
                self._tell("refused", REFUSED[kind])
                # Whose code was right before may still be looked for: that was another table.
                if kind == "code" and self._last is None:
                    return
            elif self.state == "refused":
                self._tell("looking")
            await self._wait(pause * (0.5 + self._jitter()))
            pause = min(pause * 2, self._waits.again_most)

    async def _wait(self, seconds: float) -> None:
        assert self._hurry
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._hurry.wait()
        self._hurry.clear()

    async def _try_all(self) -> str:
        """Each place once. What came of it: joined (and lost again), over, or why nobody let us in."""
        answers = []
        for place in self._places():
            try:
                return await self._try(place)
            except Refused as refused:
                answers.append(refused.kind)
            except (BadKnock, OSError, WebSocketException, ValueError, EOFError) as error:
                _log.info("nobody of ours there: %s", type(error).__name__)
        # Of several tables on one network only one may be ours; that another one refuses us says nothing yet.
        for kind in ("locked", "full", "busy", "version", "code", "stranger", "unknown"):
            if kind in answers:
                return kind
        return _NOWHERE

    def _places(self) -> list[Place]:
        try:
            found = list(self._find())
        except Exception as error:
            _log.error("no place could be found: %s", type(error).__name__)
            found = []
        found.sort(key=lambda place: place != self._last)
        return found[:MOST_PLACES]

    async def _try(self, place: Place) -> str:
        async with asyncio.timeout(self._waits.connect):
            host = await _resolved(place[0])
            socket = await connect(
                f"ws://{host}:{place[1]}/",
                # Said a second time, the library follows no redirect to another device.
                host=host,
                port=place[1],
                create_connection=GuestSocket,
                proxy=None,
                user_agent_header=None,
                open_timeout=None,
                close_timeout=self._waits.farewell,
                **OPTIONS,
            )
        try:
            async with asyncio.timeout(self._waits.greeting):
                session = await self._greet(place, socket)
            return await self._sit(place, Talk(socket, session, self._thread, self._waits, self._most_owed))
        finally:
            socket.transport.close()
            with suppress(TimeoutError):
                async with asyncio.timeout(self._waits.farewell):
                    await socket.wait_closed()
            socket.transport.abort()
            await socket.wait_closed()

    async def _greet(self, place: Place, socket: ClientConnection) -> Session:
        said = _unless_refused(read_form(await socket.recv()))
        if type(said.get("hello")) is int and said["hello"] != VERSION:
            raise Refused("version")
        hello = Hello.from_plain(said)
        if (place, hello.salt) in self._wrong:
            # Every wrong code counts there, and after five of them nobody can join.
            raise Refused("code")
        answer, session = knock(hello, self._code, self._device, self._name, self._role)
        await socket.send(json.dumps(answer.plain()))
        try:
            said = _unless_refused(read_form(await socket.recv()))
        except Refused as refused:
            if refused.kind == "code":
                self._wrong.add((place, hello.salt))
            raise
        try:
            check_welcome(session, said.get("welcome"))
        except WrongCode:
            raise Refused("stranger") from None
        return session

    async def _sit(self, place: Place, talk: Talk) -> str:
        self._talk, self._last = talk, place
        self._tell("joined")
        try:
            why = await talk.listen(self._on_message)
        finally:
            talk.close("left")
            self._talk = None
        _log.info("the table is out of reach: %s", why)
        if talk.bye:
            line, again = talk.bye
            self._tell("lost" if again else "refused", line)
            return "joined" if again else "over"
        self._tell("lost")
        return "joined"

    def _tell(self, state: str, line: Line | None = None) -> None:
        if (state, line) == self._state:
            return
        self._state = state, line
        try:
            self._on_state(state, line)
        except Exception as error:
            _log.error("the state of the link could not be taken in: %s", type(error).__name__)


def _unless_refused(form: dict[str, Any]) -> dict[str, Any]:
    kind = form.get("refused")
    if isinstance(kind, str):
        raise Refused(kind)
    return form


async def _resolved(host: str) -> str:
    """The address behind a name. The system may take very long for that, so it gets a thread that nobody waits for."""
    with suppress(AddressValueError):
        return str(IPv4Address(host))
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[str] = loop.create_future()

    def tell(found: str) -> None:
        if not answer.done():
            answer.set_result(found)

    def ask() -> None:
        try:
            found = str(sockets.getaddrinfo(host, None, sockets.AF_INET)[0][4][0])
        except (OSError, UnicodeError):
            found = ""
        with suppress(RuntimeError):  # the loop is closed: nobody waits for it any more
            loop.call_soon_threadsafe(tell, found)

    threading.Thread(target=ask, name="link name", daemon=True).start()
    found = await answer
    if not found:
        raise Refused("unknown")
    return found
