from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.boxes.mousquetaires.names import PLACES
from companion.boxes.mousquetaires.reveal import places
from companion.core.record import BadForm

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]
WITH_ROCHEFORT = ("paris", "louvre", "quest")
ALONE = ("rochelle", "richelieu", "house")


@pytest.mark.parametrize("place", PLACES)
def test_milady_shows_where_she_was_and_the_siege_comes_next(evening: Start, place: str) -> None:
    table = evening().at("reveal")
    record = table.do("reveal", place=place)
    assert table.state.step == "siege"
    assert table.match.label(record).read() == f"Milady was here: {PLACES[place].read()}"


@pytest.mark.parametrize(
    ("hand", "fill", "then"), [(0, False, 1), (3, False, 4), (0, True, 3), (2, True, 3), (3, True, 3), (5, True, 5)]
)
def test_at_richelieus_she_takes_one_card_of_her_choice_or_draws_up_to_three(
    evening: Start, hand: int, fill: bool, then: int
) -> None:
    table = evening().at("reveal", treachery_cards=hand)
    table.do("reveal", place="richelieu", fill=fill)
    assert table.state.perfidy == then


def test_unless_she_says_so_she_takes_one_card(evening: Start) -> None:
    table = evening().at("reveal", treachery_cards=0)
    table.do("reveal", place="richelieu")
    assert table.state.perfidy == 1


def test_found_at_richelieus_she_loses_her_action(evening: Start) -> None:
    table = evening().at("reveal", treachery_cards=0)
    record = table.do("reveal", place="richelieu", fill=True, found=True)
    assert (table.state.perfidy, table.state.step) == (0, "siege")
    assert table.match.label(record).read() == "Milady was found: Richelieu's cabinet"


def test_at_home_she_takes_a_paris_card_of_her_choice(evening: Start) -> None:
    table = evening().at("reveal")
    assert table.told(table.do("reveal", place="house")) == ["Milady takes a Paris card of her choice into her hand."]


def test_at_la_rochelle_she_removes_a_card_from_the_game(evening: Start) -> None:
    table = evening().at("reveal")
    assert table.told(table.do("reveal", place="rochelle")) == ["Milady removes one card at La Rochelle from the game."]


@pytest.mark.parametrize("place", WITH_ROCHEFORT)
def test_where_she_had_rochefort_she_has_no_other_action(evening: Start, place: str) -> None:
    record = evening().at("reveal").do("reveal", place=place)
    assert "tells" not in record.result
    assert {change["what"] for change in record.result["changes"]} == {"step"}


def test_she_shows_herself_at_the_end_of_phase_two(evening: Start) -> None:
    assert evening().at("actions").refused("reveal", place="house").rule == "reveal"


@pytest.mark.parametrize("place", WITH_ROCHEFORT)
def test_without_rochefort_she_could_not_have_chosen_three_places(evening: Start, place: str) -> None:
    table = evening().at("destination", rochefort=0)
    table.next()
    assert places(table.state) == ALONE
    table.at("reveal")
    assert table.refused("reveal", place=place).rule == "destination"
    for open_place in ALONE:
        table.do("reveal", place=open_place)
        table.do("undo")


def test_balm_after_she_has_chosen_does_not_change_where_she_could_go(evening: Start) -> None:
    table = evening().at("destination", rochefort=0)
    table.next()
    table.next()
    table.do("perfidy", how="play", card="balm")
    assert table.state.rochefort == 2
    assert places(table.state) == ALONE


def test_rochefort_beaten_in_paris_does_not_undo_that_she_was_there(evening: Start) -> None:
    table = evening()
    table.next()
    table.at("reveal", rochefort=0)
    assert places(table.state) == tuple(PLACES)
    table.do("reveal", place="paris")
    assert table.state.step == "siege"


def test_what_barred_her_is_asked_anew_every_round(evening: Start) -> None:
    table = evening().at("destination", rochefort=0)
    table.next()
    table.at("aftermath", rochefort=5).next()
    table.next()
    assert places(table.state) == tuple(PLACES)


@pytest.mark.parametrize("fields", [{}, {"place": "bastille"}, {"place": "colombier"}, {"place": "paris", "found": 1}])
def test_she_never_goes_anywhere_else(evening: Start, fields: dict[str, Any]) -> None:
    with pytest.raises(BadForm):
        evening().at("reveal").act("reveal", **fields)
