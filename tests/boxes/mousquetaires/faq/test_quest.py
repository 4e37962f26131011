"""The French FAQ on the quest and on Tréville, paragraph by paragraph.

| Paragraph                                         | Tests that begin with                    |
|---------------------------------------------------|------------------------------------------|
| The inn: one arrives in the common room           | the_inn_is_entered                       |
| - to a first space with a token: turn and fight   | the_inn_first_space                      |
| - to the last free space of a path, then on       | the_inn_cleared_path                     |
| - decoys                                          | a_decoy                                  |
| - traps, hidden or face up                        | a_trap                                   |
| - the end: cards, next board, tokens gone         | the_inn_ends                             |
| - leaving it                                      | the_inn_is_left                          |
| Calais                                            | calais                                   |
| Galleries: by passage, by wit, by steel           | a_gallery                                |
| - mixed ways                                      | the_ways                                 |
| - the end of the match                            | the_fourth_gallery                       |
| Tréville                                          | treville                                 |
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from companion.boxes.mousquetaires.quest.tokens import may_turn_up
from tests.boxes.mousquetaires.scenes import (
    CALAIS,
    GALLERIES,
    INN,
    ROAD,
    arm,
    call_out,
    clash,
    declare,
    fight,
    hearts,
    in_the_gallery,
    on_the_quest,
    said,
    show_gallery,
)

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]

SKILLS = ("erudition", "nobility", "gallantry", "panache")


def fresh(table: Evening, who: str) -> None:
    table.do("correct", what=f"{who}.actions", to=3)


def press_on(table: Evening, who: str, path: int, token: str) -> None:
    declare(table, "advance", who=who, path=path)
    table.do("token", kind=token)


def beat(table: Evening) -> None:
    """The duel of the moment, won with three lilies."""
    table.do("commit")
    clash(table, "lily lily lily", " ".join(["sword"] * fight(table).red))


# the inn


def test_the_inn_is_entered_through_the_common_room(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    table.do("move", who="porthos", to="quest")
    porthos = table.state.of("porthos")
    assert (porthos.place, porthos.path, porthos.left, table.state.errand) == ("quest", 0, 2, None)


def test_the_inn_first_space_is_one_action_with_the_token_turned_and_fought(evening: Start) -> None:
    table = on_the_quest(evening, "porthos", INN)
    press_on(table, "porthos", 2, "two_dice")
    assert (fight(table).foe, table.state.of("porthos").left) == ("two_dice", 2)
    beat(table)
    assert (table.state.of("porthos").path, table.state.quest.inn[4]) == (2, "")


def test_the_inn_cleared_path_is_walked_with_one_action_and_fought_on_with_the_next(evening: Start) -> None:
    table = on_the_quest(evening, "porthos", INN)
    press_on(table, "porthos", 1, "two_dice")
    beat(table)
    press_on(table, "porthos", 1, "decoy")
    table.do("rest", who="porthos")
    table.at("actions", **{"aramis.place": "quest"})
    table.do("advance", who="aramis", path=1)
    aramis = table.state.of("aramis")
    assert (aramis.path, aramis.left, table.state.errand, table.state.duel) == (1, 2, None, None)
    press_on(table, "aramis", 1, "three_dice")
    assert (fight(table).target, table.state.of("aramis").left) == ("inn:2", 1)


def test_a_decoy_is_not_fought_and_gone_and_the_action_was_the_walk(evening: Start) -> None:
    table = on_the_quest(evening, "porthos", INN)
    press_on(table, "porthos", 1, "decoy")
    porthos = table.state.of("porthos")
    assert (table.state.duel, table.state.quest.inn[0], porthos.path, porthos.left) == (None, "", 1, 2)
    assert table.state.quest.spent == ("decoy",)


@pytest.mark.parametrize("scouted", [False, True], ids=["hidden", "face up"])
def test_a_trap_wounds_without_a_fight_and_through_a_cuirass_and_is_gone(evening: Start, scouted: bool) -> None:
    table = on_the_quest(evening, "porthos", INN).at("actions", epic=1)
    arm(table, "porthos", "cuirass")
    if scouted:
        table.do("scout", spaces=["0", "4", "8"])
        for kind in ("trap", "decoy", "decoy"):
            table.do("token", kind=kind)
        declare(table, "advance", who="porthos", path=1)
    else:
        press_on(table, "porthos", 1, "trap")
    assert (hearts(table, "porthos"), table.state.duel, table.state.quest.inn[0]) == (4, None, "")


def test_the_inn_ends_with_the_last_token_of_a_path(evening: Start) -> None:
    """The finisher draws two cards, the next board lies there, and what was not used is out of the game."""
    table = on_the_quest(evening, "porthos", INN).at("actions", epic=1)
    table.do("scout", spaces=["4", "5", "8"])
    for kind in ("four_dice", "four_dice", "two_swords"):
        table.do("token", kind=kind)
    for kind in ("decoy", "decoy", "decoy"):
        press_on(table, "porthos", 1, kind)
        fresh(table, "porthos")
    press_on(table, "porthos", 1, "two_dice")
    table.do("commit")
    record = clash(table, "lily lily lily", "sword sword")
    assert said(record)[-2:] == ["Porthos draws 2 adventure cards.", "Lay out the next chapter: Calais."]
    assert (table.state.chapters, table.state.quest.inn) == (CALAIS, ())
    assert "four_dice" not in may_turn_up(table.state)  # both of them lay there face up


@pytest.mark.parametrize("path", [0, 3])
def test_the_inn_is_left_from_anywhere_by_an_ordinary_move(evening: Start, path: int) -> None:
    table = on_the_quest(evening, "porthos", INN)
    if path:
        press_on(table, "porthos", path, "decoy")
        fresh(table, "porthos")
    assert table.state.of("porthos").path == path
    table.do("move", who="porthos", to="louvre")
    porthos = table.state.of("porthos")
    assert (porthos.place, porthos.path, porthos.left) == ("louvre", 0, 2)


# Calais


def test_calais_four_challenges_in_any_order_by_anybody_then_de_wardes_and_two_cards(evening: Start) -> None:
    table = on_the_quest(evening, "porthos", CALAIS).at("actions", **{"aramis.place": "quest"})
    for skill in ("panache", "erudition", "gallantry"):
        declare(table, "challenge", who="porthos", what=skill)
        table.do("meet", cards=6)
    assert table.state.of("porthos").left == 0
    assert table.refused("duel", anyway=True, who="aramis", foe="wardes").rule == "duel"
    declare(table, "challenge", who="aramis", what="nobility")
    table.do("meet", cards=6)
    call_out(table, "aramis", "wardes", 3)
    record = clash(table, "sword sword sword shield shield shield", "sword sword sword shield")
    assert (table.state.chapters, table.state.of("aramis").left) == (ROAD, 1)
    assert "Aramis draws 2 adventure cards." in said(record)


# the galleries


def test_a_gallery_by_a_secret_passage_costs_three_epic_tokens_and_an_action(evening: Start) -> None:
    table = in_the_gallery(evening, "porthos", "two_dice", "three_dice").at("actions", epic=4)
    declare(table, "passage", who="porthos")
    assert (table.state.quest.room, table.state.epic, table.state.of("porthos").left) == (1, 1, 2)


@pytest.mark.parametrize("skill", SKILLS)
@pytest.mark.parametrize(("short", "room"), [(1, 0), (0, 1)])
def test_a_gallery_by_wit_is_always_a_challenge_of_eight(evening: Start, skill: str, short: int, room: int) -> None:
    table = in_the_gallery(evening, "porthos", "two_dice", "three_dice", skill=skill)
    own = table.state.board.number(f"musketeers.porthos.{skill}")
    declare(table, "challenge", who="porthos")
    table.do("meet", cards=8 - own - short)
    assert table.state.quest.room == room


def test_a_gallery_by_steel_is_a_duel_and_an_action_for_each_of_two(evening: Start) -> None:
    table = in_the_gallery(evening, "porthos", "two_dice", "three_dice")
    for foe, red, room in (("two_dice", "sword sword", 0), ("three_dice", "sword sword sword", 1)):
        call_out(table, "porthos", foe)
        clash(table, "lily lily lily", red)
        assert table.state.quest.room == room
    assert table.state.of("porthos").left == 1


def test_the_ways_may_be_mixed_within_a_gallery_and_from_one_to_the_next(evening: Start) -> None:
    table = in_the_gallery(evening, "porthos", "two_dice", "three_dice").at("actions", epic=3)
    call_out(table, "porthos", "two_dice")
    clash(table, "lily lily lily", "sword sword")
    declare(table, "passage", who="porthos")
    assert table.state.quest.room == 1
    show_gallery(table, "erudition", "two_dice", "three_dice")
    declare(table, "challenge", who="porthos")
    table.do("meet", cards=6)
    assert table.state.quest.room == 2


def test_the_fourth_gallery_wins_at_once(evening: Start) -> None:
    table = on_the_quest(evening, "porthos", GALLERIES)
    for skill, guard in zip(SKILLS, ("two_dice", "three_dice", "four_dice", "two_swords"), strict=True):
        assert table.cause == ""
        show_gallery(table, skill, guard, "sword_shield" if skill in SKILLS[:2] else "two_shields")
        fresh(table, "porthos")
        declare(table, "challenge", who="porthos")
        table.do("meet", cards=8)
    assert (table.cause, table.state.step) == ("diamonds", "actions")


# Tréville


def test_treville_starts_at_the_vieux_colombier(evening: Start) -> None:
    table = evening(depth="clerk", players=6)
    assert table.state.of("treville").place == "colombier"
