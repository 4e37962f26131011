from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.state import ORDER, PHASE_OF, ROMAN, STEPS, State
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
    form = plain(STATE)
    assert "board" not in form
    assert form["musketeers"] == ["dartagnan", "aramis", "athos", "porthos"]
    for name, value in form.items():
        kind = State.__dataclass_fields__[name].type
        known = {"int": int, "str": str, "bool": bool, "tuple[str, ...]": tuple[str, ...]}
        assert revive(known[str(kind)], value) == getattr(STATE, name)


def test_states_on_two_copies_of_the_board_are_equal() -> None:
    assert BOX.setup({}, BOX.profile()) == STATE
    assert replace(STATE, time=2) != STATE
