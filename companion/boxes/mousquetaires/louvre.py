"""The Louvre: the marker that falls every round, and missions accomplished or failed."""

from __future__ import annotations

from companion.boxes.mousquetaires.state import State
from companion.boxes.mousquetaires.tokens import draw_treachery, move
from companion.core.pen import Pen
from companion.core.record import Record
from companion.core.verb import Verb
from companion.core.words import Line, say


def fall(pen: Pen[State]) -> None:
    """Phase IV, second step. The marker always falls, even when the mission was laid out this very round."""
    board = pen.state.board
    for mark in move(pen, "louvre", board.number("tracks.louvre.step"), "louvre").reached:
        if mark.name == "queen":
            move(pen, "queen", board.number("tracks.louvre.queen_loss_third"), "louvre")
        elif mark.name == "failed":
            move(pen, "queen", board.number("tracks.louvre.queen_loss_fourth"), "louvre-failed")
            draw_treachery(pen, board.number("tracks.louvre.failure_perfidy"), "louvre-failed")
            pen.tell(
                say("The mission is discarded: adversaries back to Milady's hand, ambush out, next mission turned up."),
                "louvre-failed",
            )
            pen.write("louvre", board.tracks["louvre"].start, "louvre-failed")


def _decide_done(pen: Pen[State]) -> None:
    state, board = pen.state, pen.state.board
    pen.need(state.step == "actions", say("Missions are accomplished in phase II."), "louvre-done")
    if state.louvre <= board.number("tracks.louvre.bonus_until"):
        move(pen, "epic", board.number("tracks.louvre.bonus_epic"), "louvre-done")
    pen.tell(say("The mission leaves the game; the next one is turned up and Milady mans it."), "louvre-done")
    pen.write("louvre", board.tracks["louvre"].start, "louvre-done")


def _label(record: Record) -> Line:
    return say("Louvre mission accomplished")


LOUVRE_DONE: Verb[State] = Verb(
    "louvre_done", say("The musketeers have finished the Louvre mission."), _decide_done, _label
)
