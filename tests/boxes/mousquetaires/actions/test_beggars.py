from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def begged(evening: Start, place: str = "louvre", **options: Any) -> Evening:
    """Beggars in the Louvre or in Paris, and a challenge and Lubin behind them."""
    table = evening(depth="clerk", paris="held", **options).at("actions")
    table.do(f"{place}_mission", skill="panache", value=5, foes=["lubin"], ambush="beggars")
    return table


@pytest.mark.parametrize("place", ["louvre", "paris"])
def test_until_they_are_paid_nobody_works_on_the_mission(evening: Start, place: str) -> None:
    table = begged(evening, place).at("actions", **{"athos.place": place})
    assert table.refused("challenge", who="athos").rule == "ambush-beggars"
    assert table.refused("duel", who="athos", foe="lubin").rule == "ambush-beggars"
    table.do("turn", who="athos")
    assert (table.offered("challenge"), table.offered("duel")) == ([], [])
    record = table.do("pay_beggars", place=place)
    assert table.match.label(record).read().startswith("The Beggars are paid: ")
    table.do("challenge", who="athos")


def test_two_pistoles_no_action_and_from_anywhere(evening: Start) -> None:
    table = begged(evening).at("actions", purse=3, **{"porthos.place": "rochelle"})
    assert table.state.at("louvre") == ()
    table.do("pay_beggars", place="louvre")
    assert (table.state.purse, table.state.louvre_mission.ambush) == (1, "")
    assert [musketeer.turn for musketeer in table.state.company] == ["waiting"] * 4


def test_in_the_middle_of_a_turn(evening: Start) -> None:
    table = begged(evening)
    table.do("draw", who="athos")
    assert [choice.fields for choice in table.offered("pay_beggars")] == [{"place": "louvre"}]
    table.do("pay_beggars", place="louvre")
    assert table.state.of("athos").left == 2


def test_they_want_two(evening: Start) -> None:
    table = begged(evening).at("actions", purse=1)
    refusal = table.refused("pay_beggars", place="louvre")
    assert (refusal.rule, refusal.reason.read()) == ("ambush-beggars", "The Beggars want 2 pistoles.")
    assert table.offered("pay_beggars") == []


def test_rochefort_cannot_stop_it(evening: Start) -> None:
    table = begged(evening)
    table.do("pay_beggars", place="louvre")
    assert table.state.errand is None


def test_once_paid_they_never_come_back(evening: Start) -> None:
    table = begged(evening)
    table.do("pay_beggars", place="louvre")
    assert table.state.ambushes_gone == ("beggars",)
    assert table.refused("paris_mission", skill="panache", value=6, ambush="beggars").rule == "mission-force"


def test_where_none_are_none_are_paid(evening: Start) -> None:
    refusal = begged(evening).refused("pay_beggars", anyway=True, place="paris")
    assert (refusal.rule, refusal.overridable) == ("ambush-beggars", False)


def test_paying_them_last_finishes_the_mission(evening: Start) -> None:
    table = begged(evening).at("actions", purse=2, **{"athos.place": "louvre"})
    table.do("challenge", anyway=True, who="athos")
    table.do("meet", cards=2)
    table.do("duel", anyway=True, who="athos", foe="lubin")
    table.do("commit")
    table.do("clash", faces=["sword", "sword", "sword", "sword", "shield"])
    assert (table.state.louvre_mission.foes, table.state.epic) == ((), 0)
    table.do("pay_beggars", place="louvre")
    assert (table.state.louvre_mission.known, table.state.epic) == (False, 2)


def test_house_rule_somebody_has_to_be_there_to_pay(evening: Start) -> None:
    table = begged(evening, house={"beggars_paid_on_the_spot": True}).at("actions", **{"porthos.place": "paris"})
    assert table.refused("pay_beggars", place="louvre").rule == "ambush-beggars"
    assert table.offered("pay_beggars") == []
    table.do("move", who="athos", to="louvre")
    assert len(table.offered("pay_beggars")) == 1
    table.do("pay_beggars", place="louvre")
    assert table.state.purse == 1
