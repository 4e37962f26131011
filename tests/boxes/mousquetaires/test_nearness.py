from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.nearness import FAR, Danger, dangers
from companion.boxes.mousquetaires.state import State
from companion.core.dice import SeededChance
from companion.core.match import Match
from companion.core.profile import Profile
from companion.core.record import Header
from companion.simulate.players import RandomPlayer

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


# At this table the treachery cards are not shuffled anew.
STOP = BOX.profile().corrected({"rulings.perfidy_deck_empty": "stop"})


def table_with(options: dict[str, Any] | None = None, /, profile: Profile | None = None, **tokens: Any) -> State:
    return replace(BOX.setup(options or {}, profile or BOX.profile()), **tokens)


def near(state: State) -> dict[str, Danger]:
    return {danger.cause: danger for danger in dangers(state)}


def first_round(cause: str, /, **tokens: Any) -> int:
    return near(table_with(profile=STOP, **tokens))[cause].round


# how far


def test_the_spaces_that_are_left() -> None:
    found = near(table_with(time=9, rochelle=3, queen=6))
    assert {cause: (danger.left, danger.of) for cause, danger in found.items()} == {
        "time": (3, 11),
        "rochelle": (2, 8),
        "queen": (2, 8),
    }


def test_constance_is_in_danger_only_while_she_is_abducted() -> None:
    danger = near(table_with(paris="abducted", constance=4))["constance"]
    assert (danger.left, danger.of) == (2, 6)
    assert "constance" not in near(table_with(paris="held", constance=4))


def test_the_quest_is_in_danger_only_where_it_is_deadly() -> None:
    state = table_with({"deadly_quest": True})
    assert (near(state)["quest"].left, near(state)["quest"].of) == (4, 4)
    banned = replace(state.company[0], banned=True)
    assert near(replace(state, company=(banned, *state.company[1:])))["quest"].left == 3
    assert "quest" not in near(table_with())


# when: Time

# Without treachery nothing but the steps of the round brings a marker on.
BARE: dict[str, Any] = {"perfidy": 0, "perfidy_gone": ("dead_end",) * 9 + ("plot",) * 9 + ("reinforcements",) * 9}


@pytest.mark.parametrize(
    ("tokens", "round_number"),
    [
        ({"time": 11}, 1),  # a step at the end of this round
        ({"time": 10, "step": "time"}, 2),
        ({"time": 10, "step": "louvre", "paris_gone": ("missing",)}, 3),
        ({"time": 11, "step": "time", "step_done": True, "paris_gone": ("missing",)}, 2),
        ({"time": 11, "time_held": True}, 2),
        ({"time": 10, "paris": "missing", "step": "time"}, 1),  # one more for Constance missing
        ({"time": 10, "paris": "", "step": "paris"}, 1),  # it can still be laid out
        ({"time": 10, "paris": "", "step": "perfidy"}, 2),  # not any more this round
        ({"time": 10, "paris": "missing", "step": "aftermath", "step_done": True}, 2),
    ],
)
def test_the_first_round_in_which_time_can_be_up(tokens: dict[str, Any], round_number: int) -> None:
    assert first_round("time", **{**BARE, "paris_gone": (), **tokens}) == round_number


def test_a_dead_end_brings_it_nearer_as_long_as_one_can_be_played() -> None:
    state = table_with(time=10, step="perfidy", paris_gone=("missing",))
    push = state.board.number("perfidy.dead_end.time")
    assert push >= 1
    assert near(state)["time"].round == 1
    assert near(replace(state, perfidy=0))["time"].round == 2
    assert near(replace(state, step="actions"))["time"].round == 2
    gone = ("dead_end",) * state.board.number("perfidy.dead_end.copies")
    assert near(replace(state, perfidy_gone=gone))["time"].round == 2


def test_without_milady_the_top_card_is_played_whatever_she_holds() -> None:
    state = table_with({"milady": False}, time=10, step="perfidy", paris_gone=("missing",))
    assert (state.perfidy, near(state)["time"].round) == (0, 1)


def test_cards_that_were_played_come_again_with_a_new_pile() -> None:
    tokens = {**BARE, "time": 2, "paris_gone": ("missing",)}
    assert near(table_with(profile=STOP, **tokens))["time"].round == 10
    assert near(table_with(**tokens))["time"].round < 10


# when: the Queen


@pytest.mark.parametrize(
    ("tokens", "round_number"),
    [
        ({"queen": 7, "louvre": 2}, 1),
        ({"queen": 7, "louvre": 2, "step": "louvre"}, 1),
        ({"queen": 7, "louvre": 2, "step": "aftermath"}, 2),
        ({"queen": 7, "louvre": 1}, 2),
        ({"queen": 6, "louvre": 3}, 1),  # a failed mission costs two
        ({"queen": 5, "louvre": 3}, 3),  # two, then a fresh mission: nothing, one more
        ({"queen": 5, "louvre": 2}, 2),  # one, then two
    ],
)
def test_the_first_round_in_which_the_queen_can_be_lost(tokens: dict[str, Any], round_number: int) -> None:
    assert first_round("queen", **{**BARE, **tokens}) == round_number


def test_a_plot_brings_it_nearer() -> None:
    state = table_with(queen=7, louvre=1, step="perfidy")
    assert near(state)["queen"].round == 1
    assert near(replace(state, perfidy=0))["queen"].round == 2


@pytest.mark.parametrize(("falls", "round_number"), [(True, 1), (False, 2)])
def test_at_some_tables_the_marker_waits_under_a_new_mission(falls: bool, round_number: int) -> None:
    house = {"house": {"louvre_moves_under_new_mission": falls}}
    state = table_with(house, profile=STOP, queen=7, louvre=2, louvre_new=True, **BARE)
    assert near(state)["queen"].round == round_number


# when: La Rochelle


@pytest.mark.parametrize(
    ("tokens", "round_number"),
    [
        ({"rochelle": 2}, 1),
        ({"rochelle": 3}, 2),
        ({"rochelle": 3, "step": "paris", "paris_gone": ()}, 1),  # smugglers bring a sword
        ({"rochelle": 3, "paris": "traffickers"}, 1),
        ({"rochelle": 3, "time": 4}, 1),  # two dice
        ({"rochelle": 3, "step": "march", "red_swords": 2}, 1),
        ({"rochelle": 3, "step": "march", "red_swords": 2, "blue_swords": 1}, 2),
        ({"rochelle": 2, "step": "time"}, 2),
        ({"rochelle": 3, "reinforced": True}, 1),
    ],
)
def test_the_first_round_in_which_la_rochelle_can_fall(tokens: dict[str, Any], round_number: int) -> None:
    start = {**BARE, "step": "siege", "paris_gone": ("traffickers", "missing")}
    assert first_round("rochelle", **{**start, **tokens}) == round_number


def test_reinforcements_and_dead_ends_bring_it_nearer() -> None:
    quiet = table_with(rochelle=3, time=1, step="perfidy", paris_gone=("traffickers", "missing"))
    assert near(quiet)["rochelle"].round == 1
    assert near(replace(quiet, perfidy=0))["rochelle"].round == 2
    assert near(replace(quiet, perfidy_gone=("reinforcements",) * 9))["rochelle"].round == 2
    late = replace(quiet, time=3, perfidy_gone=("reinforcements",) * 9)  # one space on Milady throws two dice
    assert near(late)["rochelle"].round == 1
    assert near(replace(late, time_held=True))["rochelle"].round == 2


# when: Constance and the quest


@pytest.mark.parametrize(
    ("constance", "step", "done", "round_number"),
    [
        (2, "actions", False, 1),  # four dice
        (1, "actions", False, 2),
        (5, "aftermath", False, 1),
        (5, "aftermath", True, 2),
    ],
)
def test_the_first_round_in_which_constance_can_be_lost(
    constance: int, step: str, done: bool, round_number: int
) -> None:
    found = first_round("constance", paris="abducted", constance=constance, step=step, step_done=done)
    assert found == round_number


@pytest.mark.parametrize(("step", "round_number"), [("perfidy", 1), ("actions", 1), ("reveal", 2), ("aftermath", 2)])
def test_the_deadly_quest_is_lost_in_phase_two(step: str, round_number: int) -> None:
    assert near(table_with({"deadly_quest": True}, step=step))["quest"].round == round_number


# never too late


def match_of(seed: int, options: dict[str, Any]) -> tuple[Match[State], dict[str, list[int]]]:
    """Play by chance, and write down for each defeat what was foretold before every tap."""
    match: Match[State] = Match(BOX, Header("m", BOX.name, options, {}), chance=SeededChance(seed))
    player = RandomPlayer(SeededChance(f"{seed} player"), ("milady", "musketeers", "table"))
    foretold: dict[str, list[int]] = {}
    while (prompts := match.prompts()) and len(match.records) < 600:
        for danger in dangers(match.state):
            assert 0 <= danger.left <= danger.of
            assert match.state.round <= danger.round <= match.state.round + FAR
            foretold.setdefault(danger.cause, []).append(danger.round)
        intent = player.answer(match, prompts[0])
        assert intent is not None
        match.act(intent)
    return match, foretold


@settings(max_examples=20)
@given(
    st.integers(0, 10_000),
    st.sampled_from(
        [
            {"players": 5, "depth": "clerk"},
            {"players": 2, "depth": "clerk"},
            {"players": 6, "deadly_quest": True, "depth": "clerk"},
            {"players": 3, "milady": False, "depth": "clerk"},
            {"players": 2, "milady": False, "no_hourglass": True},
        ]
    ),
)
def test_no_defeat_ever_comes_earlier_than_it_was_said_to(seed: int, options: dict[str, Any]) -> None:
    match, foretold = match_of(seed, options)
    verdict = match.verdict()
    if verdict and verdict.winner == "milady":
        assert max(foretold[verdict.cause], default=0) <= match.state.round
