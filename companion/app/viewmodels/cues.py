"""What is heard, felt and spoken when: from what happened at the table to the names of sounds."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from companion.app.viewmodels.table import TableModel
from companion.core.prompt import Refusal
from companion.core.record import Record
from companion.core.words import Line

# Seconds: silent, buzzing, silent, buzzing.
SHORT = (0.0, 0.08)
NO = (0.0, 0.04, 0.08, 0.04)
HURRY = (0.0, 0.12, 0.12, 0.12)
OVER = (0.0, 0.7)

_BOOKKEEPING = {"step", "round"}
_TURNED_BACK = {"undo", "redo", "back_to"}


@dataclass(frozen=True, slots=True)
class Cue:
    sound: str = ""
    buzz: tuple[float, ...] = ()


NONE = Cue()
REFUSED = Cue("refusal", NO)
SAND = {
    "start": Cue("sand_start"),
    "half": Cue("sand_half"),
    "ten": Cue("sand_ten", HURRY),
    "out": Cue("sand_out", OVER),
}
ENDS = {"musketeers": Cue("fanfare", HURRY), "milady": Cue("defeat", OVER)}


def cue_of(outcome: Record | Refusal | Line, ended: bool, winner: str, pieces: Collection[str]) -> Cue:
    """One cue for one tap, the weightiest that fits.

    `ended`: the match was over before. `winner` is who has won after it; `pieces` are the paths of what is tracked on
    the board. A glass that is turned is heard from its own clock.
    """
    if isinstance(outcome, Refusal):
        # A tap that came too late is dropped without a sound, as it is without a word.
        return NONE if outcome.stale else REFUSED
    if isinstance(outcome, Line):
        return REFUSED
    if winner and not ended:
        return ENDS.get(winner, NONE)
    if outcome.intent.do in _TURNED_BACK:
        return Cue("page")
    # Typed faces were thrown by hand: everybody has heard those already.
    if any(not roll["typed"] for roll in outcome.result.get("rolls", ())):
        return Cue("dice", SHORT)
    moved = {change["what"] for change in outcome.result.get("changes", ())} - _BOOKKEEPING
    return Cue("token") if any(_on_the_board(what, pieces) for what in moved) else NONE


def _on_the_board(what: str, pieces: Collection[str]) -> bool:
    # Actions that are left are counted by the clerk; no counter lies there for them.
    return what in pieces and not what.endswith((".left", ".turn"))


def told(outcome: Record | Refusal | Line, model: TableModel) -> Cue:
    """The cue for what came of a tap. Ask before the model is brought up to date: it still knows how things stood."""
    match = model.match
    verdict = match.verdict()
    pieces = {slot.path for slot in match.slots.values()}
    return cue_of(outcome, bool(model.view["verdict"]), verdict.winner if verdict else "", pieces)


def spoken(model: TableModel) -> str:
    """What the NOW card asks, or how it ended: who and what, as everybody at the table may read it."""
    if model.verdict:
        return "\n".join(model.verdict[1:])
    now = model.now
    return "\n".join(filter(None, (now.who, now.what))) if now else ""
