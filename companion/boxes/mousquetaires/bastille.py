"""The Bastille: how a musketeer gets in, and what he may do there."""

from __future__ import annotations

from companion.boxes.mousquetaires.company import end_turn, expect, name_of
from companion.boxes.mousquetaires.state import Musketeer, State
from companion.core.pen import Pen
from companion.core.words import say


def imprison(pen: Pen[State], who: str, why: str) -> None:
    pen.write(f"company.{who}.place", "bastille", why)
    pen.write(f"company.{who}.path", 0, why)
    pen.tell(say("{name} is taken to the Bastille.", name=name_of(who)), why)


def caught(pen: Pen[State], who: str) -> None:
    """Richelieu's guards took him: his turn is over, and he can try to leave in the next round."""
    imprison(pen, who, "richelieu")
    end_turn(pen, who)


def only_escape(pen: Pen[State], musketeer: Musketeer) -> None:
    """House rule: behind bars there is nothing to do but to get out."""
    strict = pen.state.board.ruling("bastille_only_escape")
    expect(
        pen,
        not (strict and musketeer.place == "bastille"),
        say("{name} can only try to leave the Bastille.", name=name_of(musketeer.id)),
        "bastille",
    )
