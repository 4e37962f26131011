from __future__ import annotations

from collections import Counter
from fractions import Fraction

import icepool  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.boxes.mousquetaires.siege_odds import constance_odds, siege_odds
from companion.boxes.mousquetaires.throws import BLUE, RED, Faces
from tests.boxes.mousquetaires.every_face import throws

POOLS = [(blue, red) for blue in range(7) for red in range(5)]


def by_icepool(die: icepool.Die) -> dict[int, Fraction]:
    return {move: die.probability(move) for move in die.outcomes() if die.probability(move)}


def swords(dice: int, faces: Faces) -> icepool.Die:
    return dice @ icepool.Die({1: faces.sword, 0: faces.shield + faces.lily})


@pytest.mark.parametrize("smuggled", [0, 1])
def test_the_siege_is_what_icepool_gives(smuggled: int) -> None:
    for blue, red in POOLS:
        for faces, red_faces in ((BLUE, RED), (Faces(1, 2, 3), Faces(4, 2))):
            die = swords(blue, faces) - swords(red, red_faces) - smuggled
            found = siege_odds(blue, red, smuggled=smuggled, blue_faces=faces, red_faces=red_faces)
            assert found == by_icepool(die), (blue, red)


@pytest.mark.parametrize("red_faces", [RED, Faces(4, 2), Faces(2, 1, 3), Faces(6, 0)])
def test_one_shield_thrown_again_is_what_all_faces_give(red_faces: Faces) -> None:
    sides = [face for face, count in red_faces._asdict().items() for _ in range(count)]
    ways: Counter[int] = Counter()
    for blue, number in throws(2, BLUE):
        for red, red_number in throws(4, red_faces):
            for side in sides:
                again = list(red)
                if "shield" in again:
                    again[again.index("shield")] = side
                ways[blue.count("sword") - again.count("sword")] += number * red_number
    expected = {move: Fraction(number, ways.total()) for move, number in ways.items()}
    assert siege_odds(2, 4, second_throw=True, red_faces=red_faces) == expected


def test_a_second_throw_never_makes_a_fifth_sword() -> None:
    assert min(siege_odds(0, 4, second_throw=True)) == -4
    assert siege_odds(0, 4, second_throw=True, red_faces=Faces(1, 0)) == {-4: 1}


def test_a_second_throw_is_worth_half_a_sword_when_she_has_a_shield() -> None:
    """She has one in 15 of 16 throws, and then half a sword more on average."""
    plain, again = siege_odds(0, 4), siege_odds(0, 4, second_throw=True)
    gained = sum(move * p for move, p in plain.items()) - sum(move * p for move, p in again.items())
    assert gained == Fraction(15, 16) / 2


def test_two_dice_each_as_in_the_worked_example_of_round_five() -> None:
    assert siege_odds(2, 2) == {
        -2: Fraction(1, 9),
        -1: Fraction(1, 3),
        0: Fraction(13, 36),
        1: Fraction(1, 6),
        2: Fraction(1, 36),
    }


def test_without_dice_only_the_smuggled_sword_moves_the_marker() -> None:
    assert siege_odds(0, 0) == {0: 1}
    assert siege_odds(0, 0, smuggled=1, second_throw=True) == {-1: 1}


@given(st.integers(0, 10), st.integers(0, 10), st.integers(0, 2), st.booleans())
def test_all_moves_together_are_certain(blue: int, red: int, smuggled: int, second_throw: bool) -> None:
    found = siege_odds(blue, red, smuggled=smuggled, second_throw=second_throw)
    assert sum(found.values()) == 1
    assert list(found) == sorted(found)
    assert (min(found), max(found)) == (-red - smuggled, blue - smuggled)


@pytest.mark.parametrize("start", range(8))
@pytest.mark.parametrize("dice", range(5))
def test_constance_is_what_icepool_gives(dice: int, start: int) -> None:
    found, die = constance_odds(dice, start, 6), swords(dice, RED)
    assert found.swords == by_icepool(die)
    assert found.reached == (die + start >= 6).probability(True)


def test_four_swords_from_two_successes_are_her_death() -> None:
    assert constance_odds(4, 2, 6).reached == Fraction(1, 16)
    assert constance_odds(4, 1, 6).reached == 0
    assert constance_odds(4, 2, 6, Faces(1, 0)).reached == 1


@pytest.mark.parametrize(
    ("blue", "red", "red_faces", "why"),
    [(-1, 1, RED, "blue dice"), (1, 11, RED, "red dice"), (1, 1, Faces(0, 0), "red die")],
)
def test_impossible_dice_are_refused(blue: int, red: int, red_faces: Faces, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        siege_odds(blue, red, red_faces=red_faces)


def test_constance_has_no_fewer_than_no_successes() -> None:
    with pytest.raises(ValueError, match="-1 successes"):
        constance_odds(4, -1, 6)
