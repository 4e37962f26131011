from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.core.record import BadForm

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def laid(evening: Start, *cards: str) -> Evening:
    """Aramis at La Rochelle has laid these cards; four players, so that he has four actions."""
    table = evening(depth="clerk", players=4).at("actions")
    for card in cards:
        if card == "bassompierre":
            table.do("character", who="aramis", card=card)
        else:
            table.do("reinforce", who="aramis", card=card)
    return table


def test_a_combat_card_at_la_rochelle_is_one_blue_die(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    record = table.do("reinforce", who="aramis")
    assert (table.state.siege_cards, table.state.siege_dice) == (("single",), 1)
    assert table.state.of("aramis").left == 2
    assert table.match.label(record).read() == "Aramis reinforces La Rochelle: a Combat card"


@pytest.mark.parametrize(
    ("cards", "dice"),
    [
        (("double",), 2),
        (("single", "double"), 3),
        (("single", "single", "single"), 3),
        (("double", "double", "bassompierre"), 5),
        (("double", "double", "double"), 6),
    ],
)
def test_a_double_card_counts_two_and_bassompierre_one(evening: Start, cards: tuple[str, ...], dice: int) -> None:
    table = laid(evening, *cards)
    assert (table.state.siege_cards, table.state.siege_dice) == (cards, dice)


def test_six_dice_are_the_most_whatever_is_checked_in_the_box(evening: Start) -> None:
    profile = {"siege.slots": 4}
    table = evening(depth="clerk", players=4, profile=profile).at("actions")
    for _ in range(4):
        table.do("reinforce", who="aramis", card="double")
    assert table.state.siege_dice == 6


@pytest.mark.parametrize("cards", [("single", "single", "double"), ("bassompierre", "single", "double")])
def test_three_cards_are_the_most_bassompierre_among_them(evening: Start, cards: tuple[str, ...]) -> None:
    table = laid(evening, *cards)
    refusal = table.refused("reinforce", who="aramis")
    assert (refusal.rule, refusal.reason.read()) == ("reinforce", "Only 3 cards may lie at La Rochelle.")
    assert table.offered("reinforce") == []


def test_only_who_is_there_can_reinforce(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    refusal = table.refused("reinforce", who="athos")
    assert (refusal.rule, refusal.reason.read()) == ("reinforce", "Athos is not at La Rochelle.")


@pytest.mark.parametrize("fields", [{"card": "panache"}, {"card": "bassompierre"}, {"cunning": True}])
def test_aramis_cannot_use_any_other_card(evening: Start, fields: dict[str, Any]) -> None:
    with pytest.raises(BadForm):
        evening(depth="clerk").at("actions").act("reinforce", who="aramis", **fields)


def test_the_cards_stay_for_the_next_round(evening: Start) -> None:
    table = laid(evening, "double").at("aftermath")
    table.next()
    assert (table.state.siege_cards, table.state.siege_dice) == (("double",), 2)
