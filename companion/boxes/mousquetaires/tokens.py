"""Moving a token along its track, and handing out what the spaces promise."""

from __future__ import annotations

from companion.boxes.mousquetaires.setup import row_of
from companion.boxes.mousquetaires.state import State
from companion.core.pen import Pen
from companion.core.track import Arrival
from companion.core.words import say, say_n


def move(pen: Pen[State], name: str, by: int, why: str) -> Arrival:
    """Move a token; it stops at the end of its track."""
    arrival = pen.state.board.tracks[name].move(getattr(pen.state, name), by)
    pen.write(name, arrival.to, why)
    return arrival


def treachery_cards(state: State) -> int:
    """How many treachery cards are in this match at all."""
    profile = state.board.profile
    left_out = set(profile.texts(f"players.{row_of(state.players, state.milady)}.without_perfidy"))
    if "no_hourglass" in state.variants:
        left_out.add("hurry")
    return state.board.treachery_deck - sum(profile.number(f"perfidy.{name}.copies") for name in left_out)


def draw_treachery(pen: Pen[State], cards: int, why: str) -> None:
    """Milady draws unseen; only the number of her cards is public. Without a Milady nobody draws."""
    state = pen.state
    if not state.milady or cards <= 0:
        return
    whole = treachery_cards(state)
    lying = max(whole - state.perfidy - len(state.perfidy_gone), 0)
    if lying < cards and state.perfidy_gone and state.board.profile.text("rulings.perfidy_deck_empty") == "shuffle":
        pen.tell(say("The treachery cards are used up: shuffle them anew."), "perfidy-deck")
        lying = max(whole - state.perfidy, 0)
        pen.write("perfidy_gone", (), "perfidy-deck")
    drawn = min(cards, lying)
    if drawn <= 0:
        return
    pen.tell(say_n("Milady draws {n} treachery card.", "Milady draws {n} treachery cards.", drawn), why)
    pen.write("perfidy", pen.state.perfidy + drawn, why)


def push_time(pen: Pen[State], by: int, why: str) -> None:
    """Every push of the Time marker goes through here, because One for all can stop them all."""
    if pen.state.time_held:
        pen.tell(say("The Time marker stays where it is this round."), "time-held")
        return
    arrival = move(pen, "time", by, why)
    pen.write("time_moved", arrival.to - arrival.start, why)
