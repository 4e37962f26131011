"""The first step of a round: Milady has chosen where she goes."""

from __future__ import annotations

from companion.boxes.mousquetaires.setup import row_of
from companion.boxes.mousquetaires.state import State
from companion.core.pen import Pen
from companion.core.words import say_n


def set_out(pen: Pen[State]) -> None:
    """Milady has chosen; that Rochefort falls later in the round does not bind her."""
    pen.write("barred", pen.state.rochefort <= 0, "destination")
    cards = pen.state.board.number(f"players.{row_of(pen.state.players, pen.state.milady)}.round_cards")
    if cards:
        pen.tell(
            say_n(
                "The musketeers' player draws {n} adventure card.",
                "The musketeers' player draws {n} adventure cards.",
                cards,
            ),
            "two-players",
        )
