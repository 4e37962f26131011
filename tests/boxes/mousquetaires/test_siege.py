from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.boxes.mousquetaires.siege import can_sacrifice, red_dice, second_throw, siege_pool, smuggled_sword
from companion.core.record import BadForm

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def reinforced(table: Evening, time: int) -> Evening:
    table.at("perfidy", time=time).do("perfidy", how="play", card="reinforcements")
    return table.at("siege")


# the throw


def test_the_worked_example_of_round_five_and_porthos_sacrifice(evening: Start) -> None:
    """German rules, La Rochelle: 2 red dice against 2 blue ones, a sword each, and Porthos gives a heart."""
    table = evening("sword shield shield sword")
    for number in range(2, 6):
        table.at("time").next()
        table.at("aftermath").next()
        assert table.state.round == number
    table.at("siege")
    record = table.do("siege", blue=2)
    assert record.result["rolls"][0]["dice"] == "2b 2r"
    assert (table.state.blue_swords, table.state.red_swords) == (1, 1)
    before = table.state.rochelle
    table.do("march", sacrifices=1)
    assert table.state.rochelle == before + 1


@pytest.mark.parametrize(("time", "dice"), [(1, 1), (3, 1), (4, 2), (6, 2), (7, 3), (9, 3), (10, 4), (11, 4)])
def test_milady_throws_what_the_time_space_shows(evening: Start, time: int, dice: int) -> None:
    table = evening("shield shield shield shield").at("siege", time=time)
    assert red_dice(table.state) == dice
    record = table.do("siege")
    assert record.result["rolls"][0]["dice"] == f"{dice}r"
    assert (table.state.red_swords, table.state.step) == (0, "march")
    dice_rolled = "1 die" if dice == 1 else f"{dice} dice"
    assert table.match.label(record).read() == f"Siege: {dice_rolled} rolled"


def test_only_swords_count(evening: Start) -> None:
    table = evening("sword lily shield sword lily lily  sword shield shield").at("siege", time=7)
    table.do("siege", blue=6)
    assert (table.state.blue_swords, table.state.red_swords) == (2, 1)


def test_the_cards_at_la_rochelle_stay_for_the_next_round(evening: Start) -> None:
    table = evening("sword lily shield sword  sword lily shield sword").at("siege")
    table.do("siege", blue=3)
    table.at("aftermath").next()
    assert table.state.siege_dice == 3
    assert table.at("siege").do("siege").result["rolls"][0]["dice"] == "3b 1r"


@pytest.mark.parametrize("blue", [-1, 7, 99])
def test_the_musketeers_throw_at_most_six(evening: Start, blue: int) -> None:
    refusal = evening().at("siege").refused("siege", anyway=True, blue=blue)
    assert refusal.reason.read() == "The musketeers throw 0 to 6 dice at La Rochelle."


def test_the_real_dice_can_be_typed_in_blue_ones_first(evening: Start) -> None:
    table = evening().at("siege", time=4)
    record = table.do("siege", blue=2, faces=["sword", "lily", "sword", "sword"])
    assert record.result["rolls"] == [
        {"dice": "2b 2r", "faces": ["sword", "lily", "sword", "sword"], "typed": True, "kept": [], "why": "siege"}
    ]
    assert (table.state.blue_swords, table.state.red_swords) == (1, 2)


@pytest.mark.parametrize(
    "faces", [[], ["sword"], ["sword"] * 3, ["sword", "lily"], ["sword", "axe"]], ids=lambda faces: "-".join(faces)
)
def test_typed_faces_must_fit_the_dice(evening: Start, faces: list[str]) -> None:
    table = evening().at("siege")
    with pytest.raises(BadForm):
        table.act("siege", blue=1, faces=faces)
    assert table.state.step == "siege"


def test_the_siege_is_fought_in_phase_three(evening: Start) -> None:
    assert evening().at("actions").refused("siege").rule == "siege"


@pytest.mark.parametrize(("blue", "red", "pool"), [(0, 1, "1r"), (2, 2, "2b 2r"), (6, 4, "6b 4r"), (1, 0, "1b")])
def test_a_side_without_dice_is_left_out_of_the_throw(blue: int, red: int, pool: str) -> None:
    assert siege_pool(blue, red) == pool


# Reinforcements


@pytest.mark.parametrize(("time", "dice"), [(1, 2), (4, 3), (7, 4)])
def test_reinforcements_are_one_more_die(evening: Start, time: int, dice: int) -> None:
    table = reinforced(evening("shield shield shield shield"), time)
    assert (red_dice(table.state), second_throw(table.state)) == (dice, False)
    record = table.do("siege")
    assert [roll["dice"] for roll in record.result["rolls"]] == [f"{dice}r"]


@pytest.mark.parametrize(("again", "swords"), [("sword", 3), ("shield", 2)])
def test_with_four_dice_reinforcements_throw_one_shield_again(evening: Start, again: str, swords: int) -> None:
    table = reinforced(evening(f"sword shield shield sword {again}"), 10)
    assert (red_dice(table.state), second_throw(table.state)) == (4, True)
    record = table.do("siege")
    assert [(roll["dice"], roll["why"]) for roll in record.result["rolls"]] == [
        ("4r", "siege"),
        ("1r", "perfidy-reinforcements"),
    ]
    assert table.state.red_swords == swords
    assert table.dice.left == []


def test_four_swords_are_never_thrown_again_to_make_five(evening: Start) -> None:
    table = reinforced(evening("sword sword sword sword sword"), 10)
    table.do("siege")
    assert table.state.red_swords == 4
    assert table.dice.left == ["sword"]


def test_typed_dice_already_show_the_second_throw(evening: Start) -> None:
    table = reinforced(evening(), 10)
    record = table.do("siege", faces=["sword", "sword", "sword", "shield"])
    assert len(record.result["rolls"]) == 1
    assert table.state.red_swords == 3


# the black marketeers


def test_the_black_marketeers_bring_one_sword_more(evening: Start) -> None:
    table = evening("shield", paris="traffickers").at("siege")
    assert smuggled_sword(table.state) == 1
    record = table.do("siege")
    assert table.state.red_swords == 1
    assert [tell["why"] for tell in record.result["tells"]] == ["siege-traffickers"]


def test_the_smuggled_sword_comes_on_top_of_four(evening: Start) -> None:
    table = reinforced(evening("sword sword sword sword", paris="traffickers"), 10)
    table.do("siege")
    assert table.state.red_swords == 5


@pytest.mark.parametrize("paris", ["", "held", "abducted"])
def test_no_other_card_brings_swords(evening: Start, paris: str) -> None:
    table = evening("shield", paris=paris).at("siege")
    record = table.do("siege")
    assert (table.state.red_swords, "tells" in record.result) == (0, False)


# the marker


def battle(table: Evening, blue: int, red: int) -> Evening:
    """A throw with so many swords on either side."""
    faces = ["sword"] * blue + ["shield"] * (6 - blue) + ["sword"] * red + ["shield"] * (4 - red)
    table.at("siege", time=10).do("siege", blue=6, faces=faces)
    return table


@pytest.mark.parametrize(
    ("blue", "red", "to", "label"),
    [
        (0, 0, 5, "La Rochelle holds"),
        (2, 2, 5, "La Rochelle holds"),
        (0, 1, 4, "La Rochelle: 1 space lost"),
        (1, 3, 3, "La Rochelle: 2 spaces lost"),
        (1, 0, 6, "La Rochelle: 1 space gained"),
        (4, 1, 8, "La Rochelle: 3 spaces gained"),
    ],
)
def test_the_marker_moves_by_the_difference(evening: Start, blue: int, red: int, to: int, label: str) -> None:
    table = battle(evening(), blue, red)
    record = table.do("march")
    assert (table.state.rochelle, table.state.step) == (to, "time")
    assert table.match.label(record).read() == label


@pytest.mark.parametrize(("hearts", "to"), [(0, 4), (1, 5), (2, 6), (3, 7)])
def test_each_sacrifice_cancels_one_of_miladys_swords(evening: Start, hearts: int, to: int) -> None:
    table = battle(evening(), 2, 3)
    table.do("march", sacrifices=hearts)
    assert table.state.rochelle == to


def test_the_table_is_told_who_bleeds(evening: Start) -> None:
    table = battle(evening(), 0, 2)
    record = table.do("march", sacrifices=2)
    (tell,) = record.result["tells"]
    assert (tell["many"], tell["with"]) == ("{n} musketeers at La Rochelle lose a heart each.", {"n": 2})


@pytest.mark.parametrize(("players", "red", "most"), [(5, 4, 4), (4, 4, 3), (5, 2, 2), (5, 0, 0)])
def test_nobody_gives_more_hearts_than_there_are_musketeers_or_swords(
    evening: Start, players: int, red: int, most: int
) -> None:
    table = battle(evening(players=players), 0, red)
    for hearts in (-1, most + 1):
        assert table.refused("march", anyway=True, sacrifices=hearts).rule == "march"
    table.do("march", sacrifices=most)
    assert table.state.rochelle == 5 - red + most


def test_a_smuggled_sword_can_be_cancelled_too(evening: Start) -> None:
    table = evening("shield", paris="traffickers").at("siege")
    table.do("siege")
    table.do("march", sacrifices=1)
    assert table.state.rochelle == 5


def test_the_marker_moves_after_the_throw(evening: Start) -> None:
    assert evening().at("siege").refused("march").rule == "march"


# both ends and what lies beside them


@pytest.mark.parametrize(("start", "red"), [(2, 1), (3, 4), (5, 4)])
def test_the_far_left_is_defeat_and_no_card_helps(evening: Start, start: int, red: int) -> None:
    table = battle(evening().at("siege", rochelle=start, one_for_all=2), 0, red)
    table.do("march")
    assert (table.state.rochelle, table.cause) == (1, "rochelle")
    assert table.match.prompts() == ()
    assert table.refused("one_for_all", use="epic").rule == "over"


def test_beside_the_far_left_milady_draws_a_card_once(evening: Start) -> None:
    table = battle(evening().at("siege", rochelle=3), 0, 1)
    table.do("march")
    assert (table.state.rochelle, table.state.perfidy, table.state.rochelle_paid) == (2, 4, ("perfidy",))
    battle(table, 2, 0).do("march")
    battle(table, 0, 2).do("march")
    assert (table.state.rochelle, table.state.perfidy, table.cause) == (2, 4, "")


def test_beside_the_far_right_lies_one_epic_token_once(evening: Start) -> None:
    table = battle(evening().at("siege", rochelle=7), 1, 0)
    table.do("march")
    assert (table.state.rochelle, table.state.epic) == (8, 1)
    battle(table, 0, 1).do("march")
    battle(table, 1, 0).do("march")
    assert (table.state.rochelle, table.state.epic) == (8, 1)


def test_on_the_far_right_lies_one_for_all_and_the_siege_goes_on(evening: Start) -> None:
    table = battle(evening().at("siege", rochelle=8), 1, 0)
    table.do("march")
    assert (table.state.rochelle, table.state.one_for_all, table.cause) == (9, 1, "")
    battle(table, 0, 1).do("march")
    battle(table, 4, 0).do("march")
    assert (table.state.rochelle, table.state.one_for_all) == (9, 1)
    assert table.state.rochelle_paid == ("one_for_all", "epic")


def test_a_long_march_pays_for_every_space_it_passes(evening: Start) -> None:
    table = battle(evening(), 6, 0)
    record = table.do("march")
    assert (table.state.rochelle, table.state.epic, table.state.one_for_all) == (9, 1, 1)
    assert {change["why"] for change in record.result["changes"]} == {"march", "siege-reward", "round"}


def test_the_epic_token_is_lost_when_all_seven_are_on_the_board(evening: Start) -> None:
    table = battle(evening().at("siege", rochelle=7, epic=7), 1, 0)
    table.do("march")
    assert (table.state.epic, table.state.rochelle_paid) == (7, ("epic",))


# the clerk knows the cards and who is there


def test_the_dice_are_those_of_the_cards_that_lie_there(evening: Start) -> None:
    table = evening("sword sword lily shield", depth="clerk").at("actions")
    table.do("reinforce", who="aramis", card="double")
    table.do("character", who="aramis", card="bassompierre")
    record = table.at("siege").do("siege")
    assert record.result["rolls"][0]["dice"] == "3b 1r"
    assert (table.state.blue_swords, table.state.siege_cards) == (2, ("double", "bassompierre"))


def test_no_equipment_and_no_botte_counts_in_the_siege(evening: Start) -> None:
    table = evening("lily lily lily sword", depth="clerk").at("actions", purse=9)
    for _ in range(2):
        table.do("reinforce", who="aramis")
    table.do("equip", who="aramis", buy=["pistol", "cuirass"])
    table.at("siege").do("siege", blue=3)
    assert (table.state.blue_swords, table.state.red_swords) == (0, 1)


def at_the_siege(evening: Start, *who: str, **house: bool) -> Evening:
    """Four red swords, and these musketeers at La Rochelle."""
    table = evening(depth="clerk", house=house)
    places = {f"{one}.place": "rochelle" if one in who else "paris" for one in table.state.musketeers}
    table.at("siege", time=10, **places)
    table.do("siege", faces=["sword"] * 4)
    return table


def test_each_musketeer_there_may_give_one_heart(evening: Start) -> None:
    table = at_the_siege(evening, "aramis", "porthos")
    assert [choice.picks[0].least for choice in table.offered("march")[1:]] == [1, 2]
    table.do("march", by=["aramis", "porthos"])
    assert [musketeer.life for musketeer in table.state.company] == [3, 2, 3, 4]
    assert table.state.rochelle == 3


def test_nobody_gives_two(evening: Start) -> None:
    table = at_the_siege(evening, "aramis", "porthos")
    with pytest.raises(BadForm, match="different musketeers"):
        table.act("march", by=["porthos", "porthos"])


@pytest.mark.parametrize("fields", [{"by": ["athos"]}, {"sacrifices": 1}])
def test_the_clerk_wants_the_names_of_those_who_are_there(evening: Start, fields: dict[str, Any]) -> None:
    table = at_the_siege(evening, "aramis")
    assert table.refused("march", **fields).rule == "march"


def test_who_lies_at_the_vieux_colombier_gives_nothing(evening: Start) -> None:
    table = at_the_siege(evening, "aramis").at("march", **{"aramis.life": 0, "aramis.down": True})
    assert can_sacrifice(table.state) == ()
    assert table.refused("march", anyway=True, by=["aramis"]).overridable is False


def test_the_last_heart_may_be_given(evening: Start) -> None:
    table = at_the_siege(evening, "aramis").at("march", **{"aramis.life": 1})
    table.do("march", by=["aramis"])
    assert (table.state.of("aramis").down, table.state.rochelle) == (True, 2)


def test_house_rule_the_last_heart_is_kept(evening: Start) -> None:
    table = at_the_siege(evening, "aramis", sacrifice_may_knock_out=False).at("march", **{"aramis.life": 1})
    assert can_sacrifice(table.state) == ()
    table.at("march", **{"aramis.life": 2}).do("march", by=["aramis"])
    assert table.state.of("aramis").life == 1


@pytest.mark.parametrize(("blue", "red", "hearts", "to"), [(1, 1, 1, 5), (2, 3, 2, 5), (0, 3, 1, 3), (3, 1, 1, 7)])
def test_house_rule_a_sacrifice_only_softens_a_loss(evening: Start, blue: int, red: int, hearts: int, to: int) -> None:
    table = battle(evening(house={"sacrifice_cancels_sword": False}), blue, red)
    table.do("march", sacrifices=hearts)
    assert table.state.rochelle == to


# Reinforcements again


def test_house_rule_a_fifth_die_instead_of_a_second_throw(evening: Start) -> None:
    table = evening("sword sword sword sword sword", house={"reinforcements_beyond_most_red": True})
    reinforced(table, 10)
    assert (red_dice(table.state), second_throw(table.state)) == (5, False)
    table.do("siege")
    assert table.state.red_swords == 5


@pytest.mark.parametrize(("faces", "swords"), [(["sword"] * 4, 4), (["sword", "shield", "shield", "shield"], 1)])
def test_real_dice_are_typed_in_as_they_lie_after_the_second_throw(
    evening: Start, faces: list[str], swords: int
) -> None:
    """Whoever throws one shield again has four dice on the table, never five."""
    table = reinforced(evening(), 10)
    assert table.prompt.detail.read() == "Milady throws 4 red dice and may throw one shield again."
    with pytest.raises(BadForm):
        table.act("siege", faces=[*faces, "sword"])
    table.do("siege", faces=faces)
    assert table.state.red_swords == swords


def test_a_card_milady_removed_throws_no_dice_any_more(evening: Start) -> None:
    table = evening("shield shield", depth="clerk").at("actions")
    table.do("reinforce", who="aramis", card="double")
    table.do("reinforce", who="aramis", card="single")
    table.at("reveal").do("reveal", place="rochelle", card="double")
    assert table.do("siege").result["rolls"][0]["dice"] == "1b 1r"
