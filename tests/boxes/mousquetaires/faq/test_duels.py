"""The French FAQ on duels, paragraph by paragraph.

| Paragraph                                         | Tests that begin with                    |
|---------------------------------------------------|------------------------------------------|
| Duels, general: to first blood                    | first_blood                              |
| - only the musketeer wounds                       | only_the_musketeer_wounds                |
| - only the adversary wounds                       | only_the_adversary_wounds                |
| - both wound                                      | both_wound                               |
| - nobody has wounded at the end                   | nobody_wounds                            |
| - one side has dice left and the other none       | one_side_throws_alone                    |
| Bottes: one side succeeds                         | one_botte, a_botte_against_the_toledo    |
| Bottes: both sides succeed                        | both_bottes                              |
| Special adversaries: de Cavois                    | cavois                                   |
| Special adversaries: Jussac                       | jussac                                   |
| Special adversaries: Vitray                       | vitray                                   |
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.boxes.mousquetaires.scenes import (
    arm,
    call_out,
    clash,
    dice_left,
    fight,
    hearts,
    in_the_louvre,
    lies_in,
    said,
)

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]

# Which adversary has a botte of his own is one of the things nobody could tell us.
WITH_BOTTE = {"adversaries.brisemont.botte": ["sword", "sword", "shield"]}


def brisemont(evening: Start, cards: int = 0) -> Evening:
    """Porthos, five hearts, against an adversary with one heart and three dice."""
    table = in_the_louvre(evening, "porthos", "brisemont")
    call_out(table, "porthos", "brisemont", cards)
    return table


# general


def test_first_blood_ends_the_duel_although_both_have_dice_and_hearts_left(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "cavois")
    call_out(table, "porthos", "cavois", 3)
    clash(table, "sword sword lily lily shield shield", "sword shield shield sword")
    assert dice_left(table) == (5, 3)  # no blood yet
    clash(table, "sword sword lily shield shield", "shield sword sword")
    assert (table.state.duel, lies_in(table), hearts(table, "porthos")) == (None, {"cavois": 1}, 5)


def test_only_the_musketeer_wounds_and_the_adversary_is_out(evening: Start) -> None:
    table = brisemont(evening, cards=1)
    clash(table, "sword sword shield shield", "sword sword shield")
    assert (table.state.duel, hearts(table, "porthos")) == (None, 5)
    assert (lies_in(table), table.state.beaten, table.state.purse) == ({}, ("brisemont",), 5)


def test_only_the_adversary_wounds_and_it_takes_another_duel_to_beat_him(evening: Start) -> None:
    table = brisemont(evening)
    clash(table, "lily shield sword", "sword sword shield")
    assert (table.state.duel, hearts(table, "porthos"), lies_in(table)) == (None, 4, {"brisemont": 1})
    assert (table.state.purse, table.state.of("porthos").left) == (3, 2)
    call_out(table, "porthos", "brisemont")
    clash(table, "lily lily lily", "sword sword sword")
    assert (lies_in(table), table.state.of("porthos").left) == ({}, 1)


@pytest.mark.parametrize(("life", "down"), [(5, False), (1, True)])
def test_both_wound_and_the_adversary_is_out_even_if_the_musketeer_falls(evening: Start, life: int, down: bool) -> None:
    table = brisemont(evening).at("actions", **{"porthos.life": life})
    clash(table, "sword sword lily", "sword shield sword")
    assert (lies_in(table), table.state.beaten, table.state.purse) == ({}, ("brisemont",), 5)
    assert (hearts(table, "porthos"), table.state.of("porthos").down) == (max(life - 2, 0), down)


def test_nobody_wounds_and_it_takes_another_duel(evening: Start) -> None:
    table = brisemont(evening)
    clash(table, "lily lily shield", "sword shield shield")
    clash(table, "lily lily", "shield shield")
    record = clash(table, "lily", "shield")
    assert said(record) == ["Porthos and Brisemont part without a scratch."]
    assert (table.state.duel, hearts(table, "porthos"), lies_in(table)) == (None, 5, {"brisemont": 1})
    call_out(table, "porthos", "brisemont")
    assert (dice_left(table), table.state.of("porthos").left) == ((3, 3), 1)


def alone(evening: Start, last: str) -> Evening:
    """Six blue dice outlast three red ones: the fourth throw is Porthos' alone."""
    table = brisemont(evening, cards=3)
    clash(table, "lily lily shield shield shield sword", "sword sword shield")
    clash(table, "lily lily shield shield sword", "sword shield")
    clash(table, "lily lily shield sword", "shield")
    assert dice_left(table) == (3, 0)
    clash(table, last)
    return table


def test_one_side_throws_alone_until_it_wounds(evening: Start) -> None:
    table = alone(evening, "lily lily shield")
    assert dice_left(table) == (2, 0)
    clash(table, "sword lily")
    assert (table.state.duel, lies_in(table), hearts(table, "porthos")) == (None, {}, 5)


def test_one_side_throws_alone_until_it_has_no_dice_and_then_it_is_a_draw(evening: Start) -> None:
    table = alone(evening, "lily lily shield")
    clash(table, "lily lily")
    clash(table, "shield")
    assert (table.state.duel, lies_in(table)) == (None, {"brisemont": 1})


def test_one_side_throws_alone_and_it_may_be_milady(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "cavois")
    call_out(table, "porthos", "cavois")
    clash(table, "shield shield lily", "shield shield shield sword")
    clash(table, "shield lily", "shield shield sword")
    clash(table, "shield", "shield sword")
    assert dice_left(table) == (0, 1)
    clash(table, "", "sword")
    assert (table.state.duel, hearts(table, "porthos"), lies_in(table)) == (None, 4, {"cavois": 2})


# bottes


def test_one_botte_of_the_musketeer_wounds_once_and_he_takes_nothing(evening: Start) -> None:
    table = brisemont(evening, cards=3)
    clash(table, "lily lily lily sword sword sword", "sword sword sword")
    assert (lies_in(table), hearts(table, "porthos")) == ({}, 5)


def test_one_botte_of_the_adversary_wounds_once_and_he_takes_nothing(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "brisemont", profile=WITH_BOTTE)
    call_out(table, "porthos", "brisemont")
    clash(table, "sword sword lily", "sword sword shield")  # by the swords alone: two wounds, and one for him
    assert (table.state.duel, hearts(table, "porthos"), lies_in(table)) == (None, 4, {"brisemont": 1})


@pytest.mark.parametrize(("face", "life", "foes"), [("lily", 4, {}), ("shield", 4, {"brisemont": 1})])
def test_a_botte_against_the_toledo_blade_leaves_one_chance_for_his_own(
    evening: Start, face: str, life: int, foes: dict[str, int]
) -> None:
    table = in_the_louvre(evening, "porthos", "brisemont", profile=WITH_BOTTE)
    arm(table, "porthos", "toledo")
    call_out(table, "porthos", "brisemont")
    clash(table, "lily lily sword", "sword sword shield")
    assert fight(table).waits == "blade"
    table.do("toledo", die=2, face=face)
    assert (table.state.duel, hearts(table, "porthos"), lies_in(table)) == (None, life, foes)


def test_both_bottes_wound_once_on_either_side(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "brisemont", profile=WITH_BOTTE)
    call_out(table, "porthos", "brisemont", 3)
    clash(table, "lily lily lily sword sword sword", "sword sword shield")
    assert (table.state.duel, hearts(table, "porthos"), lies_in(table)) == (None, 4, {})


# special adversaries


def test_cavois_survives_a_botte_and_needs_another_duel(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "cavois")
    call_out(table, "porthos", "cavois", 3)
    clash(table, "lily lily lily sword sword sword", "sword sword sword sword")
    assert (table.state.duel, lies_in(table), table.state.epic) == (None, {"cavois": 1}, 0)
    call_out(table, "porthos", "cavois", 3)
    clash(table, "lily lily lily sword sword sword", "sword sword sword sword")
    assert (lies_in(table), table.state.epic, table.state.of("porthos").left) == ({}, 1, 1)


def jussac(evening: Start) -> Evening:
    table = in_the_louvre(evening, "porthos", "jussac")
    arm(table, "porthos", "cuirass")
    call_out(table, "porthos", "jussac")
    return table


def test_jussac_wounds_at_the_end_even_after_a_botte_and_no_cuirass_helps(evening: Start) -> None:
    table = jussac(evening)
    clash(table, "lily lily lily", "sword sword sword sword")
    assert (table.state.duel, hearts(table, "porthos"), lies_in(table)) == (None, 4, {})


def test_jussac_wounds_at_the_end_of_a_draw_and_not_before(evening: Start) -> None:
    table = jussac(evening)
    clash(table, "lily lily shield", "shield shield sword sword")
    clash(table, "lily lily", "shield shield sword")
    clash(table, "lily", "shield sword")
    assert (hearts(table, "porthos"), dice_left(table)) == (5, (0, 1))
    clash(table, "", "shield")
    assert (table.state.duel, hearts(table, "porthos"), lies_in(table)) == (None, 4, {"jussac": 1})


def test_jussac_wounds_once_more_when_he_has_wounded(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "jussac")
    call_out(table, "porthos", "jussac")
    clash(table, "lily lily shield", "sword sword shield shield")
    assert (hearts(table, "porthos"), lies_in(table)) == (3, {"jussac": 1})


def test_vitrays_cuirass_stops_a_sword_in_every_throw_even_without_dice(evening: Start) -> None:
    """One sword more than he has shields in each of five throws, and not one of them wounds."""
    table = in_the_louvre(evening, "porthos", "vitray")
    call_out(table, "porthos", "vitray", 2)
    clash(table, "sword sword shield shield lily", "sword sword shield")
    clash(table, "sword shield shield lily", "sword sword")
    clash(table, "sword shield lily", "sword")
    assert dice_left(table) == (2, 0)
    clash(table, "sword lily")
    clash(table, "sword")
    assert (table.state.duel, lies_in(table), hearts(table, "porthos")) == (None, {"vitray": 1}, 5)


def test_vitrays_cuirass_stops_only_one(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "vitray")
    call_out(table, "porthos", "vitray")
    clash(table, "sword sword shield", "sword sword sword")
    assert (lies_in(table), hearts(table, "porthos")) == ({}, 3)


def test_vitrays_cuirass_does_not_save_him_from_a_botte(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "vitray")
    call_out(table, "porthos", "vitray")
    clash(table, "lily lily lily", "shield shield shield")
    assert (table.state.duel, lies_in(table), hearts(table, "porthos")) == (None, {}, 5)
