from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.boxes.mousquetaires.missions import adversaries_in_hand
from tests.boxes.mousquetaires.scenes import (
    CALAIS,
    INN,
    ROAD,
    arm,
    call_out,
    clash,
    declare,
    dice_left,
    fight,
    hearts,
    in_the_gallery,
    in_the_louvre,
    lies_in,
    on_the_quest,
    rochefort,
    said,
)

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]

WON = "sword sword sword shield shield shield"  # six blue dice


# whoever is beaten


def test_a_beaten_adversary_leaves_the_game_and_pays(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "brisemont", "lubin")
    call_out(table, "porthos", "brisemont", 3)
    record = clash(table, WON, "sword sword shield")
    assert (lies_in(table), table.state.beaten, table.state.purse) == ({"lubin": 1}, ("brisemont",), 5)
    assert "brisemont" not in adversaries_in_hand(table.state)
    assert {change["why"] for change in record.result["changes"] if change["what"] in ("purse", "beaten")} == {"reward"}


def test_some_adversaries_pay_with_an_epic_token(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "laffemas")
    call_out(table, "porthos", "laffemas", 3)
    clash(table, WON, "sword sword shield shield")
    assert (table.state.epic, table.state.purse) == (1, 3)


def test_the_henchman_goes_back_to_miladys_hand_and_pays_all_the_same(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "henchman")
    call_out(table, "porthos", "henchman", 3)
    record = clash(table, WON, "sword shield")
    assert (lies_in(table), table.state.beaten, table.state.purse) == ({}, (), 4)
    assert "henchman" in adversaries_in_hand(table.state)
    assert "the henchman goes back to Milady's hand." in said(record)


def test_the_last_adversary_may_end_the_mission(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"porthos.place": "louvre"})
    table.do("louvre_mission", skill="none", foes=["lubin"])
    call_out(table, "porthos", "lubin", 3)
    clash(table, WON, "sword shield")
    assert (table.state.louvre_mission.known, table.state.epic) == (False, 2)


# wounds


def test_a_wounded_musketeer_has_not_beaten_his_foe_and_may_try_again(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "brisemont")
    call_out(table, "porthos", "brisemont")
    clash(table, "lily lily shield", "sword sword sword")
    porthos = table.state.of("porthos")
    assert (porthos.life, porthos.left, lies_in(table)) == (3, 2, {"brisemont": 1})
    call_out(table, "porthos", "brisemont")
    assert table.state.of("porthos").left == 1


def test_a_musketeer_without_hearts_lies_at_the_vieux_colombier_and_his_turn_is_over(evening: Start) -> None:
    table = in_the_louvre(evening, "athos", "brisemont")
    call_out(table, "athos", "brisemont")
    clash(table, "lily lily sword", "sword sword sword")
    athos = table.state.of("athos")
    assert (athos.life, athos.down, athos.place, athos.turn, athos.left) == (0, True, "colombier", "done", 0)


@pytest.mark.parametrize(("stays", "foes", "purse"), [(False, {}, 5), (True, {"brisemont": 1}, 3)])
def test_when_both_fall_the_adversary_is_beaten_unless_the_table_reads_it_otherwise(
    evening: Start, stays: bool, foes: dict[str, int], purse: int
) -> None:
    table = in_the_louvre(evening, "porthos", "brisemont", house={"both_hit_adversary_stays": stays})
    table.at("actions", **{"porthos.life": 1})
    call_out(table, "porthos", "brisemont")
    clash(table, "sword sword lily", "sword sword shield")
    assert (table.state.of("porthos").down, lies_in(table), table.state.purse) == (True, foes, purse)


@pytest.mark.parametrize("stays", [False, True])
def test_a_musketeer_who_is_only_hurt_has_won_by_any_reading(evening: Start, stays: bool) -> None:
    table = in_the_louvre(evening, "porthos", "brisemont", house={"both_hit_adversary_stays": stays})
    call_out(table, "porthos", "brisemont")
    clash(table, "sword sword lily", "sword sword shield")
    assert (hearts(table, "porthos"), lies_in(table)) == (3, {})


# adversaries who are special


def test_cavois_keeps_his_second_heart_for_another_duel(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "cavois")
    call_out(table, "porthos", "cavois", 3)
    clash(table, "lily lily lily sword sword sword", "sword sword sword sword")
    assert (lies_in(table), table.state.epic) == ({"cavois": 1}, 0)
    call_out(table, "porthos", "cavois", 3)
    assert fight(table).life == 1
    clash(table, WON, "sword sword shield shield")
    assert (lies_in(table), table.state.epic) == ({}, 1)


def test_cavois_falls_to_two_wounds_at_once(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "cavois")
    call_out(table, "porthos", "cavois", 3)
    clash(table, WON, "sword sword sword shield")
    assert lies_in(table) == {}


@pytest.mark.parametrize(
    ("blue", "red", "life", "beaten"),
    [
        ("lily lily lily shield shield shield", "sword sword sword sword", 4, True),  # his own botte
        (WON, "sword shield shield sword", 4, True),
        ("lily lily shield shield shield sword", "sword sword sword sword", 3, True),  # both wound
        ("lily lily shield shield shield shield", "sword sword sword sword", None, False),  # not over yet
    ],
)
def test_jussac_always_wounds_at_the_end(evening: Start, blue: str, red: str, life: int | None, beaten: bool) -> None:
    table = in_the_louvre(evening, "porthos", "jussac")
    call_out(table, "porthos", "jussac", 3)
    record = clash(table, blue, red)
    if life is None:
        assert (hearts(table, "porthos"), dice_left(table)) == (5, (5, 3))
        return
    assert (hearts(table, "porthos"), lies_in(table) == {}) == (life, beaten)
    assert "Jussac always wounds at the end of the duel; no cuirass helps." in said(record)
    assert table.match.label(record).read().startswith("Jussac takes 1")


def test_jussac_wounds_after_a_draw_too_and_through_a_cuirass(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "jussac", profile={"adversaries.jussac.dice": 1})
    arm(table, "porthos", "cuirass")
    call_out(table, "porthos", "jussac")
    clash(table, "lily lily shield", "sword")
    clash(table, "lily lily")
    clash(table, "lily")
    assert (table.state.duel, hearts(table, "porthos"), lies_in(table)) == (None, 4, {"jussac": 1})


def test_jussacs_last_wound_can_put_a_victor_out_of_action(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "jussac").at("actions", **{"porthos.life": 1})
    call_out(table, "porthos", "jussac", 3)
    clash(table, WON, "sword sword shield shield")
    assert (table.state.of("porthos").down, lies_in(table)) == (True, {})


def test_vitrays_cuirass_stops_a_sword_in_every_throw_but_no_botte(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "vitray")
    call_out(table, "porthos", "vitray", 1)
    clash(table, "lily lily sword shield", "sword shield shield")
    clash(table, "sword shield lily", "sword shield")
    clash(table, "sword lily", "shield")
    clash(table, "sword")
    assert (table.state.duel, lies_in(table)) == (None, {"vitray": 1})
    call_out(table, "porthos", "vitray")
    clash(table, "lily lily lily", "shield shield shield")
    assert lies_in(table) == {}


# Rochefort


def interrupted(evening: Start, **tokens: Any) -> Evening:
    """Porthos was about to call Lubin out in the Louvre; Rochefort has drawn his blade."""
    table = in_the_louvre(evening, "porthos", "lubin").at("actions", **tokens)
    rochefort(table, "duel", who="porthos", foe="lubin")
    assert (fight(table).foe, dice_left(table)) == ("rochefort", (3, 4))
    return table


def test_only_rochefort_hits_the_action_is_lost_and_he_stays(evening: Start) -> None:
    table = interrupted(evening)
    record = clash(table, "lily lily shield", "sword sword shield shield")
    state = table.state
    assert (state.errand, state.duel, state.rochefort_at, state.milady_at) == (None, None, "louvre", "louvre")
    assert (state.rochefort, hearts(table, "porthos"), state.of("porthos").left) == (5, 4, 2)
    assert "The action is lost, and Rochefort stays." in said(record)
    # Trying again means meeting him again, without any question.
    table.do("duel", who="porthos", foe="lubin")
    assert fight(table).foe == "rochefort"


def test_only_the_musketeer_hits_rochefort_flees_and_the_action_goes_on_unchanged(evening: Start) -> None:
    table = interrupted(evening)
    clash(table, "lily lily lily", "sword sword shield shield")
    assert (table.state.rochefort, table.state.rochefort_at, hearts(table, "porthos")) == (4, "", 5)
    # The very duel he had declared, for the action he has spent already; Rochefort costs him none.
    assert (fight(table).foe, fight(table).waits, table.state.of("porthos").left) == ("lubin", "cards", 2)
    assert table.refused("challenge", who="porthos").rule == "actions"


def test_nobody_hits_the_action_is_lost_and_he_stays(evening: Start) -> None:
    table = interrupted(evening)
    clash(table, "lily lily shield", "sword shield shield shield")
    clash(table, "lily lily", "shield shield shield")
    clash(table, "lily", "shield shield")
    clash(table, "", "shield")
    assert (table.state.duel, table.state.rochefort_at, lies_in(table)) == (None, "louvre", {"lubin": 1})
    assert (table.state.rochefort, hearts(table, "porthos"), table.state.of("porthos").left) == (5, 5, 2)


def test_both_hit_he_flees_and_the_musketeer_goes_on(evening: Start) -> None:
    table = interrupted(evening)
    clash(table, "sword sword sword", "sword sword shield shield")
    assert (table.state.rochefort, hearts(table, "porthos"), fight(table).foe) == (4, 3, "lubin")


def test_whoever_falls_does_not_go_on(evening: Start) -> None:
    table = interrupted(evening, **{"porthos.life": 2})
    clash(table, "sword sword sword", "sword sword shield shield")
    state = table.state
    assert (state.rochefort, state.of("porthos").down, state.duel, state.errand) == (4, True, None, None)
    assert (state.rochefort_at, state.found) == ("", True)


def test_where_rochefort_flees_milady_takes_no_paris_card(evening: Start) -> None:
    table = interrupted(evening)
    clash(table, "lily lily lily", "sword sword shield shield")
    assert (table.state.milady_at, table.state.found) == ("house", True)
    table.do("commit")
    clash(table, "lily lily lily", "sword sword")
    table.at("reveal")
    assert [choice.do for choice in table.prompt.choices] == ["next"]
    record = table.next()
    assert said(record) == []


def test_nobody_meets_him_again_after_he_has_fled(evening: Start) -> None:
    table = interrupted(evening)
    clash(table, "lily lily lily", "sword sword shield shield")
    table.do("commit")
    clash(table, "lily lily lily", "sword sword")
    table.do("challenge", who="porthos")
    assert table.prompt.id == "challenge"


def test_his_first_fall_pays_one_for_all_and_no_other_does(evening: Start) -> None:
    table = interrupted(evening, rochefort=1)
    record = clash(table, "lily lily lily", "sword sword shield shield")
    assert (table.state.rochefort, table.state.one_for_all, table.state.rochefort_fell) == (0, 1, True)
    assert "Rochefort is out of action." in said(record)
    table.do("commit")
    clash(table, "lily lily lily", "sword sword")
    table.at("aftermath").next()
    table.at("actions", rochefort=1)
    rochefort(table, "challenge", who="porthos")
    clash(table, "lily lily lily", "sword sword shield shield")
    assert (table.state.rochefort, table.state.one_for_all) == (0, 1)


def test_his_botte_is_checked_like_any_other(evening: Start) -> None:
    table = interrupted(evening)
    clash(table, "sword sword sword", "sword sword sword shield")
    assert (table.state.rochefort, hearts(table, "porthos"), table.state.rochefort_at) == (5, 4, "louvre")


def test_combat_cards_help_against_him_and_epic_tokens_do_not(evening: Start) -> None:
    table = on_the_quest(evening, "porthos", ROAD).at("actions", epic=3)
    table.do("advance", who="porthos")
    table.do("rochefort")
    refusal = table.refused("commit", cards=1, epic=1)
    assert (refusal.rule, refusal.reason.read()) == ("road", "Epic tokens do not help in this duel.")
    table.do("commit", cards=2)
    assert dice_left(table) == (5, 4)
    assert table.offered("commit") == []


# de Wardes


def test_de_wardes_keeps_his_wounds_from_one_duel_to_the_next(evening: Start) -> None:
    table = on_the_quest(evening, "porthos", CALAIS)
    for skill in ("erudition", "nobility", "gallantry", "panache"):
        table.do("correct", what="porthos.actions", to=3)
        declare(table, "challenge", who="porthos", what=skill)
        table.do("meet", cards=6)
    table.do("correct", what="porthos.actions", to=3)
    call_out(table, "porthos", "wardes", 3)
    assert (fight(table).life, dice_left(table)) == (2, (6, 4))
    clash(table, "lily lily lily sword sword sword", "sword sword sword sword")
    assert (table.state.quest.wardes, table.state.chapters) == (1, CALAIS)
    call_out(table, "porthos", "wardes", 3)
    record = clash(table, WON, "sword sword sword shield")
    assert (table.state.chapters, table.state.quest.wardes) == (ROAD, 0)
    assert "Porthos draws 2 adventure cards." in said(record)


@pytest.mark.parametrize(("stays", "chapter", "life"), [(False, ROAD, 0), (True, CALAIS, 2)])
def test_when_de_wardes_and_his_man_both_fall_the_chapter_is_won_unless_the_table_reads_it_otherwise(
    evening: Start, stays: bool, chapter: int, life: int
) -> None:
    easy = {"quest.chapters.calais.skills": ["panache"]}
    table = on_the_quest(evening, "porthos", CALAIS, profile=easy, house={"both_hit_adversary_stays": stays})
    declare(table, "challenge", who="porthos", what="panache")
    table.do("meet", cards=6)
    table.at("actions", **{"porthos.life": 1})
    call_out(table, "porthos", "wardes", 3)
    clash(table, "sword sword sword lily lily shield", "sword sword sword shield")
    assert (table.state.chapters, table.state.quest.wardes) == (chapter, life)
    assert table.state.of("porthos").down is True


# others with whom blades are crossed


@pytest.mark.parametrize(("blue", "beaten"), [("lily lily lily", True), ("lily lily shield", False)])
def test_the_nemesis_is_overcome_by_whom_it_concerns(evening: Start, blue: str, beaten: bool) -> None:
    table = evening(depth="clerk").at("actions", **{"porthos.place": "louvre"})
    table.do("louvre_mission", skill="panache", value=7, foes=["lubin"], ambush="nemesis", nemesis="porthos")
    call_out(table, "porthos", "nemesis")
    assert dice_left(table) == (3, 3)
    clash(table, blue, "sword sword shield")
    assert (table.state.louvre_mission.ambush == "", table.state.ambushes_gone == ("nemesis",)) == (beaten, beaten)
    assert hearts(table, "porthos") == (5 if beaten else 4)


def test_a_duel_that_a_paris_card_asks_for_is_counted_down(evening: Start) -> None:
    table = evening(depth="clerk", paris="duels").at("actions", **{"porthos.place": "paris"})
    table.do("paris_mission", skill="none", foes=["lubin"])
    assert table.state.paris_mission.duels == 3
    declare(table, "duel", who="porthos", foe="other", dice=2)
    table.do("commit")
    assert dice_left(table) == (3, 2)
    clash(table, "lily lily lily", "sword sword")
    assert table.state.paris_mission.duels == 2
    declare(table, "duel", who="porthos", foe="other", dice=1)
    table.do("commit")
    clash(table, "lily lily shield", "shield")
    assert table.state.paris_mission.duels == 2


@pytest.mark.parametrize(("must_win", "place"), [(False, "colombier"), (True, "bastille")])
def test_the_gaoler_lets_him_go_however_it_ends_unless_the_table_wants_him_beaten(
    evening: Start, must_win: bool, place: str
) -> None:
    table = evening(depth="clerk", house={"bastille_fight_must_be_won": must_win})
    table.at("actions", **{"porthos.place": "bastille"})
    table.do("escape", who="porthos", how="fight")
    table.do("commit")
    clash(table, "lily lily shield", "sword sword shield")
    assert (table.state.of("porthos").place, hearts(table, "porthos")) == (place, 4)


# on the quest


@pytest.mark.parametrize("stays", [False, True])
def test_a_guard_who_falls_with_his_man_is_gone_unless_the_table_reads_it_otherwise(
    evening: Start, stays: bool
) -> None:
    table = on_the_quest(evening, "porthos", INN, house={"both_hit_adversary_stays": stays})
    table.at("actions", **{"porthos.life": 1})
    declare(table, "advance", who="porthos", path=1)
    table.do("token", kind="two_dice")
    table.do("commit")
    clash(table, "sword sword lily", "sword shield")
    assert table.state.quest.inn[0] == ("two_dice" if stays else "")


def test_a_guard_of_the_galleries_is_beaten_like_any_other(evening: Start) -> None:
    table = in_the_gallery(evening, "porthos", "two_dice", "two_dice")
    call_out(table, "porthos", "two_dice")
    clash(table, "lily lily lily", "sword sword")
    assert table.state.quest.guards == ("", "two_dice")


# names for the log


def test_the_log_says_how_many_dice_and_how_it_went(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin")
    declare(table, "duel", who="porthos", foe="lubin")
    assert table.match.label(table.do("commit", cards=1)).read() == "Duel with 4 blue dice"
    assert table.match.label(clash(table, "lily lily shield shield", "sword shield")).read() == ("Blades cross: 4b 2r")
    assert table.match.label(clash(table, "sword shield shield", "sword")).read() == "Lubin takes 1, Porthos takes 0."
