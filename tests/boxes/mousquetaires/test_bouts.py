from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool  # type: ignore[import-untyped]
import pytest

from companion.boxes.mousquetaires.bouts import Bouts, Shares, fight
from companion.boxes.mousquetaires.fencing import Steel, cross
from companion.boxes.mousquetaires.odds import Duel
from companion.boxes.mousquetaires.throws import BLUE, RED, needs, throws
from tests.boxes.mousquetaires.every_face import SETTINGS, exchange

POOLS = [(blue, red) for blue in range(7) for red in range(5)]


def chances(shares: Shares) -> dict[tuple[int, int], Fraction]:
    total = sum(map(sum, shares))
    return {
        (dealt, wounds): Fraction(share, total)
        for dealt, row in enumerate(shares)
        for wounds, share in enumerate(row)
        if share
    }


def first(duel: Duel) -> Bouts:
    """The first exchange of a duel, and no more."""
    shield = int(duel.cuirass and duel.cuirass_in_botte)
    foe_shield = int(duel.foe_cuirass and duel.cuirass_in_botte)
    mine = needs(duel.blue_bottes, int(duel.pistol and duel.pistol_in_botte), shield)
    return Bouts(
        (throws(duel.blue, duel.blue_faces, mine),),
        (throws(duel.red, duel.red_faces, needs(duel.red_bottes, 0, foe_shield)),),
        int(duel.pistol),
        int(duel.cuirass),
        int(duel.foe_cuirass),
        int(duel.both_bottes_wound),
    )


@pytest.mark.parametrize("setting", SETTINGS)
def test_one_exchange_is_what_cross_says_over_all_faces(setting: str) -> None:
    options: dict[str, Any] = SETTINGS[setting]
    for blue, red in POOLS:
        duel = Duel(blue, red, **options)
        assert chances(fight(first(duel))) == exchange(duel, blue, red, True), (blue, red)


@pytest.mark.parametrize("setting", ["dice only", "bottes"])
def test_one_exchange_is_what_icepool_says(setting: str) -> None:
    options: dict[str, Any] = SETTINGS[setting]
    blue_die, red_die = (icepool.Die({k: v for k, v in faces._asdict().items() if v}) for faces in (BLUE, RED))
    for blue, red in POOLS:
        duel = Duel(blue, red, **options)

        def wounds(mine: tuple[str, ...], his: tuple[str, ...], duel: Duel = duel) -> tuple[int, int]:
            found = cross(mine, his, Steel(duel.blue_bottes), Steel(duel.red_bottes))
            return found.foe_wounds, found.wounds

        die = icepool.map(wounds, blue_die.pool(blue), red_die.pool(red))
        assert chances(fight(first(duel))) == {ending: die.probability(ending) for ending in die.outcomes()}


def test_no_exchange_at_all_is_a_draw() -> None:
    assert fight(Bouts((), (), 1, 1, 0, 1)) == [[1]]


def test_the_next_exchange_shares_out_what_the_one_before_left_undecided() -> None:
    """A die against a die, then the same again: one in three is decided each time."""
    one, red = throws(1, BLUE), throws(1, RED)
    assert chances(fight(Bouts((one, one), (red, red), 0, 0, 0, 1))) == {
        (0, 0): Fraction(4, 9),
        (0, 1): Fraction(5, 18),
        (1, 1): Fraction(5, 18),
    }


def test_the_pistol_is_fired_in_the_first_exchange_only() -> None:
    bouts = Bouts((throws(0, BLUE),) * 3, (throws(1, RED), throws(1, RED), throws(0, RED)), 1, 0, 0, 1)
    assert bouts.since(0) == bouts
    assert (bouts.since(1).pistol, len(bouts.since(1).blue), len(bouts.since(1).red)) == (0, 2, 2)
    # The foe's shield stops it, or it hits; after that nobody can hit him.
    assert chances(fight(bouts)) == {(0, 0): Fraction(1, 4), (0, 1): Fraction(1, 4), (1, 1): Fraction(1, 2)}
