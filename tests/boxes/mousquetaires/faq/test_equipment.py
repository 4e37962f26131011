"""The French FAQ on equipment, paragraph by paragraph.

| Paragraph                                         | Tests that begin with                    |
|---------------------------------------------------|------------------------------------------|
| General: an action buys up to two                 | one_action                               |
| - Improved skill                                  | an_improved_skill                        |
| - Improved botte                                  | an_improved_botte                        |
| - Pistol                                          | the_pistol                               |
| - Toledo blade                                    | the_blade                                |
| - Exchanges                                       | an_exchange                              |
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.boxes.mousquetaires.scenes import (
    arm,
    call_out,
    clash,
    declare,
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

SKILLS = ("erudition", "nobility", "gallantry", "panache")


def gives(*items: str) -> dict[str, Any]:
    """Athos to Aramis; "with" is no name that Python would take."""
    return {"who": "athos", "with": "aramis", "give": list(items)}


def test_one_action_buys_up_to_two_equipment_and_improvements_together(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", purse=20)
    assert table.refused("equip", who="athos", buy=["horse", "pistol", "panache"]).rule == "equip"
    table.do("equip", who="athos", buy=["pistol", "panache"])
    athos = table.state.of("athos")
    assert (athos.gear, athos.skills, athos.left) == (("pistol",), ("panache",), 2)


@pytest.mark.parametrize("skill", SKILLS)
def test_an_improved_skill_of_his_choice_costs_any_adventure_card(evening: Start, skill: str) -> None:
    table = evening(depth="clerk").at("actions", purse=0)
    record = table.do("equip", who="athos", buy=[skill])
    assert said(record) == ["Athos discards any adventure card."]
    assert (table.state.of("athos").skills, table.state.purse) == ((skill,), 0)


def test_an_improved_botte_costs_a_combat_card(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", purse=0)
    record = table.do("equip", who="athos", buy=["improved_botte"])
    assert said(record) == ["Athos discards a Combat card."]
    assert (table.state.of("athos").botte, table.state.purse) == (True, 0)


@pytest.mark.parametrize("item", ["improved_botte", *SKILLS])
def test_an_improved_botte_or_skill_is_never_exchanged(evening: Start, item: str) -> None:
    table = evening(depth="clerk").at("actions", **{"aramis.place": "colombier"})
    table.do("equip", who="athos", buy=[item])
    assert table.refused("exchange", **gives(item)).rule == "exchange"


def with_pistol(evening: Start) -> Evening:
    table = in_the_louvre(evening, "porthos", "brisemont")
    arm(table, "porthos", "pistol")
    call_out(table, "porthos", "brisemont")
    return table


def test_the_pistol_is_a_sword_in_the_first_throw(evening: Start) -> None:
    table = with_pistol(evening)
    clash(table, "lily lily shield", "sword sword sword")
    assert (lies_in(table), hearts(table, "porthos")) == ({}, 3)


def test_the_pistol_is_nothing_in_the_second_throw(evening: Start) -> None:
    table = with_pistol(evening)
    clash(table, "lily lily shield", "sword shield shield")
    clash(table, "shield shield", "sword sword")
    assert (dice_left(table), lies_in(table)) == ((1, 1), {"brisemont": 1})


def test_the_pistol_does_not_complete_a_botte(evening: Start) -> None:
    """D'Artagnan's botte is two lilies and a sword. With it he would not have been hurt."""
    table = in_the_louvre(evening, "dartagnan", "brisemont")
    arm(table, "dartagnan", "pistol")
    call_out(table, "dartagnan", "brisemont")
    clash(table, "lily lily shield", "sword sword shield")
    assert (hearts(table, "dartagnan"), lies_in(table)) == (2, {"brisemont": 1})


@pytest.mark.parametrize("throw", [1, 2])
def test_the_blade_throws_a_die_again_in_any_throw_but_once(evening: Start, throw: int) -> None:
    table = in_the_louvre(evening, "porthos", "brisemont")
    arm(table, "porthos", "toledo")
    call_out(table, "porthos", "brisemont", 2)
    clash(table, "lily lily shield shield shield", "sword shield shield")
    if throw == 2:
        table.do("stand")
        clash(table, "lily lily shield shield", "shield shield")
    assert fight(table).waits == "blade"
    table.do("toledo", die=0, face="shield")
    assert (fight(table).waits, fight(table).blade) == ("dice", False)
    clash(table, *("lily lily shield shield", "shield shield") if throw == 1 else ("lily lily shield", "shield"))
    assert fight(table).waits == "dice"
    assert table.refused("toledo", anyway=True, die=0).rule == "toledo"


def test_the_blade_may_still_win_the_musketeers_botte_after_the_adversarys(evening: Start) -> None:
    profile = {"adversaries.brisemont.botte": ["sword", "sword", "sword"]}
    table = in_the_louvre(evening, "porthos", "brisemont", profile=profile)
    arm(table, "porthos", "toledo")
    call_out(table, "porthos", "brisemont")
    clash(table, "lily lily shield", "sword sword sword")
    assert (fight(table).waits, hearts(table, "porthos")) == ("blade", 5)
    table.do("toledo", die=2, face="lily")
    assert (lies_in(table), hearts(table, "porthos")) == ({}, 4)


def test_an_exchange_is_as_much_equipment_as_they_like_besides_cards(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"aramis.place": "colombier"})
    arm(table, "athos", "horse", "pistol")
    record = table.do("exchange", **gives("horse", "pistol"))
    assert said(record) == ["Athos and Aramis exchange what they like."]
    assert (table.state.of("athos").gear, table.state.of("aramis").gear) == ((), ("horse", "pistol"))
    assert (table.state.of("athos").left, table.state.of("aramis").turn) == (2, "waiting")


def test_an_improved_skill_is_there_from_now_on(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin")
    arm(table, "porthos", "panache")
    declare(table, "challenge", who="porthos")
    assert said(table.do("meet", cards=4)) == ["Porthos succeeds: 7 against 7."]
