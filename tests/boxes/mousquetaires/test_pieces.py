from __future__ import annotations

from typing import Any

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.pieces import checklist
from companion.boxes.mousquetaires.setup import set_up

PEOPLE = [(players, True) for players in range(2, 7)] + [(players, False) for players in range(1, 5)]


def lines(profile: dict[str, Any] | None = None, **options: Any) -> list[str]:
    return [line.read() for line in checklist(set_up(options, BOX.profile().corrected(profile or {})))]


def only(found: list[str], word: str) -> str:
    (line,) = (line for line in found if word in line)
    return line


def test_the_set_up_of_five_people_in_the_order_of_the_rules() -> None:
    assert lines() == [
        "Time marker: space 1",
        "La Rochelle marker: space 5, the middle",
        "Louvre marker: the top space",
        "Queen's marker: space 0",
        "Constance's marker: the bottom of its scale",
        "Purse: 3 pistoles",
        "Rochefort: 5 hearts",
        "Equipment and improvements: in the arsenal",
        "7 epic tokens beside the board",
        "d'Artagnan: Paris",
        "Aramis: La Rochelle",
        "Athos: Vieux Colombier",
        "Porthos: The Louvre",
        "4 hands of 5 adventure cards",
        "Treachery: a pile of 15 cards",
        "Milady draws 3 treachery cards.",
        "Milady takes her six location cards, adversaries, ambushes, the red dice and the screen",
        "Paris: Milady chooses a card",
        "Louvre: shuffle the cards and turn up the first one",
        "The inn of the Golden Lily: 8 adversaries and 4 decoys, face down",
    ]


@pytest.mark.parametrize(("players", "milady"), PEOPLE)
def test_every_number_of_people_has_a_list_without_a_line_twice(players: int, milady: bool) -> None:
    found = lines(players=players, milady=milady)
    assert len(set(found)) == len(found) >= 18
    assert all(line and "{" not in line for line in found)


@pytest.mark.parametrize(
    ("players", "milady", "hands"),
    [
        (2, True, "1 hand of 9 adventure cards"),
        (3, True, "2 hands of 9 adventure cards"),
        (4, True, "3 hands of 7 adventure cards"),
        (5, True, "4 hands of 5 adventure cards"),
        (6, True, "5 hands of 5 adventure cards"),
        (1, False, "1 hand of 9 adventure cards"),
        (2, False, "2 hands of 9 adventure cards"),
        (3, False, "3 hands of 7 adventure cards"),
        (4, False, "4 hands of 5 adventure cards"),
    ],
)
def test_the_hands_that_are_dealt(players: int, milady: bool, hands: str) -> None:
    assert only(lines(players=players, milady=milady), "adventure cards") == hands


@pytest.mark.parametrize(("players", "milady"), PEOPLE)
def test_every_figure_of_the_match_is_placed_and_no_other(players: int, milady: bool) -> None:
    state = set_up({"players": players, "milady": milady}, BOX.profile())
    places = {"d'Artagnan": "Paris", "Aramis": "La Rochelle", "Athos": "Vieux Colombier", "Porthos": "The Louvre"}
    placed = [line for line in lines(players=players, milady=milady) if line.partition(":")[0] in {*places, "Tréville"}]
    expected = [f"{name}: {place}" for name, place in places.items()]
    if players == 6:
        expected.append("Tréville: Vieux Colombier")
    assert placed == expected[: len(state.company)]


def test_who_stays_at_home_is_not_placed() -> None:
    found = lines(players=4, musketeers=["aramis", "athos", "porthos"])
    assert not any("d'Artagnan" in line for line in found)
    assert "Porthos: The Louvre" in found


def test_with_treville_time_starts_farther_on() -> None:
    assert lines(players=6)[0] == "Time marker: space 3"


@pytest.mark.parametrize(("players", "milady"), PEOPLE)
def test_the_card_separated_stays_in_the_box_when_there_is_only_one_hand(players: int, milady: bool) -> None:
    found = lines(players=players, milady=milady)
    alone = (players, milady) in ((2, True), (1, False))
    assert ("Back into the box: the treachery card Separated" in found) is alone
    assert only(found, "Treachery: a pile") == f"Treachery: a pile of {14 if alone else 15} cards"


def test_the_first_game_leaves_the_hourglass_and_its_cards_in_the_box() -> None:
    found = lines(no_hourglass=True)
    assert "Back into the box: the hourglass and both cards Hurry!" in found
    assert only(found, "Treachery: a pile") == "Treachery: a pile of 13 cards"
    assert not any("hourglass" in line for line in lines())


def test_two_people_in_their_first_game_leave_out_all_three() -> None:
    assert only(lines(players=2, no_hourglass=True), "Treachery: a pile") == "Treachery: a pile of 12 cards"


def test_the_easier_game_hands_out_a_card() -> None:
    assert "The musketeers take one card One for all" in lines(head_start=True)
    assert not any("One for all" in line for line in lines())


def test_without_milady_her_people_are_one_pile_and_nobody_draws_treachery() -> None:
    found = lines(milady=False)
    assert "Adversaries and ambushes: shuffled into one pile" in found
    assert not any("Milady draws" in line or "Milady takes" in line for line in found)
    assert only(found, "Paris: the") == "Paris: the app draws a card in the first round"
    assert not any("shuffled into one pile" in line for line in lines())


def test_a_paris_card_that_was_chosen_is_named() -> None:
    assert "Paris: Constance abducted" in lines(paris="abducted")
    assert "Paris: Constance abducted" in lines(paris="abducted", milady=False)
    assert not any("chooses a card" in line or "the app draws" in line for line in lines(paris="abducted"))


@pytest.mark.parametrize("variant", ["deadly_quest", "brave_athos"])
def test_a_variant_of_the_rules_moves_no_piece(variant: str) -> None:
    options: dict[str, Any] = {variant: True}
    assert lines(**options) == lines()


@pytest.mark.parametrize("depth", ["scorekeeper", "clerk"])
def test_the_pieces_are_the_same_however_closely_the_clerk_follows(depth: str) -> None:
    assert lines(depth=depth) == lines()


def test_a_box_that_was_checked_shows_its_own_numbers() -> None:
    own = {"tracks.purse.start": 1, "tracks.rochefort.life": 1, "tracks.queen.start": 2, "tracks.rochelle.spaces": 7}
    found = lines({**own, "tracks.rochelle.start": 4, "tracks.epic.stock": 1, "milady.perfidy_start": 1})
    for line in (
        "Purse: 1 pistole",
        "Rochefort: 1 heart",
        "Queen's marker: space 2",
        "La Rochelle marker: space 4, the middle",
        "1 epic token beside the board",
        "Milady draws 1 treachery card.",
    ):
        assert line in found
