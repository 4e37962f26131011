from __future__ import annotations

from collections import Counter
from fractions import Fraction

import icepool  # type: ignore[import-untyped]
import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.board import read_board
from companion.boxes.mousquetaires.throws import BLUE, RED, Faces, check_dice, fixed, ladder, needs, simplest, throws
from tests.boxes.mousquetaires import every_face

LILIES = needs((("lily", "lily", "lily"),))
DICE = [BLUE, RED, Faces(3, 2, 1), Faces(0, 3, 3), Faces(4, 0, 2), Faces(6, 0), Faces(0, 0, 1)]


def test_the_dice_are_those_of_the_box() -> None:
    dice = read_board(BOX.profile()).dice
    assert (Faces.of(dice["b"].faces), Faces.of(dice["r"].faces)) == (BLUE, RED)


@pytest.mark.parametrize("faces", DICE, ids=str)
@pytest.mark.parametrize("dice", range(7))
def test_all_throws_are_counted(dice: int, faces: Faces) -> None:
    counted: Counter[tuple[int, int]] = Counter()
    for thrown, ways in every_face.throws(dice, faces):
        counted[thrown.count("sword"), thrown.count("shield")] += ways
    found = throws(dice, faces)
    assert (found.botte, found.dice) == (0, dice)
    chances = {(swords, shields): Fraction(ways, found.total) for swords, shields, ways in found.plain if ways}
    assert chances == {seen: Fraction(ways, counted.total()) for seen, ways in counted.items()}


@pytest.mark.parametrize("faces", DICE, ids=str)
def test_icepool_counts_the_same(faces: Faces) -> None:
    die = icepool.Die({face: count for face, count in faces._asdict().items() if count})
    seen = icepool.map(lambda shown: (shown.count("sword"), shown.count("shield")), die.pool(6), star=False)
    found = throws(6, faces)
    chances = {(swords, shields): Fraction(ways, found.total) for swords, shields, ways in found.plain if ways}
    assert chances == {outcome: seen.probability(outcome) for outcome in seen.outcomes()}


@pytest.mark.parametrize(("dice", "chance"), [(2, "0"), (3, "1/27"), (4, "1/9"), (5, "17/81"), (6, "233/729")])
def test_three_lilies_come_as_often_as_can_be_worked_out_by_hand(dice: int, chance: str) -> None:
    found = throws(dice, BLUE, LILIES)
    assert Fraction(found.botte, found.total) == Fraction(chance)
    assert sum(ways for _, _, ways in found.plain) + found.botte == found.total


def test_a_throw_with_two_bottes_in_it_counts_once() -> None:
    either = needs((("sword",), ("shield",)))
    found = throws(3, BLUE, either)
    assert (found.plain, Fraction(found.botte, found.total)) == (((0, 0, 1),), Fraction(26, 27))


def test_a_pistol_or_a_cuirass_may_stand_in_for_part_of_a_botte() -> None:
    botte = ("sword", "shield", "shield")
    assert needs((botte,)) == (Faces(1, 2, 0),)
    assert needs((botte,), swords=2, shields=1) == (Faces(0, 1, 0),)
    assert needs(((), botte)) == (Faces(1, 2, 0),)


def test_a_ladder_goes_down_die_by_die() -> None:
    assert ladder(3, BLUE, LILIES) == tuple(throws(dice, BLUE, LILIES) for dice in (3, 2, 1, 0))


def test_a_fixed_result_is_one_throw() -> None:
    assert fixed(("sword", "shield", "sword")).plain == ((2, 1, 1),)
    assert fixed(("sword", "sword")).botte == 0
    shown = fixed(("sword", "shield", "sword"), needs((("sword", "sword", "shield"),)))
    assert (shown.plain, shown.botte, shown.total) == ((), 1, 1)


def test_faces_are_brought_to_their_smallest_numbers() -> None:
    assert simplest(BLUE) == Faces(1, 1, 1)
    assert simplest(Faces(4, 2, 0)) == Faces(2, 1, 0)
    assert simplest(Faces(3, 2, 1)) == Faces(3, 2, 1)


@pytest.mark.parametrize(
    ("dice", "faces", "botte", "why"),
    [
        (-1, BLUE, (), "0 to 10 blue dice"),
        (11, BLUE, (), "0 to 10 blue dice"),
        (3, Faces(0, 0, 0), (), "1 to 100 sides"),
        (3, Faces(3, -1, 1), (), "fewer than 0 times"),
        (3, Faces(99, 1, 1), (), "1 to 100 sides"),
        (3, Faces(3, 3), ("sword", "lily"), 'no "lily" for a botte'),
        (3, BLUE, ("rose",), 'no "rose" for a botte'),
    ],
)
def test_what_no_table_has_is_refused(dice: int, faces: Faces, botte: tuple[str, ...], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        check_dice("blue", dice, faces, (botte,))
