from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.boxes.mousquetaires.names import PERFIDY_CARDS
from companion.boxes.mousquetaires.perfidy import treachery_in_play, treachery_left
from companion.core.record import BadForm

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def test_milady_draws_a_card_and_the_musketeers_are_next(evening: Start) -> None:
    table = evening().at("perfidy")
    record = table.do("perfidy", how="draw")
    assert (table.state.perfidy, table.state.step) == (4, "actions")
    assert table.match.label(record).read() == "Milady draws a treachery card"


def test_she_draws_or_plays_but_never_both(evening: Start) -> None:
    table = evening().at("perfidy")
    table.do("perfidy", how="draw")
    assert table.refused("perfidy", how="play", card="plot").rule == "perfidy"


def test_she_may_do_neither(evening: Start) -> None:
    table = evening().at("perfidy")
    record = table.next()
    assert (table.state.perfidy, table.state.step) == (3, "actions")
    assert table.match.label(record).read() == "No treachery this round"


def test_a_plot_costs_the_queen_one_honour_at_once(evening: Start) -> None:
    table = evening().at("perfidy", queen=2)
    record = table.do("perfidy", how="play", card="plot")
    assert (table.state.queen, table.state.perfidy, table.state.step) == (3, 2, "actions")
    assert table.match.label(record).read() == "Milady plays Plot against the Queen"


def test_a_plot_can_dishonour_the_queen_in_phase_one(evening: Start) -> None:
    table = evening().at("perfidy", queen=7)
    table.do("perfidy", how="play", card="plot")
    assert table.cause == "queen"


def test_a_dead_end_pushes_time_on(evening: Start) -> None:
    table = evening().at("perfidy", time=6)
    table.do("perfidy", how="play", card="dead_end")
    assert table.state.time == 7


def test_a_dead_end_can_be_the_end_of_time(evening: Start) -> None:
    table = evening().at("perfidy", time=11)
    table.do("perfidy", how="play", card="dead_end")
    assert table.cause == "time"


@pytest.mark.parametrize(("had", "has"), [(0, 2), (1, 3), (3, 5), (4, 5), (5, 5)])
def test_balm_gives_rochefort_two_hearts_but_never_more_than_five(evening: Start, had: int, has: int) -> None:
    table = evening().at("perfidy", rochefort=had)
    table.do("perfidy", how="play", card="balm")
    assert table.state.rochefort == has


def test_reinforcements_last_one_round(evening: Start) -> None:
    table = evening().at("perfidy")
    table.do("perfidy", how="play", card="reinforcements")
    assert table.state.reinforced is True
    table.at("aftermath").next()
    assert table.state.reinforced is False


@pytest.mark.parametrize(("had", "has"), [(0, 5), (3, 5)])
def test_house_rule_the_balm_gives_rochefort_all_his_life_back(evening: Start, had: int, has: int) -> None:
    table = evening(house={"rochefort_balm": 5}).at("perfidy", rochefort=had)
    table.do("perfidy", how="play", card="balm")
    assert table.state.rochefort == has


# cards that act on the figures


def test_conscripts_last_one_round(evening: Start) -> None:
    table = evening().at("perfidy")
    record = table.do("perfidy", how="play", card="conscripts")
    assert "tells" not in record.result
    assert (table.state.conscripts, table.prompt.detail.read()) == (1, "2 actions for each musketeer, in any order")
    table.at("aftermath").next()
    assert table.state.conscripts == 0


def test_separated_lasts_one_round(evening: Start) -> None:
    table = evening().at("perfidy")
    table.do("perfidy", how="play", card="separated")
    assert table.state.separated is True
    table.at("aftermath").next()
    assert table.state.separated is False


def test_hurry_turns_the_hourglass(evening: Start) -> None:
    table = evening().at("perfidy")
    record = table.do("perfidy", how="play", card="hurry")
    assert (table.told(record), table.state.sand.turned) == (["Milady turns the hourglass."], True)


def test_waylaid_costs_a_musketeer_of_her_choice_a_heart_and_no_cuirass_helps(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    table.do("equip", who="athos", buy=["cuirass"])
    table.at("perfidy").do("perfidy", how="play", card="wound", target="athos")
    assert (table.state.of("athos").life, table.state.of("athos").place) == (2, "colombier")


def test_imprisoned_takes_a_musketeer_of_her_choice_to_the_bastille(evening: Start) -> None:
    table = evening(depth="clerk").at("perfidy")
    table.do("perfidy", how="play", card="imprisoned", target="porthos")
    assert table.state.of("porthos").place == "bastille"


@pytest.mark.parametrize("card", ["wound", "imprisoned"])
def test_the_clerk_wants_to_know_whom_the_card_strikes(evening: Start, card: str) -> None:
    table = evening(depth="clerk").at("perfidy", **{"athos.life": 0, "athos.down": True})
    rule = f"perfidy-{card}"
    assert table.refused("perfidy", how="play", card=card).rule == rule
    assert table.refused("perfidy", how="play", card=card, target="athos").rule == rule
    refusal = table.refused("perfidy", anyway=True, how="play", card=card, target="treville")
    assert (refusal.rule, refusal.overridable) == (rule, False)
    (choice,) = [choice for choice in table.offered("perfidy") if choice.fields.get("card") == card]
    assert [value for value, _ in choice.picks[0].options] == ["dartagnan", "aramis", "porthos"]


@pytest.mark.parametrize("card", ["wound", "imprisoned"])
def test_the_scorekeeper_does_not(evening: Start, card: str) -> None:
    table = evening().at("perfidy")
    record = table.do("perfidy", how="play", card=card)
    assert {change["what"] for change in record.result["changes"]} == {"perfidy", "perfidy_gone", "step"}


def test_a_card_we_do_not_know_is_carried_out_by_the_table(evening: Start) -> None:
    table = evening().at("perfidy")
    record = table.do("perfidy", how="play", card="other", note="Bad weather")
    (tell,) = record.result["tells"]
    assert (tell["say"], tell["why"]) == ("Carry out what {card} says.", "perfidy-on-the-table")
    assert table.match.label(record).read() == "Milady plays Bad weather"
    assert {change["what"] for change in record.result["changes"]} == {"perfidy", "perfidy_gone", "step"}
    record = table.at("perfidy").do("perfidy", how="play", card="other")
    assert table.match.label(record).read() == "Milady plays Another treachery card"


# the deck


def test_no_card_is_played_more_often_than_it_is_in_the_deck(evening: Start) -> None:
    table = evening()
    for left in (True, False):
        table.at("perfidy").do("perfidy", how="play", card="plot")
        assert ("plot" in treachery_left(table.state)) is left
    table.at("perfidy")
    refusal = table.refused("perfidy", how="play", card="plot")
    assert refusal.reason.read() == "All cards of that name have been played: Plot against the Queen."
    assert "plot" not in {choice.fields.get("card") for choice in table.offered("perfidy")}


def test_an_empty_hand_plays_nothing_unless_the_table_insists(evening: Start) -> None:
    table = evening().at("perfidy", treachery_cards=0)
    assert table.refused("perfidy", how="play", card="plot").reason.read() == "Milady holds no treachery card."
    table.do("perfidy", anyway=True, how="play", card="plot")
    assert (table.state.perfidy, table.state.queen) == (0, 1)


def test_the_last_card_of_a_hand_can_be_played(evening: Start) -> None:
    table = evening().at("perfidy", treachery_cards=1)
    table.do("perfidy", how="play", card="plot")
    assert (table.state.perfidy, table.state.queen) == (0, 1)


def test_treachery_belongs_to_phase_one(evening: Start) -> None:
    table = evening().at("siege")
    assert table.refused("perfidy", how="draw").rule == "perfidy"
    table.do("perfidy", anyway=True, how="draw")
    assert (table.state.perfidy, table.state.step) == (4, "siege")


def test_two_players_leave_out_the_card_separated(evening: Start) -> None:
    table = evening(players=2).at("perfidy")
    assert set(treachery_in_play(table.state)) == set(PERFIDY_CARDS) - {"separated", "other"}
    refusal = table.refused("perfidy", how="play", card="separated")
    assert (refusal.rule, refusal.reason.read()) == ("two-players", "Separated is left out of this match.")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_all_others_play_with_every_card(evening: Start, players: int) -> None:
    assert set(treachery_in_play(evening(players=players).state)) == set(PERFIDY_CARDS) - {"other"}


def test_a_first_game_is_played_without_hourglass_and_hurry(evening: Start) -> None:
    table = evening(no_hourglass=True).at("perfidy")
    assert set(treachery_in_play(table.state)) == set(PERFIDY_CARDS) - {"hurry", "other"}
    refusal = table.refused("perfidy", how="play", card="hurry")
    assert (refusal.rule, refusal.reason.read()) == ("hourglass", "Hurry! is left out of this match.")


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({}, '"perfidy" needs "how"'),
        ({"how": "burn"}, '"how" must be one of draw, play'),
        ({"how": "play"}, 'needs "card" when one is played'),
        ({"how": "draw", "card": "plot"}, "not told when Milady draws"),
        ({"how": "play", "card": "poison"}, '"card" must be one of reinforcements'),
    ],
)
def test_a_slip_of_the_pen_is_no_treachery(evening: Start, fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadForm, match=reason):
        evening().at("perfidy").act("perfidy", **fields)
