from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from companion.boxes.mousquetaires.missions import force_of
from companion.boxes.mousquetaires.state import State
from companion.core.dice import SeededChance
from companion.core.match import Match
from companion.core.record import Intent, Record
from companion.simulate.mousquetaires.reading import read_out
from tests.simulate.matches import corrected, fresh


def in_phase_two(**options: Any) -> Match[State]:
    return corrected(fresh(**options), step="actions")


def reading(match: Match[State], seed: int) -> Intent:
    (prompt,) = match.prompts()
    intent = read_out(match.state, prompt, SeededChance(seed))
    assert intent is not None
    return intent


def test_a_mission_that_was_read_out_is_not_read_again() -> None:
    match = in_phase_two()
    assert isinstance(match.act(reading(match, 1)), Record)
    assert match.state.louvre_mission.known
    (prompt,) = match.prompts()
    assert read_out(match.state, prompt, SeededChance(1)) is None


def test_it_is_manned_up_to_a_force_that_cards_have() -> None:
    for seed in range(20):
        fields = reading(in_phase_two(), seed).fields
        state = fresh().state
        assert force_of(state, tuple(fields["foes"]), fields.get("ambush", "")) in (2, 3)
        assert ("nemesis" in fields) == (fields.get("ambush") == "nemesis")


def test_a_force_that_is_printed_is_kept_to() -> None:
    for seed in range(10):
        match = corrected(fresh(paris="message"), step="actions")
        match.act(Intent("louvre_mission", {"skill": "panache", "value": 7}))
        intent = reading(match, seed)
        assert intent.do == "paris_mission"
        assert force_of(match.state, tuple(intent.fields["foes"]), intent.fields.get("ambush", "")) == 4
        assert isinstance(match.act(intent), Record)


def test_nobody_lies_there_if_milady_lacks_the_men() -> None:
    match = in_phase_two()
    names = tuple(match.state.board.adversaries)
    match.state = _without(match.state, names)
    fields = reading(match, 1).fields
    assert fields.get("foes", []) == []


def test_some_paris_cards_ask_for_successes() -> None:
    match = corrected(fresh(paris="held"), step="actions")
    match.act(Intent("louvre_mission", {"skill": "panache", "value": 7}))
    asked = Counter(reading(match, seed).fields["successes"] for seed in range(60))
    assert set(asked) == {0, 6}
    assert asked[0] > asked[6] > 5


def _without(state: State, names: tuple[str, ...]) -> State:
    return replace(state, beaten=names, ambushes_gone=("beggars", "courtesan", "nemesis", "thieves", "assassin"))
