from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, fields, replace
from typing import Any, get_type_hints

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.state import (
    CLERK,
    DEPTHS,
    ORDER,
    PHASE_OF,
    ROMAN,
    SCOREKEEPER,
    STEPS,
    TURNS,
    Duel,
    Errand,
    Foe,
    Mission,
    Musketeer,
    State,
)
from companion.core.plain import plain, revive

STATE = BOX.setup({}, BOX.profile())


def test_the_four_phases_follow_one_another_in_the_order_of_the_rules() -> None:
    phases = [phase for _, phase in ORDER]
    assert phases == sorted(phases)
    assert [ROMAN[phase] for phase in dict.fromkeys(phases)] == ["I", "II", "III", "IV"]


def test_phase_one_is_destination_then_paris_then_treachery() -> None:
    assert [name for name in STEPS if PHASE_OF[name] == 1] == ["destination", "paris", "perfidy"]


def test_phase_four_is_time_then_the_louvre_then_paris() -> None:
    assert [name for name in STEPS if PHASE_OF[name] == 4] == ["time", "louvre", "aftermath"]


@pytest.mark.parametrize(("step", "phase"), ORDER)
def test_a_state_knows_its_phase(step: str, phase: int) -> None:
    assert replace(STATE, step=step).phase == phase


def test_nobody_changes_a_state_behind_the_records_back() -> None:
    with pytest.raises(FrozenInstanceError):
        STATE.time = 12  # type: ignore[misc]


def test_a_state_is_plain_values_and_the_board_stays_out_of_it() -> None:
    state = replace(
        STATE,
        duel=Duel("athos", "jussac", "louvre", blue=3, red=4, blue_faces=("lily",)),
        errand=Errand("athos", "duel", "louvre", "jussac"),
        louvre_mission=Mission("poisons", True, "panache", 7, foes=(Foe("jussac", 1),)),
    )
    form = plain(state)
    assert json.loads(json.dumps(form)) == form
    assert "board" not in form
    assert [one["id"] for one in form["company"]] == ["dartagnan", "aramis", "athos", "porthos"]
    assert form["louvre_mission"]["foes"] == [{"id": "jussac", "life": 1}]
    kinds = get_type_hints(State)
    for name, value in form.items():
        assert revive(kinds[name], value) == getattr(state, name)
    assert set(form) == {field.name for field in fields(State)} - {"board"}


def test_everybody_is_found_by_his_name() -> None:
    assert STATE.musketeers == ("dartagnan", "aramis", "athos", "porthos")
    assert [STATE.of(name).id for name in STATE.musketeers] == list(STATE.musketeers)
    with pytest.raises(LookupError, match="treville"):
        STATE.of("treville")


def test_who_is_at_a_place_stands_there_on_his_feet() -> None:
    moved = tuple(replace(one, place="louvre", down=one.id == "athos") for one in STATE.company)
    state = replace(STATE, company=moved)
    assert [one.id for one in state.at("louvre")] == ["dartagnan", "aramis", "porthos"]
    assert state.at("paris") == ()
    assert [one.id for one in STATE.at("colombier")] == ["athos"]


def test_paris_and_the_louvre_have_a_mission_each() -> None:
    state = replace(STATE, paris_mission=Mission("held"), louvre_mission=Mission("poisons"))
    assert (state.mission("paris").card, state.mission("louvre").card) == ("held", "poisons")


def test_a_musketeer_waits_for_his_turn_with_empty_hands() -> None:
    athos = Musketeer("athos", "colombier", 3)
    assert (athos.turn, athos.left, athos.down, athos.banned) == ("waiting", 0, False, False)
    assert (athos.gear, athos.skills, athos.botte, athos.path) == ((), (), False, 0)
    assert TURNS[0] == athos.turn


def test_there_are_two_depths_and_people_begin_with_the_simpler_one() -> None:
    assert DEPTHS == (SCOREKEEPER, CLERK)
    assert STATE.depth == SCOREKEEPER


@pytest.mark.parametrize(
    "inner",
    [
        STATE.company[0],
        STATE.quest,
        STATE.stock[0],
        STATE.sand,
        Mission(),
        Foe("jussac", 1),
        Errand("", "", ""),
        Duel("", "", ""),
    ],
    ids=lambda inner: type(inner).__name__,
)
def test_nothing_inside_a_state_can_be_changed_either(inner: Any) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(inner, fields(inner)[0].name, "x")
    hash(inner)


def test_states_on_two_copies_of_the_board_are_equal() -> None:
    assert BOX.setup({}, BOX.profile()) == STATE
    assert replace(STATE, time=2) != STATE
