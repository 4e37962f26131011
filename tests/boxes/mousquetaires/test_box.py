from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion import boxes
from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.state import STEPS
from companion.core.prompt import Refusal
from companion.core.record import Intent, Record
from tests.boxes.mousquetaires.scenes import in_the_louvre

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def test_the_shelf_finds_the_box() -> None:
    assert BOX.name in boxes.names()
    assert boxes.load(BOX.name) is BOX
    assert BOX.title.read() == "Mousquetaires du Roy"


def test_its_verbs_stand_under_their_own_names() -> None:
    assert all(verb.do == name for name, verb in BOX.verbs.items())
    assert {"next", "siege", "march", "one_for_all", "accept"} <= set(BOX.verbs)


def test_its_dice_are_the_blue_and_the_red_ones() -> None:
    dice = BOX.dice(BOX.setup({}, BOX.profile()))
    assert {letter: die.name for letter, die in dice.items()} == {"b": "blue", "r": "red"}


# the name of the moment


def test_two_taps_on_one_button_count_once(evening: Start) -> None:
    table = evening()
    first = Intent("next", id="tap-1", step=table.match.step)
    second = Intent("next", id="tap-2", step=table.match.step)
    assert isinstance(table.match.act(first), Record)
    outcome = table.match.act(second)
    assert isinstance(outcome, Refusal)
    assert outcome.stale
    assert table.state.step == "paris"


def test_no_two_moments_of_a_round_share_a_name(evening: Start) -> None:
    table = evening(head_start=True)
    seen = []
    for step in STEPS:
        table.at(step)
        seen.append(table.match.step)
    table.at("time", time=11).next()
    seen.append(table.match.step)
    table.do("undo")
    table.at("aftermath").next()
    seen.append(table.match.step)
    assert len(set(seen)) == len(seen)


def test_in_phase_two_the_moment_names_who_acts_and_what_is_waited_for(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin")
    seen = [table.match.step]
    for do, fields in (
        ("turn", {"who": "porthos"}),
        ("draw", {}),
        ("duel", {"foe": "lubin"}),
        ("let_pass", {}),
        ("commit", {}),
        ("clash", {"faces": ["shield"] * 5}),
    ):
        table.do(do, **fields)
        seen.append(table.match.step)
    assert seen == [
        "1.actions",
        "1.actions.porthos.3",
        "1.actions.porthos.2",
        "1.actions.porthos.rochefort.lubin",
        "1.actions.porthos.cards.0",
        "1.actions.porthos.dice.0",
        "1.actions.porthos.dice.1",
    ]


# what was begun is finished first


def test_while_something_waits_for_an_answer_nothing_else_is_decided(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin")
    table.do("duel", who="porthos", foe="lubin")
    for do in ("next", "draw", "rest", "turn", "louvre_done"):
        refusal = table.refused(do, anyway=True)
        assert (refusal.reason.read(), refusal.rule) == ("First finish what has begun.", "actions")
    table.do("let_pass")
    assert table.refused("next", anyway=True).rule == "actions"
    assert table.refused("let_pass").reason.read() != "First finish what has begun."


def test_one_for_all_and_the_depth_need_not_wait(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin", head_start=True)
    table.do("duel", who="porthos", foe="lubin")
    table.do("one_for_all", use="epic")
    table.do("depth", to="scorekeeper")
    assert (table.state.epic, table.state.depth) == (2, "scorekeeper")


def test_the_profile_is_read_once() -> None:
    assert BOX.profile() is BOX.profile()
