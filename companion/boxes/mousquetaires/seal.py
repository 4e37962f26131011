"""Milady's destination under seal, and its opening."""

from __future__ import annotations

from companion.boxes.mousquetaires.foul import claimed_before, foul, label_of
from companion.boxes.mousquetaires.names import PLACES
from companion.boxes.mousquetaires.state import State
from companion.core.pen import Pen
from companion.core.record import BadForm, Intent, Record
from companion.core.sealed import BrokenSeal, Opening, verify
from companion.core.verb import Field, Verb
from companion.core.words import Line, say

_HEX = set("0123456789abcdef")
_DIGITS = 64  # of a seal, and of a nonce
_BEFORE_THE_RIDE = ("destination", "paris", "perfidy")


def fits(match: str, state: State, opening: Opening) -> bool:
    """Is this what opens the seal on the table?"""
    return bool(state.sealed) and _why_not(match, state, opening) is None


def believed(pen: Pen[State], place: str) -> bool:
    """Does the opening fit the seal, or does the table go on without one? If neither, everybody sees what was tried."""
    state, nonce = pen.state, pen.given("nonce", "")
    reason = _why_not(pen.match, state, _opening(state, place, nonce)) if state.sealed else None
    if reason is None:
        return True
    # Half a nonce is a slip of the pen. A whole one that does not fit is a claim.
    claim = state.milady and _is_hex(nonce)
    if pen.intent.anyway or not claim:
        pen.need(False, reason if nonce else say("Her place lies under seal: only its opening shows it."), "sealed")
        if state.milady:
            foul(pen, "broken" if nonce else "unopened", place, _under_seal(pen, nonce))
        return True
    again = say("Everybody has seen that this does not open the seal.")
    pen.need(not claimed_before(state, place), again, "seal-broken")
    foul(pen, "broken", place, _under_seal(pen, nonce))
    return False


def show_place(pen: Pen[State], place: str) -> None:
    """Milady's place becomes known. What the seal proves to be a lie costs her what the truth would have cost."""
    lied = denial(pen.state, place) and fits(pen.match, pen.state, _opening(pen.state, place, pen.given("nonce", "")))
    pen.write("milady_at", place, "reveal")
    if lied:
        foul(pen, "answer", sealed=place)
        if place == "richelieu":
            pen.write("found", True, "seal-answer")


def denial(state: State, place: str) -> tuple[Line, str] | None:
    """What she has said this round against having been there, and the rule that goes with it."""
    if place not in state.passed:
        return None
    if place == "richelieu":
        return say("A musketeer was there and did not find her."), "richelieu"
    if state.board.ruling("rochefort_must_appear"):
        return say("Milady was there and had to let Rochefort step in."), "rochefort-forgotten"
    return None


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


def _opening(state: State, place: str, nonce: str) -> Opening:
    return Opening(state.sealed_for or state.round, place, nonce)


def _why_not(match: str, state: State, opening: Opening) -> Line | None:
    try:
        verify(state.sealed, match, opening, state.sealed_for or state.round)
    except BrokenSeal as broken:
        return broken.reason
    return None


def _under_seal(pen: Pen[State], nonce: str) -> str:
    """Once its nonce is out, everybody can try the places until one fits. None does if the nonce is another one."""
    for place in PLACES:
        if fits(pen.match, pen.state, _opening(pen.state, place, nonce)):
            return place
    return ""


def _is_hex(text: str) -> bool:
    return len(text) == _DIGITS and set(text) <= _HEX


def _have_acted(state: State) -> bool:
    """Is it plain that musketeers have acted this round, whatever the step is? It may have been set by hand.

    Whom treachery has brought down before his turn may be done at the Vieux Colombier without having acted.
    """
    turns = ((one.turn, one.place) for one in state.company)
    return any(turn == "acting" or (turn == "done" and place != "colombier") for turn, place in turns)


def _decide(pen: Pen[State]) -> None:
    state, seal = pen.state, pen.given("seal")
    if not _is_hex(seal):
        raise BadForm('"seal" must be 64 hexadecimal digits')
    if not state.milady:
        pen.refuse(say("Nobody plays Milady in this match."), "no-milady")
    early = state.step in _BEFORE_THE_RIDE
    pen.need(early, say("The destination is sealed before the musketeers ride."), "destination")
    if state.sealed:
        pen.tell(say("Milady has changed her mind and sealed anew."), "sealed")
    pen.write("sealed", seal, "sealed")
    pen.write("sealed_for", 0, "sealed")
    if not early or (not state.milady_at and _have_acted(state)):
        foul(pen, "late")


def _label(record: Record) -> Line:
    changes = record.result.get("changes", ())
    again = any(change["what"] == "sealed" and change["from"] for change in changes)
    plainly = say("Milady seals her destination anew") if again else say("Milady seals her destination")
    return label_of(record) or plainly


SEAL: Verb[State] = Verb(
    "seal",
    say("Milady's destination is kept under seal."),
    _decide,
    _label,
    (Field("seal", "text", say("the SHA-256 seal over tag, match, round, place and nonce")),),
)
