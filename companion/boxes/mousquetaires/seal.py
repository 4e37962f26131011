"""Milady's destination under seal, and its opening."""

from __future__ import annotations

from companion.boxes.mousquetaires.state import State
from companion.core.pen import Pen
from companion.core.record import BadForm, Intent, Record
from companion.core.sealed import BrokenSeal, Opening, verify
from companion.core.verb import Field, Verb
from companion.core.words import Line, say

_HEX = set("0123456789abcdef")
_BEFORE_THE_RIDE = ("destination", "paris", "perfidy")


def show_place(pen: Pen[State], place: str) -> None:
    """Milady's place becomes known. If it was sealed, the opening must fit."""
    state = pen.state
    if state.sealed:
        opening = Opening(state.round, place, pen.given("nonce", ""))
        try:
            verify(state.sealed, pen.match, opening, state.round)
        except BrokenSeal as broken:
            pen.need(False, broken.reason, "sealed")
    pen.write("milady_at", place, "reveal")


def shown_by(state: State, intent: Intent) -> str:
    """Which place an intent makes known; whoever keeps the nonce adds it to that intent and to no other."""
    if not state.sealed or state.milady_at:
        return ""
    if intent.do == "reveal":
        return str(intent.fields.get("place", ""))
    if intent.do == "rochefort" and state.errand:
        return state.errand.place
    if intent.do == "richelieu" and intent.fields.get("found") is True:
        return "richelieu"
    return ""


def _decide(pen: Pen[State]) -> None:
    seal = pen.given("seal")
    if len(seal) != 64 or not set(seal) <= _HEX:
        raise BadForm('"seal" must be 64 hexadecimal digits')
    if not pen.state.milady:
        pen.refuse(say("Nobody plays Milady in this match."), "no-milady")
    pen.need(
        pen.state.step in _BEFORE_THE_RIDE,
        say("The destination is sealed before the musketeers ride."),
        "destination",
    )
    if pen.state.sealed:
        pen.tell(say("Milady has changed her mind and sealed anew."), "sealed")
    pen.write("sealed", seal, "sealed")


def _label(record: Record) -> Line:
    changes = record.result.get("changes", ())
    again = any(change["what"] == "sealed" and change["from"] for change in changes)
    return say("Milady seals her destination anew") if again else say("Milady seals her destination")


SEAL: Verb[State] = Verb(
    "seal",
    say("Milady's destination is kept under seal."),
    _decide,
    _label,
    (Field("seal", "text", say("the SHA-256 seal over tag, match, round, place and nonce")),),
)
