"""A token on bounded, marked spaces.

A track knows nothing about rules: it says where a token ends up and which marked spaces it met on the way, and
the box decides what that means.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mark:
    space: int
    name: str


@dataclass(frozen=True, slots=True)
class Arrival:
    """What came of a move."""

    start: int
    to: int
    wanted: int  # where the token would be if the track went on: some rules ask how far it overshot
    reached: tuple[Mark, ...]  # passed or landed on, in the order of travel; never the space it left


@dataclass(frozen=True, slots=True)
class Track:
    name: str
    lo: int
    hi: int
    start: int
    marks: tuple[Mark, ...] = ()

    def __post_init__(self) -> None:
        if not self.lo <= self.start <= self.hi:
            raise ValueError(f"track {self.name}: the start {self.start} is not within {self.lo} to {self.hi}")
        for mark in self.marks:
            if not self.holds(mark.space):
                raise ValueError(f"track {self.name}: {mark.name} on {mark.space} is not within {self.lo} to {self.hi}")
        if len(set(self.marks)) != len(self.marks):
            raise ValueError(f"track {self.name}: the same mark stands twice on one space")

    @property
    def spaces(self) -> int:
        return self.hi - self.lo + 1

    def holds(self, at: int) -> bool:
        return self.lo <= at <= self.hi

    def clamp(self, at: int) -> int:
        return max(self.lo, min(self.hi, at))

    def marks_at(self, space: int) -> tuple[Mark, ...]:
        return tuple(mark for mark in self.marks if mark.space == space)

    def move(self, at: int, by: int) -> Arrival:
        """Move a token.

        One that stands outside (the table shortened the track in mid-match) counts as standing at the nearer end.
        """
        start = self.clamp(at)
        wanted = start + by
        to = self.clamp(wanted)
        step = 1 if to > start else -1
        met = (mark for mark in self.marks if min(start, to) <= mark.space <= max(start, to) and mark.space != start)
        # Sorting is stable: marks on one space keep the order in which the profile lists them.
        return Arrival(start, to, wanted, tuple(sorted(met, key=lambda mark: mark.space * step)))

    def left(self, at: int, mark_name: str) -> int | None:
        """How many spaces to the nearest mark of that name, in either direction; None if the track has none."""
        return min((abs(mark.space - at) for mark in self.marks if mark.name == mark_name), default=None)
