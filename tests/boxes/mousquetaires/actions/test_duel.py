from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.boxes.mousquetaires.scenes import (
    CALAIS,
    GALLERIES,
    call_out,
    clash,
    declare,
    dice_left,
    fight,
    hearts,
    in_the_gallery,
    in_the_louvre,
    on_the_quest,
    said,
    waiting,
)

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def test_a_duel_costs_an_action_and_names_the_foe(evening: Start) -> None:
    table = in_the_louvre(evening, "athos", "brisemont", "lubin")
    record = table.do("duel", who="athos", foe="brisemont")
    assert table.match.label(record).read() == "Athos challenges Brisemont"
    assert (fight(table).who, fight(table).foe, fight(table).red, fight(table).life) == ("athos", "brisemont", 3, 1)
    assert table.state.of("athos").left == 2


@pytest.mark.parametrize("place", ["paris", "quest", "rochelle", "richelieu", "colombier", "bastille"])
def test_he_has_to_be_where_his_adversary_is(evening: Start, place: str) -> None:
    table = in_the_louvre(evening, "athos", "lubin").at("actions", **{"athos.place": place})
    refusal = table.refused("duel", who="athos", foe="lubin")
    assert (refusal.rule, refusal.overridable) == ("duel", False)
    assert refusal.reason.read() == "Athos finds no such adversary where he is."


def test_whoever_does_not_lie_there_is_not_fought(evening: Start) -> None:
    table = in_the_louvre(evening, "athos", "lubin")
    for foe in ("brisemont", "rochefort", "wardes", "nemesis", "other", "trap", "two_dice", "gaoler"):
        assert table.refused("duel", who="athos", foe=foe).rule == "duel"


def test_a_beaten_adversary_is_not_fought_again(evening: Start) -> None:
    table = in_the_louvre(evening, "athos", "lubin")
    call_out(table, "athos", "lubin")
    clash(table, "lily lily lily", "sword sword")
    assert table.refused("duel", who="athos", foe="lubin").rule == "duel"


@pytest.mark.parametrize("ambush", ["beggars", "nemesis"])
def test_beggars_and_nemesis_stand_before_the_adversaries(evening: Start, ambush: str) -> None:
    table = evening(depth="clerk").at("actions", **{"porthos.place": "louvre"})
    table.do("louvre_mission", skill="panache", value=7, foes=["lubin"], ambush=ambush, nemesis="porthos")
    assert table.refused("duel", who="porthos", foe="lubin").rule == f"ambush-{ambush}"


def test_the_nemesis_is_fought_by_whom_it_concerns(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"porthos.place": "louvre", "athos.place": "louvre"})
    table.do("louvre_mission", skill="panache", value=7, foes=["lubin"], ambush="nemesis", nemesis="porthos")
    assert table.refused("duel", who="athos", foe="nemesis").rule == "duel"
    table.do("duel", who="porthos", foe="nemesis")
    assert (fight(table).foe, fight(table).red) == ("nemesis", 3)


# opponents without a card


def duels(evening: Start) -> Evening:
    table = evening(depth="clerk", paris="duels").at("actions", **{"athos.place": "paris"})
    table.do("paris_mission", skill="none", duels=2)
    return table


@pytest.mark.parametrize(("dice", "red"), [({}, 3), ({"dice": 1}, 1), ({"dice": 4}, 4)])
def test_an_opponent_without_a_card_throws_what_the_table_says(evening: Start, dice: dict[str, Any], red: int) -> None:
    table = duels(evening)
    table.do("duel", who="athos", foe="other", **dice)
    table.do("commit")
    assert dice_left(table) == (3, red)


@pytest.mark.parametrize("dice", [0, 5])
def test_milady_has_four_red_dice(evening: Start, dice: int) -> None:
    assert duels(evening).refused("duel", who="athos", foe="other", dice=dice).rule == "duel"


def test_when_the_duels_are_won_the_card_is_solved(evening: Start) -> None:
    table = duels(evening)
    for _ in range(2):
        call_out(table, "athos", "other")
        clash(table, "lily lily lily", "sword sword sword")
    assert (table.state.paris, table.state.paris_gone) == ("", ("duels",))


# the quest


def test_de_wardes_waits_until_all_four_challenges_are_mastered(evening: Start) -> None:
    table = on_the_quest(evening, "athos", CALAIS)
    for skill in ("panache", "gallantry", "nobility"):
        declare(table, "challenge", who="athos", what=skill)
        table.do("meet", cards=6)
    table.at("actions", **{"athos.actions": 3})
    assert table.refused("duel", who="athos", foe="wardes").rule == "duel"
    declare(table, "challenge", who="athos", what="erudition")
    table.do("meet", cards=6)
    table.do("duel", who="athos", foe="wardes")
    assert (fight(table).red, fight(table).life) == (4, 2)


def test_epic_tokens_do_not_help_against_de_wardes(evening: Start) -> None:
    table = on_the_quest(evening, "athos", CALAIS, profile={"quest.chapters.calais.skills": ["panache"]})
    declare(table, "challenge", who="athos", what="panache")
    table.do("meet", cards=6)
    table.at("actions", epic=2)
    table.do("duel", who="athos", foe="wardes")
    assert table.refused("commit", epic=1).rule == "road"
    table.do("commit")
    assert table.offered("commit") == []


def test_the_guards_of_the_present_gallery_are_fought_one_by_one(evening: Start) -> None:
    table = in_the_gallery(evening, "athos", "three_dice", "two_shields")
    table.do("duel", who="athos", foe="two_shields")
    assert (fight(table).fixed, fight(table).target) == (("shield", "shield"), "room:1")
    table.do("commit")
    clash(table, "lily lily lily")
    assert table.state.quest.guards == ("three_dice", "")
    assert table.refused("duel", who="athos", foe="two_shields").rule == "duel"
    call_out(table, "athos", "three_dice")
    clash(table, "lily lily lily", "sword sword sword")
    assert (table.state.quest.room, table.state.of("athos").left) == (1, 1)


def test_a_gallery_that_is_not_turned_up_has_nobody_to_fight(evening: Start) -> None:
    table = on_the_quest(evening, "athos", GALLERIES)
    assert table.refused("duel", who="athos", foe="two_dice").rule == "duel"


@pytest.mark.parametrize(("wounds", "life"), [(True, 2), (False, 3)])
def test_a_trap_among_the_guards_costs_an_action_and_a_heart_and_is_gone(
    evening: Start, wounds: bool, life: int
) -> None:
    table = in_the_gallery(evening, "athos", "trap", "two_dice", house={"revealed_trap_wounds": wounds})
    record = table.do("duel", who="athos", foe="trap")
    assert (table.state.quest.guards, table.state.duel) == (("", "two_dice"), None)
    assert (hearts(table, "athos"), table.state.of("athos").left) == (life, 2)
    assert ("Athos walks into a trap; no cuirass helps." in said(record)) is wounds


def test_rochefort_may_stand_before_the_trap_too(evening: Start) -> None:
    table = in_the_gallery(evening, "porthos", "trap", "two_dice")
    table.do("duel", who="porthos", foe="trap")
    assert (waiting(table).waits, hearts(table, "porthos")) == ("rochefort", 5)
    table.do("let_pass")
    assert (table.state.quest.guards, hearts(table, "porthos")) == (("", "two_dice"), 4)


def test_whoever_fell_on_the_deadly_quest_fights_no_guard(evening: Start) -> None:
    table = in_the_gallery(evening, "athos", "trap", "two_dice", deadly_quest=True)
    table.at("actions", **{"athos.life": 1}).do("duel", who="athos", foe="trap")
    assert table.state.of("athos").banned is True
    back: dict[str, Any] = {"athos.down": False, "athos.turn": "waiting", "athos.place": "quest"}
    assert table.at("actions", **back).refused("duel", who="athos", foe="two_dice").rule == "deadly-quest"
