from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import icepool  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.boxes.mousquetaires.board import FACES
from companion.boxes.mousquetaires.fencing import Steel, cross
from companion.boxes.mousquetaires.odds import Duel, duel_odds, more_cards
from companion.boxes.mousquetaires.throws import BLUE, RED, Faces
from tests.boxes.mousquetaires.every_face import LILIES, SETTINGS, THRUST, endings

POOLS = [(blue, red) for blue in range(7) for red in range(5)]


@st.composite
def duels(draw: st.DrawFn, /, **always: Any) -> Duel:
    """Anything that can be laid on the table, house rules included."""

    def bottes(faces: Faces) -> tuple[tuple[str, ...], ...]:
        there = [face for face, count in faces._asdict().items() if count]
        return tuple(map(tuple, draw(st.lists(st.lists(st.sampled_from(there), min_size=1, max_size=3), max_size=2))))

    blue_faces = draw(st.sampled_from([BLUE, Faces(3, 2, 1), Faces(1, 1, 4), Faces(0, 1, 1)]))
    red_faces = draw(st.sampled_from([RED, Faces(4, 2), Faces(2, 3, 1)]))
    shown = tuple(draw(st.lists(st.sampled_from(FACES), max_size=3)))
    yes = st.booleans()
    free: dict[str, Any] = {
        "blue": draw(st.integers(0, 6)),
        "red": 0 if shown else draw(st.integers(0, 4)),
        "fixed": shown,
        "blue_bottes": bottes(blue_faces),
        "red_bottes": bottes(red_faces),
        "jussac": draw(st.integers(0, 2)),
        "life": draw(st.integers(1, 5)),
        "foe_life": draw(st.integers(1, 5)),
        "blue_faces": blue_faces,
        "red_faces": red_faces,
    }
    for name in ("pistol", "cuirass", "toledo", "foe_cuirass", "pistol_in_botte", "cuirass_in_botte"):
        free[name] = draw(yes)
    free |= {"both_bottes_wound": draw(yes), "toledo_after_enemy_botte": draw(yes)}
    return Duel(**free | always)


# against every face of every die, and against icepool


@pytest.mark.parametrize("setting", SETTINGS)
def test_whole_duels_are_what_all_faces_give(setting: str) -> None:
    options: dict[str, Any] = SETTINGS[setting]
    for blue, red in POOLS:
        duel = Duel(blue, red, **options)
        assert duel_odds(duel).outcomes == endings(duel), (blue, red)


@pytest.mark.parametrize("shown", [("sword", "shield"), ("shield", "shield"), THRUST])
def test_duels_against_a_fixed_result_are_what_all_faces_give(shown: tuple[str, ...]) -> None:
    for blue in range(7):
        for duel in (
            Duel(blue, fixed=shown),
            Duel(blue, fixed=shown, red_bottes=(THRUST,), blue_bottes=(LILIES,)),
            Duel(blue, fixed=shown, cuirass=True, pistol=True),
        ):
            assert duel_odds(duel).outcomes == endings(duel), duel


@pytest.mark.parametrize("setting", ["dice only", "bottes", "Vitray"])
def test_whole_duels_are_what_icepool_gives(setting: str) -> None:
    options: dict[str, Any] = SETTINGS[setting]
    duel = Duel(6, 4, **options)
    mine, his = Steel(duel.blue_bottes), Steel(duel.red_bottes, shields=int(duel.foe_cuirass))
    blue_die, red_die = (icepool.Die({k: v for k, v in faces._asdict().items() if v}) for faces in (BLUE, RED))

    def fought(blue: int, red: int) -> Any:
        if not blue and not red:
            return icepool.Die([(0, 0)])
        later = fought(max(blue - 1, 0), max(red - 1, 0))

        def exchange(thrown: tuple[str, ...], against: tuple[str, ...]) -> Any:
            found = cross(thrown, against, mine, his)
            return (found.foe_wounds, found.wounds) if found.blood else later

        return icepool.map(exchange, blue_die.pool(blue), red_die.pool(red))

    for blue, red in POOLS:
        die = fought(blue, red)
        found = duel_odds(replace(duel, blue=blue, red=red)).outcomes
        assert found == {ending: die.probability(ending) for ending in die.outcomes()}, (blue, red)


# by hand


def test_a_die_against_a_die() -> None:
    found = duel_odds(Duel(1, 1))
    assert found.outcomes == {(0, 0): Fraction(2, 3), (0, 1): Fraction(1, 6), (1, 1): Fraction(1, 6)}
    assert (found.win, found.wounded, found.out_of_action) == (Fraction(1, 6), Fraction(1, 3), Fraction(0))


def test_the_last_die_of_athos_against_a_henchman_who_has_none() -> None:
    """German rules: a sword wounds the henchman; in all other cases the duel ends in a draw."""
    assert duel_odds(Duel(1, 0)).outcomes == {(0, 0): Fraction(2, 3), (1, 0): Fraction(1, 3)}


def test_nobody_throws_and_nobody_wins() -> None:
    for duel in (Duel(0), Duel(0, fixed=("sword",)), Duel(0, pistol=True, toledo=True)):
        assert duel_odds(duel).outcomes == {(0, 0): 1}


def test_a_side_that_throws_alone_goes_on_until_its_dice_are_gone() -> None:
    draw = duel_odds(Duel(3, 0)).outcomes[0, 0]
    assert draw == Fraction(2, 3) ** 3 * Fraction(2, 3) ** 2 * Fraction(2, 3)
    assert duel_odds(Duel(0, 3)).outcomes[0, 0] == Fraction(1, 2) ** 6


def test_a_cuirass_counts_when_its_owner_has_no_dice_left() -> None:
    assert duel_odds(Duel(1, 0, foe_cuirass=True)).outcomes == {(0, 0): 1}
    assert duel_odds(Duel(0, 2, cuirass=True)).outcomes == {(0, 0): Fraction(3, 4), (0, 1): Fraction(1, 4)}


def test_a_fixed_result_never_lays_anything_aside() -> None:
    """Against one shield: three dice need two swords, then two dice need two, and one die cannot do it."""
    assert duel_odds(Duel(3, fixed=("shield",))).outcomes[0, 0] == Fraction(20, 27) * Fraction(8, 9)


def test_cavois_is_beaten_by_two_wounds_and_a_botte_deals_one() -> None:
    duel = Duel(3, 0, blue_faces=Faces(0, 0, 1), blue_bottes=(LILIES,), foe_life=2)
    assert duel_odds(duel).outcomes == {(1, 0): 1}
    assert duel_odds(duel).win == 0
    assert duel_odds(replace(duel, foe_life=1)).win == 1


@pytest.mark.parametrize(
    ("duel", "ending"),
    [
        (Duel(1, 0, blue_faces=Faces(0, 1)), (0, 1)),
        (Duel(1, 0, blue_faces=Faces(0, 0, 1), blue_bottes=(("lily",),), cuirass=True), (1, 1)),
        (Duel(1, 1, blue_faces=Faces(1, 0), red_faces=Faces(1, 0)), (1, 2)),
    ],
    ids=["a draw", "his own botte and a cuirass", "a wound besides"],
)
def test_jussac_wounds_at_the_end_whatever_came_of_it(duel: Duel, ending: tuple[int, int]) -> None:
    found = duel_odds(replace(duel, jussac=1))
    assert found.outcomes == {ending: 1}
    assert found.wounded == 1
    assert duel_odds(replace(duel, jussac=1, life=ending[1])).out_of_action == 1
    assert duel_odds(replace(duel, jussac=1, life=ending[1] + 1)).out_of_action == 0


def test_wounds_are_counted_as_dealt_whatever_life_is_left() -> None:
    found = duel_odds(Duel(6, 0, blue_faces=Faces(1, 0), life=1))
    assert found.outcomes == {(6, 0): 1}
    assert found.win == 1


def test_beating_the_foe_counts_even_if_both_fall() -> None:
    found = duel_odds(Duel(1, 1, blue_faces=Faces(1, 0), red_faces=Faces(1, 0), life=1))
    assert found.win == found.out_of_action == 1


def test_impossible_endings_are_left_out_and_the_others_sorted() -> None:
    outcomes = duel_odds(Duel(4, 3, blue_bottes=(LILIES,))).outcomes
    assert list(outcomes) == sorted(outcomes)
    assert all(outcomes.values())


# more cards


def test_each_combat_card_is_a_die_more_up_to_six() -> None:
    duel = Duel(4, 3, (LILIES,), pistol=True)
    assert more_cards(duel) == tuple(duel_odds(replace(duel, blue=blue)) for blue in (4, 5, 6, 6))
    assert [it.blue for it in more_cards(duel)] == [4, 5, 6, 6]
    assert [it.blue for it in more_cards(duel, most=1, cap=4)] == [4, 4]
    assert [it.blue for it in more_cards(Duel(8, 1), most=2)] == [8, 8, 8]


# what is no duel


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"blue": -1}, "0 to 10 blue dice"),
        ({"red": 11}, "0 to 10 red dice"),
        ({"red_faces": Faces(0, 0)}, "red die has 1 to 100 sides"),
        ({"red_bottes": (("lily",),)}, 'red dice have no "lily"'),
        ({"blue_bottes": (("rose",),)}, 'blue dice have no "rose"'),
        ({"fixed": ("sword",)}, "has no dice"),
        ({"red": 0, "fixed": ("rose",)}, 'no face "rose"'),
        ({"life": 0}, "less than 1 life"),
        ({"foe_life": 0}, "less than 1 life"),
        ({"jussac": -1}, "fewer than 0 wounds"),
    ],
)
def test_what_is_no_duel_is_refused(options: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Duel(**{"blue": 3, "red": 2} | options)


# whatever the duel


@given(duels())
def test_all_endings_together_are_certain(duel: Duel) -> None:
    found = duel_odds(duel)
    assert sum(found.outcomes.values()) == 1
    assert found.win == sum(p for (dealt, _), p in found.outcomes.items() if dealt >= duel.foe_life)
    assert found.out_of_action == sum(p for (_, wounds), p in found.outcomes.items() if wounds >= duel.life)
    assert found.wounded == sum(p for (_, wounds), p in found.outcomes.items() if wounds)


@given(duels(foe_life=1))
def test_another_die_never_lowers_the_chance_to_beat_a_foe_with_one_life(duel: Duel) -> None:
    """With more life to beat it may: the first scratch ends the duel."""
    assert duel_odds(replace(duel, blue=duel.blue + 1)).win >= duel_odds(duel).win


@given(duels(fixed=(), toledo=False, cuirass_in_botte=False))
def test_another_die_never_raises_the_chance_to_be_wounded(duel: Duel) -> None:
    """Against a fixed result it may, as the duel lasts longer; and Toledo trades wounds for wins."""
    assert duel_odds(replace(duel, blue=duel.blue + 1)).wounded <= duel_odds(duel).wounded


@given(duels(foe_life=1, foe_cuirass=False, cuirass_in_botte=False))
def test_a_foe_in_a_cuirass_is_never_easier_to_beat(duel: Duel) -> None:
    assert duel_odds(replace(duel, foe_cuirass=True)).win <= duel_odds(duel).win


@given(duels(foe_life=1, pistol=False))
def test_a_pistol_never_makes_it_harder(duel: Duel) -> None:
    assert duel_odds(replace(duel, pistol=True)).win >= duel_odds(duel).win
