"""The people who play a match by touch: what they decide is offered, accepted, and the same every time."""

from __future__ import annotations

from typing import Any

import pytest

from companion import boxes
from companion.app.guests import HURRY, Guests
from companion.app.tour import SEED
from companion.core.match import Match
from companion.core.prompt import Choice
from companion.core.record import Header, Intent, Record

BOX = boxes.load("mousquetaires")


def begin(**options: Any) -> Match[Any]:
    return Match(BOX, Header("evening", BOX.name, {"players": 5, "depth": "clerk", **options}, {}))


def play(match: Match[Any], seed: str, most: int = 500) -> list[Choice]:
    """Without a window: what would be touched is done at once. Returns everything that was offered."""
    guests, offered = Guests(match, seed), []
    while (prompts := match.prompts()) and len(match.records) < most:
        offered += prompts[0].choices
        choice, intent = guests.decide()
        assert choice in prompts[0].choices
        match.act(Intent(intent.do, intent.fields, step=match.step))
    return offered


def test_the_evening_of_the_tour_is_won_by_the_quest() -> None:
    match = begin()
    play(match, SEED)
    verdict = match.verdict()
    assert verdict is not None
    assert (verdict.winner, verdict.cause) == ("musketeers", "diamonds")


def test_the_same_seed_is_the_same_evening() -> None:
    one, same, other = begin(), begin(), begin()
    for match, seed in ((one, "7"), (same, "7"), (other, "8")):
        play(match, seed, 60)
    assert [record.intent for record in one.records] == [record.intent for record in same.records]
    assert [record.intent for record in one.records] != [record.intent for record in other.records]


def test_every_throw_is_one_of_real_dice() -> None:
    match = begin()
    play(match, SEED)
    rolls = [roll for record in match.records for roll in record.result.get("rolls", ())]
    assert len(rolls) > 30
    assert all(roll["typed"] for roll in rolls)


def test_the_dice_of_an_ambush_are_real_ones_too() -> None:
    match = begin()
    match.act(Intent("louvre_mission", {"skill": "panache", "value": 6, "foes": ["lubin"], "ambush": "thieves"}))
    choice, intent = Guests(match, SEED).decide()
    assert (choice.do, intent.fields) == ("ambush", {"faces": ["shield"]})


def test_milady_turns_the_hourglass_once() -> None:
    match = begin()
    guests = Guests(match, SEED)
    while not match.state.sand.turned:
        outcome = match.act(guests.decide()[1])
        assert isinstance(outcome, Record)
    assert match.state.round == HURRY


def test_nothing_secret_is_said() -> None:
    match = begin()
    play(match, SEED, 80)
    assert not any({"nonce", "seal"} & record.intent.fields.keys() for record in match.records)


@pytest.mark.parametrize("options", [{}, {"depth": "scorekeeper"}, {"players": 2}, {"players": 6}])
def test_whatever_is_offered_has_a_symbol_that_can_be_drawn(options: dict[str, Any]) -> None:
    from companion.app.theme import icon

    for seed in range(4):
        for choice in play(begin(**options), str(seed)):
            assert not choice.icon or icon(choice.icon), choice.do
