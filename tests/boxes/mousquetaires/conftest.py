"""A match on the table, for every test of this box: everything goes in as an intent, as people's taps do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.state import State
from companion.core.match import Match
from companion.core.prompt import Choice, Prompt, Refusal
from companion.core.record import Header, Intent, Record

# On both dice of this box the fifth face is a sword and the second a shield; only the blue one has a lily.
_PLACE = {"sword": 5, "shield": 2, "lily": 0}


class Loaded:
    """Dice that fall as the test wants. A throw nobody expected fails."""

    def __init__(self, faces: Iterable[str]) -> None:
        self.left = list(faces)

    def below(self, n: int, /) -> int:
        assert n == 6
        return _PLACE[self.left.pop(0)]

    def for_record(self, seq: int, /) -> Loaded:
        return self


class Evening:
    def __init__(self, options: dict[str, Any], profile: dict[str, Any], dice: str) -> None:
        self.dice = Loaded(dice.split())
        self.match: Match[State] = Match(BOX, Header("m", BOX.name, options, profile), chance=self.dice)

    @property
    def state(self) -> State:
        return self.match.state

    @property
    def prompt(self) -> Prompt:
        (prompt,) = self.match.prompts()
        return prompt

    @property
    def cause(self) -> str:
        """How the match was decided; empty while it goes on."""
        verdict = self.match.verdict()
        return verdict.cause if verdict else ""

    def act(self, do: str, /, anyway: bool = False, **fields: Any) -> Record | Refusal:
        return self.match.act(Intent(do, fields, anyway=anyway))

    def do(self, do: str, /, anyway: bool = False, **fields: Any) -> Record:
        outcome = self.act(do, anyway, **fields)
        assert isinstance(outcome, Record), outcome
        return outcome

    def refused(self, do: str, /, anyway: bool = False, **fields: Any) -> Refusal:
        before = self.state, len(self.match.records)
        outcome = self.act(do, anyway, **fields)
        assert isinstance(outcome, Refusal), outcome
        assert (self.state, len(self.match.records)) == before
        return outcome

    def next(self) -> Record:
        return self.do("next")

    def at(self, step: str, **tokens: Any) -> Evening:
        """Jump to a step with these tokens, by corrections: the only other way into the state."""
        for what, to in {"step": step, **tokens}.items():
            self.do("correct", what=what, to=to)
        return self

    def offered(self, do: str) -> list[Choice]:
        return [choice for choice in self.prompt.choices if choice.do == do]

    def told(self, record: Record) -> list[str]:
        return [tell["say"] for tell in record.result.get("tells", ())]


@pytest.fixture
def evening() -> Callable[..., Evening]:
    """Starts a match: evening("sword shield", paris="held", profile={...}) with dice that fall in that order."""

    def start(dice: str = "", *, profile: dict[str, Any] | None = None, **options: Any) -> Evening:
        return Evening(options, profile or {}, dice)

    return start
