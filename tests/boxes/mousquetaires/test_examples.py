"""Every worked example of the rule sheets, played through the clerk with the dice and cards that it names.

Where each one stands, in the order of the German rules:

| Section              | Example                                                   | Tests below                |
|----------------------|-----------------------------------------------------------|----------------------------|
| Challenges           | d'Artagnan looks into the affair of the poisons           | the affair of the poisons  |
| Duels                | Aramis meets Brisemont                                    | Aramis and Brisemont       |
| Duels                | Athos and an opponent of two dice                         | Athos and the henchman     |
| Wounds               | d'Artagnan with his last heart and Cavois, in two parts   | d'Artagnan and Cavois      |
| Actions              | three cards in one turn; Bassompierre from elsewhere      | small ones                 |
| Equipment            | no second pistol, no second nobility; two pistols in all  | small ones                 |
| Bastille             | two actions are left after the escape                     | small ones                 |
| One for all          | against a dead end; for the Queen; one token of the two   | small ones                 |
| Paris, force         | what makes up a force of 3                                | the force of a card        |
| Louvre, force        | what makes up a force of 2                                | the force of a card        |
| La Rochelle          | three double cards are six dice                           | the siege                  |
| La Rochelle          | the siege of round 5                                      | the siege                  |

The French FAQ has one (a botte leaves Cavois alive), which stands in `faq/test_duels.py`; the other sheets have none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.boxes.mousquetaires.scenes import (
    ROAD,
    call_out,
    clash,
    declare,
    dice_left,
    hearts,
    in_the_louvre,
    lies_in,
    on_the_quest,
    said,
)

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


# the affair of the poisons


def poisons(evening: Start) -> Evening:
    """D'Artagnan has ridden from Paris to the Louvre, where the affair lies with two adversaries."""
    table = evening(depth="clerk").at("actions")
    table.do("louvre_mission", card="poisons", force=2, foes=["lubin", "boisrenard"])
    table.do("move", who="dartagnan", to="louvre")
    return table


def test_the_poisons_ask_for_a_panache_of_seven_and_three_cards_bring_dartagnan_there(evening: Start) -> None:
    table = poisons(evening)
    mission = table.state.louvre_mission
    assert (mission.card, mission.skill, mission.value) == ("poisons", "panache", 7)
    declare(table, "challenge", who="dartagnan")
    record = table.do("meet", cards=3)
    assert said(record) == ["d'Artagnan succeeds: 7 against 7."]
    assert table.state.louvre_mission.mastered is True
    assert lies_in(table) == {"lubin": 1, "boisrenard": 1}  # the mission goes on
    assert (table.state.of("dartagnan").left, hearts(table, "dartagnan")) == (1, 3)


def test_two_cards_would_not_have_been_enough(evening: Start) -> None:
    table = poisons(evening)
    declare(table, "challenge", who="dartagnan")
    assert said(table.do("meet", cards=2)) == ["d'Artagnan fails: 6 against 7."]
    assert table.state.louvre_mission.mastered is False
    assert table.state.of("dartagnan").left == 1


# Aramis and Brisemont


def test_aramis_three_lilies_beat_brisemont_whatever_he_throws(evening: Start) -> None:
    """A double card makes five dice; the three red swords would have been two wounds too many for one shield."""
    table = in_the_louvre(evening, "aramis", "brisemont", "lubin")
    call_out(table, "aramis", "brisemont", 2)
    assert dice_left(table) == (5, 3)
    record = clash(table, "lily lily lily sword shield", "sword sword sword")
    assert said(record)[0] == "Brisemont takes 1, Aramis takes 0."
    assert (hearts(table, "aramis"), lies_in(table), table.state.beaten) == (3, {"lubin": 1}, ("brisemont",))
    assert table.state.purse == 3 + table.state.board.opponents["brisemont"].pistoles
    assert table.state.of("aramis").left == 2


# Athos and the henchman


def athos(evening: Start) -> Evening:
    """Two throws in which nobody is hurt; then Athos has one die left and the henchman none."""
    table = in_the_louvre(evening, "athos", "henchman")
    call_out(table, "athos", "henchman")
    assert dice_left(table) == (3, 2)
    clash(table, "shield sword lily", "sword shield")
    assert dice_left(table) == (2, 1)
    clash(table, "sword lily", "shield")
    assert dice_left(table) == (1, 0)
    return table


def test_a_sword_on_athos_last_die_beats_the_henchman(evening: Start) -> None:
    table = athos(evening)
    record = clash(table, "sword")
    assert said(record)[0] == "the henchman takes 1, Athos takes 0."
    assert (lies_in(table), table.state.purse, hearts(table, "athos")) == ({}, 4, 3)


@pytest.mark.parametrize("face", ["shield", "lily"])
def test_anything_else_on_it_is_a_draw(evening: Start, face: str) -> None:
    table = athos(evening)
    record = clash(table, face)
    assert said(record) == ["Athos and the henchman part without a scratch."]
    assert (table.state.duel, lies_in(table), table.state.purse) == (None, {"henchman": 1}, 3)
    assert (hearts(table, "athos"), table.state.of("athos").left) == (3, 2)


# d'Artagnan and Cavois


def cavois(evening: Start, life: int) -> Evening:
    """First part: two cards make five dice against four, and nobody is hurt."""
    table = in_the_louvre(evening, "dartagnan", "cavois").at("actions", **{"dartagnan.life": life})
    call_out(table, "dartagnan", "cavois", 2)
    assert dice_left(table) == (5, 4)
    clash(table, "sword sword shield shield shield", "sword sword shield shield")
    assert (hearts(table, "dartagnan"), lies_in(table)) == (life, {"cavois": 2})
    assert dice_left(table) == (4, 3)
    return table


def test_cavois_and_dartagnan_wound_each_other_and_dartagnan_falls(evening: Start) -> None:
    """Second part."""
    table = cavois(evening, life=1)
    record = clash(table, "sword sword shield lily", "sword sword shield")
    assert said(record)[0] == "de Cavois takes 1, d'Artagnan takes 1."
    fallen = table.state.of("dartagnan")
    assert (fallen.life, fallen.down, fallen.place, fallen.turn) == (0, True, "colombier", "done")
    assert (lies_in(table), table.state.beaten, table.state.epic) == ({"cavois": 1}, (), 0)


def test_even_on_his_feet_dartagnan_would_not_have_beaten_him(evening: Start) -> None:
    table = cavois(evening, life=2)
    clash(table, "sword sword shield lily", "sword sword shield")
    standing = table.state.of("dartagnan")
    assert (standing.life, standing.down, standing.place, standing.left) == (1, False, "louvre", 2)
    assert (table.state.duel, lies_in(table), table.state.epic) == (None, {"cavois": 1}, 0)


# small ones


def test_the_same_action_three_times_is_three_cards(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    for left in (2, 1, 0):
        assert said(table.do("draw", who="athos")) == ["Athos draws an adventure card."]
        assert table.state.of("athos").left == left


def test_bassompierre_is_played_by_whoever_is_not_at_la_rochelle(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    assert table.state.of("porthos").place == "louvre"
    table.do("character", who="porthos", card="bassompierre")
    assert (table.state.siege_cards, table.state.siege_dice) == (("bassompierre",), 1)


@pytest.mark.parametrize("item", ["pistol", "nobility"])
def test_nobody_owns_two_pistols_or_two_improvements_of_nobility(evening: Start, item: str) -> None:
    table = evening(depth="clerk").at("actions", purse=20)
    table.do("equip", who="porthos", buy=[item])
    assert table.refused("equip", anyway=True, who="porthos", buy=[item]).rule == "equip"


def test_there_are_only_two_pistols(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", purse=20)
    for who in ("porthos", "athos"):
        table.do("equip", who=who, buy=["pistol"])
        table.do("rest", who=who)
    assert table.refused("equip", anyway=True, who="aramis", buy=["pistol"]).rule == "equip"


def test_after_the_escape_two_actions_are_left(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"porthos.place": "bastille"})
    table.do("escape", who="porthos", how="pay")
    porthos = table.state.of("porthos")
    assert (porthos.place, porthos.left, table.state.purse) == ("colombier", 2, 2)


def test_one_for_all_played_as_the_round_begins_undoes_a_dead_end_too(evening: Start) -> None:
    table = evening(depth="clerk", head_start=True, paris="missing")
    table.do("one_for_all", use="time")
    table.at("perfidy").do("perfidy", how="play", card="dead_end")
    for step in ("time", "aftermath"):  # the marker's own move, and the one for Constance
        table.at(step).next()
    assert (table.state.time, table.state.round, table.state.one_for_all) == (1, 2, 0)


def test_one_for_all_brings_the_queen_back_from_richelieus_own_space(evening: Start) -> None:
    table = evening(depth="clerk", head_start=True).at("louvre", louvre=3, queen=6)
    table.next()
    assert (table.state.queen, table.cause) == (8, "")
    table.do("one_for_all", use="queen")
    assert (table.state.queen, table.state.one_for_all, table.cause) == (6, 0, "")


def test_who_needs_one_of_the_two_tokens_keeps_the_other_for_later(evening: Start) -> None:
    table = on_the_quest(evening, "porthos", ROAD, head_start=True)
    declare(table, "advance", who="porthos")
    table.do("one_for_all", use="epic")
    table.do("commit", epic=1)
    assert (table.state.epic, table.state.one_for_all) == (1, 0)


# the force of a card


def manned(foes: list[str], ambush: str) -> dict[str, Any]:
    return {"foes": foes, "ambush": ambush} if ambush else {"foes": foes}


IN_PARIS: dict[str, Any] = {"card": "held", "skill": "gallantry", "value": 6, "force": 3}


@pytest.mark.parametrize(
    ("foes", "ambush"),
    [(["cavois"], ""), (["lubin", "boisrenard"], "beggars"), (["brisemont"], "courtesan")],
    ids=["one of 3", "two of 1 and an ambush", "one of 2 and an ambush"],
)
def test_what_makes_up_a_force_of_three_in_paris(evening: Start, foes: list[str], ambush: str) -> None:
    table = evening(depth="clerk").at("paris")
    table.do("paris_card", **IN_PARIS, **manned(foes, ambush))
    assert (list(lies_in(table, "paris")), table.state.paris_mission.ambush) == (foes, ambush)


@pytest.mark.parametrize(("foes", "ambush"), [(["brisemont"], ""), (["cavois"], "beggars")], ids=["2", "4"])
def test_less_or_more_than_the_force_is_not_laid_out(evening: Start, foes: list[str], ambush: str) -> None:
    table = evening(depth="clerk").at("paris")
    assert table.refused("paris_card", **IN_PARIS, **manned(foes, ambush)).rule == "mission-force"


@pytest.mark.parametrize(
    ("foes", "ambush"), [(["brisemont"], ""), (["lubin"], "beggars")], ids=["one of 2", "one of 1 and an ambush"]
)
def test_what_makes_up_a_force_of_two_in_the_louvre(evening: Start, foes: list[str], ambush: str) -> None:
    table = evening(depth="clerk").at("actions")
    table.do("louvre_mission", card="poisons", force=2, **manned(foes, ambush))
    assert (list(lies_in(table)), table.state.louvre_mission.ambush) == (foes, ambush)


# the siege


def test_three_double_cards_are_six_dice(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    for _ in range(3):
        table.do("reinforce", who="aramis", card="double")
    assert (table.state.siege_dice, table.state.of("aramis").left) == (6, 0)
    record = table.at("siege").do("siege", faces=["sword"] * 6 + ["shield"])
    assert record.result["rolls"][0]["dice"] == "6b 1r"


def quiet_round(table: Evening) -> None:
    """Nobody does anything, and nobody throws a sword."""
    for step in ("paris", "perfidy", "actions", "reveal"):
        table.next()
        assert table.state.step == step
    table.do("reveal", place="house")
    table.do("siege", faces=["lily"] * table.state.siege_dice + ["shield"] * _red(table))
    table.do("march")
    for _ in ("time", "louvre", "aftermath"):
        table.next()


def _red(table: Evening) -> int:
    return table.state.board.siege_dice_at(table.state.time)


def test_porthos_sacrifice_in_the_fifth_round_gains_a_space(evening: Start) -> None:
    """Two red dice against two Combat cards, a sword each; his heart cancels Milady's."""
    table = evening(depth="clerk")
    for _ in range(4):
        quiet_round(table)
    assert (table.state.round, table.state.rochelle) == (5, 5)
    for _ in range(3):
        table.next()
    table.do("reinforce", who="aramis")
    table.do("reinforce", who="aramis")
    table.do("rest", who="aramis")
    table.do("move", who="porthos", to="rochelle")
    table.next()
    table.do("reveal", place="house")
    record = table.do("siege", faces=["sword", "lily", "sword", "shield"])
    assert record.result["rolls"][0]["dice"] == "2b 2r"
    assert (table.state.blue_swords, table.state.red_swords) == (1, 1)
    table.do("march", by=["porthos"])
    assert (hearts(table, "porthos"), hearts(table, "aramis"), table.state.rochelle) == (4, 3, 6)
    assert table.state.siege_cards == ("single", "single")


def test_without_it_the_marker_would_have_stayed(evening: Start) -> None:
    table = evening(depth="clerk").at("siege", time=5)
    table.do("siege", blue=2, faces=["sword", "lily", "sword", "shield"])
    table.do("march")
    assert table.state.rochelle == 5
