from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from companion.boxes.mousquetaires.names import DESTINATIONS
from companion.boxes.mousquetaires.reveal import places

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]
ALONE = ("rochelle", "richelieu", "house")


def test_milady_has_a_location_card_for_six_places() -> None:
    assert set(DESTINATIONS) == {"paris", "louvre", "quest", *ALONE}


@pytest.mark.parametrize(("hearts", "open_places"), [(5, DESTINATIONS), (1, DESTINATIONS), (0, ALONE)])
def test_without_rochefort_three_of_them_are_closed(evening: Start, hearts: int, open_places: tuple[str, ...]) -> None:
    table = evening().at("destination", rochefort=hearts)
    assert ("Rochefort is out of action" in table.prompt.detail.read()) == (hearts == 0)
    table.next()
    assert (table.state.barred, places(table.state)) == (hearts == 0, open_places)
    assert table.state.step == "paris"


def test_nothing_of_her_choice_is_written_down(evening: Start) -> None:
    record = evening().next()
    assert {change["what"] for change in record.result["changes"]} == {"step"}


@pytest.mark.parametrize(("players", "cards"), [(2, 1), (3, 0), (4, 0), (5, 0), (6, 0)])
def test_with_two_players_a_card_is_drawn_at_the_start_of_the_round(evening: Start, players: int, cards: int) -> None:
    table = evening(players=players)
    assert table.told(table.next()) == ["The musketeers' player draws {n} adventure card."] * cards
