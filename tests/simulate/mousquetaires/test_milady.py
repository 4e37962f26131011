from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from companion.boxes.mousquetaires.state import State
from companion.core.dice import SeededChance
from companion.core.fate import MemoryVault
from companion.core.match import Match
from companion.core.record import Intent, Record
from companion.simulate.mousquetaires.milady import SensibleMilady
from tests.simulate.matches import corrected, fresh, one


def seated(match: Match[State], seed: int = 1) -> SensibleMilady:
    return SensibleMilady(match, MemoryVault(), SeededChance(seed))


def answer(milady: SensibleMilady, match: Match[State]) -> Intent:
    (prompt,) = match.prompts()
    intent = milady.answer(match, prompt)
    assert intent is not None
    return intent


def read(match: Match[State]) -> Match[State]:
    """The mission in the Louvre is known, so that nothing has to be read out first."""
    match.act(Intent("louvre_mission", {"skill": "panache", "value": 7}))
    return match


def test_she_leaves_the_musketeers_prompts_to_them() -> None:
    match = corrected(read(fresh()), step="actions")
    (prompt,) = match.prompts()
    assert seated(match).answer(match, prompt) is None


def test_she_reads_out_a_mission_that_nobody_knows() -> None:
    match = corrected(fresh(), step="actions")
    assert answer(seated(match), match).do == "louvre_mission"


def test_she_seals_before_she_says_that_the_card_is_down() -> None:
    match = read(fresh())
    milady = seated(match)
    seal = answer(milady, match)
    assert seal.do == "seal"
    assert set(seal.fields) == {"seal"}
    match.act(seal)
    assert answer(milady, match).do == "next"


@pytest.mark.parametrize(
    ("change", "places"),
    [
        ({}, {"paris", "louvre", "quest", "richelieu"}),
        ({"rochefort": 0}, {"richelieu"}),
        ({"rochefort": 0, "siege_cards": ("single", "double")}, {"rochelle"}),
    ],
)
def test_she_goes_where_she_may_and_where_it_hurts(change: dict[str, object], places: set[str]) -> None:
    match = fresh()
    state = replace(match.state, **change)  # type: ignore[arg-type]
    assert {seated(match, seed)._expects(state) for seed in range(30)} <= places


def test_she_meets_the_musketeers_where_most_of_them_are() -> None:
    match = corrected(fresh(), athos__place="quest", porthos__place="quest", aramis__place="quest")
    assert Counter(seated(match, seed)._expects(match.state) for seed in range(30)).most_common(1)[0][0] == "quest"


def test_every_destination_is_sealed_and_opened_with_her_nonce() -> None:
    match = one("sealed")
    seals = [record for record in match.records if record.intent.do == "seal"]
    assert len(seals) == match.state.round
    shown = [record for record in match.records if "nonce" in record.intent.fields]
    assert {record.intent.do for record in shown} <= {"reveal", "rochefort", "richelieu"}
    assert len(shown) in (match.state.round, match.state.round - 1)  # the match may end before the last one is opened
    assert all(not record.result.get("rulings") for record in shown)


def test_she_plays_only_treachery_that_she_holds_and_strikes_the_weakest() -> None:
    match = corrected(read(fresh()), step="perfidy", treachery_cards=1, porthos__life=1)
    plays = set()
    for seed in range(20):
        milady = seated(match, seed)
        milady._hand = ["wound"]
        intent = answer(milady, match)
        plays.add(intent.fields["how"])
        if intent.fields["how"] == "play":
            assert (intent.fields["card"], intent.fields["target"]) == ("wound", "porthos")
            assert milady._hand == []
    assert plays == {"draw", "play"}


def test_what_she_draws_comes_into_her_hand() -> None:
    match = corrected(read(fresh()), step="perfidy")
    milady = seated(match)
    held = len(milady._hand)
    record = match.act(Intent("perfidy", {"how": "draw"}))
    assert isinstance(record, Record)
    milady.notice(match, record)
    assert len(milady._hand) == held + 1


def test_a_plot_leaves_her_hand_and_her_house_brings_a_new_one() -> None:
    match = corrected(read(fresh()), step="paris")
    milady = seated(match)
    assert answer(milady, match).do == "paris_card"
    assert answer(milady, match).do == "next"
    corrected(match, step="reveal")
    record = match.act(Intent("reveal", {"place": "house"}))
    assert isinstance(record, Record)
    milady.notice(match, record)
    corrected(match, step="paris")
    assert answer(milady, match).do == "paris_card"


def test_rochefort_steps_in_where_she_is_and_nowhere_else() -> None:
    seen = Counter(record.intent.do for seed in range(4) for record in one(f"steps in {seed}").records)
    assert seen["rochefort"]
    assert seen["let_pass"]
