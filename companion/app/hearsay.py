"""What this device tells its network of the table it keeps, and what it hears of others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.link.addresses import broadcasts
from companion.link.beacon import PORT, Beacon, Found, Listener, Notice
from companion.link.code import new_code

if TYPE_CHECKING:
    from companion.link.wire import Place

LetGo = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Network:
    """Where doors are opened and beacons sent. Tests and the tour stay on this device."""

    host: str = "0.0.0.0"
    port: int = 0  # the usual one, or the next that is free
    beacons: int = PORT
    ears: str = ""
    targets: Callable[[], Sequence[str]] = broadcasts
    code: Callable[[], str] = new_code
    shown: tuple[Place, ...] = ()  # what people are told instead of where it is: in pictures it shall stay the same


class Hearsay:
    """`heard` is called on a thread of its own whenever a table is new or has something new to say."""

    def __init__(
        self, network: Network, heard: Callable[[Found], None], ears: Callable[[], LetGo | None] = lambda: None
    ) -> None:
        """`ears` lets broadcasts reach a device that would save its power; what comes back ends that."""
        self._network, self._heard, self._ears = network, heard, ears
        self._beacon: Beacon | None = None
        self._said: Notice | None = None
        self._listener: Listener | None = None
        self._let_go: LetGo | None = None

    def announce(self, notice: Notice) -> None:
        self.fall_silent()
        self._said = notice
        self._beacon = Beacon(self._network.beacons, notice, targets=self._network.targets)
        self._beacon.start()

    def fall_silent(self) -> None:
        if self._beacon:
            self._beacon.stop()
        self._beacon = self._said = None

    def listen(self) -> None:
        if self._listener is None:
            self._let_go = self._ears()
            self._listener = Listener(self._heard, port=self._network.beacons, host=self._network.ears)
            self._listener.start()

    def stop_listening(self) -> None:
        listener, self._listener = self._listener, None
        if listener:
            listener.stop()
        if self._let_go:
            self._let_go()
            self._let_go = None

    @property
    def found(self) -> tuple[Found, ...]:
        """The tables that were heard of just now, without our own."""
        listener = self._listener
        return tuple(one for one in listener.found() if one.notice != self._said) if listener else ()
