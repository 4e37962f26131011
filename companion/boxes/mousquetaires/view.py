"""What everybody at the table may see. The state holds no secret, so one view serves every seat."""

from __future__ import annotations

from typing import Any

from companion.boxes.mousquetaires.board import TRACKS
from companion.boxes.mousquetaires.state import ROMAN, State
from companion.boxes.mousquetaires.verdict import dangers
from companion.core.words import Line, say, say_n


def view(state: State) -> dict[str, Any]:
    return {
        "round": state.round,
        "phase": ROMAN[state.phase],
        "players": state.players,
        "musketeers": list(state.musketeers),
        "tracks": {name: _track(state, name) for name in TRACKS},
        "siege_dice_by_time": list(state.board.siege_dice),
        "treachery_cards": state.perfidy,
        "one_for_all": state.one_for_all,
        "paris": state.paris or None,
        "paris_gone": list(state.paris_gone),
        "chapters_done": state.chapters,
        "time_held": state.time_held,
        "siege": {
            "blue_dice": state.siege_dice,
            "blue_swords": state.blue_swords,
            "red_swords": state.red_swords,
            "paid": list(state.rochelle_paid),
        },
        "dangers": [{"cause": danger.cause, "left": danger.left, "of": danger.of} for danger in dangers(state)],
    }


def _track(state: State, name: str) -> dict[str, Any]:
    track = state.board.tracks[name]
    return {
        "at": getattr(state, name),
        "lo": track.lo,
        "hi": track.hi,
        "marks": {str(mark.space): mark.name for mark in track.marks},
    }


def outlook(state: State) -> Line:
    """What the next move of the Time marker will mean."""
    track = state.board.tracks["time"]
    left = track.hi - state.time
    if state.time_held:
        return say("One for all was played: the marker does not move this round.")
    if left == 1:
        return say("The next space is Richelieu: Milady will win.")
    now, then = state.board.siege_dice_at(state.time), state.board.siege_dice_at(state.time + 1)
    if then > now:
        return say("From the next space on Milady throws {n} dice at La Rochelle.", n=then)
    return say_n("{n} space to Richelieu", "{n} spaces to Richelieu", left)
