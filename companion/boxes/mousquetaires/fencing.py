"""One exchange of blows: who wounds whom, read off the dice. The duel, its odds and the simulator all ask here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Botte = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Steel:
    """What one side brings besides its dice."""

    bottes: tuple[Botte, ...] = ()  # any one of them will do
    swords: int = 0  # added to the throw: a pistol, in the first exchange only
    shields: int = 0  # added to the throw: a cuirass, in every exchange
    swords_in_botte: bool = False  # house rule: the pistol's sword may complete a botte
    shields_in_botte: bool = False  # house rule: so may the cuirass's shield


@dataclass(frozen=True, slots=True)
class Exchange:
    """What came of it. Wounds as dealt, whatever life is left to take them."""

    foe_wounds: int
    wounds: int
    blue_botte: bool
    red_botte: bool

    @property
    def blood(self) -> bool:
        """Duels are to first blood: this one is over."""
        return self.foe_wounds > 0 or self.wounds > 0


BOTTE_WOUNDS = 1


def succeeds(faces: Sequence[str], steel: Steel) -> bool:
    """Does the throw show one of the side's bottes?"""
    shown = list(faces)
    if steel.swords_in_botte:
        shown += ["sword"] * steel.swords
    if steel.shields_in_botte:
        shown += ["shield"] * steel.shields
    return any(all(shown.count(face) >= botte.count(face) for face in set(botte)) for botte in steel.bottes if botte)


def cross(blue: Sequence[str], red: Sequence[str], mine: Steel, his: Steel, both_bottes_wound: bool = True) -> Exchange:
    """The musketeer's throw against his foe's. Bottes come first; else every sword that meets no shield wounds."""
    blue_botte, red_botte = succeeds(blue, mine), succeeds(red, his)
    if blue_botte and red_botte:
        wounds = BOTTE_WOUNDS if both_bottes_wound else 0
        return Exchange(wounds, wounds, True, True)
    if blue_botte:
        return Exchange(BOTTE_WOUNDS, 0, True, False)
    if red_botte:
        return Exchange(0, BOTTE_WOUNDS, False, True)
    hits = blue.count("sword") + mine.swords - red.count("shield") - his.shields
    taken = red.count("sword") + his.swords - blue.count("shield") - mine.shields
    return Exchange(max(hits, 0), max(taken, 0), False, False)
