from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from companion.boxes.mousquetaires.box import Mousquetaires
from companion.boxes.mousquetaires.state import State
from companion.core.prompt import Prompt
from companion.core.record import Intent
from companion.core.verb import Verb
from companion.simulate import evening
from companion.simulate.mousquetaires.table import Mousquetaires as Table
from companion.simulate.watch import Broken
from tests.simulate.matches import RANDOM, one


def test_the_same_seed_plays_the_same_match() -> None:
    assert one("7").head == one("7").head != one("8").head


def test_a_match_is_played_to_its_verdict_and_every_tap_names_its_step() -> None:
    match = one(players=2)
    assert match.verdict() is not None
    assert all(record.intent.step for record in match.records)


def test_people_think_before_they_tap() -> None:
    times = [record.at for record in one(players=2).records]
    gaps = [later - before for before, later in pairwise(times)]
    assert min(gaps) >= evening.SECOND
    assert max(gaps) > 4 * evening.SECOND


def test_what_was_brought_stands_first() -> None:
    match = one(brought=(Intent("correct", {"what": "chapters_done", "to": 3}),))
    assert match.records[0].intent.do == "correct"
    assert "gallery" in {record.intent.do for record in match.records}


def test_what_was_brought_must_be_accepted() -> None:
    with pytest.raises(Broken, match=r"^after record 0, .*accept {} was offered and refused"):
        one(brought=(Intent("accept"),))


def test_a_prompt_that_nobody_answers_is_noticed() -> None:
    class Deserted(Table):
        def seat(self, camp: str, *given: Any) -> Any:
            return super().seat("milady", *given)

    with pytest.raises(Broken, match=r"^after record 3, step .*nobody answers"):
        one(sensible=RANDOM, table=Deserted())


def test_a_decision_that_fails_is_named_with_its_intent() -> None:
    def crash(pen: object) -> None:
        raise ZeroDivisionError("nobody is here")

    class Fails(Mousquetaires):
        verbs: Mapping[str, Verb[State]] = {
            **Mousquetaires.verbs,
            "siege": replace(Mousquetaires.verbs["siege"], decide=crash),
        }

    with pytest.raises(Broken, match=r"^after record [0-9]+, step 1.siege: siege {'blue': .*fails: ZeroDivisionError"):
        one(box=Fails())


def test_whatever_else_fails_is_named_with_its_place() -> None:
    class Fails(Mousquetaires):
        def prompts(self, state: State, seat: str) -> tuple[Prompt, ...]:
            if state.step == "siege":
                raise RecursionError("round and round")
            return super().prompts(state, seat)

    with pytest.raises(Broken, match=r"^after record [0-9]+, step 1.siege: RecursionError") as broken:
        one(box=Fails())
    assert isinstance(broken.value.__cause__, RecursionError)
