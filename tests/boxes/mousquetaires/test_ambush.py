from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]
MANNED: dict[str, Any] = {"skill": "panache", "value": 6, "foes": ["lubin"]}


def waiting(evening: Start, dice: str, ambush: str, **tokens: Any) -> Evening:
    """An ambush in the Louvre, where Porthos is."""
    table = evening(dice, depth="clerk").at("actions", **tokens)
    table.do("louvre_mission", ambush=ambush, **MANNED)
    return table


# they strike those who are there and those who come in


@pytest.mark.parametrize(("face", "hearts"), [("sword", 4), ("shield", 5)])
def test_the_assassin_strikes_at_once_whoever_is_there(evening: Start, face: str, hearts: int) -> None:
    table = waiting(evening, face, "assassin")
    (roll,) = table.match.records[-1].result["rolls"]
    assert (roll["dice"], roll["why"]) == ("1r", "ambush-assassin")
    assert [musketeer.life for musketeer in table.state.company] == [3, 3, 3, hearts]


@pytest.mark.parametrize(("face", "purse"), [("sword", 2), ("shield", 3)])
def test_the_thieves_steal_at_once_from_whoever_is_there(evening: Start, face: str, purse: int) -> None:
    table = waiting(evening, face, "thieves")
    assert table.state.purse == purse
    told = ["The thieves take {n} pistole from {name}."] if face == "sword" else []
    assert table.told(table.match.records[-1]) == told


def test_each_of_several_is_thrown_for(evening: Start) -> None:
    table = waiting(evening, "sword shield sword", "thieves", **{"athos.place": "louvre", "aramis.place": "louvre"})
    assert [roll["dice"] for roll in table.match.records[-1].result["rolls"]] == ["1r"] * 3
    assert table.state.purse == 1


def test_who_comes_in_later_is_thrown_for_each_time(evening: Start) -> None:
    table = waiting(evening, "shield sword sword", "assassin")
    record = table.do("move", who="athos", to="louvre")
    assert len(record.result["rolls"]) == 1
    table.do("move", who="athos", to="paris")
    table.do("move", who="athos", to="louvre")
    assert table.state.of("athos").life == 1


def test_who_simply_stays_is_left_alone(evening: Start) -> None:
    table = waiting(evening, "sword", "assassin")
    table.at("aftermath").next()
    table.at("actions")
    for who in ("porthos", "athos"):
        for _ in range(3):
            assert "rolls" not in table.do("draw", who=who).result
    assert table.state.of("porthos").life == 4


@pytest.mark.parametrize("place", ["paris", "quest", "rochelle"])
def test_they_do_not_strike_elsewhere(evening: Start, place: str) -> None:
    table = waiting(evening, "shield", "assassin")
    assert "rolls" not in table.do("move", who="athos", to=place).result


def test_a_fallen_musketeer_is_not_struck(evening: Start) -> None:
    table = waiting(evening, "", "assassin", **{"porthos.life": 0, "porthos.down": True})
    assert table.state.of("porthos").life == 0


def test_thieves_find_no_more_than_the_purse_holds(evening: Start) -> None:
    table = waiting(evening, "sword", "thieves", purse=0)
    assert table.state.purse == 0


def test_what_hits_can_be_checked_in_the_box(evening: Start) -> None:
    profile = {"ambushes.assassin.face": "shield", "ambushes.assassin.wounds": 2}
    table = evening("shield", depth="clerk", profile=profile).at("actions")
    table.do("louvre_mission", ambush="assassin", **MANNED)
    assert table.state.of("porthos").life == 3


@pytest.mark.parametrize("ambush", ["thieves", "assassin"])
def test_they_do_not_bar_the_mission_and_leave_with_it_for_good(evening: Start, ambush: str) -> None:
    table = waiting(evening, "shield shield", ambush)
    table.do("move", who="athos", to="louvre")
    table.do("challenge", who="athos")
    table.do("meet", cards=3)
    table.do("duel", who="athos", foe="lubin")
    table.do("commit")
    table.do("clash", faces=["sword", "sword", "sword", "shield", "shield"])
    assert (table.state.louvre_mission.known, table.state.ambushes_gone) == (False, (ambush,))
    assert table.refused("louvre_mission", ambush=ambush, **MANNED | {"foes": ["cavois"]}).rule == "mission-force"


@pytest.mark.parametrize("ambush", ["thieves", "assassin"])
def test_the_scorekeeper_lets_the_table_throw(evening: Start, ambush: str) -> None:
    record = evening().at("actions").do("louvre_mission", ambush=ambush, **MANNED)
    assert "rolls" not in record.result
    (tell,) = record.result["tells"]
    assert (tell["say"], tell["why"]) == ("Milady throws a die for every musketeer who is there.", f"ambush-{ambush}")


@pytest.mark.parametrize("ambush", ["beggars", "courtesan"])
def test_the_others_strike_nobody(evening: Start, ambush: str) -> None:
    table = waiting(evening, "", ambush)
    assert "rolls" not in table.match.records[-1].result


# the Courtesan


def test_the_courtesan_makes_the_challenge_harder_by_one_until_she_is_charmed(evening: Start) -> None:
    table = waiting(evening, "", "courtesan", **{"athos.place": "louvre"})
    table.do("turn", who="athos")
    assert [choice.label.read() for choice in table.offered("challenge")] == [
        "Challenge: Panache 7",
        "Challenge: Gallantry 6",
    ]
    table.do("challenge", who="athos", what="courtesan")
    table.do("meet", cards=3)
    assert table.state.louvre_mission.ambush == "courtesan"
    table.do("challenge", who="athos", what="courtesan")
    table.do("meet", cards=4)
    assert (table.state.louvre_mission.ambush, table.state.ambushes_gone) == ("", ("courtesan",))
    assert [choice.label.read() for choice in table.offered("challenge")] == ["Challenge: Panache 6"]


def test_rochefort_does_not_protect_the_courtesan(evening: Start) -> None:
    table = waiting(evening, "", "courtesan")
    table.do("challenge", who="porthos", what="courtesan")
    assert table.prompt.id == "challenge"


def test_house_rule_rochefort_may_interrupt_that_too(evening: Start) -> None:
    table = evening(depth="clerk", house={"rochefort_stops_ambushes": True}).at("actions")
    table.do("louvre_mission", ambush="courtesan", **MANNED)
    table.do("challenge", who="porthos", what="courtesan")
    assert table.prompt.id == "rochefort"


def test_the_mission_is_not_done_while_she_is_there(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"athos.place": "louvre"})
    table.do("louvre_mission", skill="panache", value=6, ambush="courtesan")
    table.do("challenge", who="athos")
    table.do("meet", cards=4)
    assert (table.state.louvre_mission.mastered, table.state.epic) == (True, 0)
    table.do("challenge", who="athos", what="courtesan")
    table.do("meet", cards=4)
    assert (table.state.louvre_mission.known, table.state.epic) == (False, 2)


# the Nemesis


def hunted(evening: Start) -> Evening:
    table = evening(depth="clerk").at("actions", **{"athos.place": "louvre"})
    table.do("louvre_mission", ambush="nemesis", nemesis="athos", **MANNED)
    return table


def test_the_nemesis_stops_one_musketeer_and_nobody_else(evening: Start) -> None:
    table = hunted(evening)
    assert table.refused("challenge", who="athos").rule == "ambush-nemesis"
    assert table.refused("duel", who="athos", foe="lubin").rule == "ambush-nemesis"
    table.do("turn", who="athos")
    assert [choice.fields["foe"] for choice in table.offered("duel")] == ["nemesis"]
    table.do("rest")
    assert table.refused("duel", anyway=True, who="porthos", foe="nemesis").rule == "duel"
    table.do("challenge", who="porthos")


def test_he_has_to_beat_it_in_a_duel(evening: Start) -> None:
    table = hunted(evening)
    table.do("duel", who="athos", foe="nemesis")
    table.do("commit")
    assert table.offered("clash")[0].dice == "3b 3r"
    table.do("clash", faces=["sword", "sword", "shield", "shield", "sword", "shield"])
    table.do("clash", faces=["sword", "sword", "shield", "sword"])
    assert (table.state.louvre_mission.ambush, table.state.ambushes_gone) == ("", ("nemesis",))
    table.do("challenge", who="athos")


def test_the_nemesis_has_a_name(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    assert table.refused("louvre_mission", ambush="nemesis", **MANNED).rule == "ambush-nemesis"
    assert table.refused("louvre_mission", ambush="nemesis", nemesis="treville", **MANNED).rule == "ambush-nemesis"
