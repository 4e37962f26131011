from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from companion.boxes.mousquetaires.names import STEP_NAMES
from companion.boxes.mousquetaires.state import ORDER, ROMAN, STEPS
from tests.boxes.mousquetaires.scenes import clash, in_the_louvre, rochefort

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def test_a_whole_round_step_by_step(evening: Start) -> None:
    table = evening("shield")
    seen = []
    for step, phase in ORDER:
        seen.append((table.state.step, table.match.view()["phase"]))
        assert seen[-1] == (step, ROMAN[phase])
        if step == "reveal":
            table.do("reveal", place="quest")
        elif step == "siege":
            table.do("siege")
        elif step == "march":
            table.do("march")
        else:
            table.next()
    assert (table.state.round, table.state.step) == (2, "destination")
    assert (table.state.time, table.state.louvre, table.state.queen) == (2, 2, 0)


@pytest.mark.parametrize(
    ("step", "label"),
    [
        ("destination", "Milady has chosen her destination"),
        ("paris", "No new Paris card"),
        ("perfidy", "No treachery this round"),
        ("actions", "The musketeers have acted"),
        ("time", "Time has moved on"),
        ("louvre", "The Louvre marker has fallen"),
        ("aftermath", "The round has ended"),
    ],
)
def test_a_finished_step_is_called_by_what_it_did(evening: Start, step: str, label: str) -> None:
    table = evening().at(step)
    assert table.match.label(table.next()).read() == label


@pytest.mark.parametrize(("step", "follows"), [("reveal", "siege"), ("siege", "march"), ("march", "time")])
def test_skipping_a_step_that_needs_an_answer_is_a_house_ruling(evening: Start, step: str, follows: str) -> None:
    table = evening().at(step)
    refusal = table.refused("next")
    assert (refusal.rule, refusal.overridable) == (step, True)
    record = table.do("next", anyway=True)
    assert (table.state.step, record.result["rulings"]) == (follows, [step])
    assert table.match.label(record).read() == f"Skipped: {STEP_NAMES[step].read()}"
    assert table.match.log()[-1].ruling is True


@pytest.mark.parametrize("step", ["destination", "perfidy", "reveal"])
def test_without_milady_skipping_her_draw_is_a_house_ruling(evening: Start, step: str) -> None:
    table = evening(milady=False).at(step)
    refusal = table.refused("next")
    assert (refusal.rule, refusal.overridable) == ("reveal" if step == "reveal" else "no-milady", True)
    record = table.do("next", anyway=True)
    assert "no-milady" in record.result["rulings"]
    assert table.match.label(record).read() == f"Skipped: {STEP_NAMES[step].read()}"


def test_where_rochefort_stepped_in_she_has_been_seen_and_the_step_is_just_finished(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin")
    rochefort(table, "duel", who="porthos", foe="lubin")
    clash(table, "shield shield lily", "sword sword shield sword")
    assert table.match.view()["duel"] is None
    assert table.state.milady_at == "louvre"
    _just_finished(table)


def test_so_it_is_when_she_was_found_at_richelieus(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    table.do("move", who="athos", to="richelieu")
    table.do("richelieu", found=True)
    _just_finished(table)


def _just_finished(table: Evening) -> None:
    record = table.at("reveal").next()
    assert (table.state.step, "rulings" in record.result) == ("siege", False)
    assert table.match.label(record).read() == "Milady has shown herself already"


def test_a_louvre_marker_that_stays_is_not_said_to_have_fallen(evening: Start) -> None:
    said = {}
    for falls in (True, False):
        table = evening(house={"louvre_moves_under_new_mission": falls}).at("actions")
        table.do("louvre_done")
        said[falls] = table.match.label(table.at("louvre").next()).read()
    assert said == {
        True: "The Louvre marker has fallen",
        False: "The mission is new: at this table the Louvre marker waits.",
    }


def test_a_new_round_forgets_what_was_said_for_the_old_one(evening: Start) -> None:
    table = evening("sword sword sword", head_start=True).at("perfidy")
    table.do("perfidy", how="play", card="reinforcements")
    table.do("one_for_all", use="time")
    table.at("siege").do("siege", blue=1)
    table.at("aftermath").next()
    state = table.state
    assert (state.reinforced, state.time_held, state.blue_swords, state.red_swords) == (False, False, 0, 0)
    assert (state.siege_dice, state.round) == (1, 2)


@pytest.mark.parametrize("round_number", [1, 2])
def test_two_players_draw_a_card_at_the_start_of_every_round_the_first_too(evening: Start, round_number: int) -> None:
    table = evening(players=2)
    if round_number == 2:
        table.at("aftermath").next()
    assert table.state.round == round_number
    (tell,) = table.next().result["tells"]
    assert (tell["say"], tell["why"]) == ("The musketeers' player draws {n} adventure card.", "two-players")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_all_others_do_not(evening: Start, players: int) -> None:
    assert "tells" not in evening(players=players).next().result


def test_every_step_of_a_decided_match_stands_still(evening: Start) -> None:
    for step in STEPS:
        refusal = evening().at(step, rochelle=1).refused("next", anyway=True)
        assert (refusal.rule, refusal.overridable) == ("over", False)


def test_constance_set_right_after_a_false_defeat_is_not_thrown_for_again(evening: Start) -> None:
    table = evening("sword sword shield shield", paris="abducted").at("aftermath", constance=4)
    table.next()
    assert table.cause == "constance"
    table.do("correct", what="constance", to=5)
    assert table.prompt.choices[0].dice == ""
    table.next()
    assert (table.state.constance, table.state.round) == (5, 2)


def test_a_step_that_waits_for_a_decision_has_a_name_of_its_own(evening: Start) -> None:
    table = evening(head_start=True).at("time", time=11)
    before = table.match.step
    table.next()
    assert (before, table.match.step) == ("1.time", "1.time.done")
