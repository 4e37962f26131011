from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.boxes.mousquetaires.company import actions_each, full_life

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def spend_all(table: Evening, who: str) -> None:
    while not (table.state.of(who).turn == "acting" and table.state.of(who).left == 0):
        table.do("draw", who=who)


def round_begins(table: Evening) -> Evening:
    """To the musketeers of the next round."""
    table.at("aftermath").next()
    return table.at("actions")


# turns and actions


@pytest.mark.parametrize(("players", "actions"), [(2, 3), (3, 3), (4, 4), (5, 3), (6, 3)])
def test_three_actions_each_and_four_when_only_three_ride(evening: Start, players: int, actions: int) -> None:
    table = evening(depth="clerk", players=players).at("actions")
    table.do("draw", who="aramis")
    assert table.state.of("aramis").left == actions - 1
    spend_all(table, "aramis")
    refusal = table.refused("draw", who="aramis")
    assert (refusal.rule, refusal.overridable) == ("turn", True)
    assert refusal.reason.read() == "Aramis has no action left."


def test_the_musketeers_act_in_any_order(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    for who in ("porthos", "dartagnan", "athos", "aramis"):
        spend_all(table, who)
    assert [musketeer.turn for musketeer in table.state.company] == ["done", "acting", "done", "done"]


def test_one_musketeer_finishes_before_the_next_begins(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    table.do("draw", who="porthos")
    refusal = table.refused("draw", who="athos")
    assert (refusal.rule, refusal.reason.read()) == ("turn", "Porthos is acting and has 2 actions left.")
    table.do("rest", who="porthos")
    table.do("draw", who="athos")
    assert (table.state.of("porthos").turn, table.state.of("athos").left) == ("done", 2)


def test_nobody_acts_twice_in_a_round(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    spend_all(table, "porthos")
    table.do("draw", who="athos")
    assert table.refused("draw", who="porthos").rule == "turn"
    round_begins(table)
    table.do("draw", who="porthos")
    assert table.state.of("porthos").left == 2


def test_musketeers_act_in_phase_two(evening: Start) -> None:
    table = evening(depth="clerk").at("siege")
    assert table.refused("draw", who="athos").rule == "actions"


def test_the_table_may_insist_and_the_record_says_so(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    spend_all(table, "porthos")
    record = table.do("draw", anyway=True, who="porthos")
    assert record.result["rulings"] == ["turn"]
    assert table.state.of("porthos").left == 0


def test_the_scorekeeper_does_not_watch_turns(evening: Start) -> None:
    table = evening().at("time")
    for _ in range(5):
        record = table.do("draw", who="porthos")
    assert "rulings" not in record.result


def test_who_is_acting_need_not_be_named(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    refusal = table.refused("draw", anyway=True)
    assert (refusal.rule, refusal.overridable) == ("turn", False)
    table.do("turn", who="athos")
    record = table.do("draw")
    assert table.state.of("athos").left == 2
    assert table.match.label(record).read() == "Athos draws a card"


def test_only_those_who_ride_in_this_match_act(evening: Start) -> None:
    table = evening(depth="clerk", players=4, musketeers=["athos", "aramis", "porthos"]).at("actions")
    refusal = table.refused("draw", anyway=True, who="dartagnan")
    assert refusal.reason.read() == "d'Artagnan does not ride in this match."


# Conscripts


@pytest.mark.parametrize(("players", "actions"), [(5, 2), (4, 3)])
def test_conscripts_cost_every_musketeer_one_action_this_round(evening: Start, players: int, actions: int) -> None:
    table = evening(depth="clerk", players=players).at("perfidy")
    table.do("perfidy", how="play", card="conscripts")
    assert actions_each(table.state) == actions
    table.do("turn", who="aramis")
    assert table.state.of("aramis").left == actions
    round_begins(table)
    table.do("turn", who="aramis")
    assert table.state.of("aramis").left == actions + 1


def test_conscripts_do_not_touch_a_musketeer_who_is_out_of_action(evening: Start) -> None:
    table = evening(depth="clerk").at("perfidy", **{"athos.life": 0, "athos.down": True})
    table.do("perfidy", how="play", card="conscripts")
    record = table.do("recover", who="athos")
    athos = table.state.of("athos")
    assert (athos.down, athos.life, athos.turn) == (False, 3, "done")
    assert table.told(record) == ["{name} gets up with all his hearts and draws {n} adventure card."]


# who falls, and when he gets up again


def test_who_has_no_heart_left_lies_at_the_vieux_colombier(evening: Start) -> None:
    table = evening(depth="clerk", house={"recovery": "own_turn"}).at("perfidy", **{"porthos.life": 1})
    record = table.do("perfidy", how="play", card="wound", target="porthos")
    porthos = table.state.of("porthos")
    assert (porthos.life, porthos.down, porthos.place) == (0, True, "colombier")
    assert "{name} is out of action: lay his figure down at the Vieux Colombier." in table.told(record)


def test_who_falls_by_treachery_recovers_at_once_and_that_was_his_turn(evening: Start) -> None:
    table = evening(depth="clerk").at("perfidy", **{"porthos.life": 1})
    record = table.do("perfidy", how="play", card="wound", target="porthos")
    porthos = table.state.of("porthos")
    assert (porthos.life, porthos.down, porthos.place, porthos.turn) == (5, False, "colombier", "done")
    assert table.told(record)[-1] == "{name} gets up with all his hearts and draws {n} adventure card."
    assert table.refused("draw", who="porthos").rule == "turn"


def test_who_is_only_wounded_stays_where_he_is_and_acts(evening: Start) -> None:
    table = evening(depth="clerk").at("perfidy")
    table.do("perfidy", how="play", card="wound", target="aramis")
    aramis = table.state.of("aramis")
    assert (aramis.life, aramis.down, aramis.place, aramis.turn) == (2, False, "rochelle", "waiting")
    table.do("draw", who="aramis")


def test_house_rule_who_falls_by_treachery_recovers_on_his_own_turn(evening: Start) -> None:
    table = evening(depth="clerk", house={"recovery": "own_turn"}).at("perfidy", **{"athos.life": 1})
    table.do("perfidy", how="play", card="wound", target="athos")
    assert table.state.of("athos").turn == "waiting"
    assert table.refused("draw", who="athos").rule == "recovery"
    table.do("recover", who="athos")
    assert (table.state.of("athos").life, table.state.of("athos").turn) == (3, "done")


ASSASSIN: dict[str, Any] = {"skill": "panache", "value": 7, "foes": ["lubin"], "ambush": "assassin"}


def test_who_falls_by_the_assassin_before_his_turn_recovers_at_once(evening: Start) -> None:
    table = evening("sword", depth="clerk").at("destination", **{"porthos.life": 1})
    table.do("louvre_mission", **ASSASSIN)
    table.do("ambush")
    porthos = table.state.of("porthos")
    assert (porthos.life, porthos.down, porthos.turn) == (5, False, "done")


@pytest.mark.parametrize(
    "house", [{"assassin_before_turn_recovers_at_once": False}, {"recovery": "own_turn"}, {"recovery": "last"}]
)
def test_house_rule_the_assassins_victim_waits_for_his_turn(evening: Start, house: dict[str, Any]) -> None:
    table = evening("sword", depth="clerk", house=house).at("actions", **{"porthos.life": 1})
    table.do("louvre_mission", **ASSASSIN)
    table.do("ambush")
    porthos = table.state.of("porthos")
    assert (porthos.life, porthos.down, porthos.turn) == (0, True, "waiting")


def test_who_falls_by_the_assassin_in_his_turn_recovers_next_round(evening: Start) -> None:
    table = evening("shield sword", depth="clerk").at("actions", **{"athos.life": 1})
    table.do("louvre_mission", **ASSASSIN)
    table.do("ambush")
    table.do("move", who="athos", to="louvre")
    table.do("ambush")
    athos = table.state.of("athos")
    assert (athos.down, athos.place, athos.turn, athos.left) == (True, "colombier", "done", 0)
    assert table.refused("recover", who="athos").reason.read() == "Athos recovers in the next round."
    round_begins(table)
    table.do("recover", who="athos")
    assert (table.state.of("athos").life, table.state.of("athos").turn) == (3, "done")


def test_who_falls_by_the_assassin_after_his_turn_recovers_next_round(evening: Start) -> None:
    table = evening("sword", depth="clerk").at("actions", **{"porthos.life": 1})
    spend_all(table, "porthos")
    table.do("draw", who="athos")
    table.do("louvre_mission", **ASSASSIN)
    table.do("ambush")
    assert (table.state.of("porthos").down, table.state.of("porthos").turn) == (True, "done")
    assert table.refused("recover", who="porthos").rule == "recovery"


def test_who_falls_in_his_own_action_has_finished_and_recovers_next_round(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"athos.life": 1, "athos.place": "louvre"})
    table.do("louvre_mission", skill="panache", value=7, foes=["lubin"])
    table.do("duel", who="athos", foe="lubin")
    table.do("commit")
    table.do("clash", faces=["lily", "lily", "shield", "sword", "sword"])
    athos = table.state.of("athos")
    assert (athos.life, athos.down, athos.place, athos.turn) == (0, True, "colombier", "done")
    assert table.refused("recover", who="athos").rule == "recovery"
    round_begins(table)
    assert table.refused("draw", who="athos").rule == "recovery"
    table.do("recover", who="athos")
    assert table.state.of("athos").life == 3


def test_who_gives_his_last_heart_in_the_siege_recovers_next_round(evening: Start) -> None:
    table = evening("sword", depth="clerk").at("actions", **{"aramis.life": 1})
    table.next()
    table.at("siege").do("siege")
    table.do("march", by=["aramis"])
    assert (table.state.of("aramis").down, table.state.of("aramis").place) == (True, "colombier")
    round_begins(table)
    table.do("recover", who="aramis")
    assert table.state.of("aramis").life == 3


def test_the_fallen_get_up_before_the_phase_ends(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"athos.life": 0, "athos.down": True})
    assert table.refused("next").rule == "recovery"
    table.do("recover", who="athos")
    table.next()
    assert table.state.step == "reveal"


@pytest.mark.parametrize(("who", "life"), [("dartagnan", 3), ("aramis", 3), ("athos", 3), ("porthos", 5)])
def test_getting_up_gives_all_hearts_back(evening: Start, who: str, life: int) -> None:
    table = evening(depth="clerk").at("actions", **{f"{who}.life": 0, f"{who}.down": True})
    table.do("recover", who=who)
    assert (table.state.of(who).life, full_life(table.state, who)) == (life, life)


# the deadly quest


def test_who_falls_on_the_deadly_quest_does_not_come_back_to_it(evening: Start) -> None:
    table = evening(depth="clerk", deadly_quest=True).at("perfidy", **{"athos.life": 1, "athos.place": "quest"})
    table.do("perfidy", how="play", card="wound", target="athos")
    assert table.state.of("athos").banned is True
    round_begins(table)
    assert table.refused("move", who="athos", to="quest").rule == "deadly-quest"
    table.do("move", who="athos", to="paris")


@pytest.mark.parametrize(("place", "deadly"), [("quest", False), ("paris", True)])
def test_any_other_fall_bars_nobody_from_the_quest(evening: Start, place: str, deadly: bool) -> None:
    table = evening(depth="clerk", deadly_quest=deadly).at("perfidy", **{"athos.life": 1, "athos.place": place})
    table.do("perfidy", how="play", card="wound", target="athos")
    assert table.state.of("athos").banned is False


def test_when_all_have_fallen_on_the_deadly_quest_milady_wins(evening: Start) -> None:
    everybody = ("dartagnan", "aramis", "athos", "porthos")
    table = evening(depth="clerk", deadly_quest=True)
    for who in everybody:
        assert table.cause == ""
        table.at("perfidy", treachery_cards=3, **{f"{who}.life": 1, f"{who}.place": "quest"})
        table.do("perfidy", anyway=True, how="play", card="wound", target=who)
    assert table.cause == "quest"
