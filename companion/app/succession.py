"""Does another device keep the order of our table by now? Anybody on a network can say so; it has to know the code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.link.wire import GuestWire, Place

PATIENCE = 6_000  # milliseconds for which one place is asked
# For so long it is not asked again. Whoever answers with another code counts ours as a wrong one.
DOUBT = 60_000

Knock = Callable[["Place", Callable[[str], None]], "GuestWire"]


class Succession:
    """All of it on the desk's worker; only `proved` is called on the wire's thread."""

    def __init__(self, knock: Knock, proved: Callable[[Place], None]) -> None:
        """`knock` makes a wire to that place, which tells its states; `proved` hears of a place that knows the code."""
        self._knock, self._proved = knock, proved
        self._wire: GuestWire | None = None
        self._since = 0
        self._doubted: dict[Place, int] = {}  # until when

    def look(self, places: Sequence[Place], now: int) -> None:
        """Again and again, with the places at which somebody says that he has succeeded us."""
        if self._wire:
            if now - self._since < PATIENCE:
                return
            self.rest()
        self._doubted = {place: until for place, until in self._doubted.items() if now < until}
        for place in places:
            if place not in self._doubted:
                self._doubted[place], self._since = now + DOUBT, now
                self._wire = self._knock(place, partial(self._turned, place))
                self._wire.start()
                return

    def _turned(self, place: Place, state: str) -> None:
        if state == "joined":
            self._proved(place)

    def rest(self) -> None:
        wire, self._wire = self._wire, None
        if wire:
            wire.stop()
