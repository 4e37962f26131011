"""The odds the slow way: every face of every die, one exchange after the other, each asked of `cross`.

Shares nothing with the quick way but the rule for one exchange.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from companion.boxes.mousquetaires.fencing import Exchange, Steel, cross
from companion.boxes.mousquetaires.odds import Duel
from companion.boxes.mousquetaires.throws import Faces

Ending = tuple[int, int]
Odds = dict[Ending, Fraction]
LILIES = ("lily", "lily", "lily")
THRUST = ("sword", "sword", "shield")

# What can be on the table besides the dice, and every house rule at least once.
SETTINGS: dict[str, dict[str, object]] = {
    "dice only": {},
    "bottes": {"blue_bottes": (LILIES,), "red_bottes": (THRUST,)},
    "two bottes": {"blue_bottes": (LILIES, THRUST), "red_bottes": (("sword", "sword", "sword"), ("shield", "shield"))},
    "pistol": {"pistol": True},
    "cuirass": {"cuirass": True},
    "Vitray": {"foe_cuirass": True, "blue_bottes": (LILIES,)},
    "all the arsenal": {"pistol": True, "cuirass": True, "foe_cuirass": True, "blue_bottes": (("sword", "lily"),)},
    "pistol in a botte": {"pistol": True, "blue_bottes": (THRUST,), "pistol_in_botte": True},
    "cuirass in a botte": {
        "cuirass": True,
        "foe_cuirass": True,
        "blue_bottes": (("shield", "lily"),),
        "red_bottes": (("shield", "shield", "shield"),),
        "cuirass_in_botte": True,
    },
    "two bottes do nothing": {
        "blue_bottes": (("sword", "lily"),),
        "red_bottes": (("sword", "shield"),),
        "both_bottes_wound": False,
    },
    "Jussac": {"jussac": 1, "life": 2},
    "other faces": {"blue_faces": Faces(3, 2, 1), "red_faces": Faces(1, 2, 2), "red_bottes": (("lily", "lily"),)},
}


def throws(dice: int, faces: Faces) -> Iterator[tuple[tuple[str, ...], int]]:
    """Each throw, die by die, and how often it comes when every side of every die has its turn."""
    sides = {face: count for face, count in faces._asdict().items() if count}
    for thrown in product(sides, repeat=dice):
        ways = 1
        for face in thrown:
            ways *= sides[face]
        yield thrown, ways


def crossed(duel: Duel, blue: tuple[str, ...], red: tuple[str, ...], first: bool) -> Exchange:
    pistol = duel.pistol and first
    mine = Steel(duel.blue_bottes, int(pistol), int(duel.cuirass), duel.pistol_in_botte, duel.cuirass_in_botte)
    his = Steel(duel.red_bottes, 0, int(duel.foe_cuirass), duel.pistol_in_botte, duel.cuirass_in_botte)
    return cross(blue, red, mine, his, duel.both_bottes_wound)


@cache
def exchange(duel: Duel, dice: int, red_dice: int, first: bool) -> Odds:
    """One roll of both sides."""
    ways: Counter[Ending] = Counter()
    reds = list(throws(red_dice, duel.red_faces)) if not duel.fixed else [(duel.fixed, 1)]
    for blue, number in throws(dice, duel.blue_faces):
        for red, red_number in reds:
            found = crossed(duel, blue, red, first)
            ways[found.foe_wounds, found.wounds] += number * red_number
    return {ending: Fraction(number, ways.total()) for ending, number in ways.items()}


def endings(duel: Duel) -> Odds:
    """The whole duel, as `DuelOdds.outcomes` has it."""
    found = _with_toledo(duel) if duel.toledo else _fought(duel, duel.blue, duel.red, True)
    return {(dealt, wounds + duel.jussac): p for (dealt, wounds), p in sorted(found.items()) if p}


def _over(duel: Duel, dice: int, red_dice: int) -> bool:
    return not dice and (not red_dice or bool(duel.fixed))


def _fought(duel: Duel, dice: int, red_dice: int, first: bool) -> Odds:
    if _over(duel, dice, red_dice):
        return {(0, 0): Fraction(1)}
    found = dict(exchange(duel, dice, red_dice, first))
    again = found.pop((0, 0), Fraction(0))
    if again:
        _add(found, _fought(duel, max(dice - 1, 0), max(red_dice - 1, 0), False), again)
    return found


def _with_toledo(duel: Duel) -> Odds:
    sides = {face: Fraction(count, sum(duel.blue_faces)) for face, count in duel.blue_faces._asdict().items() if count}

    def rank(odds: Odds) -> tuple[Fraction, Fraction, Fraction]:
        win = sum((p for (dealt, _), p in odds.items() if dealt >= duel.foe_life), Fraction(0))
        out = sum((p for (_, wounds), p in odds.items() if wounds + duel.jussac >= duel.life), Fraction(0))
        return win, -out, -sum((p * wounds for (_, wounds), p in odds.items()), Fraction(0))

    @cache
    def stands(blue: tuple[str, ...], red: tuple[str, ...], red_dice: int, first: bool, blade: bool) -> Odds:
        found = crossed(duel, blue, red, first)
        if found.blood:
            return {(found.foe_wounds, found.wounds): Fraction(1)}
        return fought(max(len(blue) - 1, 0), max(red_dice - 1, 0), False, blade)

    @cache
    def seen(blue: tuple[str, ...], red: tuple[str, ...], red_dice: int, first: bool) -> Odds:
        best = stands(blue, red, red_dice, first, True)
        if not duel.toledo_after_enemy_botte and crossed(duel, blue, red, first).red_botte:
            return best
        for face in ("lily", "shield", "sword"):
            if face in blue:
                place, odds = blue.index(face), Odds()
                for new, chance in sides.items():
                    _add(odds, stands((*blue[:place], new, *blue[place + 1 :]), red, red_dice, first, False), chance)
                best = max(best, odds, key=rank)  # of equals the first
        return best

    @cache
    def fought(dice: int, red_dice: int, first: bool, blade: bool) -> Odds:
        if not blade:
            return _fought(duel, dice, red_dice, first)
        if _over(duel, dice, red_dice):
            return {(0, 0): Fraction(1)}
        odds: Odds = {}
        total = sum(duel.blue_faces) ** dice * (1 if duel.fixed else sum(duel.red_faces) ** red_dice)
        reds = [(duel.fixed, 1)] if duel.fixed else list(throws(red_dice, duel.red_faces))
        for blue, number in throws(dice, duel.blue_faces):
            for red, red_number in reds:
                _add(odds, seen(blue, red, red_dice, first), Fraction(number * red_number, total))
        return odds

    return fought(duel.blue, duel.red, True, True)


def _add(into: Odds, odds: Odds, chance: Fraction) -> None:
    for ending, p in odds.items():
        into[ending] = into.get(ending, Fraction(0)) + p * chance
