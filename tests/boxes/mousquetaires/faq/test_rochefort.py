"""The French FAQ on Rochefort, paragraph by paragraph.

| Paragraph                                         | Tests that begin with                    |
|---------------------------------------------------|------------------------------------------|
| General: parts of a mission in three places       | he_may_step_in                           |
| General: not for ambushes, exchanges, purchases   | he_does_not_step_in                      |
| General: never against Athos                      | athos                                    |
| Appearing: an interruption that costs no action   | appearing                                |
| Duel: like any other                              | the_duel                                 |
| - he wounds and is not wounded                    | he_wounds                                |
| - he is wounded and does not wound                | he_is_wounded                            |
| - both are wounded                                | both_are_wounded                         |
| - nobody is wounded                               | nobody_is_wounded                        |
| Forgotten                                         | forgotten                                |
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.boxes.mousquetaires.scenes import (
    CALAIS,
    INN,
    clash,
    declare,
    dice_left,
    fight,
    hearts,
    in_the_louvre,
    on_the_quest,
    rochefort,
    said,
    waiting,
)

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]

UNHURT = "shield shield shield shield"  # what Rochefort throws when he neither wounds nor is wounded


def in_paris(evening: Start, who: str = "porthos") -> Evening:
    """A challenge, an adversary, three duels and a task besides, and one ambush that has to be overcome."""
    table = evening(depth="clerk", paris="duels").at("actions", **{f"{who}.place": "paris"})
    table.do(
        "paris_mission", skill="gallantry", value=6, successes=6, foes=["lubin"], ambush="nemesis", nemesis="aramis"
    )
    return table


def interrupted(evening: Start, life: int = 5) -> Evening:
    """Porthos takes on the challenge of the Louvre; Rochefort has drawn."""
    table = in_the_louvre(evening, "porthos", "lubin").at("actions", **{"porthos.life": life})
    rochefort(table, "challenge", who="porthos")
    return table


def draw_of(table: Evening) -> None:
    """Three throws against four: nobody is hurt, and the dice run out."""
    clash(table, "lily lily shield", UNHURT)
    clash(table, "lily lily", "shield shield shield")
    clash(table, "lily", "shield shield")
    clash(table, "", "shield")


# general


@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("challenge", {}),
        ("duel", {"foe": "lubin"}),
        ("duel", {"foe": "other", "dice": 2}),
        ("task", {"successes": 1}),
    ],
    ids=["challenge", "adversary", "duel of the card", "task"],
)
def test_he_may_step_in_wherever_a_part_of_the_mission_in_paris_is_tried(
    evening: Start, do: str, fields: dict[str, Any]
) -> None:
    table = in_paris(evening)
    table.do(do, who="porthos", **fields)
    assert (len(table.offered("rochefort")), len(table.offered("let_pass"))) == (1, 1)
    table.do("rochefort")
    assert (fight(table).foe, table.state.rochefort_at, table.state.milady_at) == ("rochefort", "paris", "paris")


@pytest.mark.parametrize(("do", "fields"), [("challenge", {}), ("duel", {"foe": "lubin"})])
def test_he_may_step_in_at_the_louvre(evening: Start, do: str, fields: dict[str, Any]) -> None:
    table = in_the_louvre(evening, "porthos", "lubin")
    table.do(do, who="porthos", **fields)
    table.do("rochefort")
    assert fight(table).place == "louvre"


@pytest.mark.parametrize(
    ("chapter", "do", "fields"),
    [(INN, "advance", {"path": 1}), (CALAIS, "challenge", {"what": "panache"})],
    ids=["inn", "Calais"],
)
def test_he_may_step_in_on_the_quest(evening: Start, chapter: int, do: str, fields: dict[str, Any]) -> None:
    table = on_the_quest(evening, "porthos", chapter)
    table.do(do, who="porthos", **fields)
    table.do("rochefort")
    assert fight(table).place == "quest"


@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("draw", {}),
        ("equip", {"buy": ["balm"]}),
        ("exchange", {"with": "dartagnan"}),
        ("character", {"card": "essarts"}),
    ],
    ids=["a card", "a purchase", "an exchange", "a character card"],
)
def test_he_does_not_step_in_for_other_actions(evening: Start, do: str, fields: dict[str, Any]) -> None:
    table = in_paris(evening)
    table.do(do, who="porthos", **fields)
    assert (table.state.errand, table.state.duel, table.state.of("porthos").left) == (None, None, 2)


def test_he_does_not_step_in_for_the_nemesis(evening: Start) -> None:
    table = in_paris(evening, "aramis")
    table.do("duel", who="aramis", foe="nemesis")
    assert fight(table).foe == "nemesis"


def test_he_does_not_step_in_for_the_courtesan(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"porthos.place": "louvre"})
    table.do("louvre_mission", skill="panache", value=7, foes=["lubin"], ambush="courtesan")
    table.do("challenge", who="porthos", what="courtesan")
    assert waiting(table).waits == "cards"


def test_he_does_not_step_in_when_the_beggars_are_paid_even_if_he_is_there(evening: Start) -> None:
    """He has shown himself; Athos finishes the mission behind his back, and Beggars lie on the next one."""
    table = in_the_louvre(evening, "porthos")
    rochefort(table, "challenge", who="porthos")
    draw_of(table)
    table.do("rest", who="porthos")
    table.do("move", who="athos", to="louvre")
    table.do("challenge", who="athos")
    table.do("meet", cards=6)
    table.do("louvre_mission", skill="panache", value=7, foes=["lubin"], ambush="beggars")
    assert table.state.rochefort_at == "louvre"
    table.do("pay_beggars", place="louvre")
    assert (table.state.louvre_mission.ambush, table.state.purse, table.state.duel) == ("", 1, None)


def test_athos_acts_and_milady_is_not_even_asked(evening: Start) -> None:
    table = in_the_louvre(evening, "athos", "lubin")
    table.do("challenge", who="athos")
    assert (waiting(table).waits, table.state.milady_at) == ("cards", "")
    assert table.refused("rochefort", anyway=True).rule == "rochefort"


def test_athos_passes_by_a_rochefort_who_has_shown_himself(evening: Start) -> None:
    table = interrupted(evening)
    draw_of(table)
    table.do("rest", who="porthos")
    table.at("actions", **{"athos.place": "louvre"})
    table.do("duel", who="athos", foe="lubin")
    assert (table.state.rochefort_at, fight(table).foe) == ("louvre", "lubin")


# appearing, and the duel


def test_appearing_is_an_interruption_and_costs_no_action(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin")
    table.do("challenge", who="porthos")
    assert table.state.of("porthos").left == 2  # what he declared
    table.do("rochefort")
    assert (table.state.of("porthos").left, waiting(table).what) == (2, "challenge")


def test_the_duel_is_fought_like_any_other(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin")
    table.do("challenge", who="porthos")
    table.do("rochefort")
    table.do("commit", cards=2)
    assert dice_left(table) == (5, 4)
    clash(table, "lily lily shield shield sword", "sword sword shield shield")
    assert dice_left(table) == (4, 3)


# the four results


def test_he_wounds_and_stays_and_the_action_is_lost_but_may_be_tried_again_against_him(evening: Start) -> None:
    table = interrupted(evening)
    record = clash(table, "lily lily shield", "sword sword shield shield")
    assert said(record)[-1] == "The action is lost, and Rochefort stays."
    assert (hearts(table, "porthos"), table.state.rochefort, table.state.rochefort_at) == (4, 5, "louvre")
    assert (table.state.errand, table.state.louvre_mission.mastered) == (None, False)
    table.do("challenge", who="porthos")
    assert (fight(table).foe, table.state.of("porthos").left) == ("rochefort", 1)


def test_he_wounds_and_a_fallen_musketeer_tries_nothing_more(evening: Start) -> None:
    table = interrupted(evening, life=1)
    clash(table, "lily lily shield", "sword sword shield shield")
    porthos = table.state.of("porthos")
    assert (porthos.down, porthos.place, porthos.turn, table.state.errand) == (True, "colombier", "done", None)
    assert table.refused("draw", who="porthos").rule == "recovery"


def test_he_is_wounded_and_flees_home_and_the_same_action_goes_on(evening: Start) -> None:
    table = interrupted(evening)
    clash(table, "lily lily lily", "sword sword shield shield")
    assert (table.state.rochefort, table.state.rochefort_at, table.state.milady_at) == (4, "", "house")
    assert (hearts(table, "porthos"), waiting(table).what, waiting(table).waits) == (5, "challenge", "cards")
    assert table.refused("draw", anyway=True, who="porthos").rule == "actions"  # he cannot change his mind
    table.do("meet", cards=5)
    assert (table.state.louvre_mission.mastered, table.state.of("porthos").left) == (True, 2)


@pytest.mark.parametrize(("life", "goes_on"), [(5, True), (1, False)])
def test_both_are_wounded_and_the_action_goes_on_if_the_musketeer_stands(
    evening: Start, life: int, goes_on: bool
) -> None:
    table = interrupted(evening, life)
    clash(table, "sword sword sword", "sword sword shield shield")
    assert (table.state.rochefort, table.state.rochefort_at, table.state.milady_at) == (4, "", "house")
    assert hearts(table, "porthos") == max(life - 2, 0)
    assert (table.state.errand is not None, table.state.of("porthos").down) == (goes_on, not goes_on)


def test_nobody_is_wounded_and_he_stays_and_the_action_is_lost(evening: Start) -> None:
    table = interrupted(evening)
    draw_of(table)
    assert (table.state.duel, table.state.errand, table.state.rochefort_at) == (None, None, "louvre")
    assert (hearts(table, "porthos"), table.state.rochefort, table.state.of("porthos").left) == (5, 5, 2)
    table.do("challenge", who="porthos")
    assert fight(table).foe == "rochefort"


# forgotten


def test_forgotten_the_action_stands_and_he_may_appear_at_the_next_one_there(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin", "boisrenard")
    declare(table, "challenge", who="porthos")
    table.do("meet", cards=6)
    assert table.state.louvre_mission.mastered is True
    table.do("duel", who="porthos", foe="lubin")
    table.do("rochefort")
    assert (fight(table).foe, table.state.rochefort_at) == ("rochefort", "louvre")
