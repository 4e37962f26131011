from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def test_monsieur_des_essarts_brings_three_pistoles(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", purse=2)
    record = table.do("character", who="athos", card="essarts")
    assert (table.state.purse, table.state.of("athos").left) == (5, 2)
    assert table.match.label(record).read() == "Athos plays Monsieur des Essarts"


@pytest.mark.parametrize(("had", "has"), [(0, 1), (7, 7)])
def test_buckingham_brings_an_epic_token_if_there_is_one_left(evening: Start, had: int, has: int) -> None:
    table = evening(depth="clerk").at("actions", epic=had)
    table.do("character", who="athos", card="buckingham")
    assert table.state.epic == has


@pytest.mark.parametrize("place", ["rochelle", "paris", "bastille"])
def test_bassompierre_is_a_die_for_la_rochelle_from_anywhere(evening: Start, place: str) -> None:
    table = evening(depth="clerk").at("actions", **{"athos.place": place})
    table.do("character", who="athos", card="bassompierre")
    assert (table.state.siege_cards, table.state.siege_dice) == (("bassompierre",), 1)


def test_bassompierre_takes_one_of_the_three_places(evening: Start) -> None:
    table = evening(depth="clerk", players=4).at("actions")
    for _ in range(3):
        table.do("reinforce", who="aramis")
    refusal = table.refused("character", who="aramis", card="bassompierre")
    assert (refusal.rule, refusal.overridable) == ("reinforce", True)
    (choice,) = table.offered("character")
    assert "bassompierre" not in dict(choice.picks[0].options)


def test_bassompierre_lies_there_once(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    table.do("character", who="athos", card="bassompierre")
    assert table.refused("character", who="athos", card="bassompierre").rule == "reinforce"


def test_a_card_we_do_not_know_is_carried_out_by_the_table(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    record = table.do("character", who="athos", card="other", note="The King: all draw a card")
    assert table.told(record) == ["{name} carries out what the card says."]
    assert table.match.label(record).read() == "Athos plays The King: all draw a card"
    assert table.state.of("athos").left == 2
    record = table.do("character", who="athos", card="other")
    assert table.match.label(record).read() == "Athos plays Another character card"


def test_house_rule_not_in_the_bastille(evening: Start) -> None:
    table = evening(depth="clerk", house={"bastille_only_escape": True}).at("actions", **{"athos.place": "bastille"})
    assert table.refused("character", who="athos", card="essarts").rule == "bastille"
