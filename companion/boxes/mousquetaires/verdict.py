"""Who has won, and how near each defeat is. Read off the tokens, so that a corrected token corrects the verdict."""

from __future__ import annotations

from dataclasses import dataclass

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
    return ""


def can_escape(state: State) -> bool:
    cause = doom(state)
    helps = cause in ESCAPES and not (cause == "time" and state.time_held)
    return helps and state.one_for_all > 0 and not state.accepted


def judge(state: State) -> Verdict | None:
    if state.chapters >= CHAPTERS:
        return Verdict("musketeers", "diamonds", RULES["victory"].text, "victory")
    cause = doom(state)
    if not cause or can_escape(state):
        return None
    rule = f"defeat-{cause}"
    return Verdict("milady", cause, RULES[rule].text, rule)


@dataclass(frozen=True, slots=True)
class Danger:
    """How far one way of losing is: `left` of `of` spaces."""

    cause: str
    left: int
    of: int


def dangers(state: State) -> tuple[Danger, ...]:
    tracks = state.board.tracks
    found = [
        Danger("time", tracks["time"].hi - state.time, tracks["time"].hi - tracks["time"].lo),
        Danger("rochelle", state.rochelle - tracks["rochelle"].lo, tracks["rochelle"].hi - tracks["rochelle"].lo),
        Danger("queen", tracks["queen"].hi - state.queen, tracks["queen"].hi - tracks["queen"].lo),
    ]
    if constance_dice(state):
        found.append(Danger("constance", tracks["constance"].hi - state.constance, tracks["constance"].hi))
    return tuple(found)


def _decide_accept(pen: Pen[State]) -> None:
    if not can_escape(pen.state):
        pen.refuse(say("There is no defeat to accept."), "one-for-all")
    pen.write("accepted", True, f"defeat-{doom(pen.state)}")


def _label_accept(record: Record) -> Line:
    return say("The musketeers accept defeat")


ACCEPT: Verb[State] = Verb(
    "accept", say("Let a defeat stand although One for all could still be played."), _decide_accept, _label_accept
)
