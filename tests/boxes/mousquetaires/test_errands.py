from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.core.sealed import fresh
from tests.boxes.mousquetaires.scenes import (
    CALAIS,
    GALLERIES,
    INN,
    ROAD,
    clash,
    declare,
    dice_left,
    fight,
    in_the_gallery,
    in_the_louvre,
    on_the_quest,
    rochefort,
    show_gallery,
    waiting,
)

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def in_paris(evening: Start, who: str = "porthos", **options: Any) -> Evening:
    table = evening(depth="clerk", paris="message", **options).at("actions", **{f"{who}.place": "paris"})
    table.do("paris_mission", skill="panache", value=6, successes=6, force=1, foes=["lubin"])
    return table


# when Milady is asked


def missions(evening: Start, who: str) -> list[tuple[Evening, str, dict[str, Any]]]:
    """Everything that works on a mission, at all three places."""
    return [
        (in_the_louvre(evening, who, "lubin"), "challenge", {}),
        (in_the_louvre(evening, who, "lubin"), "duel", {"foe": "lubin"}),
        (in_paris(evening, who), "challenge", {}),
        (in_paris(evening, who), "duel", {"foe": "lubin"}),
        (in_paris(evening, who), "task", {"successes": 1}),
        (on_the_quest(evening, who, INN), "advance", {"path": 2}),
        (on_the_quest(evening, who, CALAIS), "challenge", {"what": "panache"}),
        (on_the_quest(evening, who, ROAD), "advance", {}),
        (in_the_gallery(evening, who, "two_dice", "trap"), "challenge", {}),
        (in_the_gallery(evening, who, "two_dice", "trap"), "duel", {"foe": "two_dice"}),
        (in_the_gallery(evening, who, "two_dice", "trap"), "duel", {"foe": "trap"}),
        (in_the_gallery(evening, who, "two_dice", "trap").at("actions", epic=3), "passage", {}),
    ]


@pytest.mark.parametrize("which", range(12))
def test_whatever_works_on_a_mission_may_be_interrupted(evening: Start, which: int) -> None:
    table, do, fields = missions(evening, "porthos")[which]
    place, left = table.state.of("porthos").place, table.state.of("porthos").left
    table.do(do, who="porthos", **fields)
    prompt = table.prompt
    assert (prompt.id, prompt.camp, prompt.rule) == ("rochefort", "milady", "rochefort")
    assert [choice.do for choice in prompt.choices] == ["let_pass", "rochefort"]
    record = table.do("rochefort")
    assert table.match.label(record).read() == "Rochefort steps in"
    assert (table.state.rochefort_at, table.state.milady_at) == (place, place)
    assert (fight(table).foe, fight(table).place, fight(table).life) == ("rochefort", place, 5)
    # The action is spent, and Rochefort costs no second one.
    assert table.state.of("porthos").left == (left or 3) - 1


@pytest.mark.parametrize("which", range(12))
def test_after_rochefort_every_action_goes_on_as_it_was_declared(evening: Start, which: int) -> None:
    table, do, fields = missions(evening, "porthos")[which]
    undisturbed, _, _ = missions(evening, "porthos")[which]
    declare(undisturbed, do, who="porthos", **fields)
    rochefort(table, do, who="porthos", **fields)
    clash(table, "lily lily lily", "sword sword shield shield")
    expected = undisturbed.state
    assert (table.state.duel, table.state.errand) == (expected.duel, expected.errand)
    assert (table.state.quest, table.state.constance, table.state.epic) == (
        expected.quest,
        expected.constance,
        expected.epic,
    )
    assert table.state.of("porthos") == expected.of("porthos")


@pytest.mark.parametrize("which", range(12))
def test_athos_is_never_interrupted(evening: Start, which: int) -> None:
    table, do, fields = missions(evening, "athos")[which]
    table.do(do, who="athos", **fields)
    assert table.state.errand is None or waiting(table).waits != "rochefort"
    assert table.state.duel is None or fight(table).foe != "rochefort"


def test_other_actions_are_not_interrupted(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin").at("actions", **{"aramis.place": "louvre"})
    table.do("draw", who="porthos")
    partner: dict[str, Any] = {"with": "aramis"}
    table.do("exchange", **partner)
    table.do("equip", buy=["horse"])
    assert table.state.errand is None


def test_walking_up_a_cleared_path_of_the_inn_is_not_interrupted(evening: Start) -> None:
    table = on_the_quest(evening, "porthos", INN).at("actions", **{"aramis.place": "quest"})
    declare(table, "advance", who="porthos", path=1)
    table.do("token", kind="decoy")
    table.do("rest", who="porthos")
    table.do("advance", who="aramis", path=1)
    assert (table.state.errand, table.state.of("aramis").path) == (None, 1)


@pytest.mark.parametrize(
    ("ambush", "do", "fields"),
    [("courtesan", "challenge", {"what": "courtesan"}), ("nemesis", "duel", {"foe": "nemesis"})],
)
@pytest.mark.parametrize("stops", [False, True])
def test_an_ambush_is_overcome_without_him_unless_the_table_plays_so(
    evening: Start, ambush: str, do: str, fields: dict[str, Any], stops: bool
) -> None:
    table = evening(depth="clerk", house={"rochefort_stops_ambushes": stops})
    table.at("actions", **{"porthos.place": "louvre"})
    table.do("louvre_mission", skill="panache", value=7, foes=["lubin"], ambush=ambush, nemesis="porthos")
    table.do(do, who="porthos", **fields)
    assert (table.prompt.id == "rochefort") is stops


def test_paying_the_beggars_is_never_interrupted(evening: Start) -> None:
    table = evening(depth="clerk", house={"rochefort_stops_ambushes": True}).at("actions")
    table.do("louvre_mission", skill="panache", value=7, foes=["lubin"], ambush="beggars")
    table.do("pay_beggars", place="louvre")
    assert (table.state.errand, table.state.louvre_mission.ambush) == (None, "")


# when everybody knows that he cannot come


def test_out_of_action_he_comes_nowhere(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin").at("actions", rochefort=0)
    table.do("challenge", who="porthos")
    assert table.prompt.id == "challenge"


def test_healed_in_the_middle_of_a_round_he_was_still_not_where_she_went(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin").at("destination", rochefort=0)
    table.next()
    table.at("perfidy").do("perfidy", how="play", card="balm")
    assert (table.state.rochefort, table.state.barred) == (2, True)
    table.do("challenge", who="porthos")
    assert table.prompt.id == "challenge"


def test_seen_in_one_place_she_is_in_no_other(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin").at("actions", **{"aramis.place": "quest"})
    rochefort(table, "challenge", who="porthos")
    clash(table, "lily lily shield", "sword sword shield shield")
    table.do("rest", who="porthos")
    table.do("advance", who="aramis", path=1)
    assert table.prompt.id == "token"


def test_found_at_richelieus_she_is_in_no_other(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin")
    table.do("move", who="aramis", to="richelieu")
    table.do("richelieu", found=True)
    table.do("rest", who="aramis")
    table.do("challenge", who="porthos")
    assert table.prompt.id == "challenge"


# forgotten


def test_what_milady_lets_pass_stands_and_at_the_next_action_he_may_appear(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin")
    table.do("challenge", who="porthos")
    record = table.do("let_pass")
    assert table.match.label(record).read() == "Rochefort does not step in"
    assert (table.state.passed, table.prompt.id) == (("louvre",), "challenge")
    table.do("meet", cards=6)
    assert table.state.louvre_mission.mastered is True
    table.do("duel", who="porthos", foe="lubin")
    assert table.prompt.id == "rochefort"
    table.do("rochefort")
    assert fight(table).foe == "rochefort"


@pytest.mark.parametrize("must", [False, True])
def test_whoever_must_show_him_cannot_have_been_there_after_all(evening: Start, must: bool) -> None:
    table = in_the_louvre(evening, "porthos", "lubin", house={"rochefort_must_appear": must})
    declare(table, "challenge", who="porthos")
    table.do("meet")
    table.at("reveal")
    if must:
        refusal = table.refused("reveal", place="louvre")
        assert (refusal.rule, refusal.overridable) == ("rochefort-forgotten", True)
        table.do("reveal", place="paris")
    else:
        table.do("reveal", place="louvre")
    assert table.state.step == "siege"


@pytest.mark.parametrize("do", ["rochefort", "let_pass"])
def test_nobody_asked_nobody_answers(evening: Start, do: str) -> None:
    assert in_the_louvre(evening, "porthos", "lubin").refused(do).rule == "rochefort"


def test_while_milady_is_asked_nothing_else_happens(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin")
    table.do("challenge", who="porthos")
    assert table.refused("meet").rule == "challenge"
    assert table.refused("commit").rule == "duel"
    assert table.refused("draw", who="porthos").rule == "actions"


# once he has shown himself


def test_he_stands_in_everybodys_way_for_the_rest_of_the_round(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin").at("actions", **{"aramis.place": "louvre"})
    rochefort(table, "challenge", who="porthos")
    clash(table, "lily lily shield", "sword sword shield shield")
    table.do("rest", who="porthos")
    table.do("challenge", who="aramis")
    assert (fight(table).foe, fight(table).who) == ("rochefort", "aramis")
    table.do("commit")
    clash(table, "lily lily shield", "sword sword shield shield")
    table.at("aftermath").next()
    assert (table.state.rochefort_at, table.state.passed) == ("", ())
    table.at("actions").do("challenge", who="aramis")
    assert table.prompt.id == "rochefort"


@pytest.mark.parametrize("brave", [False, True])
def test_athos_passes_him_by_but_a_brave_athos_does_not(evening: Start, brave: bool) -> None:
    table = in_the_louvre(evening, "porthos", "lubin", brave_athos=brave).at("actions", **{"athos.place": "louvre"})
    # As long as nobody has seen Rochefort, even a brave Athos acts in peace.
    table.do("challenge", who="athos")
    assert table.prompt.id == "challenge"
    table.do("meet")
    table.do("rest", who="athos")
    rochefort(table, "challenge", who="porthos")
    clash(table, "lily lily shield", "sword sword shield shield")
    table.do("rest", who="porthos")
    table.at("actions", **{"athos.turn": "waiting"}).do("challenge", who="athos")
    assert (table.state.duel is not None) is brave


def test_athos_keeps_his_peace_on_the_quest_too(evening: Start) -> None:
    table = on_the_quest(evening, "porthos", GALLERIES).at("actions", **{"athos.place": "quest"})
    show_gallery(table, "nobility", "two_dice", "three_dice")
    rochefort(table, "challenge", who="porthos")
    clash(table, "lily lily shield", "sword sword shield shield")
    table.do("rest", who="porthos")
    table.do("challenge", who="athos")
    assert table.prompt.id == "challenge"


@pytest.mark.parametrize(("costs", "left"), [(False, 2), (True, 1)])
def test_the_duel_with_him_costs_no_action_unless_the_table_plays_so(evening: Start, costs: bool, left: int) -> None:
    table = in_the_louvre(evening, "porthos", "lubin", house={"rochefort_costs_an_action": costs})
    rochefort(table, "duel", who="porthos", foe="lubin")
    clash(table, "lily lily lily", "sword sword shield shield")
    assert (fight(table).foe, table.state.of("porthos").left) == ("lubin", left)


def test_with_the_last_action_he_cannot_take_another_one(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin", house={"rochefort_costs_an_action": True})
    table.do("turn", who="porthos")
    table.at("actions", **{"porthos.actions": 1})
    rochefort(table, "duel", who="porthos", foe="lubin")
    assert (table.state.of("porthos").left, dice_left(table)) == (0, (3, 4))


# under seal


def test_a_sealed_milady_shows_rochefort_with_what_opens_the_seal(evening: Start) -> None:
    seal, opening = fresh("m", 1, "louvre", lambda n: bytes(n))
    table = in_the_louvre(evening, "porthos", "lubin").at("destination")
    table.do("seal", seal=seal)
    table.at("actions").do("challenge", who="porthos")
    assert table.refused("rochefort").rule == "sealed"
    table.do("rochefort", nonce="0" * 63 + "1")
    assert table.prompt.id == "rochefort"
    table.do("rochefort", nonce=opening.nonce_hex)
    assert fight(table).foe == "rochefort"


def test_with_another_place_under_seal_he_cannot_come(evening: Start) -> None:
    seal, opening = fresh("m", 1, "paris", lambda n: bytes(n))
    table = in_the_louvre(evening, "porthos", "lubin").at("destination")
    table.do("seal", seal=seal)
    table.at("actions").do("challenge", who="porthos")
    table.do("rochefort", nonce=opening.nonce_hex)
    assert (table.prompt.id, table.state.rochefort_at, table.state.milady_at) == ("rochefort", "", "")
    assert [foul.kind for foul in table.state.fouls] == ["broken"]


# where he cannot come


def test_in_the_bastille_and_elsewhere_nobody_asks_for_him(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"porthos.place": "bastille"})
    table.do("escape", who="porthos", how="fight")
    assert fight(table).foe == "gaoler"
    table = evening(depth="clerk").at("actions")
    table.do("reinforce", who="aramis")
    assert table.state.errand is None
