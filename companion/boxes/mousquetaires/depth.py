"""How closely the clerk follows the table; can be changed at any time."""

from __future__ import annotations

from companion.boxes.mousquetaires.quest.tokens import GALLERIES
from companion.boxes.mousquetaires.state import CLERK, DEPTHS, Errand, State
from companion.core.pen import Pen
from companion.core.record import Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say


def _decide(pen: Pen[State]) -> None:
    state = pen.state
    pen.write("depth", pen.given("to"), "depth")
    unknown = state.chapters == GALLERIES and not state.quest.test
    if pen.given("to") == CLERK and unknown and not state.errand and not state.duel:
        pen.write("errand", Errand("", "gallery", "quest", waits="gallery"), "galleries")
    elif pen.given("to") != CLERK and state.errand and state.errand.waits == "gallery":
        pen.write("errand", None, "depth")


def _label(record: Record) -> Line:
    if record.intent.fields["to"] == CLERK:
        return say("The clerk follows every action")
    return say("The scorekeeper keeps the tokens")


DEPTH: Verb[State] = Verb(
    "depth",
    say("Follow every action, or only tokens, phases and dice."),
    _decide,
    _label,
    (Field("to", "text", say("scorekeeper or clerk"), choices=DEPTHS),),
)
