"""Who may knock at the table: not too many at once, not too often, and nobody for a minute after five wrong codes.

The time is handed in. What is refused is one word here; only the word travels, and each device says it in its own
language. So nobody who does not know the code can put sentences of his own on somebody's screen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from companion.core.words import Line, say

GUESTS = 8  # nobody plays this with more devices, and each of them costs the host a little
GREETINGS = 16  # connections that have not yet proved the code
FROM_ONE = 8  # of these, from one address: a single device must not stand in everybody's way
KNOCKS = 60  # a minute from one address; a device that loses its connection all the time needs about twenty
ADDRESSES = 256  # more than that in a minute is no network of a table
WRONG_CODES = 5
LOCK = 60.0  # seconds
FORGIVEN = 600.0  # seconds after which a mistyped code no longer counts

REFUSED: Mapping[str, Line] = {
    "code": say("This is not the code of that table."),
    "locked": say("Too many wrong codes: nobody can join for a minute."),
    "full": say("Every place at that table is taken."),
    "busy": say("Too many devices knock at that table. It will be tried again."),
    "version": say("That table uses another version of the companion. Bring both up to date."),
    "stranger": say("The device that answered does not know the code. It must be another table."),
    "unknown": say("No device of that name can be found on this network."),
}


class Refused(Exception):
    """Somebody is not let in; `kind` is a word of `REFUSED`."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class Gate:
    """Refused is raised at whoever may not come in."""

    def __init__(self, *, guests: int = GUESTS, greetings: int = GREETINGS, knocks: int = KNOCKS) -> None:
        self._guests, self._greetings, self._knocks = guests, greetings, knocks
        self._at_door: dict[int, str] = {}  # which connection comes from where
        self._knocked: dict[str, deque[float]] = {}
        self._wrong: deque[float] = deque()
        self._locked_until = float("-inf")

    def arrive(self, connection: int, address: str, now: float) -> None:
        """Somebody has connected. Until `settle` he counts as one who has not proved anything."""
        if self._too_often(address, now):
            raise Refused("busy")
        if len(self._at_door) >= self._greetings or list(self._at_door.values()).count(address) >= FROM_ONE:
            raise Refused("busy")
        self.open(now)
        self._at_door[connection] = address

    def settle(self, connection: int) -> None:
        """He came in, was refused, or went away."""
        self._at_door.pop(connection, None)

    def wrong_code(self, now: float) -> None:
        # That somebody else knew the code does not make these good: whoever tries codes would only have to wait
        # until a guest loses his connection and comes back.
        while self._wrong and now - self._wrong[0] >= FORGIVEN:
            self._wrong.popleft()
        self._wrong.append(now)
        if len(self._wrong) >= WRONG_CODES:
            self._wrong.clear()
            self._locked_until = now + LOCK

    def locked(self, now: float) -> float:
        """For how many seconds more nobody can join."""
        return max(0.0, self._locked_until - now)

    def open(self, now: float) -> None:
        if self.locked(now):
            raise Refused("locked")

    def room(self, seated: int) -> None:
        """He knows the code; is there a place beside those who are seated?"""
        if seated >= self._guests:
            raise Refused("full")

    def _too_often(self, address: str, now: float) -> bool:
        if address not in self._knocked and len(self._knocked) >= ADDRESSES:
            self._knocked = {place: row for place, row in self._knocked.items() if now - row[-1] < 60}
            if len(self._knocked) >= ADDRESSES:
                return True
        row = self._knocked.setdefault(address, deque())
        while row and now - row[0] >= 60:
            row.popleft()
        if len(row) >= self._knocks:
            return True
        row.append(now)
        return False
