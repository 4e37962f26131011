from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.sand import glass
from companion.core.match import Match

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]
MINUTE = 60_000


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def hurried(evening: Start, clock: Clock) -> Callable[..., Evening]:
    """A match in which Milady has just played Hurry!"""

    def start(dice: str = "", **options: Any) -> Evening:
        table = evening(dice, **{"depth": "clerk", **options})
        table.match = Match(BOX, table.match.header, clock=clock, chance=table.dice)
        table.at("perfidy").do("perfidy", how="play", card="hurry")
        return table

    return start


def left(table: Evening, clock: Clock) -> int:
    return glass(table.state).left(clock.now)


def test_two_minutes_for_the_whole_phase(hurried: Start, clock: Clock) -> None:
    table = hurried()
    assert (left(table, clock), table.state.step) == (2 * MINUTE, "actions")
    clock.now = 2 * MINUTE - 1
    table.do("draw", who="athos")
    assert table.refused("sand", how="out").reason.read() == "There is still sand in the hourglass."
    clock.now = 2 * MINUTE
    refusal = table.refused("draw", who="athos")
    assert (refusal.rule, refusal.reason.read()) == ("hourglass", "The sand has run out: no more actions.")


def test_how_long_it_runs_can_be_checked_in_the_box(hurried: Start, clock: Clock) -> None:
    table = hurried(profile={"hourglass.seconds": 90})
    assert left(table, clock) == 90_000


def test_when_it_is_out_all_actions_left_are_lost(hurried: Start, clock: Clock) -> None:
    table = hurried()
    table.do("draw", who="athos")
    clock.now = 2 * MINUTE
    record = table.do("sand", how="out")
    assert [(musketeer.turn, musketeer.left) for musketeer in table.state.company] == [("done", 0)] * 4
    assert (table.state.step, table.state.sand.turned) == ("reveal", False)
    assert table.match.label(record).read() == "The sand has run out"


def test_not_even_a_free_ride_is_left(hurried: Start, clock: Clock) -> None:
    table = hurried()
    table.do("equip", who="athos", buy=["horse"])
    clock.now = 2 * MINUTE
    assert table.refused("move", who="athos", to="paris", free=True).rule == "hourglass"
    assert table.refused("turn", who="porthos").rule == "hourglass"


def test_who_has_not_got_up_in_time_gets_up_next_round(hurried: Start, clock: Clock) -> None:
    table = hurried().at("actions", **{"athos.life": 0, "athos.down": True})
    clock.now = 2 * MINUTE
    table.do("sand", how="out")
    assert (table.state.of("athos").down, table.state.step) == (True, "reveal")
    table.at("aftermath").next()
    table.at("actions").do("recover", who="athos")


def test_the_table_may_say_that_the_real_glass_is_out(hurried: Start) -> None:
    table = hurried()
    assert table.do("sand", anyway=True, how="out").result["rulings"] == ["hourglass"]
    assert table.state.step == "reveal"


def test_finished_in_time_it_is_laid_aside(hurried: Start, clock: Clock) -> None:
    table = hurried()
    clock.now = MINUTE
    table.next()
    assert (table.state.step, table.state.sand.turned, table.match.view()["sand"]) == ("reveal", False, None)


def test_the_scorekeepers_phase_ends_too(hurried: Start, clock: Clock) -> None:
    table = hurried(depth="scorekeeper")
    clock.now = 2 * MINUTE
    table.do("sand", how="out")
    assert table.state.step == "reveal"


# it lies on its side


def test_a_duel_holds_the_sand_from_the_challenge_to_the_end(hurried: Start, clock: Clock) -> None:
    table = hurried().at("actions", **{"athos.place": "louvre"})
    table.do("louvre_mission", skill="panache", value=6, foes=["lubin"])
    clock.now = MINUTE
    table.do("duel", who="athos", foe="lubin")
    assert table.state.sand.holds == ("duel",)
    clock.now = 9 * MINUTE
    table.do("commit")
    assert table.refused("sand", how="out").rule == "hourglass"
    table.do("clash", faces=["sword", "sword", "lily", "shield", "shield"])
    table.do("clash", faces=["sword", "sword", "shield"])
    assert (left(table, clock), len(table.state.sand.holds)) == (MINUTE, 0)
    clock.now = 10 * MINUTE
    assert table.refused("draw", who="athos").rule == "hourglass"


def test_the_fight_out_of_the_bastille_is_a_duel_as_well(hurried: Start, clock: Clock) -> None:
    table = hurried().at("actions", **{"athos.place": "bastille"})
    table.do("escape", who="athos", how="fight")
    clock.now = 9 * MINUTE
    table.do("commit")
    table.do("clash", faces=["sword", "sword", "sword", "shield", "shield", "sword"])
    assert left(table, clock) == 2 * MINUTE


def test_a_new_louvre_mission_holds_it_until_everything_is_laid_out(hurried: Start, clock: Clock) -> None:
    table = hurried()
    clock.now = MINUTE
    table.do("louvre_done")
    assert table.state.sand.holds == ("louvre",)
    clock.now = 5 * MINUTE
    table.do("louvre_mission", skill="panache", value=6, foes=["lubin"])
    assert [choice.fields for choice in table.offered("sand")] == [{"how": "go_on"}]
    record = table.do("sand", how="go_on")
    assert table.match.label(record).read() == "The hourglass runs on"
    clock.now = 6 * MINUTE - 1
    assert left(table, clock) == 1


def test_a_new_paris_card_holds_it(hurried: Start) -> None:
    table = hurried()
    table.do("paris_card", anyway=True, card="held")
    assert table.state.sand.holds == ("paris",)


def test_a_finished_chapter_holds_it(hurried: Start, clock: Clock) -> None:
    table = hurried()
    table.do("chapter_done")
    assert table.state.sand.holds == ("chapter",)
    clock.now = 9 * MINUTE
    table.do("sand", how="go_on")
    assert left(table, clock) == 2 * MINUTE


def test_a_mission_finished_by_a_duel_holds_it_though_the_duel_is_over(hurried: Start, clock: Clock) -> None:
    table = hurried().at("actions", **{"athos.place": "louvre"})
    table.do("louvre_mission", skill="none", foes=["lubin"])
    table.do("duel", who="athos", foe="lubin")
    table.do("commit")
    table.do("clash", faces=["sword", "sword", "shield", "shield", "shield"])
    table.do("clash", faces=["sword", "shield", "sword"])
    assert (table.state.louvre_mission.known, table.state.sand.holds) == (False, ("louvre",))
    clock.now = 9 * MINUTE
    assert left(table, clock) == 2 * MINUTE


def test_a_challenge_holds_nothing(hurried: Start, clock: Clock) -> None:
    table = hurried().at("actions", **{"athos.place": "louvre"})
    table.do("louvre_mission", skill="panache", value=6)
    table.do("challenge", who="athos")
    clock.now = 2 * MINUTE
    assert table.refused("sand", how="out").reason.read() == "First finish what has begun."
    table.do("meet", cards=1)
    table.do("sand", how="out")
    assert table.state.step == "reveal"


def test_the_table_may_lay_it_down_and_take_it_up_again(hurried: Start, clock: Clock) -> None:
    table = hurried()
    record = table.do("sand", how="pause")
    assert table.match.label(record).read() == "The hourglass is laid down"
    clock.now = 9 * MINUTE
    table.do("sand", how="go_on")
    assert (left(table, clock), table.match.view()["sand"]["holds"]) == (2 * MINUTE, [])


@pytest.mark.parametrize("how", ["pause", "go_on", "out"])
def test_a_glass_nobody_turned_has_nothing_to_do(evening: Start, how: str) -> None:
    refusal = evening().at("actions").refused("sand", anyway=True, how=how)
    assert (refusal.rule, refusal.overridable) == ("hourglass", False)


def test_after_a_round_it_can_be_turned_again(hurried: Start, clock: Clock) -> None:
    table = hurried()
    clock.now = MINUTE
    table.next()
    table.at("aftermath").next()
    table.at("perfidy").do("perfidy", how="play", card="hurry")
    assert left(table, clock) == 2 * MINUTE
