"""What the hourglass page shows: how much sand is left, why it stands still, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core import commons
from companion.core.dice import SystemChance
from companion.core.hourglass import Hourglass
from companion.core.match import Match
from companion.core.pen import Pen
from companion.core.prompt import Refused
from companion.core.record import Intent
from companion.core.words import Line, say

_WHY_STILL = {
    "duel": say("Paused: duel"),
    "louvre": say("Paused: a new Louvre card is laid out"),
    "paris": say("Paused: a new Paris card is laid out"),
    "chapter": say("Paused: the next chapter is prepared"),
    "table": say("Paused: laid down by hand"),
}
_CHOICES = (
    ("out", "timer-sand-empty", say("End the musketeers' phase")),
    ("go_on", "play", say("Let the sand run on")),
    ("pause", "pause", say("Lay the hourglass down")),
)


@dataclass(frozen=True, slots=True)
class Deed:
    how: str
    icon: str
    text: str


@dataclass(frozen=True, slots=True)
class Look:
    state: str  # none, running, held or out
    title: str
    why: tuple[str, ...]
    deeds: tuple[Deed, ...]


def glass_of(view: Mapping[str, Any]) -> Hourglass | None:
    """The glass on the table; None while nobody has turned it."""
    sand = view.get("sand")
    return Hourglass.from_plain(sand) if sand else None


def numerals(left: int) -> str:
    """Minutes and seconds. The last second is shown until it is over."""
    seconds = -(-left // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"


class HourglassModel:
    def __init__(self, match: Match[Any], read: Callable[[Line | None], str]) -> None:
        self._match, self._read = match, read
        self.glass = glass_of(match.view())

    def look(self, now: int) -> Look:
        glass = self.glass
        if glass is None:
            about = say("It is turned when Milady plays “Hurry!”, and the musketeers' time begins to run.")
            return self._look("none", say("The hourglass rests"), (about,))
        if glass.is_out(now):
            lost, refused = say("All actions that are left are lost."), self._refusal("out", now)
            why = (lost, refused) if refused else (lost,)
            return self._look("out", say("The sand has run out"), why, () if refused else ("out",))
        hows = tuple(how for how in ("go_on", "pause") if not self._refusal(how, now))
        if glass.holds:
            why = tuple(_WHY_STILL.get(hold, say("Paused")) for hold in glass.why_still())
            return self._look("held", say("The sand stands still"), why, hows)
        return self._look("running", say("The sand is running"), (), hows)

    def _look(self, state: str, title: Line, why: Iterable[Line], hows: Collection[str] = ()) -> Look:
        deeds = tuple(Deed(how, icon, self._read(text)) for how, icon, text in _CHOICES if how in hows)
        return Look(state, self._read(title), tuple(self._read(line) for line in why), deeds)

    def _refusal(self, how: str, now: int) -> Line | None:
        """What the box would say against it. It is asked on paper that is thrown away, so no rule stands here."""
        box = self._match.box
        if self._match.verdict() is not None:
            return say("The match is over.")
        rules = {**commons.RULES, **box.rules}
        pen = Pen(self._match.state, Intent("sand", {"how": how}), rules, SystemChance(), now)
        try:
            box.verbs["sand"].decide(pen)
        except Refused as refused:
            return refused.refusal.reason
        return None if pen.result().get("changes") else say("That would change nothing.")
