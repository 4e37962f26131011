from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.asks.without_milady import STEPS
from companion.boxes.mousquetaires.state import STEPS as ROUND
from companion.boxes.mousquetaires.state import State
from companion.core.dice import SeededChance
from companion.core.match import Match
from companion.core.record import Header, Record
from tests.boxes.mousquetaires.taps import tap

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


@pytest.mark.parametrize("step", STEPS)
def test_her_steps_have_one_button_that_draws(evening: Start, step: str) -> None:
    prompt = evening(milady=False).at(step).prompt
    assert (prompt.id, prompt.camp, prompt.rule) == (step, "milady", "no-milady")
    assert [(choice.do, dict(choice.fields), choice.weight) for choice in prompt.choices] == [("fate", {}, "main")]
    assert all(line.read() for line in (prompt.who, prompt.what, prompt.detail, prompt.choices[0].label))


@pytest.mark.parametrize("step", STEPS)
def test_with_milady_at_the_table_she_is_asked_herself(evening: Start, step: str) -> None:
    assert not evening().at(step).offered("fate")


@pytest.mark.parametrize("depth", ["scorekeeper", "clerk"])
def test_a_round_goes_by_with_nothing_but_what_is_offered(depth: str) -> None:
    header = Header("m", BOX.name, {"milady": False, "depth": depth}, {})
    match: Match[State] = Match(BOX, header, chance=SeededChance(3))
    seen = []
    while match.state.round == 1:
        (prompt,) = match.prompts()
        if match.state.step not in seen:
            seen.append(match.state.step)
        main = next((choice for choice in prompt.choices if choice.weight == "main"), prompt.choices[0])
        assert isinstance(match.act(tap(main)), Record)
    assert seen == list(ROUND)
    assert BOX.audit("m", match.records) == {1: True}
