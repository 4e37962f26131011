from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from companion.boxes.mousquetaires.asks import offers
from companion.boxes.mousquetaires.state import FACE_DOWN, GONE, Mission, Musketeer, State
from companion.core.dice import SeededChance
from companion.core.prompt import Choice
from companion.core.words import say
from companion.simulate.mousquetaires.cards import Hands
from companion.simulate.mousquetaires.needs import best_place, can_meet, character, gear, lacking, need, pull, worth
from tests.simulate.matches import fresh

POISONS = Mission(card="poisons", known=True, skill="panache", value=7)


@pytest.fixture
def state() -> State:
    return replace(fresh().state, step="actions", louvre_mission=POISONS)


def hands_with(state: State, **cards: dict[str, int]) -> Hands:
    """Only these cards are in anybody's hand."""
    hands = Hands(state, SeededChance(1))
    for who in state.musketeers:
        hands._of[who] = Counter(cards.get(who, {}))
    return hands


def test_a_danger_that_comes_near_is_felt(state: State) -> None:
    queen = state.board.tracks["queen"].hi
    assert need(replace(state, queen=queen - 1), "louvre") > need(replace(state, queen=0), "louvre")
    assert need(replace(state, rochelle=2), "rochelle") > need(replace(state, rochelle=8), "rochelle")
    held = replace(state, paris="held")
    assert (
        need(replace(held, constance=3), "paris") > need(held, "paris") > need(replace(state, paris=""), "paris") == 0
    )


def test_a_challenge_is_met_with_own_skill_and_cards(state: State) -> None:
    dartagnan = replace(state.of("dartagnan"), place="louvre")  # Panache 4
    assert can_meet(state, dartagnan, hands_with(state, dartagnan={"panache": 3}), "mission")
    assert not can_meet(state, dartagnan, hands_with(state, dartagnan={"panache": 2}), "mission")
    assert can_meet(state, dartagnan, hands_with(state, dartagnan={"panache": 2}), "mission", lent=1)


def test_what_another_holds_and_would_help_is_asked_for(state: State) -> None:
    dartagnan = replace(state.of("dartagnan"), place="louvre")
    assert lacking(state, dartagnan, hands_with(state, porthos={"panache": 3}), "porthos") == "panache"
    assert lacking(state, dartagnan, hands_with(state, porthos={"panache": 1}), "porthos") == ""
    both = hands_with(state, dartagnan={"panache": 3}, porthos={"panache": 3})
    assert lacking(state, dartagnan, both, "porthos") == ""


def test_a_place_pulls_whoever_could_do_something_there(state: State) -> None:
    athos = state.of("athos")
    assert pull(state, athos, hands_with(state), "rochelle") == 0
    assert pull(state, athos, hands_with(state, athos={"single": 1}), "rochelle") == need(state, "rochelle")
    full = replace(state, siege_cards=("single", "single", "single"))
    assert pull(full, athos, hands_with(state, athos={"single": 1}), "rochelle") == 0
    assert pull(state, replace(athos, place="rochelle"), hands_with(state), "rochelle") == -1
    assert pull(state, replace(athos, banned=True), hands_with(state), "quest") == -1


def test_the_best_place_is_the_one_that_needs_him_most(state: State) -> None:
    hands = hands_with(state, dartagnan={"panache": 6, "single": 1})
    danger = replace(state, queen=state.board.tracks["queen"].hi - 1, louvre=3)
    assert best_place(danger, danger.of("dartagnan"), hands) == "louvre"
    siege = replace(state, rochelle=2, louvre_mission=Mission())
    assert best_place(siege, siege.of("dartagnan"), hands) == "rochelle"


def _choice(do: str, **fields: Any) -> Choice:
    return Choice(say("This"), do, fields)


def test_what_cannot_succeed_is_not_worth_an_action(state: State) -> None:
    dartagnan = replace(state.of("dartagnan"), place="louvre")
    rich, poor = hands_with(state, dartagnan={"panache": 3, "double": 2}), hands_with(state)
    for choice in (
        _choice("challenge", what="mission"),
        _choice("task"),
        _choice("reinforce"),
        _choice("duel", foe="jussac"),
    ):
        assert worth(state, dartagnan, rich, choice) > 0, choice.do
        assert worth(state, dartagnan, poor, choice) == 0, choice.do


def test_drawing_is_no_hurry_with_a_big_hand(state: State) -> None:
    athos: Musketeer = state.of("athos")
    small, big = hands_with(state, athos={"single": 1}), hands_with(state, athos={"single": 6})
    assert worth(state, athos, small, _choice("draw")) > worth(state, athos, big, _choice("draw")) > 0


def test_the_path_on_which_most_is_done_comes_first(state: State) -> None:
    inn = (GONE, GONE, FACE_DOWN, FACE_DOWN, *(FACE_DOWN for _ in range(8)))
    there = replace(state, quest=replace(state.quest, inn=inn))
    athos, hands = replace(state.of("athos"), place="quest"), hands_with(state, athos={"single": 3})
    first, second = (worth(there, athos, hands, _choice("advance", who="athos", path=path)) for path in (1, 2))
    assert first == second + 2


def test_what_wins_the_match_comes_before_what_prepares_it(state: State) -> None:
    athos, hands = state.of("athos"), hands_with(state)
    assert worth(state, athos, hands, _choice("passage")) > worth(state, athos, hands, _choice("draw"))
    assert worth(state, athos, hands, _choice("rest")) == 0


def test_only_characters_that_are_held_and_known_are_played(state: State) -> None:
    athos, offer = state.of("athos"), offers.character("athos", True)
    assert character(athos, hands_with(state, athos={"buckingham": 1}), offer) == "buckingham"
    assert character(athos, hands_with(state, athos={"other": 1}), offer) == ""
    full = offers.character("athos", False)
    assert character(athos, hands_with(state, athos={"bassompierre": 1}), full) == ""


def test_gear_is_bought_in_order_of_its_use() -> None:
    assert gear(offers.equip("athos", ("horse", "cuirass", "balm"), 2)) == "cuirass"
    assert gear(offers.equip("athos", ("balm",), 1)) == ""
