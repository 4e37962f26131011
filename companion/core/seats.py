"""Who may do what, when several devices sit at one table. What is allowed by the rules is another question."""

from __future__ import annotations

from typing import TypeVar

from companion.core import commons
from companion.core.box import Box
from companion.core.prompt import Refusal
from companion.core.record import Intent
from companion.core.words import Line, say

S = TypeVar("S")

TABLE, MILADY, MUSKETEERS, ONLOOKER = SEATS = ("table", "milady", "musketeers", "onlooker")

# Finishing a step is no camp's own, but what Milady is asked only she can have finished.
_GO_ON = "next"


def may(box: Box[S], intent: Intent, seat: str, state: S, milady_seated: bool) -> Refusal | None:
    """Nothing if this seat may ask for this, whatever comes of it; otherwise why not.

    The board's own device plays for everybody who has none. Only if Milady has one are her secrets no longer its to
    tell; should hers be lost in the middle of a round, the table can still insist.
    """
    if seat not in SEATS or seat == ONLOOKER:
        return _no(say("Onlookers change nothing."))
    verb = box.verbs.get(intent.do)
    if intent.do in commons.FIELDS or verb is None:
        return None
    if seat == TABLE:
        hers = verb.secret or box.shows(state, intent)
        if hers and milady_seated and not intent.anyway:
            return Refusal(say("Milady sits at a device of her own: only she can say this."), "seat")
        return None
    camp = verb.camp
    if intent.do == _GO_ON and any(prompt.camp == MILADY for prompt in box.prompts(state, seat)[:1]):
        camp = MILADY
    if camp in ("", seat):
        return None
    return _no(say("That is for Milady to do.") if camp == MILADY else say("That is for the musketeers to do."))


def _no(reason: Line) -> Refusal:
    return Refusal(reason, "seat", overridable=False)
