"""What the dice page shows: the throw that lies in the tray, what can be thrown next, and all throws of the match."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.dice import Die, Pool
from companion.core.match import Match
from companion.core.words import Line, say, say_n

MOST = 12  # of one colour; no duel and no siege needs more
_START = (3, 2)  # blue and red, before anything was thrown
_LABELS = {"blue": say("Blue dice"), "red": say("Red dice")}


@dataclass(frozen=True, slots=True)
class DieShown:
    colour: str
    faces: tuple[str, ...]
    face: str  # empty before the first throw
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Tally:
    face: str
    n: int
    text: str


@dataclass(frozen=True, slots=True)
class Throw:
    number: int  # counted over the whole match, taken back or not, so that a number never means two throws
    seq: int
    title: str
    about: str
    dice: tuple[DieShown, ...]
    tally: tuple[Tally, ...]
    typed: bool
    free: bool  # thrown outside any rule
    undone: bool
    pool: str

    @property
    def kept(self) -> tuple[int, ...]:
        return tuple(place for place, die in enumerate(self.dice) if die.kept)


@dataclass(frozen=True, slots=True)
class Kind:
    """One sort of dice that this box has."""

    colour: str
    letter: str
    label: str


class DiceModel:
    def __init__(self, match: Match[Any], read: Callable[[Line | None], str]) -> None:
        self._match, self._read = match, read
        self._dice: Mapping[str, Die] = match.box.dice(match.state)
        self.kinds = tuple(
            Kind(die.name, letter, read(_LABELS.get(die.name, say("{colour} dice", colour=die.name))))
            for letter, die in self._dice.items()
        )
        self.throws = tuple(reversed(self._all()))  # newest first

    def _all(self) -> list[Throw]:
        lines = {line.seq: line for line in self._match.log()}
        throws: list[Throw] = []
        for record in list(self._match.records):
            for roll in record.result.get("rolls", ()):
                if roll["dice"]:
                    line = lines[record.seq]
                    throws.append(self._throw(len(throws) + 1, record.seq, line.label, line.undone, roll))
        return throws

    def _throw(self, number: int, seq: int, label: Line, undone: bool, roll: Mapping[str, Any]) -> Throw:
        pool = Pool.parse(roll["dice"], self._dice)
        free = roll["why"] == "free-roll"
        dice = tuple(
            DieShown(die.name, die.faces, face, place in roll["kept"])
            for place, (die, face) in enumerate(zip(pool.dice, roll["faces"], strict=True))
        )
        return Throw(
            number,
            seq,
            self._read(say("Roll {n}", n=number)),
            self._read(say("A free roll") if free else label),
            dice,
            self._tally(pool, roll["faces"]),
            roll["typed"],
            free,
            undone,
            roll["dice"],
        )

    def _tally(self, pool: Pool, faces: Collection[str]) -> tuple[Tally, ...]:
        """How often each face was thrown, also those that might have come and did not."""
        on_dice = {face for die in pool.dice for face in die.faces}
        order = [face for face in ("sword", "shield", "lily") if face in on_dice]
        order += sorted(on_dice.difference(order))
        counted = {face: list(faces).count(face) for face in order}
        return tuple(Tally(face, n, self._read(_counted(face, n))) for face, n in counted.items())

    @property
    def lying(self) -> Throw | None:
        """The newest free throw that counts."""
        return next((throw for throw in self.throws if throw.free and not throw.undone), None)

    def first_numbers(self) -> dict[str, int]:
        """How many of each letter to offer: as many as were thrown last."""
        lying = self.lying
        if lying:
            letters = [die.letter for die in Pool.parse(lying.pool, self._dice).dice]
            return {kind.letter: min(letters.count(kind.letter), MOST) for kind in self.kinds}
        start = [*_START, *[0] * len(self.kinds)]
        return {kind.letter: number for kind, number in zip(self.kinds, start, strict=False)}

    def waiting(self, numbers: Mapping[str, int]) -> tuple[DieShown, ...]:
        """The dice before they are thrown."""
        text = pool_text(numbers)
        pool = Pool.parse(text, self._dice) if text else Pool()
        return tuple(DieShown(die.name, die.faces, "") for die in pool.dice)

    def throw_text(self, numbers: Mapping[str, int]) -> str:
        return self._read(say_n("Throw {n} die", "Throw {n} dice", sum(numbers.values())))

    def again_text(self, lying: Throw, kept: Collection[int]) -> str:
        """Empty when there is nothing to throw again: nothing kept, or everything."""
        others = len(lying.dice) - len(kept)
        if not kept or not others:
            return ""
        return self._read(say_n("Throw the other die again", "Throw the other {n} dice again", others))


def _counted(face: str, n: int) -> Line:
    if face == "sword":
        return say_n("{n} sword", "{n} swords", n)
    if face == "shield":
        return say_n("{n} shield", "{n} shields", n)
    if face == "lily":
        return say_n("{n} lily", "{n} lilies", n)
    return say("{face}: {n}", face=face, n=n)


def pool_text(numbers: Mapping[str, int]) -> str:
    """Such as 3b 2r."""
    return " ".join(f"{number}{letter}" for letter, number in numbers.items() if number)
