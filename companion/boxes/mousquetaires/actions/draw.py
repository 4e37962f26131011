"""Action 1: draw an adventure card."""

from __future__ import annotations

from companion.boxes.mousquetaires.bastille import only_escape
from companion.boxes.mousquetaires.company import WHO, chosen, name_of, spend
from companion.boxes.mousquetaires.labels import acted
from companion.boxes.mousquetaires.state import State
from companion.core.pen import Pen
from companion.core.record import Record
from companion.core.verb import Verb
from companion.core.words import Line, say


def _decide(pen: Pen[State]) -> None:
    musketeer = chosen(pen)
    only_escape(pen, musketeer)
    spend(pen, musketeer.id, "draw")
    pen.tell(say("{name} draws an adventure card.", name=name_of(musketeer.id)), "draw")


def _label(record: Record) -> Line:
    return say("{name} draws a card", name=acted(record))


DRAW: Verb[State] = Verb("draw", say("A musketeer draws an adventure card."), _decide, _label, (WHO,))
