from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.boxes.mousquetaires.missions import adversaries_in_hand, force_of
from companion.boxes.mousquetaires.names import PARIS_CARDS
from companion.boxes.mousquetaires.paris import constance_dice, open_cards
from companion.core.record import BadForm

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


# laying a card out


def test_milady_lays_out_a_card_in_phase_one_and_treachery_comes_next(evening: Start) -> None:
    table = evening().at("paris", constance=4)
    record = table.do("paris_card", card="held")
    assert (table.state.paris, table.state.constance, table.state.step) == ("held", 0, "perfidy")
    assert table.told(record) == ["Milady reads the title and mans the mission up to its force."]
    assert table.match.label(record).read() == "Milady lays out Constance held captive"


def test_a_new_card_sends_the_old_one_out_of_the_game_and_constance_back_to_zero(evening: Start) -> None:
    table = evening(paris="abducted").at("paris", constance=5, paris_cards=1)
    record = table.do("paris_card", card="duels")
    assert (table.state.paris, table.state.paris_gone, table.state.constance) == ("duels", ("abducted",), 0)
    assert "Undefeated adversaries go back to Milady's hand; the ambush is out." in table.told(record)


def test_a_card_that_left_the_game_never_comes_back_unless_the_table_insists(evening: Start) -> None:
    table = evening(paris="missing").at("paris", paris_cards=2)
    table.do("paris_card", card="held")
    table.at("paris")
    refusal = table.refused("paris_card", card="missing")
    assert (refusal.rule, refusal.overridable) == ("paris-card", True)
    record = table.do("paris_card", anyway=True, card="missing")
    assert record.result["rulings"] == ["paris-card"]
    assert (table.state.paris, table.state.paris_gone) == ("missing", ("missing", "held"))
    table.at("paris", paris_cards=1).do("paris_card", card="duels")
    assert table.state.paris_gone == ("missing", "held")


def test_milady_lays_out_only_what_she_holds(evening: Start) -> None:
    table = evening(paris="missing").at("paris")
    refusal = table.refused("paris_card", card="held")
    assert (refusal.reason.read(), refusal.rule, refusal.overridable) == (
        "Milady holds no Paris card.",
        "paris-card",
        True,
    )
    assert table.do("paris_card", anyway=True, card="held").result["rulings"] == ["paris-card"]
    assert table.state.paris_hand == 0


def test_the_card_she_took_at_home_leaves_her_hand_when_it_is_laid_out(evening: Start) -> None:
    table = evening(paris="missing").at("reveal")
    record = table.do("reveal", place="house")
    assert "Milady takes a Paris card of her choice into her hand." in table.told(record)
    assert table.state.paris_hand == 1
    table.at("paris").do("paris_card", card="held")
    assert (table.state.paris, table.state.paris_hand) == ("held", 0)


def test_found_at_home_she_takes_none(evening: Start) -> None:
    table = evening(paris="missing").at("reveal")
    table.do("reveal", place="house", found=True)
    assert table.state.paris_hand == 0


def test_she_takes_none_when_all_are_taken(evening: Start) -> None:
    table = evening(paris="missing").at("reveal", paris_cards=len(PARIS_CARDS) - 1)
    record = table.do("reveal", place="house")
    assert table.state.paris_hand == len(PARIS_CARDS) - 1
    assert table.told(record) == []


def test_the_first_card_of_all_need_not_come_from_her_hand(evening: Start) -> None:
    """A table that did not say at the start which card lies there tells it in the first round."""
    table = evening().at("paris")
    table.do("paris_card", card="held")
    assert (table.state.paris, table.state.paris_hand) == ("held", 0)
    assert table.at("paris").refused("paris_card", card="duels").rule == "paris-card"


def test_the_card_that_lies_there_cannot_be_laid_out_again(evening: Start) -> None:
    refusal = evening(paris="held").at("paris").refused("paris_card", anyway=True, card="held")
    assert refusal.reason.read() == "Constance held captive lies in Paris already."


def test_paris_cards_belong_to_phase_one(evening: Start) -> None:
    table = evening().at("actions")
    assert table.refused("paris_card", card="held").rule == "paris-card"
    table.do("paris_card", anyway=True, card="held")
    assert (table.state.paris, table.state.step) == ("held", "actions")


def test_an_unknown_card_is_no_intent(evening: Start) -> None:
    with pytest.raises(BadForm, match='"card" must be one of traffickers'):
        evening().at("paris").act("paris_card", card="bastille")


def test_only_cards_that_are_neither_here_nor_gone_are_open(evening: Start) -> None:
    table = evening(paris="missing")
    assert set(open_cards(table.state)) == set(PARIS_CARDS) - {"missing"}
    table.at("actions").do("paris_solved")
    assert set(open_cards(table.state)) == set(PARIS_CARDS) - {"missing"}


# solving it


def test_a_solved_card_works_no_more(evening: Start) -> None:
    table = evening(paris="missing").at("actions", time=3, constance=2)
    record = table.do("paris_solved")
    assert (table.state.paris, table.state.paris_gone, table.state.constance) == ("", ("missing",), 0)
    assert table.match.label(record).read() == "Paris saved"
    table.at("aftermath").next()
    assert (table.state.time, table.state.round) == (3, 2)


def test_where_no_card_lies_nothing_is_solved(evening: Start) -> None:
    refusal = evening().at("actions").refused("paris_solved", anyway=True)
    assert (refusal.rule, refusal.overridable) == ("paris-solved", False)


def test_paris_is_saved_in_phase_two(evening: Start) -> None:
    assert evening(paris="held").at("time").refused("paris_solved").rule == "paris-solved"


# what an unsolved card does at the end of the round


def test_without_a_card_the_round_simply_ends(evening: Start) -> None:
    table = evening().at("aftermath")
    record = table.next()
    assert "rolls" not in record.result
    assert "tells" not in record.result
    assert (table.state.round, table.state.step) == (2, "destination")


def test_constance_missing_costs_one_more_space_of_time(evening: Start) -> None:
    table = evening(paris="missing").at("time", time=3)
    for _ in range(3):
        table.next()
    assert (table.state.time, table.state.round) == (5, 2)


def test_constance_missing_can_be_what_loses_the_match(evening: Start) -> None:
    table = evening(paris="missing").at("time", time=10)
    for _ in range(3):
        table.next()
    assert (table.state.time, table.cause) == (12, "time")


def test_constance_held_captive_talks(evening: Start) -> None:
    table = evening(paris="held").at("aftermath")
    table.next()
    assert table.state.perfidy == 4


def test_four_red_dice_are_thrown_for_constance_and_every_sword_counts(evening: Start) -> None:
    table = evening("sword shield sword sword", paris="abducted").at("aftermath", constance=1)
    record = table.next()
    (roll,) = record.result["rolls"]
    assert (roll["dice"], roll["typed"], roll["why"]) == ("4r", False, "paris-abducted")
    assert (table.state.constance, table.state.round, table.cause) == (4, 2, "")


@pytest.mark.parametrize(("before", "swords"), [(2, 4), (5, 1), (4, 4)])
def test_six_successes_strangle_constance_and_milady_wins(evening: Start, before: int, swords: int) -> None:
    dice = " ".join(["sword"] * swords + ["shield"] * (4 - swords))
    table = evening(dice, paris="abducted").at("aftermath", constance=before, one_for_all=1)
    table.next()
    assert (table.state.constance, table.cause) == (6, "constance")
    assert table.match.prompts() == ()


def test_the_dice_for_constance_can_be_the_real_ones(evening: Start) -> None:
    table = evening(paris="abducted").at("aftermath")
    record = table.do("next", faces=["sword", "sword", "shield", "shield"])
    assert record.result["rolls"][0]["typed"] is True
    assert table.state.constance == 2


@pytest.mark.parametrize(
    "faces", [["sword"], ["sword"] * 5, ["lily", "sword", "sword", "sword"], ["", "", "", ""], ["SWORD"] * 4]
)
def test_faces_that_these_dice_cannot_show_are_no_throw(evening: Start, faces: list[str]) -> None:
    table = evening(paris="abducted").at("aftermath")
    with pytest.raises(BadForm):
        table.act("next", faces=faces)
    assert table.state.constance == 0


@pytest.mark.parametrize("step", ["time", "louvre", "aftermath"])
def test_typed_dice_without_a_throw_are_a_mistake(evening: Start, step: str) -> None:
    table = evening(paris="held").at(step)
    with pytest.raises(BadForm, match="belongs to a step that throws dice"):
        table.act("next", faces=["sword", "sword", "shield", "shield"])


@pytest.mark.parametrize("card", ["duels", "message"])
def test_a_card_we_do_not_know_is_carried_out_by_the_table(evening: Start, card: str) -> None:
    table = evening(paris=card).at("aftermath")
    record = table.next()
    (tell,) = record.result["tells"]
    assert (tell["say"], tell["with"]["card"]) == ("Carry out what {card} says.", PARIS_CARDS[card].plain())
    assert table.state.round == 2


def test_the_black_marketeers_work_in_the_siege_and_not_at_the_end(evening: Start) -> None:
    record = evening(paris="traffickers").at("aftermath").next()
    assert "tells" not in record.result
    assert {change["what"] for change in record.result["changes"]} == {"round", "step"}


def test_six_successes_kill_constance_only_while_she_is_abducted(evening: Start) -> None:
    table = evening(paris="message").at("actions", constance=6)
    assert (constance_dice(table.state), table.cause) == (0, "")


def test_a_checked_card_without_dice_throws_none(evening: Start) -> None:
    table = evening(paris="abducted", profile={"paris.abducted.amount": 0}).at("aftermath")
    assert "rolls" not in table.next().result
    assert table.state.round == 2


# the clerk knows what lies there


def laid_out(evening: Start, dice: str = "", **content: Any) -> Evening:
    table = evening(dice, depth="clerk", paris="missing").at("paris", **{"dartagnan.place": "louvre"})
    table.do("paris_mission", **{"skill": "panache", "value": 6, **content})
    return table


def test_the_first_card_is_read_out_after_the_start(evening: Start) -> None:
    table = evening(depth="clerk", paris="missing")
    assert len(table.offered("paris_mission")) == 1
    record = table.do("paris_mission", skill="panache", value=6, foes=["biscarat"])
    assert table.match.label(record).read() == "The mission in Paris is laid out"
    assert (table.state.paris_mission.card, table.state.paris_mission.known) == ("missing", True)
    assert table.offered("paris_mission") == []
    assert table.refused("paris_mission", skill="panache", value=6).rule == "paris-card"


def test_where_no_card_lies_nothing_is_read_out(evening: Start) -> None:
    refusal = evening(depth="clerk").refused("paris_mission", anyway=True, skill="panache", value=6)
    assert (refusal.rule, refusal.overridable) == ("paris-card", False)


def test_replaced_its_adversaries_are_in_miladys_hand_again_and_its_ambush_is_gone_for_good(evening: Start) -> None:
    table = laid_out(evening, foes=["lubin", "cavois"], ambush="thieves").at("paris", constance=3, paris_cards=1)
    table.do("paris_card", card="held", foes=["lubin", "boisrenard"])
    assert (table.state.paris, table.state.paris_gone, table.state.constance) == ("held", ("missing",), 0)
    assert (table.state.paris_mission.ambush, table.state.ambushes_gone) == ("", ("thieves",))
    assert {"lubin", "boisrenard"}.isdisjoint(adversaries_in_hand(table.state))
    assert "cavois" in adversaries_in_hand(table.state)
    assert table.refused("paris_mission", skill="panache", value=6, ambush="thieves").rule == "mission-force"


def test_the_only_force_anybody_has_seen_printed_is_enforced(evening: Start) -> None:
    table = evening(depth="clerk").at("paris", **{"dartagnan.place": "louvre"})
    for content in ({"foes": ["laffemas"]}, {"ambush": "thieves"}, {"foes": ["laffemas", "brisemont"]}):
        assert table.refused("paris_card", card="message", **content).rule == "mission-force"
    table.do("paris_card", card="message", foes=["laffemas"], ambush="thieves")
    assert force_of(table.state, ("laffemas",), "thieves") == 4


def test_a_force_we_only_assume_binds_nobody(evening: Start) -> None:
    evening(depth="clerk").at("paris").do("paris_card", card="held", foes=["lubin"])


def test_a_challenge_whose_value_nobody_knows_has_to_be_read_out(evening: Start) -> None:
    table = evening(depth="clerk").at("paris")
    table.do("paris_card", card="held", foes=["lubin"])
    assert (table.state.paris_mission.known, table.state.paris_mission.skill) == (False, "")
    table.do("paris_mission", skill="gallantry", value=6)
    assert [foe.id for foe in table.state.paris_mission.foes] == ["lubin"]


def test_solved_step_by_step_it_leaves_the_game_at_once(evening: Start) -> None:
    table = laid_out(evening).at("actions", constance=2, **{"athos.place": "paris"})
    table.do("challenge", who="athos")
    table.do("meet", cards=3)
    assert (table.state.paris, table.state.paris_gone, table.state.constance) == ("", ("missing",), 0)
    table.at("paris")
    assert table.refused("paris_card", card="missing").rule == "paris-card"


def test_an_unsolved_card_is_not_solved_by_saying_so(evening: Start) -> None:
    table = laid_out(evening).at("actions")
    refusal = table.refused("paris_solved")
    assert (refusal.rule, refusal.reason.read()) == ("paris-solved", "The mission is not finished yet.")
    table.do("paris_solved", anyway=True)
    assert table.state.paris == ""


def test_what_the_clerk_was_never_told_the_table_may_solve(evening: Start) -> None:
    table = evening(depth="clerk", paris="missing").at("actions")
    table.do("paris_solved")
    assert table.state.paris_gone == ("missing",)


def test_the_card_of_duels_asks_for_three_and_those_already_won_count(evening: Start) -> None:
    table = evening(depth="clerk").at("paris", **{"athos.place": "paris"})
    table.do("paris_card", card="duels", foes=["lubin"])
    table.at("actions")
    for left in (2, 1):
        table.do("duel", who="athos", foe="other", dice=1)
        table.do("commit")
        table.do("clash", faces=["sword", "sword", "shield", "shield"])
        assert table.state.paris_mission.duels == left
    table.do("paris_mission", skill="none")
    assert (table.state.paris_mission.known, table.state.paris_mission.duels) == (True, 1)
    table.do("duel", who="athos", foe="other", dice=1)
    table.do("commit")
    table.do("clash", faces=["sword", "sword", "shield", "shield"])
    assert (table.state.paris, [foe.id for foe in table.state.paris_mission.foes]) == ("duels", ["lubin"])


def test_the_assassin_laid_with_the_card_strikes_whoever_is_in_paris(evening: Start) -> None:
    table = evening("sword", depth="clerk").at("paris")
    table.do("paris_card", card="held", foes=["lubin"], ambush="assassin")
    assert table.state.step == "perfidy"
    table.do("ambush")
    assert table.state.of("dartagnan").life == 2
