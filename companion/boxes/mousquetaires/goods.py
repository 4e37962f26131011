"""What the arsenal sells, for what, and where it goes."""

from __future__ import annotations

from functools import lru_cache

from companion.boxes.mousquetaires.board import SKILLS, Board
from companion.boxes.mousquetaires.names import GOODS
from companion.boxes.mousquetaires.state import State, Stock

EQUIPMENT = ("horse", "pistol", "cuirass", "toledo")


def room_for(state: State, kind: str, items: tuple[str, ...]) -> bool:
    """Do these tokens fit on one board? No two alike, and no more than there are fields."""
    return _fits(state.board, kind, items)


def _fits(board: Board, kind: str, items: tuple[str, ...]) -> bool:
    slots = board.number("arsenal.equipment_slots" if kind == "gear" else "arsenal.skill_slots")
    return len(set(items)) == len(items) <= slots


def price_of(state: State, item: str) -> tuple[str, int]:
    """In what coin, and how much."""
    return _price(state.board, item)


def _price(board: Board, item: str) -> tuple[str, int]:
    name = "improved_skill" if item in SKILLS else item
    return board.profile.text(f"arsenal.{name}.pay"), board.number(f"arsenal.{name}.price")


def left_of(state: State, item: str) -> int:
    return next((stock.left for stock in state.stock if stock.id == item), 0)


@lru_cache(maxsize=1024)
def too_much(board: Board, stock: tuple[Stock, ...], purse: int, kind: str, owned: tuple[str, ...]) -> tuple[str, ...]:
    """What he could buy if only one of his tokens made room for it."""
    if _fits(board, kind, (*owned, "one more")):
        return ()
    sold = for_sale(board, stock, purse, (), (), True)
    return tuple(item for item in sold if kind_of(item) == kind and item not in owned)


def kind_of(item: str) -> str:
    """Which part of a musketeer's board a token lies on; balm and botte take no room."""
    return "gear" if item in EQUIPMENT else "skills" if item in SKILLS else ""


@lru_cache(maxsize=1024)
def for_sale(
    board: Board, stock: tuple[Stock, ...], purse: int, gear: tuple[str, ...], skills: tuple[str, ...], botte: bool
) -> tuple[str, ...]:
    """What a musketeer with these tokens could buy now."""
    left = {kind.id: kind.left for kind in stock}

    def can_buy(item: str) -> bool:
        coin, price = _price(board, item)
        if left.get(item, 0) < 1 or (coin == "pistoles" and purse < price):
            return False
        if item == "balm":
            return True
        if item == "improved_botte":
            return not botte
        if item in EQUIPMENT:
            return _fits(board, "gear", (*gear, item))
        return _fits(board, "skills", (*skills, item))

    return tuple(item for item in GOODS if can_buy(item))
