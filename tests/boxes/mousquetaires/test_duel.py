from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.core.record import BadForm
from tests.boxes.mousquetaires.scenes import (
    INN,
    ROAD,
    arm,
    call_out,
    clash,
    declare,
    dice_left,
    fight,
    hearts,
    in_the_louvre,
    lies_in,
    on_the_quest,
)

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


# cards, before the first throw


@pytest.mark.parametrize(("cards", "dice"), [(0, 3), (1, 4), (3, 6), (4, 6), (6, 6)])
def test_a_musketeer_throws_three_dice_and_one_for_each_card_but_never_more_than_six(
    evening: Start, cards: int, dice: int
) -> None:
    table = in_the_louvre(evening, "porthos", "brisemont")
    call_out(table, "porthos", "brisemont", cards)
    assert dice_left(table) == (dice, 3)
    assert table.offered("clash")[0].dice == f"{dice}b 3r"


def test_the_prompt_offers_as_many_cards_as_there_are_dice_left(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "brisemont")
    declare(table, "duel", who="porthos", foe="brisemont")
    (arms,) = table.offered("commit")
    assert arms.ask is not None
    assert (arms.ask.lo, arms.ask.hi, arms.ask.start) == (0, 3, 0)


@pytest.mark.parametrize("cards", [-1, 7])
def test_nobody_plays_more_cards_than_there_are_dice_in_the_box(evening: Start, cards: int) -> None:
    table = in_the_louvre(evening, "porthos", "brisemont")
    declare(table, "duel", who="porthos", foe="brisemont")
    assert table.refused("commit", cards=cards).rule == "duel-cards"


def test_the_dice_wait_for_the_cards(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "brisemont")
    declare(table, "duel", who="porthos", foe="brisemont")
    assert table.refused("clash").rule == "duel"


def test_no_card_is_played_after_a_throw_or_a_second_time(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "brisemont")
    call_out(table, "porthos", "brisemont")
    assert table.refused("commit", cards=1).rule == "duel-cards"
    assert table.refused("commit").rule == "duel-cards"
    clash(table, "lily shield shield", "sword sword shield")
    refusal = table.refused("commit", cards=1)
    assert (refusal.rule, refusal.reason.read()) == ("duel-cards", "Cards are played before the first throw.")


@pytest.mark.parametrize("do", ["commit", "clash", "stand"])
def test_without_a_duel_nothing_is_thrown(evening: Start, do: str) -> None:
    assert in_the_louvre(evening, "porthos").refused(do).rule == "duel"


# dice


def test_the_app_throws_or_the_table_does(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "brisemont", dice="sword lily lily  sword shield shield")
    call_out(table, "porthos", "brisemont")
    (thrown,) = table.do("clash").result["rolls"]
    assert (thrown["dice"], thrown["typed"], thrown["why"]) == ("3b 3r", False, "duel")
    assert thrown["faces"] == ["sword", "lily", "lily", "sword", "shield", "shield"]
    assert hearts(table, "porthos") == 4


@pytest.mark.parametrize("faces", ["sword", "lily lily lily lily  sword sword", "sword sword sword  lily sword sword"])
def test_what_is_typed_in_must_be_what_such_dice_can_show(evening: Start, faces: str) -> None:
    table = in_the_louvre(evening, "porthos", "brisemont")
    call_out(table, "porthos", "brisemont")
    with pytest.raises(BadForm):
        table.act("clash", faces=faces.split())


def test_swords_wound_and_shields_cancel_them_on_both_sides(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "cavois")
    call_out(table, "porthos", "cavois", 3)
    record = clash(table, "sword sword sword shield lily lily", "sword sword sword shield")
    assert table.match.label(record).read() == "de Cavois takes 2, Porthos takes 2."
    assert hearts(table, "porthos") == 3


# nobody is hurt


def test_each_side_lays_a_die_aside_and_the_one_who_has_dice_left_throws_on_alone(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "henchman")
    call_out(table, "porthos", "henchman", 1)
    clash(table, "lily lily shield shield", "sword sword")
    assert (dice_left(table), table.prompt.rule) == ((3, 1), "duel-tie")
    clash(table, "lily lily sword", "shield")
    assert dice_left(table) == (2, 0)
    assert table.offered("clash")[0].dice == "2b"
    clash(table, "lily shield")
    assert dice_left(table) == (1, 0)
    clash(table, "sword")
    assert (table.state.duel, lies_in(table)) == (None, {})


def test_a_foe_with_dice_left_throws_on_alone_too(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "cavois")
    call_out(table, "porthos", "cavois")
    for blue, red in (
        ("lily lily sword", "shield shield shield shield"),
        ("lily lily", "shield shield shield"),
        ("lily", "shield shield"),
    ):
        clash(table, blue, red)
    assert dice_left(table) == (0, 1)
    assert table.offered("clash")[0].dice == "1r"
    clash(table, "", "sword")
    assert (table.state.duel, hearts(table, "porthos"), lies_in(table)) == (None, 4, {"cavois": 2})


def test_with_no_dice_left_on_either_side_the_duel_is_a_draw(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "henchman")
    call_out(table, "porthos", "henchman")
    clash(table, "lily lily shield", "sword shield")
    clash(table, "lily lily", "shield")
    record = clash(table, "lily")
    assert table.match.label(record).read() == "Porthos and the henchman part without a scratch."
    assert (table.state.duel, hearts(table, "porthos"), lies_in(table)) == (None, 5, {"henchman": 1})


def test_a_foe_with_a_fixed_result_shows_it_every_time_and_never_loses_a_die(evening: Start) -> None:
    table = on_the_quest(evening, "porthos", INN)
    declare(table, "advance", who="porthos", path=1)
    table.do("token", kind="sword_two_shields")
    table.do("commit")
    for dice, blue in ((3, "shield sword sword"), (2, "shield sword"), (1, "shield")):
        assert table.offered("clash")[0].dice == f"{dice}b"
        record = clash(table, blue)
    assert table.match.label(record).read() == "Porthos and a guard: sword, two shields part without a scratch."
    # His sword is not swung at a man without dice: the duel is a draw.
    assert (hearts(table, "porthos"), table.state.quest.inn[0]) == (5, "sword_two_shields")


def test_the_sword_of_a_fixed_result_meets_a_shield_less_each_time(evening: Start) -> None:
    table = on_the_quest(evening, "porthos", INN)
    declare(table, "advance", who="porthos", path=1)
    table.do("token", kind="two_swords")
    table.do("commit")
    clash(table, "shield shield lily")
    clash(table, "shield lily")
    assert (table.state.duel, hearts(table, "porthos")) == (None, 4)


# bottes


def test_a_botte_wounds_once_and_the_other_side_does_not_count(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "cavois")
    call_out(table, "porthos", "cavois", 3)
    clash(table, "lily lily lily sword sword sword", "sword sword sword sword")
    assert (table.state.duel, hearts(table, "porthos"), lies_in(table)) == (None, 5, {"cavois": 1})


def test_the_foes_botte_wounds_once_and_ends_the_duel(evening: Start) -> None:
    thrust = {"adversaries.brisemont.botte": ["sword", "sword", "shield"]}
    table = in_the_louvre(evening, "porthos", "brisemont", profile=thrust)
    call_out(table, "porthos", "brisemont")
    clash(table, "sword sword lily", "sword sword shield")
    assert (table.state.duel, hearts(table, "porthos"), lies_in(table)) == (None, 4, {"brisemont": 1})


@pytest.mark.parametrize(("both_wound", "life", "over"), [(True, 4, True), (False, 5, False)])
def test_two_bottes_at_once_wound_both_or_by_house_rule_nobody(
    evening: Start, both_wound: bool, life: int, over: bool
) -> None:
    thrust = {"adversaries.cavois.botte": ["sword", "sword", "shield"]}
    table = in_the_louvre(evening, "porthos", "cavois", profile=thrust, house={"both_bottes_wound": both_wound})
    call_out(table, "porthos", "cavois")
    clash(table, "lily lily lily", "sword sword shield shield")
    assert (hearts(table, "porthos"), table.state.duel is None) == (life, over)
    assert lies_in(table) == {"cavois": 1 if both_wound else 2}


def test_dartagnan_has_the_better_botte_and_keeps_it_when_he_learns_another(evening: Start) -> None:
    for throw, improved, wins in (
        ("lily lily sword", False, True),
        ("lily lily sword", True, True),
        ("lily sword sword", True, True),
        ("lily sword sword", False, False),
    ):
        table = in_the_louvre(evening, "dartagnan", "vitray")
        if improved:
            arm(table, "dartagnan", "improved_botte")
        call_out(table, "dartagnan", "vitray")
        clash(table, throw, "shield shield shield")
        assert (lies_in(table) == {}) is wins, (throw, improved)


def test_the_others_lay_the_new_botte_over_the_old_one(evening: Start) -> None:
    for throw, wins in (("lily lily sword", True), ("lily lily lily", False)):
        table = in_the_louvre(evening, "aramis", "vitray")
        arm(table, "aramis", "improved_botte")
        call_out(table, "aramis", "vitray")
        clash(table, throw, "shield shield shield")
        assert (lies_in(table) == {}) is wins, throw


# what he carries


def test_a_pistol_adds_a_sword_to_the_first_throw_only(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "brisemont")
    arm(table, "porthos", "pistol")
    call_out(table, "porthos", "brisemont")
    clash(table, "lily shield shield", "shield sword sword")
    assert dice_left(table) == (2, 2)
    clash(table, "shield shield", "sword sword")
    assert dice_left(table) == (1, 1)
    table = in_the_louvre(evening, "porthos", "brisemont")
    arm(table, "porthos", "pistol")
    call_out(table, "porthos", "brisemont")
    clash(table, "lily shield shield", "sword sword sword")
    assert (lies_in(table), hearts(table, "porthos")) == ({}, 4)


@pytest.mark.parametrize(("counts", "wins"), [(False, False), (True, True)])
def test_the_pistols_sword_completes_no_botte_unless_the_table_plays_so(
    evening: Start, counts: bool, wins: bool
) -> None:
    table = in_the_louvre(evening, "dartagnan", "brisemont", house={"pistol_in_botte": counts})
    arm(table, "dartagnan", "pistol")
    call_out(table, "dartagnan", "brisemont")
    clash(table, "lily lily shield", "shield shield sword")
    assert (lies_in(table) == {}) is wins


def test_a_cuirass_adds_a_shield_to_every_throw(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "cavois")
    arm(table, "porthos", "cuirass")
    call_out(table, "porthos", "cavois")
    clash(table, "lily lily sword", "sword shield shield shield")
    clash(table, "lily lily", "sword shield shield")
    clash(table, "lily", "sword shield")
    assert dice_left(table) == (0, 1)
    clash(table, "", "sword")
    assert (table.state.duel, hearts(table, "porthos")) == (None, 5)


@pytest.mark.parametrize(("counts", "wins"), [(False, False), (True, True)])
def test_the_shield_of_a_cuirass_completes_no_botte_unless_the_table_plays_so(
    evening: Start, counts: bool, wins: bool
) -> None:
    parry = {"musketeers.porthos.botte": ["lily", "shield", "shield"]}
    table = in_the_louvre(evening, "porthos", "vitray", profile=parry, house={"cuirass_in_botte": counts})
    arm(table, "porthos", "cuirass")
    call_out(table, "porthos", "vitray")
    clash(table, "lily lily shield", "shield shield shield")
    assert (lies_in(table) == {}) is wins


# the Toledo blade


def with_blade(evening: Start, foe: str = "brisemont", cards: int = 0, dice: str = "", **options: Any) -> Evening:
    table = in_the_louvre(evening, "porthos", foe, dice=dice, **options)
    arm(table, "porthos", "toledo")
    call_out(table, "porthos", foe, cards)
    return table


def test_after_a_throw_its_owner_may_throw_one_die_again(evening: Start) -> None:
    table = with_blade(evening)
    clash(table, "lily shield shield", "sword sword shield")
    assert (fight(table).waits, table.prompt.rule) == ("blade", "toledo")
    (die,) = [choice.ask for choice in table.offered("toledo")]
    assert die is not None
    assert (die.lo, die.hi) == (0, 2)
    record = table.do("toledo", die=0, face="sword")
    assert record.result["rolls"][0]["typed"] is True
    assert fight(table).blue_faces == ("sword", "shield", "shield")
    # One sword against one shield: still nobody is hurt.
    assert (dice_left(table), fight(table).blade) == ((2, 2), False)


def test_the_app_can_throw_that_die(evening: Start) -> None:
    table = with_blade(evening, dice="sword")
    clash(table, "lily shield shield", "sword sword sword")
    table.do("toledo", die=0)
    assert (lies_in(table), hearts(table, "porthos")) == ({}, 4)


def test_the_throw_may_stand(evening: Start) -> None:
    table = with_blade(evening)
    clash(table, "lily shield shield", "sword sword shield")
    record = table.do("stand")
    assert table.match.label(record).read() == "The throw stands"
    assert (dice_left(table), fight(table).blade) == ((2, 2), True)
    clash(table, "lily shield", "sword shield")
    assert fight(table).waits == "blade"


def test_it_is_used_once_in_a_duel_and_again_in_the_next(evening: Start) -> None:
    table = with_blade(evening)
    clash(table, "lily shield shield", "sword sword shield")
    table.do("toledo", die=0, face="lily")
    clash(table, "lily shield", "sword shield")
    assert (fight(table).waits, dice_left(table)) == ("dice", (1, 1))
    assert table.refused("toledo", die=0).rule == "toledo"
    clash(table, "lily", "sword")
    call_out(table, "porthos", "brisemont")
    clash(table, "lily shield shield", "sword sword shield")
    assert fight(table).waits == "blade"


def test_the_next_throw_waits_for_the_answer(evening: Start) -> None:
    table = with_blade(evening)
    clash(table, "lily shield shield", "sword sword shield")
    assert table.refused("clash").rule == "duel"
    assert table.refused("next").rule == "actions"


@pytest.mark.parametrize(
    ("cards", "blue", "red", "asked"),
    [
        (2, "sword sword shield shield shield", "sword sword shield", False),
        (0, "sword sword shield", "sword sword shield", True),
        (0, "lily lily shield", "sword sword shield", True),
        (0, "lily lily shield", "sword shield shield", True),
    ],
)
def test_nobody_is_asked_when_there_is_nothing_to_better(
    evening: Start, cards: int, blue: str, red: str, asked: bool
) -> None:
    table = with_blade(evening, cards=cards)
    clash(table, blue, red)
    assert (table.state.duel is not None) is asked


def test_against_more_hearts_a_single_wound_may_be_bettered(evening: Start) -> None:
    table = with_blade(evening, "cavois", 3)
    clash(table, "sword lily lily shield shield shield", "sword sword sword sword")
    assert fight(table).waits == "blade"
    table.do("toledo", die=1, face="sword")
    assert lies_in(table) == {}


def test_without_blue_dice_there_is_nothing_to_throw_again(evening: Start) -> None:
    table = with_blade(evening, "cavois")
    for blue, red in (
        ("lily lily sword", "shield shield shield shield"),
        ("lily lily", "shield shield shield"),
        ("lily", "shield shield"),
    ):
        clash(table, blue, red)
        table.do("stand")
    clash(table, "", "sword")
    assert (table.state.duel, hearts(table, "porthos")) == (None, 4)


THRUST = {"adversaries.brisemont.botte": ["sword", "sword", "shield"]}


def test_it_may_still_answer_the_foes_botte(evening: Start) -> None:
    table = with_blade(evening, profile=THRUST)
    clash(table, "lily lily sword", "sword sword shield")
    assert fight(table).waits == "blade"
    table.do("toledo", die=2, face="lily")
    assert (table.state.duel, hearts(table, "porthos"), lies_in(table)) == (None, 4, {})


def test_if_the_answer_fails_the_foes_botte_stands(evening: Start) -> None:
    table = with_blade(evening, profile=THRUST)
    clash(table, "lily lily sword", "sword sword shield")
    table.do("toledo", die=2, face="shield")
    assert (table.state.duel, hearts(table, "porthos"), lies_in(table)) == (None, 4, {"brisemont": 1})


def test_house_rule_the_foes_botte_cannot_be_answered(evening: Start) -> None:
    table = with_blade(evening, profile=THRUST, house={"toledo_after_enemy_botte": False})
    clash(table, "lily lily sword", "sword sword shield")
    assert (table.state.duel, hearts(table, "porthos"), lies_in(table)) == (None, 4, {"brisemont": 1})


@pytest.mark.parametrize("slip", [{"die": 3}, {"die": -1}, {"die": 0, "face": "crown"}])
def test_only_a_die_that_lies_there_and_a_face_it_has(evening: Start, slip: dict[str, Any]) -> None:
    table = with_blade(evening)
    clash(table, "lily shield shield", "sword sword shield")
    with pytest.raises(BadForm):
        table.act("toledo", **slip)


def test_whoever_has_no_blade_is_not_asked(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "brisemont")
    call_out(table, "porthos", "brisemont")
    clash(table, "lily shield shield", "sword sword shield")
    assert fight(table).waits == "dice"
    assert table.refused("toledo", die=0).rule == "toledo"
    assert table.refused("stand").rule == "toledo"


# the hourglass stands still


def held_for(table: Evening) -> tuple[str, ...]:
    return table.state.sand.holds


def hurried(table: Evening) -> Evening:
    table.at("perfidy").do("perfidy", how="play", card="hurry")
    return table


def test_the_sand_stands_still_from_the_demand_to_the_end_of_the_duel(evening: Start) -> None:
    table = hurried(in_the_louvre(evening, "porthos", "brisemont"))
    declare(table, "duel", who="porthos", foe="brisemont")
    assert held_for(table) == ("duel",)
    table.do("commit")
    clash(table, "lily lily lily", "sword sword sword")
    assert held_for(table) == ()


def test_the_sand_runs_on_when_a_trap_lay_where_a_foe_was_awaited(evening: Start) -> None:
    table = hurried(on_the_quest(evening, "porthos", ROAD))
    declare(table, "advance", who="porthos")
    assert held_for(table) == ("duel",)
    table.do("commit")
    table.do("token", kind="trap")
    assert held_for(table) == ()
