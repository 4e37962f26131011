from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.boxes.mousquetaires.actions.move import RIDES
from companion.core.prompt import Choice
from companion.core.record import Record
from tests.boxes.mousquetaires.scenes import (
    CALAIS,
    INN,
    ROAD,
    arm,
    clash,
    declare,
    in_the_gallery,
    in_the_louvre,
    on_the_quest,
)
from tests.boxes.mousquetaires.taps import tap

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]

FALLEN = {"athos.down": True, "athos.place": "colombier", "athos.life": 0}


def values(choice: Choice, name: str) -> list[str]:
    (pick,) = (pick for pick in choice.picks if pick.name == name)
    return [value for value, _ in pick.options]


def whom(table: Evening, do: str) -> list[str]:
    return [choice.fields["who"] for choice in table.offered(do)]


def turn_of(table: Evening, who: str) -> Evening:
    table.do("turn", who=who)
    return table


# whose turn


def test_everybody_who_has_not_acted_may_be_next(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    prompt = table.prompt
    assert (prompt.id, prompt.camp, prompt.rule) == ("actions", "musketeers", "turn")
    assert whom(table, "turn") == ["dartagnan", "aramis", "athos", "porthos"]
    table.do("turn", who="aramis")
    table.do("rest", who="aramis")
    assert whom(table, "turn") == ["dartagnan", "athos", "porthos"]


def test_as_long_as_somebody_can_act_ending_the_phase_is_offered_quietly(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    assert [choice.weight for choice in table.offered("next")] == ["quiet"]
    for who in table.state.musketeers:
        table.do("turn", who=who)
        table.do("rest")
    assert [choice.weight for choice in table.offered("next")] == ["main"]
    table.next()
    assert table.state.step == "reveal"


def test_who_lies_there_recovers_before_the_phase_can_end(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **FALLEN)
    assert (whom(table, "recover"), table.offered("next")) == (["athos"], [])
    assert "athos" not in whom(table, "turn")
    assert table.refused("next").rule == "recovery"
    table.do("recover", who="athos")
    assert table.offered("next")


@pytest.mark.parametrize(("recovery", "offered"), [("at_once", True), ("own_turn", True), ("last", False)])
def test_at_some_tables_he_recovers_last(evening: Start, recovery: str, offered: bool) -> None:
    table = evening(depth="clerk", house={"recovery": recovery}).at("actions", **FALLEN)
    assert bool(table.offered("recover")) is offered
    for who in ("dartagnan", "aramis", "porthos"):
        table.do("turn", who=who)
        table.do("rest")
    assert whom(table, "recover") == ["athos"]


def test_who_has_acted_is_offered_nothing_and_another_one_is_next(evening: Start) -> None:
    table = turn_of(evening(depth="clerk").at("actions"), "athos")
    assert (table.prompt.id, table.prompt.detail.read()) == ("turn", "3 actions left · Vieux Colombier")
    for _ in range(3):
        table.match.act(tap(table.offered("draw")[0]))
    assert table.prompt.id == "actions"
    assert whom(table, "turn") == ["dartagnan", "aramis", "porthos"]


# what he can do


def test_what_can_be_done_from_anywhere(evening: Start) -> None:
    table = turn_of(evening(depth="clerk").at("actions", purse=20), "athos")
    assert {choice.do for choice in table.prompt.choices} == {
        *("draw", "equip", "character", "move", "rest", "louvre_mission"),
    }
    assert {choice.fields["who"] for choice in table.prompt.choices if choice.do != "louvre_mission"} == {"athos"}


def test_he_rides_anywhere_but_where_he_is(evening: Start) -> None:
    table = turn_of(evening(depth="clerk").at("actions"), "athos")
    (ride,) = table.offered("move")
    assert values(ride, "to") == [place for place in RIDES if place != "colombier"]


def test_who_fell_on_the_deadly_quest_is_not_sent_back_to_it(evening: Start) -> None:
    table = on_the_quest(evening, "athos", CALAIS, deadly_quest=True).at("actions", **{"athos.life": 1})
    for skill in ("erudition", "nobility", "gallantry", "panache"):
        table.do("challenge", who="athos", what=skill)
        table.do("meet", cards=12)
        table.do("correct", what="athos.actions", to=3)
    table.do("duel", who="athos", foe="wardes")
    table.do("commit")
    clash(table, "shield lily lily", "sword sword sword sword")
    assert table.state.of("athos").banned
    table.at("actions", **{"athos.down": False, "athos.turn": "acting", "athos.actions": 2})
    (ride,) = table.offered("move")
    assert "quest" not in values(ride, "to")
    table.at("actions", **{"athos.place": "quest"})
    assert not table.offered("duel")


def test_with_a_thoroughbred_a_free_ride_is_offered_once(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    arm(table, "athos", "horse")
    free = [choice for choice in table.offered("move") if choice.fields.get("free")]
    assert len(free) == 1
    table.do("correct", what="athos.actions", to=0)
    assert [dict(choice.fields) for choice in table.offered("move")] == [{"who": "athos", "free": True}]
    assert [choice.weight for choice in table.offered("rest")] == ["main"]
    table.match.act(tap(table.offered("move")[0]))
    assert table.prompt.id == "actions"


def test_only_who_stands_beside_him_can_exchange(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"aramis.place": "colombier", "porthos.place": "colombier"})
    turn_of(table, "athos")
    assert [choice.fields["with"] for choice in table.offered("exchange")] == ["aramis", "porthos"]


def together(evening: Start, **options: Any) -> Evening:
    table = evening(depth="clerk", **options).at("actions", **{"aramis.place": "colombier"})
    arm(table, "athos", "horse", "pistol")
    arm(table, "athos", "panache", "improved_botte")
    return table


def hand_over(table: Evening, item: str) -> None:
    handed: dict[str, Any] = {"who": "athos", "with": "aramis", "give": [item]}
    table.do("exchange", **handed)


def test_what_the_other_has_room_for_can_be_given(evening: Start) -> None:
    table = together(evening)
    (exchange,) = table.offered("exchange")
    (give,) = exchange.picks
    assert (give.name, values(exchange, "give"), give.least, give.many) == ("give", ["horse", "pistol"], 0, True)
    assert isinstance(table.match.act(tap(exchange)), Record)
    assert table.state.of("aramis").gear == ()
    table.do("correct", what="athos.actions", to=3)
    hand_over(table, "horse")
    (exchange,) = table.offered("exchange")
    assert (values(exchange, "give"), values(exchange, "take")) == (["pistol"], ["horse"])


@pytest.mark.parametrize("tradable", [True, False])
def test_improvements_change_hands_only_by_house_rule(evening: Start, tradable: bool) -> None:
    table = together(evening, house={"improvements_tradable": tradable})
    (exchange,) = table.offered("exchange")
    assert ({"panache", "improved_botte"} <= set(values(exchange, "give"))) is tradable
    for item in values(exchange, "give"):
        hand_over(table, item)
        table.do("undo")


def test_nobody_exchanges_while_they_are_separated(evening: Start) -> None:
    table = evening(depth="clerk").at("perfidy", **{"aramis.place": "colombier"})
    table.do("perfidy", how="play", card="separated")
    assert turn_of(table, "athos").offered("exchange") == []


def test_at_la_rochelle_cards_are_laid_until_three_lie_there(evening: Start) -> None:
    table = turn_of(evening(depth="clerk").at("actions"), "aramis")
    for _ in range(2):
        table.match.act(tap(table.offered("reinforce")[0]))
    table.match.act(tap(table.offered("reinforce")[0], number=1))
    assert (table.state.siege_cards, table.state.siege_dice) == (("single", "single", "double"), 4)
    table.do("correct", what="aramis.turn", to="acting")
    table.do("correct", what="aramis.actions", to=1)
    assert table.offered("reinforce") == []
    (character,) = table.offered("character")
    assert "bassompierre" not in values(character, "card")


def test_only_what_he_can_pay_and_carry_is_for_sale(evening: Start) -> None:
    table = turn_of(evening(depth="clerk").at("actions", purse=0), "athos")
    (equip,) = table.offered("equip")
    # Cards pay for improvements.
    assert set(values(equip, "buy")) == {"improved_botte", "erudition", "nobility", "gallantry", "panache"}
    table.do("correct", what="purse", to=20)
    (equip,) = table.offered("equip")
    assert {"horse", "pistol", "cuirass", "toledo", "balm"} <= set(values(equip, "buy"))
    table.do("equip", who="athos", buy=["horse"])
    (equip,) = table.offered("equip")
    assert "horse" not in values(equip, "buy")
    assert (equip.picks[0].least, equip.picks[0].most, equip.picks[0].many) == (1, 2, True)


@pytest.mark.parametrize(("again", "offered"), [(True, 1), (False, 0)])
def test_at_richelieus_he_may_search_again_only_by_house_rule(evening: Start, again: bool, offered: int) -> None:
    house = {"richelieu_search_when_starting_there": again}
    table = turn_of(evening(depth="clerk", house=house).at("actions", **{"athos.place": "richelieu"}), "athos")
    assert len(table.offered("search")) == offered


@pytest.mark.parametrize(("purse", "ways"), [(0, ["fight"]), (1, ["pay", "fight"])])
def test_out_of_the_bastille_by_purse_or_sword(evening: Start, purse: int, ways: list[str]) -> None:
    table = turn_of(evening(depth="clerk").at("actions", purse=purse, **{"athos.place": "bastille"}), "athos")
    assert [choice.fields["how"] for choice in table.offered("escape")] == ways
    assert table.offered("move") == []


@pytest.mark.parametrize("only", [True, False])
def test_in_the_bastille_some_tables_let_him_do_nothing_else(evening: Start, only: bool) -> None:
    table = evening(depth="clerk", house={"bastille_only_escape": only}).at("actions", **{"athos.place": "bastille"})
    assert bool(turn_of(table, "athos").offered("draw")) is not only


# missions


def test_on_a_mission_its_challenge_and_its_adversaries_are_offered(evening: Start) -> None:
    table = turn_of(in_the_louvre(evening, "porthos", "lubin", "jussac"), "porthos")
    assert [dict(choice.fields) for choice in table.offered("challenge")] == [{"who": "porthos", "what": "mission"}]
    assert [choice.fields["foe"] for choice in table.offered("duel")] == ["lubin", "jussac"]
    assert turn_of(in_the_louvre(evening, "porthos", "lubin"), "athos").offered("duel") == []


def test_a_challenge_that_is_mastered_is_not_offered_again(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin")
    declare(table, "challenge", who="porthos")
    table.do("meet", cards=12)
    assert (table.offered("challenge"), len(table.offered("duel"))) == ([], 1)


def laid(evening: Start, ambush: str, **more: Any) -> Evening:
    table = evening(depth="clerk", **more).at("actions", purse=5)
    content: dict[str, Any] = {"skill": "panache", "value": 7, "foes": ["lubin"], "ambush": ambush}
    if ambush == "nemesis":
        content["nemesis"] = "porthos"
    table.do("louvre_mission", **content)
    return table


def test_beggars_stop_everything_and_can_be_paid_in_nobodys_turn(evening: Start) -> None:
    table = laid(evening, "beggars")
    assert [dict(choice.fields) for choice in table.offered("pay_beggars")] == [{"place": "louvre"}]
    turn_of(table, "porthos")
    assert (table.offered("challenge"), table.offered("duel")) == ([], [])
    table.match.act(tap(table.offered("pay_beggars")[0]))
    assert (table.state.purse, len(table.offered("duel")), table.offered("pay_beggars")) == (3, 1, [])


def test_nobody_pays_beggars_from_an_empty_purse(evening: Start) -> None:
    table = laid(evening, "beggars")
    table.do("correct", what="purse", to=1)
    assert table.offered("pay_beggars") == []


@pytest.mark.parametrize("spot", [True, False])
def test_at_some_tables_somebody_has_to_be_there_to_pay(evening: Start, spot: bool) -> None:
    table = laid(evening, "beggars", house={"beggars_paid_on_the_spot": spot})
    table.do("correct", what="porthos.place", to="paris")
    assert bool(table.offered("pay_beggars")) is not spot


def test_the_nemesis_stops_one_of_them_until_he_is_beaten(evening: Start) -> None:
    table = turn_of(laid(evening, "nemesis"), "porthos")
    assert [choice.fields["foe"] for choice in table.offered("duel")] == ["nemesis"]
    assert table.offered("challenge") == []
    other = laid(evening, "nemesis").at("actions", **{"athos.place": "louvre"})
    turn_of(other, "athos")
    assert [choice.fields["foe"] for choice in other.offered("duel")] == ["lubin"]


def test_the_courtesan_makes_the_challenge_harder_and_is_one_herself(evening: Start) -> None:
    table = turn_of(laid(evening, "courtesan"), "porthos")
    labels = {choice.fields["what"]: choice.label.read() for choice in table.offered("challenge")}
    assert set(labels) == {"mission", "courtesan"}
    assert labels["mission"] == f"Challenge: Panache {7 + table.state.board.number('ambushes.courtesan.difficulty')}"


def test_successes_are_asked_for_in_paris_as_long_as_they_are_lacking(evening: Start) -> None:
    table = evening(depth="clerk").at("paris")
    table.do("paris_card", card="message", skill="none", successes=3)
    table.at("actions")
    turn_of(table, "dartagnan")
    (task,) = table.offered("task")
    assert task.ask is not None
    assert (task.ask.name, task.ask.lo, task.ask.hi) == ("successes", 0, 3)
    table.do("task", successes=2)
    table.do("let_pass")
    (task,) = table.offered("task")
    assert task.ask is not None
    assert task.ask.hi == 1


# the quest


def test_in_the_inn_every_path_is_open(evening: Start) -> None:
    table = turn_of(on_the_quest(evening, "athos", INN), "athos")
    assert [choice.fields["path"] for choice in table.offered("advance")] == [1, 2, 3]


def test_epic_tokens_turn_up_three_tokens_of_the_inn(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN).at("actions", epic=0)
    assert table.offered("scout") == []
    table.do("correct", what="epic", to=1)
    (scout,) = table.offered("scout")
    (which,) = scout.picks
    assert (len(which.options), which.least, which.most, which.many) == (12, 3, 3, True)
    assert isinstance(table.match.act(tap(scout)), Record)
    for _ in range(3):
        table.match.act(tap(table.prompt.choices[0]))
    table.do("correct", what="epic", to=1)
    (scout,) = table.offered("scout")
    assert values(scout, "spaces") == [str(at) for at in range(3, 12)]


def test_at_calais_the_challenges_come_before_de_wardes(evening: Start) -> None:
    table = turn_of(on_the_quest(evening, "athos", CALAIS), "athos")
    skills = [choice.fields["what"] for choice in table.offered("challenge")]
    assert (len(skills), table.offered("duel")) == (4, [])
    for skill in skills:
        table.do("challenge", who="athos", what=skill)
        table.do("meet", cards=12)
        table.do("correct", what="athos.turn", to="acting")
        table.do("correct", what="athos.actions", to=3)
    assert [choice.fields["foe"] for choice in table.offered("duel")] == ["wardes"]
    assert table.offered("challenge") == []


def test_on_the_road_there_is_one_way(evening: Start) -> None:
    table = turn_of(on_the_quest(evening, "athos", ROAD), "athos")
    assert [dict(choice.fields) for choice in table.offered("advance")] == [{"who": "athos"}]


@pytest.mark.parametrize(("epic", "offered"), [(2, 0), (3, 1)])
def test_three_epic_tokens_open_a_secret_passage(evening: Start, epic: int, offered: int) -> None:
    table = in_the_gallery(evening, "athos", "two_swords", "trap").at("actions", epic=epic)
    turn_of(table, "athos")
    assert len(table.offered("passage")) == offered
    assert [choice.fields["foe"] for choice in table.offered("duel")] == ["two_swords", "trap"]
    assert len(table.offered("challenge")) == 1


# the hourglass


def test_a_glass_that_lies_down_can_be_stood_up_again(evening: Start) -> None:
    table = evening(depth="clerk").at("perfidy")
    table.do("perfidy", how="play", card="hurry")
    assert table.offered("sand") == []
    table.do("sand", how="pause")
    assert [dict(choice.fields) for choice in table.offered("sand")] == [{"how": "go_on"}]
    table.match.act(tap(table.offered("sand")[0]))
    assert table.state.sand.holds == ()


def test_on_a_full_board_a_new_token_takes_the_place_of_an_old_one(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", purse=20)
    slots = table.state.board.number("arsenal.equipment_slots")
    items = ("horse", "pistol", "cuirass", "toledo")
    for item in items[:slots]:
        table.do("equip", who="athos", buy=[item], anyway=True)
        table.do("correct", what="athos.actions", to=3)
    (choice,) = [one for one in table.offered("equip") if len(one.picks) == 2]
    buy, drop = choice.picks
    assert [value for value, _ in buy.options] == list(items[slots:])
    assert [value for value, _ in drop.options] == list(items[:slots])
    table.do("equip", who="athos", buy=[items[slots]], drop=[items[0]])
    assert set(table.state.of("athos").gear) == set(items[1 : slots + 1])


def test_with_room_left_nothing_has_to_go(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", purse=20)
    table.do("turn", who="athos")
    assert [len(one.picks) for one in table.offered("equip")] == [1]
