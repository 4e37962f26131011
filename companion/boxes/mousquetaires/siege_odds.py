"""The exact odds of the two throws that have no duellists: the siege of La Rochelle, and Constance's dice."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from companion.boxes.mousquetaires.throws import BLUE, RED, Faces, check_dice, throws


def siege_odds(
    blue: int,
    red: int,
    *,
    smuggled: int = 0,
    second_throw: bool = False,
    blue_faces: Faces = BLUE,
    red_faces: Faces = RED,
) -> dict[int, Fraction]:
    """How far the marker moves: to the right for the musketeers, to the left (below 0) for Milady.

    Smuggled swords are hers without a throw. With a second throw she takes up one shield whenever she has one: it
    can only get better, and a sword is never taken up, so her dice never count more swords than there are dice.
    """
    check_dice("blue", blue, blue_faces)
    check_dice("red", red, red_faces)
    ours = _swords(blue, blue_faces)
    hers = _second_throw(red, red_faces) if second_throw else _swords(red, red_faces)
    ways: Counter[int] = Counter()
    for swords, number in ours.items():
        for red_swords, red_number in hers.items():
            ways[swords - red_swords - smuggled] += number * red_number
    return _fractions(ways)


@dataclass(frozen=True, slots=True)
class ConstanceOdds:
    """What Milady's dice do to Constance in one round."""

    swords: dict[int, Fraction]  # successes this round: how likely
    reached: Fraction  # the goal, and with it her death


def constance_odds(dice: int, start: int, goal: int, red_faces: Faces = RED) -> ConstanceOdds:
    """From `start` successes, with a sword on each die counting as one more."""
    check_dice("red", dice, red_faces)
    if start < 0:
        raise ValueError(f"there cannot be {start} successes")
    swords = _fractions(_swords(dice, red_faces))
    return ConstanceOdds(swords, sum((p for number, p in swords.items() if start + number >= goal), Fraction(0)))


def _swords(dice: int, faces: Faces) -> Counter[int]:
    ways: Counter[int] = Counter()
    for swords, _, number in throws(dice, faces).plain:
        ways[swords] += number
    return ways


def _second_throw(dice: int, faces: Faces) -> Counter[int]:
    ways: Counter[int] = Counter()
    for swords, shields, number in throws(dice, faces).plain:
        # The die that may be taken up is always counted, so that all throws weigh the same.
        ways[swords + 1 if shields else swords] += number * faces.sword
        ways[swords] += number * (faces.shield + faces.lily)
    return ways


def _fractions(ways: Counter[int]) -> dict[int, Fraction]:
    total = ways.total()
    return {value: Fraction(number, total) for value, number in sorted(ways.items()) if number}
