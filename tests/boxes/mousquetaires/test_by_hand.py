from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from companion.boxes.mousquetaires.board import CHAPTERS
from companion.boxes.mousquetaires.quest.tokens import laid_out
from companion.boxes.mousquetaires.state import Errand, Foe, Mission

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


@pytest.fixture
def clerk(evening: Start) -> Evening:
    return evening(depth="clerk", paris="held")


# the chapter


@pytest.mark.parametrize("depth", ["scorekeeper", "clerk"])
@pytest.mark.parametrize("done", range(1, CHAPTERS + 1))
def test_another_chapter_brings_its_board_untouched(evening: Start, depth: str, done: int) -> None:
    table = evening(depth=depth)
    record = table.do("correct", what="chapters_done", to=done)
    assert table.state.quest == laid_out(table.state.board, done)
    assert {change["why"] for change in record.result["changes"]} == {"correction"}
    table.do("undo")
    assert table.state.quest == laid_out(table.state.board, 0)


def test_back_to_the_inn_it_is_a_fresh_one(clerk: Evening) -> None:
    clerk.at("actions", **{"athos.place": "quest"})
    for do, fields in (
        ("advance", {"who": "athos", "path": 2}),
        ("token", {"kind": "decoy"}),
        ("chapter_done", {}),
    ):
        clerk.do(do, **fields)
    assert clerk.state.quest.spent == ("decoy",)
    clerk.do("correct", what="chapters_done", to=0)
    assert clerk.state.quest == laid_out(clerk.state.board, 0)
    assert clerk.state.of("athos").path == 0


def test_whoever_was_on_a_path_of_the_inn_is_on_none(clerk: Evening) -> None:
    clerk.at("actions", **{"athos.place": "quest"})
    clerk.do("advance", who="athos", path=2)
    clerk.do("token", kind="decoy")
    assert clerk.state.of("athos").path == 2
    clerk.do("correct", what="chapters_done", to=1)
    assert clerk.state.of("athos").path == 0


@pytest.mark.parametrize("to", [0, 2, 3])
def test_a_challenge_of_a_chapter_that_is_over_is_called_off(clerk: Evening, to: int) -> None:
    clerk.at("actions", chapters_done=1, **{"athos.place": "quest"})
    clerk.do("challenge", who="athos", what="erudition")
    assert clerk.prompt.id == "challenge"
    clerk.do("correct", what="chapters_done", to=to)
    assert clerk.state.errand is None
    assert clerk.prompt.id in ("turn", "gallery")


def test_so_is_a_duel_on_the_quest_and_the_sand_runs_on(evening: Start) -> None:
    table = evening(depth="clerk").at("perfidy")
    table.do("perfidy", how="play", card="hurry")
    table.at("actions", **{"athos.place": "quest"})
    table.do("advance", who="athos", path=1)
    table.do("token", kind="two_dice")
    assert table.state.duel is not None
    assert table.state.sand.holds == ("duel",)
    table.do("correct", what="chapters_done", to=1)
    after = table.state
    assert after.duel is None
    assert (after.sand.turned, after.sand.holds) == (True, ())


def test_what_waits_elsewhere_goes_on_waiting(clerk: Evening) -> None:
    clerk.do("paris_mission", skill="panache", value=6, foes=["lubin"])
    clerk.at("actions", **{"athos.place": "paris"})
    clerk.do("challenge", who="athos")
    clerk.do("correct", what="chapters_done", to=2)
    assert clerk.state.errand == Errand("athos", "challenge", "paris", "mission", "cards")
    clerk.at("actions")
    clerk.do("meet", cards=6)
    clerk.do("duel", who="athos", foe="lubin")
    clerk.do("correct", what="chapters_done", to=0)
    assert clerk.state.duel is not None


def test_in_the_galleries_the_clerk_asks_what_lies_there_even_if_something_else_waited(clerk: Evening) -> None:
    clerk.at("actions", chapters_done=3)
    assert clerk.prompt.id == "gallery"
    assert clerk.state.errand is None
    clerk.do("gallery", skill="panache")
    for _ in range(2):
        clerk.do("token", kind="two_dice")
    assert (clerk.state.quest.test, clerk.state.quest.guards) == ("panache", ("two_dice", "two_dice"))
    assert clerk.prompt.id == "actions"


def test_the_road_can_be_ridden_after_the_chapter_was_set_by_hand(clerk: Evening) -> None:
    clerk.at("actions", chapters_done=2, **{"athos.place": "quest"})
    clerk.do("advance", who="athos")
    assert clerk.state.duel is not None
    assert clerk.state.duel.target == "road:0"


# the Paris card


def test_another_paris_card_keeps_who_lies_in_wait_and_is_read_out_anew(clerk: Evening) -> None:
    clerk.do("paris_mission", skill="panache", value=6, foes=["lubin"], ambush="beggars")
    assert clerk.state.paris_mission.known
    clerk.do("correct", what="paris", to="missing")
    assert clerk.state.paris_mission == Mission(card="missing", foes=(Foe("lubin", 1),), ambush="beggars")
    assert [choice.do for choice in clerk.prompt.choices if choice.do == "paris_mission"] == ["paris_mission"]


def test_without_a_card_nothing_lies_in_paris(clerk: Evening) -> None:
    clerk.do("paris_mission", skill="panache", value=6, foes=["lubin"], ambush="beggars")
    clerk.do("correct", what="paris", to="")
    assert clerk.state.paris_mission == Mission()
    assert (clerk.state.paris_gone, clerk.state.beaten, clerk.state.ambushes_gone) == ((), (), ())


def test_what_waits_in_paris_is_called_off_with_the_card(clerk: Evening) -> None:
    clerk.do("paris_mission", skill="panache", value=6, foes=["lubin"])
    clerk.at("actions")
    clerk.do("challenge", who="dartagnan")
    clerk.do("correct", what="paris", to="")
    assert clerk.state.errand is None
    clerk.do("undo")
    clerk.do("let_pass")
    clerk.do("correct", what="paris", to="missing")
    assert clerk.state.errand is None


def test_what_waits_in_the_louvre_does_not_mind(clerk: Evening) -> None:
    clerk.do("louvre_mission", card="poisons", foes=["lubin"])
    clerk.at("actions")
    clerk.do("duel", who="porthos", foe="lubin")
    clerk.do("let_pass")
    clerk.do("correct", what="paris", to="missing")
    assert clerk.state.duel is not None


# the round


def test_a_seal_is_kept_with_the_round_it_was_laid_in(clerk: Evening) -> None:
    clerk.do("seal", seal="0" * 64)
    record = clerk.do("correct", what="round", to=4)
    assert [change["what"] for change in record.result["changes"]] == ["sealed_for", "round"]
    clerk.do("correct", what="round", to=6)
    assert (clerk.state.round, clerk.state.sealed_for) == (6, 1)
    for _ in range(2):
        clerk.do("undo")
    assert (clerk.state.round, clerk.state.sealed_for) == (1, 0)


def test_without_a_seal_of_miladys_there_is_nothing_to_keep(clerk: Evening) -> None:
    clerk.do("correct", what="round", to=4)
    assert clerk.state.sealed_for == 0


# turns


@pytest.mark.parametrize("order", [("down", "turn"), ("turn", "down")])
def test_nobody_acts_while_he_is_out_of_action(clerk: Evening, order: tuple[str, str]) -> None:
    clerk.at("actions")
    values = {"down": True, "turn": "acting"}
    for name in order:
        clerk.do("correct", what=f"athos.{name}", to=values[name])
    athos = clerk.state.of("athos")
    assert (athos.down, athos.turn, athos.left) == (True, "done", 0)
    clerk.do("turn", who="aramis")


def test_his_last_actions_are_gone(clerk: Evening) -> None:
    clerk.at("actions")
    clerk.do("turn", who="athos")
    clerk.do("correct", what="athos.down", to=True)
    assert (clerk.state.of("athos").turn, clerk.state.of("athos").left) == ("done", 0)
    clerk.next()
    assert clerk.state.step == "reveal"


@pytest.mark.parametrize("turn", ["waiting", "done"])
def test_who_does_not_act_keeps_his_turn(clerk: Evening, turn: str) -> None:
    clerk.at("actions", **{"athos.turn": turn, "athos.down": True})
    assert clerk.state.of("athos").turn == turn
    clerk.do("correct", what="athos.down", to=False)
    assert clerk.state.of("athos").turn == turn
