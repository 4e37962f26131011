from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def test_a_card_for_an_action_and_the_same_action_may_be_taken_three_times(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    for left in (2, 1, 0):
        record = table.do("draw", who="porthos")
        assert table.state.of("porthos").left == left
        (tell,) = record.result["tells"]
        assert (tell["say"], tell["why"]) == ("{name} draws an adventure card.", "draw")
    assert table.match.label(record).read() == "Porthos draws a card"


def test_cards_can_be_drawn_in_the_bastille(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"porthos.place": "bastille"})
    table.do("draw", who="porthos")
    assert table.state.of("porthos").left == 2


def test_house_rule_in_the_bastille_there_is_nothing_to_do_but_to_leave(evening: Start) -> None:
    table = evening(depth="clerk", house={"bastille_only_escape": True}).at("actions", **{"porthos.place": "bastille"})
    assert table.refused("draw", who="porthos").rule == "bastille"
    table.do("draw", who="athos")
