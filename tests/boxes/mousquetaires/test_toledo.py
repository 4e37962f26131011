from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.boxes.mousquetaires.odds import Duel, duel_odds
from companion.boxes.mousquetaires.throws import Faces
from tests.boxes.mousquetaires.every_face import LILIES, SETTINGS, THRUST, endings

THIRD = Fraction(1, 3)


# against every face of every die


@pytest.mark.parametrize("foe_life", [1, 2])
@pytest.mark.parametrize("setting", SETTINGS)
def test_duels_with_the_blade_are_what_all_faces_give(setting: str, foe_life: int) -> None:
    options: dict[str, Any] = SETTINGS[setting] | {"toledo": True, "foe_life": foe_life}
    for blue in range(4):
        for red in range(4):
            duel = Duel(blue, red, **options)
            assert duel_odds(duel).outcomes == endings(duel), (blue, red)


@pytest.mark.parametrize("after_botte", [True, False])
def test_a_large_duel_is_what_all_faces_give(after_botte: bool) -> None:
    duel = Duel(6, 4, (LILIES,), (THRUST,), toledo=True, toledo_after_enemy_botte=after_botte, life=2)
    assert duel_odds(duel).outcomes == endings(duel)


@pytest.mark.parametrize("shown", [("sword", "shield"), ("shield", "shield")])
def test_fixed_results_with_the_blade_are_what_all_faces_give(shown: tuple[str, ...]) -> None:
    for blue in range(5):
        duel = Duel(blue, fixed=shown, toledo=True, blue_bottes=(LILIES,))
        assert duel_odds(duel).outcomes == endings(duel), blue


# by hand


def test_the_last_die_may_fall_twice() -> None:
    assert duel_odds(Duel(1, 0, toledo=True)).win == THIRD + (1 - THIRD) * THIRD


def test_it_is_used_once_in_a_duel() -> None:
    """Two dice, then one, and one of the three once more: four have to miss, not six."""
    assert duel_odds(Duel(2, 0, toledo=True)).outcomes[0, 0] == Fraction(2, 3) ** 4


def test_it_may_turn_the_foes_botte_into_a_draw_of_bottes_if_the_house_allows() -> None:
    """Faces that leave the foe no choice: his botte always comes, and three lilies answer it."""
    duel = Duel(3, 3, (LILIES,), (("sword",) * 3,), toledo=True, red_faces=Faces(1, 0))
    three = THIRD**3
    two_and_another = 3 * THIRD**2 * (1 - THIRD) * THIRD
    assert duel_odds(duel).outcomes == {(1, 1): three + two_and_another, (0, 1): 1 - three - two_and_another}
    assert duel_odds(replace(duel, toledo_after_enemy_botte=False)).outcomes == {(1, 1): three, (0, 1): 1 - three}


def test_a_won_throw_is_left_as_it_lies() -> None:
    duel = Duel(2, 1, toledo=True, blue_faces=Faces(1, 0), red_faces=Faces(0, 1))
    assert duel_odds(duel).outcomes == {(1, 0): 1}


def test_his_own_botte_is_broken_up_when_swords_are_worth_more() -> None:
    """A botte is one wound and Cavois has two lives: a sword instead of the shield would beat him.

    After two shields nothing can: then the blade stays where it is.
    """
    duel = Duel(2, 0, (("sword", "shield"),), toledo=True, foe_life=2, blue_faces=Faces(1, 1))
    assert duel_odds(duel).outcomes == {(2, 0): Fraction(1, 2), (1, 0): Fraction(3, 8), (0, 0): Fraction(1, 8)}
    assert duel_odds(replace(duel, toledo=False)).win == Fraction(1, 4)


def test_when_winning_is_out_of_reach_it_saves_the_musketeer_from_falling() -> None:
    """Nobody wins with shields alone, but a second shield may keep the last heart."""
    duel = Duel(1, 1, toledo=True, life=1, blue_faces=Faces(0, 1, 1), red_faces=Faces(1, 0))
    assert duel_odds(duel).out_of_action == Fraction(1, 4)


def test_and_it_spares_wounds_even_when_nobody_falls() -> None:
    duel = Duel(1, 1, toledo=True, life=3, blue_faces=Faces(0, 1, 1), red_faces=Faces(1, 0))
    assert duel_odds(duel).wounded == Fraction(1, 4)


def test_winning_comes_before_safety() -> None:
    """Parrying would save the last heart; he goes for the sword."""
    duel = Duel(1, 1, toledo=True, life=1, blue_faces=Faces(1, 1), red_faces=Faces(1, 0))
    assert duel_odds(duel).outcomes == {(1, 1): Fraction(3, 4), (0, 0): Fraction(1, 4)}


# whatever the duel


@settings(max_examples=60)
@given(
    st.integers(0, 6),
    st.integers(0, 4),
    st.integers(1, 3),
    st.sampled_from(sorted(SETTINGS)),
)
def test_the_blade_never_lowers_the_chance_to_win(blue: int, red: int, foe_life: int, setting: str) -> None:
    options: dict[str, Any] = SETTINGS[setting] | {"foe_life": foe_life}
    duel = Duel(blue, red, **options)
    armed = duel_odds(replace(duel, toledo=True))
    assert armed.win >= duel_odds(duel).win
    assert armed.win >= duel_odds(replace(duel, toledo=True, toledo_after_enemy_botte=False)).win
