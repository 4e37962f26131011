"""The cards nobody else sees."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.core.dice import SeededChance
from companion.simulate.mousquetaires.cards import Hands, Pile, adventure_cards, treachery_cards
from tests.simulate.matches import fresh


def hands_of(**cards: dict[str, int]) -> Hands:
    """A table of five where these musketeers hold exactly these cards."""
    hands = Hands(fresh().state, SeededChance(1))
    for who, held in cards.items():
        hands._of[who] = Counter(held)
    return hands


def test_the_adventure_cards_are_those_of_the_box() -> None:
    cards = Counter(adventure_cards(fresh().state.board))
    assert cards.total() == 47
    assert cards["erudition"] == cards["panache"] == 6
    assert (cards["single"], cards["double"], cards["other"]) == (13, 3, 4)


def test_the_treachery_cards_are_those_of_the_box() -> None:
    cards = Counter(treachery_cards(fresh().state))
    assert cards.total() == 15
    assert (cards["reinforcements"], cards["wound"], cards["hurry"]) == (2, 2, 2)


def test_treachery_that_is_left_out_is_not_in_the_pile() -> None:
    assert "separated" in treachery_cards(fresh().state)
    assert "separated" not in treachery_cards(fresh(players=2).state)
    assert "hurry" not in treachery_cards(fresh(no_hourglass=True).state)


@pytest.mark.parametrize(("players", "cards", "shared"), [(5, 5, 1), (4, 7, 1), (3, 9, 2), (2, 9, 4)])
def test_hands_are_dealt_as_the_number_of_players_asks(players: int, cards: int, shared: int) -> None:
    state = fresh(players=players).state
    hands = Hands(state, SeededChance(1))
    assert {hands.size(who) for who in state.musketeers} == {cards}
    hands.draw(state.musketeers[0], 1)
    assert sum(hands.size(who) == cards + 1 for who in state.musketeers) == shared


def test_nobody_plays_what_he_does_not_hold() -> None:
    with pytest.raises(AssertionError, match="athos does not hold 2 single"):
        hands_of(athos={"single": 1}).play("athos", "single", 2)


def test_what_is_played_for_good_does_not_come_back() -> None:
    for for_good, again in ((False, 1), (True, 0)):
        hands = hands_of(athos={"bassompierre": 1})
        hands._pile = Pile((), SeededChance(1))
        hands.play("athos", "bassompierre", for_good=for_good)
        hands.draw("aramis", 1)
        assert hands.held("aramis", "bassompierre") == again


def test_combat_cards_are_played_to_the_exact_number_of_dice() -> None:
    hands = hands_of(athos={"double": 1, "single": 1})
    assert [hands.payable("athos", dice) for dice in range(5)] == [0, 1, 2, 3, 3]
    hands.play_combat("athos", 3)
    assert hands.combat_dice("athos") == 0
    assert hands_of(athos={"double": 2}).payable("athos", 3) == 2


def test_the_card_that_is_missed_least_is_of_the_largest_kind() -> None:
    hands = hands_of(athos={"panache": 1, "nobility": 3, "single": 2})
    assert hands.any_card("athos") == "nobility"
    assert hands_of(athos={}).any_card("athos") == ""
    hands.play("athos", "nobility", 3)
    assert hands.any_card("athos") == "single"


def test_all_cards_of_a_kind_are_handed_over() -> None:
    hands = hands_of(athos={"panache": 2, "nobility": 1}, porthos={"panache": 1})
    hands.hand_over("athos", "porthos", "panache")
    assert (hands.held("athos", "panache"), hands.held("porthos", "panache")) == (0, 3)
    assert hands.held("athos", "nobility") == 1


def test_whoever_shares_a_hand_has_nothing_to_hand_over() -> None:
    state = fresh(players=2).state
    hands = Hands(state, SeededChance(1))
    first, second = state.musketeers[:2]
    before = hands.size(first)
    hands.hand_over(first, second, hands.any_card(first))
    assert hands.size(first) == hands.size(second) == before


def test_a_used_up_pile_is_shuffled_from_its_discards() -> None:
    pile = Pile(("a", "b"), SeededChance(1))
    assert sorted(pile.draw(2)) == ["a", "b"]
    assert pile.draw(1) == []
    pile.discard("a")
    assert pile.draw(2) == ["a"]
