"""Aramis: once a round any adventure card serves him as another, in a duel or a challenge, never in the siege."""

from __future__ import annotations

from companion.boxes.mousquetaires.company import name_of
from companion.boxes.mousquetaires.state import State
from companion.core.pen import Pen
from companion.core.words import say

_ARAMIS = "musketeers.aramis"


def may_be_cunning(state: State, who: str) -> bool:
    return state.of(who).cunning < state.board.number(f"musketeers.{who}.any_card_uses")


def be_cunning(pen: Pen[State], who: str) -> None:
    pen.need(
        may_be_cunning(pen.state, who), say("{name} cannot use any card as another now.", name=name_of(who)), "cunning"
    )
    pen.write(f"company.{who}.cunning", pen.state.of(who).cunning + 1, "cunning")


def cunning_dice(state: State) -> int:
    """What the card is worth in a duel. Only Aramis' own board says it; a table may lend his cunning to another."""
    return state.board.number(f"{_ARAMIS}.any_card_dice")


def cunning_bonus(state: State) -> int:
    """What it is worth in a challenge."""
    return state.board.number(f"{_ARAMIS}.any_card_bonus")
