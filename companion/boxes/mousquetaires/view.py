"""What everybody at the table may see. The state holds no secret, so one view serves every seat."""

from __future__ import annotations

from typing import Any

from companion.boxes.mousquetaires.board import CHAPTERS, TRACKS
from companion.boxes.mousquetaires.company import full_life
from companion.boxes.mousquetaires.nearness import dangers
from companion.boxes.mousquetaires.state import ROMAN, Musketeer, State
from companion.core.plain import plain
from companion.core.words import Line, say, say_n


def view(state: State) -> dict[str, Any]:
    return {
        "round": state.round,
        "phase": ROMAN[state.phase],
        "players": state.players,
        "musketeers": list(state.musketeers),
        "tracks": {name: _track(state, name) for name in TRACKS},
        "siege_dice_by_time": [state.board.siege_dice_at(at) for at in range(1, state.board.tracks["time"].hi)],
        "treachery_cards": state.perfidy,
        "one_for_all": state.one_for_all,
        "paris": state.paris or None,
        "paris_gone": list(state.paris_gone),
        "paris_cards": state.paris_hand,
        "chapters_done": state.chapters,
        "time_held": state.time_held,
        "siege": {
            "blue_dice": state.siege_dice,
            "blue_swords": state.blue_swords,
            "red_swords": state.red_swords,
            "paid": list(state.rochelle_paid),
        },
        "dangers": [
            {"cause": danger.cause, "left": danger.left, "of": danger.of, "round": danger.round}
            for danger in dangers(state)
        ],
        "depth": state.depth,
        "variants": list(state.variants),
        "milady": _milady(state),
        "sealed_round": state.sealed_for or state.round,
        "fouls": plain(state.fouls),
        "company": [_musketeer(state, musketeer) for musketeer in state.company],
        "missions": {place: _mission(state, place) for place in ("paris", "louvre")},
        "quest": {"chapter": min(state.chapters + 1, CHAPTERS), **_without(plain(state.quest), "wardes")},
        "errand": plain(state.errand),
        "duel": plain(state.duel),
        "arsenal": {stock.id: stock.left for stock in state.stock},
        "sand": plain(state.sand) if state.sand.turned else None,
        "beaten": list(state.beaten),
    }


def _without(form: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in form.items() if key != name}


def _milady(state: State) -> dict[str, Any]:
    """What everybody knows of her. The seal tells nothing, the place is here only once it is known."""
    return {
        "played": state.milady,
        "sealed": state.sealed or None,
        "at": state.milady_at or None,
        "found": state.found,
        "rochefort_at": state.rochefort_at or None,
    }


def _musketeer(state: State, musketeer: Musketeer) -> dict[str, Any]:
    return {**plain(musketeer), "most_life": full_life(state, musketeer.id)}


def _mission(state: State, place: str) -> dict[str, Any]:
    return dict(plain(state.mission(place)))


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
