"""How dice can fall, counted instead of listed: only how many swords, shields and lilies lie there matters.

Everything is a whole number of ways out of a total, so that odds stay exact and become fractions only at the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import comb, gcd
from typing import NamedTuple

from companion.boxes.mousquetaires.board import FACES
from companion.boxes.mousquetaires.fencing import Botte

Fall = tuple[int, int, int]  # swords, shields, and in how many ways; all other dice show lilies


class Faces(NamedTuple):
    """How many swords, shields and lilies: on one die, in a throw or in a botte."""

    sword: int
    shield: int
    lily: int = 0

    @staticmethod
    def of(faces: Iterable[str]) -> Faces:
        shown = tuple(faces)
        return Faces(*(shown.count(face) for face in FACES))


BLUE = Faces(2, 2, 2)
RED = Faces(3, 3)
MOST_DICE = 10  # all that are in the box
MOST_SIDES = 100


class Throws(NamedTuple):
    """All throws of one side: those without a botte one by one, those with one together, as they all do the same."""

    plain: tuple[Fall, ...]
    botte: int  # ways to throw one
    total: int
    dice: int  # or symbols: no throw shows more swords than that


def check_dice(colour: str, dice: int, faces: Faces, bottes: Iterable[Botte] = ()) -> None:
    """Refuse what no table has."""
    if not 0 <= dice <= MOST_DICE:
        raise ValueError(f"there can be 0 to {MOST_DICE} {colour} dice, not {dice}")
    if min(faces) < 0 or not 1 <= sum(faces) <= MOST_SIDES:
        raise ValueError(f"a {colour} die has 1 to {MOST_SIDES} sides, and no face fewer than 0 times")
    on_die = dict(zip(FACES, faces, strict=True))
    for face in (face for botte in bottes for face in botte):
        if not on_die.get(face):
            raise ValueError(f'the {colour} dice have no "{face}" for a botte')


@lru_cache(maxsize=1024)
def needs(bottes: tuple[Botte, ...], swords: int = 0, shields: int = 0) -> tuple[Faces, ...]:
    """What the dice have to show for each botte when a pistol or a cuirass may stand in for some of it."""
    wanted = (Faces.of(botte) for botte in bottes if botte)
    return tuple(Faces(max(need.sword - swords, 0), max(need.shield - shields, 0), need.lily) for need in wanted)


def throws(dice: int, faces: Faces, bottes: tuple[Faces, ...] = ()) -> Throws:
    sword, shield, lily = simplest(faces)
    plain: list[Fall] = []
    botte = 0
    for swords in range(dice + 1 if sword else 1):
        others = dice - swords
        some = comb(dice, swords) * sword**swords
        # Without lilies, all that is no sword is a shield.
        for shields in range(others + 1) if lily else (others,):
            lilies = others - shields
            ways = some * comb(others, shields) * shield**shields * lily**lilies
            for need_swords, need_shields, need_lilies in bottes:
                if swords >= need_swords and shields >= need_shields and lilies >= need_lilies:
                    botte += ways
                    break
            else:
                plain.append((swords, shields, ways))
    return Throws(tuple(plain), botte, (sword + shield + lily) ** dice, dice)


@lru_cache(maxsize=1024)
def ladder(dice: int, faces: Faces, bottes: tuple[Faces, ...] = ()) -> tuple[Throws, ...]:
    """The throws of a side that lays a die aside each time, down to none."""
    top = throws(dice, faces, bottes)
    return (top, *ladder(dice - 1, faces, bottes)) if dice else (top,)


@lru_cache(maxsize=1024)
def fixed(faces: tuple[str, ...], bottes: tuple[Faces, ...] = ()) -> Throws:
    """A token that shows the same every time."""
    shown = Faces.of(faces)
    if any(all(has >= need for has, need in zip(shown, botte, strict=True)) for botte in bottes):
        return Throws((), 1, 1, len(faces))
    return Throws(((shown.sword, shown.shield, 1),), 0, 1, len(faces))


@lru_cache(maxsize=1024)
def simplest(faces: Faces) -> Faces:
    """The same odds from the smallest numbers: 2, 2, 2 is 1, 1, 1."""
    common = gcd(*faces)
    return Faces(*(count // common for count in faces))
