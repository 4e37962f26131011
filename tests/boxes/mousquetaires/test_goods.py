from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.board import SKILLS
from companion.boxes.mousquetaires.goods import EQUIPMENT, for_sale, left_of, price_of, room_for
from companion.boxes.mousquetaires.names import GOODS
from companion.boxes.mousquetaires.state import Stock

TABLE = BOX.setup({}, BOX.profile())


@pytest.mark.parametrize(
    ("kind", "items", "fits"),
    [
        ("gear", (), True),
        ("gear", ("horse", "pistol"), True),
        ("gear", ("horse", "horse"), False),
        ("gear", ("horse", "pistol", "cuirass"), False),
        ("skills", ("panache", "nobility"), True),
        ("skills", ("panache", "panache"), False),
        ("skills", ("panache", "nobility", "gallantry"), False),
    ],
)
def test_no_two_alike_and_no_more_than_there_are_fields(kind: str, items: tuple[str, ...], fits: bool) -> None:
    assert room_for(TABLE, kind, items) is fits


def test_how_many_fields_there_are_can_be_checked_in_the_box() -> None:
    wide = BOX.setup({}, BOX.profile().corrected({"arsenal.equipment_slots": 4}))
    assert (room_for(wide, "gear", EQUIPMENT), room_for(wide, "skills", SKILLS)) == (True, False)


def test_everything_on_sale_has_a_coin_and_a_price() -> None:
    coins = {item: price_of(TABLE, item)[0] for item in GOODS}
    assert {item for item, coin in coins.items() if coin == "pistoles"} == {*EQUIPMENT, "balm"}
    assert coins["improved_botte"] == "combat_card"
    assert {coins[skill] for skill in SKILLS} == {"any_card"}
    assert all(price_of(TABLE, item)[1] >= 1 for item in GOODS)


def on_sale(**board: Any) -> set[str]:
    own: dict[str, Any] = {"stock": TABLE.stock, "purse": 20, "gear": (), "skills": (), "botte": False, **board}
    return set(for_sale(TABLE.board, *own.values()))


@pytest.mark.parametrize(
    ("board", "missing"),
    [
        ({}, set()),
        ({"purse": 3}, set()),
        ({"purse": 2}, {"pistol", "cuirass"}),
        ({"purse": 0}, {*EQUIPMENT, "balm"}),
        ({"botte": True}, {"improved_botte"}),
        ({"gear": ("horse",)}, {"horse"}),
        ({"gear": ("horse", "pistol")}, set(EQUIPMENT)),
        ({"skills": ("panache",)}, {"panache"}),
        ({"skills": ("panache", "nobility")}, set(SKILLS)),
        ({"stock": ()}, set(GOODS)),
        ({"stock": (Stock("balm", 1), Stock("horse", 0))}, set(GOODS) - {"balm"}),
    ],
)
def test_on_sale_is_what_fits_what_is_left_and_what_the_purse_can_pay(board: dict[str, Any], missing: set[str]) -> None:
    assert on_sale(**board) == set(GOODS) - missing


def test_the_printed_stock_is_two_pistols_and_two_of_each_skill() -> None:
    assert [left_of(TABLE, item) for item in ("pistol", *SKILLS)] == [2] * 5
    assert left_of(replace(TABLE, stock=()), "pistol") == 0
