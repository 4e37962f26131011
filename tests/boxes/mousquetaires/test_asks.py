from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.names import PARIS_CARDS
from companion.boxes.mousquetaires.state import STEPS, State
from companion.core.dice import Pool, SeededChance
from companion.core.match import Match
from companion.core.plain import look_up
from companion.core.prompt import Choice, Refusal
from companion.core.record import Header
from tests.boxes.mousquetaires.scenes import GALLERIES, in_the_louvre, on_the_quest
from tests.boxes.mousquetaires.taps import tap

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


class Wanderer:
    """Plays a match by taking choices as they are offered, and takes note of anything that was offered in vain."""

    def __init__(self, options: dict[str, Any], seed: int) -> None:
        header = Header("m", BOX.name, options, {})
        self.match: Match[State] = Match(BOX, header, chance=SeededChance(seed))

    def take(self, choice: Choice, number: int) -> None:
        if choice.dice:
            Pool.parse(choice.dice, BOX.dice(self.match.state))
        outcome = self.match.act(tap(choice, number))
        if isinstance(outcome, Refusal):
            # Things are offered one by one; only together may they be too dear or too strong.
            assert any(pick.most > 1 for pick in choice.picks) or len(choice.picks) > 1, (choice, outcome)
        else:
            assert self.match.label(outcome).read()

    def wander(self, numbers: list[int]) -> None:
        for number in numbers:
            prompts = self.match.prompts()
            assert (prompts == ()) == (self.match.verdict() is not None)
            if not prompts:
                return
            (prompt,) = prompts
            assert prompt.rule in BOX.rules
            assert prompt.camp in ("milady", "musketeers", "table")
            texts = [choice.label.read() for choice in prompt.choices]
            assert len(set(texts)) == len(texts)
            self.take(prompt.choices[number % len(prompt.choices)], number)


depths = {"depth": st.sampled_from(["scorekeeper", "clerk"]), "head_start": st.booleans()}
more = {"paris": st.sampled_from(sorted(PARIS_CARDS)), "deadly_quest": st.just(True), "brave_athos": st.just(True)}
matches = st.one_of(
    st.fixed_dictionaries({"players": st.integers(2, 6), **depths}, optional=more),
    st.fixed_dictionaries({"players": st.integers(1, 4), "milady": st.just(False), **depths}, optional=more),
)


@settings(max_examples=40)
@given(matches, st.integers(0, 999), st.lists(st.integers(0, 5000), min_size=30, max_size=120))
def test_every_choice_that_is_offered_can_be_taken(options: dict[str, Any], seed: int, numbers: list[int]) -> None:
    wanderer = Wanderer(options, seed)
    wanderer.wander(numbers)
    match = wanderer.match
    assert Match.replay(BOX, match.header, match.records).state == match.state
    for name, slot in BOX.slots(match.state).items():
        assert slot.holds(look_up(match.state, slot.path)), name


@settings(max_examples=20)
@given(st.integers(0, 999), st.lists(st.integers(0, 5000), min_size=40, max_size=80))
def test_two_players_never_see_the_card_separated(seed: int, numbers: list[int]) -> None:
    wanderer = Wanderer({"players": 2}, seed)
    for number in numbers:
        for prompt in wanderer.match.prompts():
            assert all(choice.fields.get("card") != "separated" for choice in prompt.choices)
        wanderer.wander([number])


@pytest.mark.parametrize("tokens", [{"rochelle": 1}, {"time": 12}, {"queen": 8}, {"chapters_done": 4}])
@pytest.mark.parametrize("step", STEPS)
def test_with_a_verdict_nothing_is_asked(evening: Start, step: str, tokens: dict[str, int]) -> None:
    assert evening().at(step, **tokens).match.prompts() == ()


@pytest.mark.parametrize(("held", "uses"), [(False, ["time", "queen", "epic"]), (True, ["queen", "epic"])])
def test_one_for_all_is_offered_for_what_it_can_still_do(evening: Start, held: bool, uses: list[str]) -> None:
    table = evening(head_start=True).at("actions", time_held=held)
    assert [choice.fields["use"] for choice in table.offered("one_for_all")] == uses


# which of the pages is open


@pytest.mark.parametrize(
    ("options", "step", "prompt"),
    [
        ({}, "actions", "Ride!"),
        ({"depth": "clerk"}, "actions", "Who acts?"),
        ({"milady": False}, "destination", "Where does Milady go?"),
        ({}, "destination", "Choose your destination"),
        ({"milady": False}, "siege", "The siege"),
    ],
)
def test_depth_and_milady_decide_how_a_step_is_asked(
    evening: Start, options: dict[str, Any], step: str, prompt: str
) -> None:
    assert evening(**options).at(step).prompt.what.read() == prompt


def test_what_was_begun_is_asked_before_anything_else(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin")
    table.do("duel", who="porthos", foe="lubin")
    assert table.prompt.id == "rochefort"
    table.do("let_pass")
    assert table.prompt.id == "duel"


def test_a_gallery_nobody_has_described_is_asked_for_first(evening: Start) -> None:
    table = on_the_quest(evening, "porthos", GALLERIES)
    assert (table.prompt.id, table.prompt.camp) == ("gallery", "milady")
    assert evening().at("actions", chapters_done=GALLERIES).prompt.id == "actions"


def test_one_for_all_lies_on_every_prompt_as_long_as_there_is_a_card(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin", head_start=True)
    table.do("duel", who="porthos", foe="lubin")
    for do in ("let_pass", "commit"):
        assert len(table.offered("one_for_all")) == 3
        table.do(do)
    assert len(table.offered("one_for_all")) == 3
    table.do("one_for_all", use="epic")
    assert table.offered("one_for_all") == []
