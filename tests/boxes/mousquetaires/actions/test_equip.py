from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.core.record import BadForm

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def rich(evening: Start, **options: Any) -> Evening:
    return evening(depth="clerk", **options).at("actions", purse=20)


def stock(table: Evening, item: str) -> int:
    return next(kind.left for kind in table.state.stock if kind.id == item)


# one action, two tokens


def test_one_action_buys_up_to_two_tokens_wherever_he_is(evening: Start) -> None:
    table = rich(evening)
    record = table.do("equip", who="athos", buy=["horse", "pistol"])
    athos = table.state.of("athos")
    assert (athos.gear, athos.left, table.state.purse) == (("horse", "pistol"), 2, 15)
    assert table.match.label(record).read() == "Athos buys: Thoroughbred, Pistol"


def test_a_single_token_costs_an_action_too(evening: Start) -> None:
    table = rich(evening)
    record = table.do("equip", who="athos", buy=["cuirass"])
    assert (table.state.of("athos").left, stock(table, "cuirass")) == (2, 1)
    assert table.match.label(record).read() == "Athos buys: Cuirass"


def test_three_tokens_are_too_many_unless_the_table_insists(evening: Start) -> None:
    table = rich(evening)
    refusal = table.refused("equip", who="athos", buy=["horse", "panache", "improved_botte"])
    assert (refusal.rule, refusal.reason.read()) == ("equip", "One action buys up to 2 tokens.")
    table.do("equip", anyway=True, who="athos", buy=["horse", "panache", "improved_botte"])
    assert table.state.of("athos").botte is True


def test_nothing_is_no_purchase(evening: Start) -> None:
    refusal = rich(evening).refused("equip", anyway=True, who="athos", buy=[])
    assert (refusal.rule, refusal.overridable) == ("equip", False)


def test_the_arsenal_has_no_other_goods(evening: Start) -> None:
    with pytest.raises(BadForm, match='the arsenal has no "cannon"'):
        rich(evening).act("equip", who="athos", buy=["cannon"])


# no two alike, fields, stock


@pytest.mark.parametrize("item", ["pistol", "nobility"])
def test_nobody_has_two_tokens_alike(evening: Start, item: str) -> None:
    table = rich(evening)
    assert table.refused("equip", anyway=True, who="athos", buy=[item, item]).overridable is False
    table.do("equip", who="athos", buy=[item])
    refusal = table.refused("equip", anyway=True, who="athos", buy=[item])
    assert (refusal.rule, refusal.reason.read()) == ("equip", "Athos has it already.")


def test_nobody_has_two_improved_bottes(evening: Start) -> None:
    table = rich(evening)
    table.do("equip", who="athos", buy=["improved_botte"])
    assert table.refused("equip", who="athos", buy=["improved_botte"]).rule == "equip"


def test_a_full_board_needs_room_and_the_old_token_leaves_the_game(evening: Start) -> None:
    table = rich(evening)
    table.do("equip", who="athos", buy=["horse", "pistol"])
    refusal = table.refused("equip", who="athos", buy=["cuirass"])
    assert (refusal.rule, refusal.reason.read()) == ("equip", "Athos has no room for it.")
    table.do("equip", who="athos", buy=["cuirass"], drop=["horse"])
    assert table.state.of("athos").gear == ("pistol", "cuirass")
    assert stock(table, "horse") == 1


def test_two_improved_skills_have_room_and_a_third_one_replaces_another(evening: Start) -> None:
    table = rich(evening)
    table.do("equip", who="athos", buy=["nobility", "panache"])
    assert table.refused("equip", who="athos", buy=["gallantry"]).rule == "equip"
    table.do("equip", who="athos", buy=["gallantry"], drop=["panache"])
    assert table.state.of("athos").skills == ("nobility", "gallantry")
    assert stock(table, "panache") == 1


def test_nobody_lays_down_what_he_does_not_have(evening: Start) -> None:
    refusal = rich(evening).refused("equip", anyway=True, who="athos", buy=["horse"], drop=["pistol"])
    assert (refusal.rule, refusal.overridable) == ("equip", False)


@pytest.mark.parametrize("item", ["pistol", "panache"])
def test_there_are_two_of_each_and_no_third(evening: Start, item: str) -> None:
    table = rich(evening)
    for who in ("athos", "porthos"):
        table.do("equip", who=who, buy=[item])
        table.do("rest")
    assert stock(table, item) == 0
    refusal = table.refused("equip", anyway=True, who="aramis", buy=[item])
    assert (refusal.rule, refusal.overridable) == ("equip", False)
    table.do("turn", who="aramis")
    (choice,) = table.offered("equip")
    assert item not in dict(choice.picks[0].options)


# payment


@pytest.mark.parametrize(("item", "price"), [("horse", 2), ("pistol", 3), ("cuirass", 3), ("toledo", 2), ("balm", 1)])
def test_equipment_is_paid_from_the_common_purse(evening: Start, item: str, price: int) -> None:
    table = evening(depth="clerk").at("actions", purse=price - 1)
    assert table.refused("equip", who="athos", buy=[item]).rule == "equip"
    table.at("actions", purse=price).do("equip", who="athos", buy=[item])
    assert table.state.purse == 0


def test_two_tokens_cost_their_sum(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", purse=4)
    assert table.refused("equip", who="athos", buy=["horse", "pistol"]).rule == "equip"
    assert (table.state.purse, table.state.of("athos").gear) == (4, ())


@pytest.mark.parametrize(
    ("item", "card"),
    [("improved_botte", "{name} discards a Combat card."), ("erudition", "{name} discards any adventure card.")],
)
def test_improvements_are_paid_with_cards(evening: Start, item: str, card: str) -> None:
    table = evening(depth="clerk").at("actions", purse=0)
    assert table.told(table.do("equip", who="athos", buy=[item])) == [card]
    assert (table.state.purse, stock(table, item)) == (0, 3 if item == "improved_botte" else 1)


def test_house_rule_a_skill_is_paid_in_pistoles(evening: Start) -> None:
    table = evening(depth="clerk", house={"skill_price": "pistoles"}).at("actions", purse=1)
    assert "tells" not in table.do("equip", who="athos", buy=["erudition"]).result
    assert table.state.purse == 0
    assert table.refused("equip", who="athos", buy=["panache"]).rule == "equip"


# what they do


@pytest.mark.parametrize(("had", "has"), [(1, 3), (3, 5), (4, 5), (5, 5)])
def test_balm_heals_two_at_once_never_above_full_and_cannot_be_kept(evening: Start, had: int, has: int) -> None:
    table = rich(evening).at("actions", **{"porthos.life": had})
    table.do("equip", who="porthos", buy=["balm"])
    porthos = table.state.of("porthos")
    assert (porthos.life, porthos.gear, stock(table, "balm")) == (has, (), 2)


def test_two_balms_in_one_action_heal_four(evening: Start) -> None:
    table = rich(evening).at("actions", **{"porthos.life": 1})
    table.do("equip", who="porthos", buy=["balm", "balm"])
    assert (table.state.of("porthos").life, stock(table, "balm")) == (5, 1)


def test_an_improved_skill_is_one_point_more_in_its_challenge(evening: Start) -> None:
    table = rich(evening).at("actions", **{"athos.place": "louvre"})
    table.do("louvre_mission", skill="panache", value=4)
    table.do("equip", who="athos", buy=["panache"])
    table.do("challenge", who="athos")
    record = table.do("meet")
    assert table.match.label(record).read() == "Athos succeeds: 4 against 4."


def test_everything_can_be_bought_in_the_bastille(evening: Start) -> None:
    table = rich(evening).at("actions", **{"athos.place": "bastille"})
    table.do("equip", who="athos", buy=["pistol"])


def test_house_rule_nothing_can(evening: Start) -> None:
    table = rich(evening, house={"bastille_only_escape": True}).at("actions", **{"athos.place": "bastille"})
    assert table.refused("equip", who="athos", buy=["pistol"]).rule == "bastille"
