"""A duel with a blade of Toledo: once, after seeing both throws, the musketeer may throw one of his dice again.

He makes the best of it: the best chance to win; among equals, to stay in action; then fewer wounds; and if nothing
is gained he keeps it. When dice are as good as each other he takes up a lily first, then a shield, then a sword.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from math import prod
from typing import NamedTuple

from companion.boxes.mousquetaires.bouts import Bouts, Shares, fight
from companion.boxes.mousquetaires.fencing import BOTTE_WOUNDS
from companion.boxes.mousquetaires.throws import Faces, Fall, throws

Ending = tuple[int, int]  # wounds dealt to the foe, wounds taken
Seen = tuple[int, int]  # swords and shields of a throw; its other dice show lilies
NOBODY_BLEEDS: Ending = (0, 0)

_LILY, _SHIELD, _SWORD = (0, 0), (0, 1), (1, 0)  # what one die adds to what is seen


class Stakes(NamedTuple):
    """What the musketeer fights for, and with which dice."""

    foe_life: int  # wounds that beat the foe
    life: int  # wounds that put the musketeer out of action
    faces: Faces
    after_enemy_botte: bool  # house rule: may the blade answer a botte?


class Hopes(NamedTuple):
    """What may come of the rest of the duel: for one who still has the blade, and for one who has used it."""

    kept: Counter[Ending]
    spent: Counter[Ending]


def fight_with_toledo(bouts: Bouts, stakes: Stakes) -> Shares:
    """How the duel ends, in shares of all ways the dice can fall, the die that may fall twice among them."""
    sides = sum(stakes.faces)
    total = sides * prod([side.total for side in bouts.blue + bouts.red])
    worth = _worth(stakes, total * max([BOTTE_WOUNDS, *(red.dice for red in bouts.red)]))
    # Last exchange first: what a throw is worth depends on what may still come.
    hopes = Hopes(Counter({NOBODY_BLEEDS: sides}), Counter({NOBODY_BLEEDS: 1}))
    for place in reversed(range(len(bouts.blue))):
        rest = bouts.since(place)
        hopes = Hopes(_exchange(rest, hopes, stakes, worth), _counted(fight(rest)))
    rows, columns = (max(wounds) + 1 for wounds in zip(*hopes.kept, strict=True))
    return [[hopes.kept[dealt, wounds] for wounds in range(columns)] for dealt in range(rows)]


def _exchange(bouts: Bouts, hopes: Hopes, stakes: Stakes, worth: Callable[[Ending], int]) -> Counter[Ending]:
    """The first of these exchanges with the blade in hand, and what comes after it."""
    dice, sides, later = bouts.blue[0].dice, sum(stakes.faces), hopes.spent.total()
    falls = throws(dice, stakes.faces).plain
    hope_kept, hope_spent = (sum(share * worth(ending) for ending, share in hope.items()) for hope in hopes)
    held: Counter[Ending] = Counter()
    thrown: Counter[Ending] = Counter()
    for red_ways, red_botte, endings in _against(bouts, falls):
        stands = {
            seen: hope_spent if ending == NOBODY_BLEEDS else later * worth(ending) for seen, ending in endings.items()
        }
        for swords, shields, ways in falls:
            ending = endings[swords, shields]
            best = hope_kept if ending == NOBODY_BLEEDS else sides * later * worth(ending)
            use: tuple[tuple[int, Seen], ...] = ()
            if stakes.after_enemy_botte or not red_botte:
                for again in _again(swords, shields, dice, stakes.faces):
                    gain = sum([number * stands[seen] for number, seen in again])
                    if gain > best:
                        best, use = gain, again
            if not use:
                held[ending] += ways * red_ways
            for number, seen in use:
                thrown[endings[seen]] += number * ways * red_ways
    come = Counter({ending: later * (sides * held[ending] + thrown[ending]) for ending in held.keys() | thrown.keys()})
    del come[NOBODY_BLEEDS]
    for hope, times in ((hopes.kept, held[NOBODY_BLEEDS]), (hopes.spent, thrown[NOBODY_BLEEDS])):
        for ending, share in hope.items():
            come[ending] += times * share
    return come


def _against(bouts: Bouts, falls: tuple[Fall, ...]) -> Iterator[tuple[int, bool, dict[Seen, Ending]]]:
    """Each throw of the foe: in how many ways it falls, whether it shows his botte, what every blue throw makes of it.

    The same rule as in `fight`, throw by throw.
    """
    red, edge = bouts.red[0], bouts.pistol - bouts.foe_cuirass
    plain = {(swords, shields) for swords, shields, _ in bouts.blue[0].plain}
    bottes = {(swords, shields) for swords, shields, _ in falls} - plain
    for red_swords, red_shields, red_ways in red.plain:
        endings = {
            (swords, shields): (max(swords + edge - red_shields, 0), max(red_swords - shields - bouts.cuirass, 0))
            for swords, shields in plain
        }
        yield red_ways, False, endings | dict.fromkeys(bottes, (BOTTE_WOUNDS, 0))
    if red.botte:
        both = (bouts.double_botte, bouts.double_botte)
        yield red.botte, True, dict.fromkeys(plain, (0, BOTTE_WOUNDS)) | dict.fromkeys(bottes, both)


@lru_cache(maxsize=1024)
def _again(swords: int, shields: int, dice: int, faces: Faces) -> tuple[tuple[tuple[int, Seen], ...], ...]:
    """For each die that may be taken up: what is seen after it has fallen again, and on how many of its sides."""
    shown = ((dice - swords - shields, _LILY), (shields, _SHIELD), (swords, _SWORD))
    new = ((faces.lily, _LILY), (faces.shield, _SHIELD), (faces.sword, _SWORD))
    return tuple(
        tuple((number, (swords - up[0] + down[0], shields - up[1] + down[1])) for number, down in new if number)
        for there, up in shown
        if there
    )


def _worth(stakes: Stakes, most: int) -> Callable[[Ending], int]:
    """One number for what an ending is worth, so that sums of them rank by wins, then by safety, then by wounds.

    No sum has more than `most` wounds or beaten fighters in it, so a step of twice that keeps the three apart.
    """
    step = 2 * most

    def worth(ending: Ending) -> int:
        dealt, wounds = ending
        return ((dealt >= stakes.foe_life) * step - (wounds >= stakes.life)) * step - wounds

    return worth


def _counted(shares: Shares) -> Counter[Ending]:
    return Counter(
        {(dealt, wounds): share for dealt, row in enumerate(shares) for wounds, share in enumerate(row) if share}
    )
