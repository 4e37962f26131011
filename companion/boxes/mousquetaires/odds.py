"""The exact odds of a duel, to its very end."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from companion.boxes.mousquetaires.board import FACES
from companion.boxes.mousquetaires.bouts import Bouts, fight
from companion.boxes.mousquetaires.fencing import BOTTE_WOUNDS, Botte
from companion.boxes.mousquetaires.throws import BLUE, RED, Faces, check_dice, fixed, ladder, needs, simplest, throws
from companion.boxes.mousquetaires.toledo import Stakes, fight_with_toledo

MOST_BLUE = 6  # in a duel, however many cards are played


@dataclass(frozen=True, slots=True)
class Duel:
    """A musketeer (blue) and his foe (red), before the first throw."""

    blue: int
    red: int = 0
    blue_bottes: tuple[Botte, ...] = ()  # any one of them will do
    red_bottes: tuple[Botte, ...] = ()
    pistol: bool = False
    cuirass: bool = False
    toledo: bool = False
    foe_cuirass: bool = False
    jussac: int = 0  # wounds at the end of the duel, whatever came of it
    fixed: tuple[str, ...] = ()  # a foe without dice shows this every time, until the musketeer has no dice left
    life: int = 3
    foe_life: int = 1
    blue_faces: Faces = BLUE
    red_faces: Faces = RED
    # house rules
    pistol_in_botte: bool = False
    cuirass_in_botte: bool = False
    both_bottes_wound: bool = True
    toledo_after_enemy_botte: bool = True

    def __post_init__(self) -> None:
        check_dice("blue", self.blue, self.blue_faces, self.blue_bottes)
        check_dice("red", self.red, self.red_faces, self.red_bottes)
        if self.fixed and self.red:
            raise ValueError("a foe with a fixed result has no dice")
        if unknown := set(self.fixed) - set(FACES):
            raise ValueError(f'there is no face "{min(unknown)}"; there are {", ".join(FACES)}')
        if self.life < 1 or self.foe_life < 1:
            raise ValueError("nobody duels with less than 1 life")
        if self.jussac < 0:
            raise ValueError("nobody deals fewer than 0 wounds")


@dataclass(frozen=True, slots=True)
class DuelOdds:
    """How a duel can end. Wounds as dealt, whatever life is left to take them."""

    blue: int  # dice in the first exchange
    shares: tuple[tuple[int, ...], ...]  # [wounds dealt to the foe][wounds taken], out of the total
    total: int
    life: int
    foe_life: int

    @property
    def outcomes(self) -> dict[tuple[int, int], Fraction]:
        """(wounds dealt to the foe, wounds taken): how likely. What cannot happen is left out."""
        return {
            (foe_wounds, wounds): Fraction(share, self.total)
            for foe_wounds, row in enumerate(self.shares)
            for wounds, share in enumerate(row)
            if share
        }

    @property
    def win(self) -> Fraction:
        """The foe is beaten, whatever it cost."""
        return Fraction(sum(map(sum, self.shares[self.foe_life :])), self.total)

    @property
    def wounded(self) -> Fraction:
        return self._at_least(1)

    @property
    def out_of_action(self) -> Fraction:
        return self._at_least(self.life)

    def _at_least(self, wounds: int) -> Fraction:
        return Fraction(sum([sum(row[wounds:]) for row in self.shares]), self.total)


def duel_odds(duel: Duel) -> DuelOdds:
    return _odds(duel, duel.blue)


def more_cards(duel: Duel, most: int = 3, cap: int = MOST_BLUE) -> tuple[DuelOdds, ...]:
    """The same duel with 0, 1, 2 ... more Combat cards, which are a die each until the cap is reached."""
    return tuple([_odds(duel, max(duel.blue, min(duel.blue + cards, cap))) for cards in range(most + 1)])


@lru_cache(maxsize=256)
def _odds(duel: Duel, blue: int) -> DuelOdds:
    bouts = _bouts(duel, blue)
    if duel.toledo:
        faces = simplest(duel.blue_faces)
        stakes = Stakes(duel.foe_life, duel.life - duel.jussac, faces, duel.toledo_after_enemy_botte)
        shares = fight_with_toledo(bouts, stakes)
    else:
        shares = fight(bouts)
    if duel.jussac:
        shares = [[0] * duel.jussac + row for row in shares]
    return DuelOdds(blue, tuple(map(tuple, shares)), sum(map(sum, shares)), duel.life, duel.foe_life)


def _bouts(duel: Duel, dice: int) -> Bouts:
    """Every exchange that may come. After each, those who have dice lay one aside."""
    pistol, cuirass, foe_cuirass = int(duel.pistol), int(duel.cuirass), int(duel.foe_cuirass)
    in_botte = cuirass * duel.cuirass_in_botte
    red_bottes = needs(duel.red_bottes, 0, foe_cuirass * duel.cuirass_in_botte)
    blue = ladder(dice, duel.blue_faces, needs(duel.blue_bottes, 0, in_botte))
    if duel.fixed:
        blue, red = blue[:-1], (fixed(duel.fixed, red_bottes),) * dice
    else:
        red = ladder(duel.red, duel.red_faces, red_bottes)
        # Who has no dice left waits while the other one throws alone.
        exchanges = max(dice, duel.red)
        blue = (blue + blue[-1:] * exchanges)[:exchanges]
        red = (red + red[-1:] * exchanges)[:exchanges]
    if pistol and duel.pistol_in_botte and blue:
        blue = (throws(dice, duel.blue_faces, needs(duel.blue_bottes, pistol, in_botte)), *blue[1:])
    return Bouts(blue, red, pistol, cuirass, foe_cuirass, BOTTE_WOUNDS if duel.both_bottes_wound else 0)
