"""Who has won. Read off the tokens, so that a corrected token corrects the verdict."""

from __future__ import annotations

from companion.boxes.mousquetaires.board import CHAPTERS
from companion.boxes.mousquetaires.paris import constance_dice
from companion.boxes.mousquetaires.rules import RULES
from companion.boxes.mousquetaires.state import State
from companion.core.pen import Pen
from companion.core.prompt import Verdict
from companion.core.record import Record
from companion.core.verb import Verb
from companion.core.words import Line, say

# The defeats that One for all can still avert, by the use of the same name; against the other two nothing helps.
ESCAPES = ("time", "queen")


def doom(state: State) -> str:
    """Which way the match is lost as the tokens lie, or nothing."""
    tracks = state.board.tracks
    if state.time >= tracks["time"].hi:
        return "time"
    if state.rochelle <= tracks["rochelle"].lo:
        return "rochelle"
    if state.queen >= tracks["queen"].hi:
        return "queen"
    if constance_dice(state) and state.constance >= tracks["constance"].hi:
        return "constance"
    if "deadly_quest" in state.variants and all(musketeer.banned for musketeer in state.company):
        return "quest"
    return ""


def can_escape(state: State) -> bool:
    if not state.one_for_all or state.accepted:
        return False
    cause = doom(state)
    return cause in ESCAPES and not (cause == "time" and state.time_held)


def judge(state: State) -> Verdict | None:
    if state.chapters >= CHAPTERS:
        return Verdict("musketeers", "diamonds", RULES["victory"].text, "victory")
    cause = doom(state)
    if not cause or can_escape(state):
        return None
    rule = f"defeat-{cause}"
    return Verdict("milady", cause, RULES[rule].text, rule)


def _decide_accept(pen: Pen[State]) -> None:
    if not can_escape(pen.state):
        pen.refuse(say("There is no defeat to accept."), "one-for-all")
    pen.write("accepted", True, f"defeat-{doom(pen.state)}")


def _label_accept(record: Record) -> Line:
    return say("The musketeers accept defeat")


ACCEPT: Verb[State] = Verb(
    "accept", say("Let a defeat stand although One for all could still be played."), _decide_accept, _label_accept
)
