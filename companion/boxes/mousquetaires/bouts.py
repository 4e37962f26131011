"""A duel exchange by exchange, for all ways the dice can fall at once.

`fencing.cross` says what one exchange does to the two fighters. Here the same rule is worked out for counts instead
of faces, which is what makes odds quick; the tests hold the two together over all faces.
"""

from __future__ import annotations

from math import prod
from typing import NamedTuple

from companion.boxes.mousquetaires.fencing import BOTTE_WOUNDS
from companion.boxes.mousquetaires.throws import Throws

Shares = list[list[int]]  # [wounds dealt to the foe][wounds taken]: in how many of all ways the duel ends so


class Bouts(NamedTuple):
    """The exchanges that may come, first to last: what each side throws, and what it brings besides."""

    blue: tuple[Throws, ...]
    red: tuple[Throws, ...]  # as many
    pistol: int  # swords that count in the first exchange
    cuirass: int  # shields that count in all of them
    foe_cuirass: int
    double_botte: int  # wounds on either side when both bottes succeed

    def since(self, place: int) -> Bouts:
        """What is left of them from this one on. The pistol is fired in the first."""
        return self._replace(blue=self.blue[place:], red=self.red[place:], pistol=0 if place else self.pistol)


def fight(bouts: Bouts) -> Shares:
    """How the duel ends, in shares of all ways the dice can fall. [0][0] is a draw.

    As long as nobody bleeds the duel goes on: what one exchange leaves at [0][0], the next one hands out again.
    """
    blues, reds, pistol, cuirass, foe_cuirass, double_botte = bouts
    still = prod([side.total for side in blues + reds])
    if not blues:
        return [[still]]
    most = max(blues[0].dice + pistol, BOTTE_WOUNDS), max(reds[0].dice, BOTTE_WOUNDS)
    shares = [[0] * (most[1] + 1) for _ in range(most[0] + 1)]
    edge = pistol - foe_cuirass
    for (plain, botte, blue_total, _), (red_plain, red_botte, red_total, _) in zip(blues, reds, strict=True):
        share = still // (blue_total * red_total)
        shares[0][0] = 0
        for swords, shields, ways in plain:
            swords += edge
            shields += cuirass
            ways *= share
            for red_swords, red_shields, red_ways in red_plain:
                shares[swords - red_shields if swords > red_shields else 0][
                    red_swords - shields if red_swords > shields else 0
                ] += ways * red_ways
        if botte or red_botte:
            shares[BOTTE_WOUNDS][0] += botte * (red_total - red_botte) * share
            shares[0][BOTTE_WOUNDS] += (blue_total - botte) * red_botte * share
            shares[double_botte][double_botte] += botte * red_botte * share
        still = shares[0][0]
        edge = -foe_cuirass
    return shares
