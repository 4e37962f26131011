"""The first match: five short hints, each beside what it speaks of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.words import Line, say

# What it points at, and what it says.
HINTS: tuple[tuple[str, Line], ...] = (
    ("now", say("This card says what comes next. Tap what happens at the table; the clerk moves the tokens.")),
    ("why", say("Tap here to read why: the rule behind it, and where it is printed.")),
    ("scene", say("A token stands elsewhere on the real board? Tap its track and set it by hand.")),
    ("undo", say("A wrong tap? Everything can be undone, back to the very beginning.")),
    (
        "pages",
        say("Musketeers, missions, dice and the log: tap, or swipe. Hourglass and help lie behind the dots above."),
    ),
)


@dataclass(frozen=True, slots=True)
class Hint:
    target: str
    text: str
    place: str  # which of how many
    last: bool


class HintsModel:
    def __init__(self, read: Callable[[Line | None], str]) -> None:
        self._read = read
        self._at = 0

    @property
    def hint(self) -> Hint | None:
        """None when all have been read."""
        if self._at >= len(HINTS):
            return None
        target, text = HINTS[self._at]
        place = say("{n} of {of}", n=self._at + 1, of=len(HINTS))
        return Hint(target, self._read(text), self._read(place), self._at == len(HINTS) - 1)

    def on(self) -> None:
        self._at += 1

    def skip(self) -> None:
        self._at = len(HINTS)


def seen(kept: Mapping[str, Any]) -> bool:
    return kept.get("hints_seen") is True
