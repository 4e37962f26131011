"""Dice with any faces, rolls of them, and where chance comes from.

A roll is the same thing whether the app threw it or somebody read it off the real dice: only `typed` tells.
Chance is handed in, so that a match can be replayed and a seeded one continues on any machine.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Protocol, TypeVar

from companion.core.words import Line, say, say_n

T = TypeVar("T")

MOST_DICE = 99  # nobody rolls more, and a slip of the finger must not fill the screen
_GROUP = re.compile(r"(-?[0-9]+)(\D)")


class BadDice(ValueError):
    """Dice or faces that make no sense. `reason` is for people, in their language."""

    def __init__(self, reason: Line) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return self.reason.read()


@dataclass(frozen=True, slots=True)
class Die:
    name: str
    letter: str
    faces: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.letter) != 1 or not self.letter.isalpha():
            raise ValueError(f"the {self.name} die needs one letter, not {self.letter!r}")
        if not self.faces or not all(self.faces):
            raise ValueError(f"the {self.name} die needs faces, each with a name")

    @staticmethod
    def from_counts(name: str, letter: str, counts: Mapping[str, int]) -> Die:
        """A die by how often each face is on it.

        The faces are sorted: a profile may come back from disk with its keys in another order, and a seed must
        still throw the same.
        """
        if any(count < 0 for count in counts.values()):
            raise ValueError(f"the {name} die cannot have a face fewer than 0 times")
        return Die(name, letter, tuple(face for face in sorted(counts) for _ in range(counts[face])))


@dataclass(frozen=True, slots=True)
class Pool:
    """Dice in a fixed order. May be empty: a fighter can run out of dice."""

    dice: tuple[Die, ...] = ()

    def __post_init__(self) -> None:
        if len(self.dice) > MOST_DICE:
            raise BadDice(_too_many())
        if len({die.letter for die in self.dice}) != len(set(self.dice)):
            raise ValueError("two different dice in one pool share a letter")

    @staticmethod
    def parse(text: str, dice: Mapping[str, Die]) -> Pool:
        """Read "4b 3r". Asking for no dice at all is refused: somebody forgot to type them."""
        wanted: list[Die] = []
        for group in text.split():
            found = _GROUP.fullmatch(group)
            if found is None:
                example = " ".join(f"2{letter}" for letter in list(dice)[:2])
                raise BadDice(
                    say('"{given}" is not a number and a die, as in {example}.', given=_shown(group), example=example)
                )
            number, letter = found.groups()
            if letter not in dice:
                known = ", ".join(dice)
                raise BadDice(say('There is no die "{letter}"; there are {known}.', letter=_shown(letter), known=known))
            digits = number.lstrip("-0")
            if number.startswith("-") or not digits:
                raise BadDice(say('"{given}" is less than one die.', given=_shown(group)))
            # The length is looked at first: turning a million digits into a number takes its time.
            if len(digits) > len(str(MOST_DICE)) or len(wanted) + int(digits) > MOST_DICE:
                raise BadDice(_too_many())
            wanted += [dice[letter]] * int(digits)
        if not wanted:
            raise BadDice(say("No dice are named."))
        return Pool(tuple(wanted))

    def __str__(self) -> str:
        return " ".join(f"{len(list(group))}{letter}" for letter, group in groupby(die.letter for die in self.dice))

    def __len__(self) -> int:
        return len(self.dice)


class Chance(Protocol):
    def below(self, n: int, /) -> int:
        """A whole number from 0 to n - 1, each as likely as the others."""
        ...

    def for_record(self, seq: int, /) -> Chance:
        """The chance for one record of a match."""
        ...


class SystemChance:
    """The randomness of the system: nobody can know it beforehand."""

    __slots__ = ()

    def below(self, n: int, /) -> int:
        _check_range(n)
        return secrets.randbelow(n)

    def for_record(self, seq: int, /) -> SystemChance:
        return self


class SeededChance:
    """The same numbers for the same seed, for ever.

    Saved seeds are part of recorded games, so the stream is spelled out here (SHA-256 of a key and a counter)
    instead of trusting a library's generator to stay as it is. The number 7 and the text "7" are one seed, since
    a seed travels through command lines and files.
    """

    __slots__ = ("_block", "_bytes", "_key", "_seed")

    def __init__(self, seed: int | str) -> None:
        self._start(b"companion seed\0" + str(seed).encode("utf-8", "surrogatepass"))

    def _start(self, seed: bytes) -> None:
        self._seed = seed
        self._key = b""  # worked out when it is first needed: most records of a match throw nothing
        self._block = 0
        self._bytes = b""

    def _own_key(self) -> bytes:
        self._key = self._key or hashlib.sha256(self._seed).digest()
        return self._key

    def below(self, n: int, /) -> int:
        _check_range(n)
        bits = (n - 1).bit_length()
        while True:
            # Numbers beyond n are thrown away, not folded back: folding would favour the small ones.
            number = int.from_bytes(self._take((bits + 7) // 8), "big") & ((1 << bits) - 1)
            if number < n:
                return number

    def for_record(self, seq: int, /) -> SeededChance:
        """An independent stream for one record number, whatever was drawn from this one before.

        An undo is a record too, so a roll after it has another number and falls differently; a match resumed from
        disk goes on as if it had never been closed.
        """
        stream = SeededChance.__new__(SeededChance)
        stream._start(b"companion record\0" + (self._key or self._own_key()) + str(seq).encode("ascii"))
        return stream

    def _take(self, count: int) -> bytes:
        while len(self._bytes) < count:
            block = b"companion block\0" + self._own_key() + self._block.to_bytes(8, "big")
            self._bytes += hashlib.sha256(block).digest()
            self._block += 1
        taken, self._bytes = self._bytes[:count], self._bytes[count:]
        return taken


def pick(items: Sequence[T], chance: Chance) -> T:
    return items[chance.below(len(items))]


def shuffled(items: Iterable[T], chance: Chance) -> tuple[T, ...]:
    """Fisher and Yates' shuffle: every order is as likely as the others."""
    pile = list(items)
    for last in range(len(pile) - 1, 0, -1):
        other = chance.below(last + 1)
        pile[last], pile[other] = pile[other], pile[last]
    return tuple(pile)


@dataclass(frozen=True, slots=True)
class Roll:
    pool: Pool
    faces: tuple[str, ...]
    typed: bool = False  # read off real dice, all of it
    kept: tuple[int, ...] = ()  # which dice stayed as they lay when the others were thrown again

    def __post_init__(self) -> None:
        if len(self.faces) != len(self.pool):
            raise BadDice(
                say_n(
                    "The roll has {n} die, but the number of faces given is {given}.",
                    "The roll has {n} dice, but the number of faces given is {given}.",
                    len(self.pool),
                    given=len(self.faces),
                )
            )
        for number, (die, face) in enumerate(zip(self.pool.dice, self.faces, strict=True), start=1):
            if face not in die.faces:
                has = ", ".join(dict.fromkeys(die.faces))
                raise BadDice(
                    say(
                        'Die {number} ({letter}) has no face "{face}"; it has {has}.',
                        number=number,
                        letter=die.letter,
                        face=_shown(face),
                        has=has,
                    )
                )
        if self.kept != _places(self.kept, self.pool):
            raise ValueError("kept dice are listed once each, in order")

    @staticmethod
    def typed_in(pool: Pool, faces: Iterable[str]) -> Roll:
        """What the real dice show."""
        return Roll(pool, tuple(faces), typed=True)

    def count(self, face: str) -> int:
        return self.faces.count(face)

    def of(self, letter: str) -> tuple[str, ...]:
        """The faces of one kind of dice."""
        return tuple(face for die, face in zip(self.pool.dice, self.faces, strict=True) if die.letter == letter)

    def again(self, keep: Collection[int], chance: Chance) -> Roll:
        """Throw every die again that is not kept."""
        kept = _places(keep, self.pool)
        faces = tuple(
            face if place in kept else pick(die.faces, chance)
            for place, (die, face) in enumerate(zip(self.pool.dice, self.faces, strict=True))
        )
        # With one die thrown by the app, the whole was not read off the table any more.
        return Roll(self.pool, faces, self.typed and len(kept) == len(self.pool), kept)

    def plain(self) -> dict[str, Any]:
        return {"dice": str(self.pool), "faces": list(self.faces), "typed": self.typed, "kept": list(self.kept)}

    @staticmethod
    def from_plain(form: object, dice: Mapping[str, Die]) -> Roll:
        if not isinstance(form, Mapping):
            raise BadDice(_no_roll())
        text, faces, typed, kept = (form.get("dice"), form.get("faces"), form.get("typed", False), form.get("kept", []))
        if not isinstance(text, str) or not isinstance(typed, bool):
            raise BadDice(_no_roll())
        if not isinstance(faces, list) or not all(isinstance(face, str) for face in faces):
            raise BadDice(_no_roll())
        if not isinstance(kept, list) or not all(type(place) is int for place in kept):
            raise BadDice(_no_roll())
        pool = Pool.parse(text, dice) if text else Pool()
        return Roll(pool, tuple(faces), typed, _places(kept, pool))


def throw(pool: Pool, chance: Chance) -> Roll:
    return Roll(pool, tuple(pick(die.faces, chance) for die in pool.dice))


def _places(keep: Collection[int], pool: Pool) -> tuple[int, ...]:
    for place in keep:
        if not 0 <= place < len(pool):
            raise BadDice(
                say_n(
                    "Die {number} cannot be kept: the roll has {n} die.",
                    "Die {number} cannot be kept: the roll has {n} dice.",
                    len(pool),
                    number=place + 1,
                )
            )
    return tuple(sorted(set(keep)))


def _check_range(n: int) -> None:
    if n < 1:
        raise ValueError("chance needs at least one thing to choose from")


def _too_many() -> Line:
    return say("A roll has at most {most} dice.", most=MOST_DICE)


def _no_roll() -> Line:
    return say("This is not a roll of dice.")


def _shown(text: str) -> str:
    """Somebody's typing, fit for one line of a message."""
    clean = "".join(sign if sign.isprintable() else "?" for sign in text[:21])
    return clean if len(text) <= 20 else clean[:20] + "..."
