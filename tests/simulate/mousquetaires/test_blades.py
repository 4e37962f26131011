from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from companion.boxes.mousquetaires.state import FACE_DOWN, GONE, State
from companion.core.dice import SeededChance
from companion.simulate.mousquetaires.blades import WORTH_IT, ahead, cards_to_play, win, worth_fighting
from companion.simulate.mousquetaires.cards import Hands
from tests.simulate.matches import fresh


@pytest.fixture
def state() -> State:
    return fresh().state


def hands_with(state: State, **cards: int) -> Hands:
    hands = Hands(state, SeededChance(1))
    hands._of["athos"] = Counter(cards)
    return hands


def test_more_cards_win_more_often(state: State) -> None:
    chances = [win(state, state.of("athos"), "cavois", cards) for cards in range(4)]
    assert chances == sorted(set(chances))


def test_gear_helps_and_a_stronger_foe_does_not(state: State) -> None:
    athos = state.of("athos")
    bare = win(state, athos, "jussac", 0)
    assert win(state, replace(athos, gear=("pistol",)), "jussac", 0) > bare
    assert win(state, replace(athos, gear=("cuirass",)), "jussac", 0) > bare
    assert win(state, athos, "lubin", 0) > bare


def test_the_life_that_is_left_counts(state: State) -> None:
    athos = state.of("athos")
    assert win(state, athos, "cavois", 0, life=1) > win(state, athos, "cavois", 0)


@pytest.mark.parametrize("foe", [FACE_DOWN, "decoy", "trap"])
def test_what_nobody_can_fight_yet_is_taken_for_three_dice(state: State, foe: str) -> None:
    athos = state.of("athos")
    assert win(state, athos, foe, 1) == win(state, athos, "three_dice", 1)


def test_no_more_cards_than_it_takes_for_an_even_chance(state: State) -> None:
    athos, hands = state.of("athos"), hands_with(state, single=3)
    few, many = cards_to_play(state, athos, hands, "lubin"), cards_to_play(state, athos, hands, "cavois")
    assert few < many <= 3
    assert cards_to_play(state, athos, hands_with(state), "cavois") == 0


def test_only_what_the_cards_give_exactly_is_played(state: State) -> None:
    dice = cards_to_play(state, state.of("athos"), hands_with(state, double=1), "cavois")
    assert dice == 2


def test_nobody_picks_a_fight_with_his_last_heart(state: State) -> None:
    athos, hands = state.of("athos"), hands_with(state, single=3)
    assert worth_fighting(state, athos, hands, "lubin")
    assert not worth_fighting(state, replace(athos, life=1), hands, "lubin")


def test_nobody_picks_a_fight_that_he_is_bound_to_lose(state: State) -> None:
    athos, hands = state.of("athos"), hands_with(state)
    assert win(state, athos, "rochefort", 0) < WORTH_IT
    assert not worth_fighting(state, athos, hands, "rochefort")


def test_what_waits_ahead_on_a_path_and_on_the_road(state: State) -> None:
    inn = (GONE, "two_dice", *(FACE_DOWN for _ in range(10)))
    quest = replace(state.quest, inn=inn, road=(GONE, "four_dice", FACE_DOWN))
    later = replace(state, quest=quest)
    assert ahead(later, 1) == "two_dice"
    assert ahead(later, 2) == FACE_DOWN
    assert ahead(later, None) == "four_dice"
    assert ahead(replace(state, quest=replace(quest, road=())), None) == "three_dice"
