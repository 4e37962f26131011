"""The end of phase II: where Milady was, and what she gains there."""

from __future__ import annotations

from companion.boxes.mousquetaires.names import PLACES
from companion.boxes.mousquetaires.state import State
from companion.boxes.mousquetaires.tokens import draw_treachery
from companion.core.pen import Pen
from companion.core.record import Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say

# Where Milady needs Rochefort beside her.
_WITH_ROCHEFORT = ("paris", "louvre", "quest")


def places(state: State) -> tuple[str, ...]:
    """Where Milady can have been. What counts is how Rochefort was when she chose, not what befell him since."""
    return tuple(name for name in PLACES if not state.barred or name not in _WITH_ROCHEFORT)


def _decide(pen: Pen[State]) -> None:
    state, place, found = pen.state, pen.given("place"), pen.given("found", False)
    pen.need(state.step == "reveal", say("Milady shows herself at the end of phase II."), "reveal")
    pen.need(
        place in places(state),
        say("Rochefort is out of action: not Paris, not the Louvre, not the quest."),
        "destination",
    )
    if not found:
        if place == "richelieu":
            fill = pen.given("fill", False)
            full = state.board.number("milady.perfidy_refill")
            draw_treachery(pen, max(full - state.perfidy, 0) if fill else 1, "reveal")
        elif place == "house":
            pen.tell(say("Milady takes a Paris card of her choice into her hand."), "reveal")
        elif place == "rochelle":
            pen.tell(say("Milady removes one card at La Rochelle from the game."), "reveal")
    pen.write("step", "siege", "round")


def _label(record: Record) -> Line:
    place = PLACES[record.intent.fields["place"]]
    if record.intent.fields.get("found"):
        return say("Milady was found: {place}", place=place)
    return say("Milady was here: {place}", place=place)


REVEAL: Verb[State] = Verb(
    "reveal",
    say("Milady turns her location card and acts there."),
    _decide,
    _label,
    (
        Field("place", "text", say("where she was"), choices=tuple(PLACES)),
        Field("found", "flag", say("the musketeers found her, so she loses her action"), needed=False),
        Field(
            "fill", "flag", say("at Richelieu's: draw blind up to three cards instead of choosing one"), needed=False
        ),
    ),
)
