"""A countdown that can be held for several reasons at once, on a clock that is handed in.

All times are milliseconds. The value never looks at a clock itself: every method takes a reading, so a match
replays to the same sand, and a glass read back from disk runs on from the reading it was written with.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.core.record import BadForm

LAST_CALL = 10_000


@dataclass(frozen=True, slots=True)
class Hourglass:
    total: int
    spent: int = 0  # sand that fell before `since`
    since: int | None = None  # the reading at which it last began to run; None while it stands still
    holds: tuple[str, ...] = ()
    turned: bool = False  # kept apart from `since`: releasing a glass nobody turned must not start it

    def __post_init__(self) -> None:
        if self.total < 1 or not 0 <= self.spent <= self.total:
            raise BadForm("an hourglass needs sand, and cannot spend more than it has")
        if len(set(self.holds)) != len(self.holds):
            raise BadForm("a reason holds an hourglass only once")
        if self.running != (self.turned and not self.holds):
            raise BadForm("an hourglass runs when it is turned and nothing holds it")

    def turn(self, now: int) -> Hourglass:
        """Start with all the sand. A glass that is turned and not out is left alone: a second tap gains nothing."""
        if self.turned and not self.is_out(now):
            return self
        return Hourglass(self.total, 0, None if self.holds else now, self.holds, True)

    def hold(self, reason: str, now: int) -> Hourglass:
        if reason in self.holds:
            return self
        return replace(self, spent=self._spent(now), since=None, holds=(*self.holds, reason))

    def release(self, reason: str, now: int) -> Hourglass:
        """Take one reason away; the sand runs again when none is left."""
        if reason not in self.holds:
            return self
        holds = tuple(other for other in self.holds if other != reason)
        return replace(self, holds=holds, since=now if self.turned and not holds else None)

    def stop(self, now: int) -> Hourglass:
        """Lay it aside. Its reasons go too, or one that is never released would hold the next turn for ever."""
        return Hourglass(self.total, self._spent(now))

    @property
    def running(self) -> bool:
        """Turned, and nothing holds it. Whether there is still sand to run is for `is_out` to say."""
        return self.since is not None

    def left(self, now: int) -> int:
        return self.total - self._spent(now)

    def is_out(self, now: int) -> bool:
        return self.left(now) == 0

    def why_still(self) -> tuple[str, ...]:
        return self.holds

    def cues(self, before: int, now: int) -> tuple[str, ...]:
        """Which of "half", "ten" (seconds) and "out" were crossed between two readings, in the order of the sand.

        Asked from each reading to the next, every cue comes once. Ask once more with the old value when a hold
        or a stop comes in between.
        """
        marks = sorted((("half", self.total // 2), ("ten", LAST_CALL), ("out", 0)), key=lambda mark: -mark[1])
        return tuple(name for name, at in marks if self.left(before) > at >= self.left(now))

    def plain(self) -> dict[str, Any]:
        return {
            "total": self.total,
            "spent": self.spent,
            "since": self.since,
            "holds": list(self.holds),
            "turned": self.turned,
        }

    @staticmethod
    def from_plain(form: object) -> Hourglass:
        if not isinstance(form, Mapping):
            raise BadForm("not an hourglass")
        total, spent, since, holds, turned = (form.get(key) for key in ("total", "spent", "since", "holds", "turned"))
        # type() and not isinstance(): in JSON true is no number, in Python it is
        if type(total) is not int or type(spent) is not int or not (since is None or type(since) is int):
            raise BadForm("not an hourglass")
        if not isinstance(holds, list) or not all(isinstance(reason, str) for reason in holds):
            raise BadForm("not an hourglass")
        if not isinstance(turned, bool):
            raise BadForm("not an hourglass")
        return Hourglass(total, spent, since, tuple(holds), turned)

    def _spent(self, now: int) -> int:
        # A clock that was set back has nothing to say about sand, so it counts as no time at all.
        elapsed = 0 if self.since is None else max(0, now - self.since)
        return min(self.total, self.spent + elapsed)
