"""What the device that keeps Milady's opening says for her, without asking anybody.

It says no more than the rules would have her say: that Rochefort comes, or that he does not; that she is found, or
that she is not. "Not" is the same word wherever she is, so that nobody can tell a place where she is not from one
where somebody at her device let a musketeer pass.
"""

from __future__ import annotations

from companion.boxes.mousquetaires.seal import fits
from companion.boxes.mousquetaires.state import State
from companion.core.record import Intent
from companion.core.sealed import Opening

HER_SEAT = "milady"


def answer(match: str, state: State, opening: Opening | None) -> Intent | None:
    """Nothing if nobody asks, if everybody knows where she is, or if this is not what opens the seal on the table."""
    errand = state.errand
    if opening is None or errand is None or not state.milady or state.milady_at or not fits(match, state, opening):
        return None
    there = opening.choice == errand.place
    if errand.waits == "rochefort":
        # He may have been put out of action by hand since the musketeer declared what he tries.
        if there and state.rochefort > 0:
            return Intent("rochefort", {"nonce": opening.nonce_hex}, HER_SEAT)
        return Intent("let_pass", seat=HER_SEAT)
    if errand.waits == "richelieu":
        fields = {"found": True, "nonce": opening.nonce_hex} if there else {"found": False}
        return Intent("richelieu", fields, HER_SEAT)
    return None
