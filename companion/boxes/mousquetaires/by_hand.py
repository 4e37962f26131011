"""What hangs on a value that people set by hand, and is put right with it."""

from __future__ import annotations

from collections.abc import Callable

from companion.boxes.mousquetaires import sand
from companion.boxes.mousquetaires.company import end_turn
from companion.boxes.mousquetaires.quest.tokens import laid_out
from companion.boxes.mousquetaires.state import Mission, State
from companion.core.pen import Pen

_WHY = "correction"


def other_chapter(pen: Pen[State]) -> None:
    """Its board lies there untouched: nobody has told the clerk what happened on the way."""
    _call_off(pen, "quest")
    pen.write("quest", laid_out(pen.state.board, pen.state.chapters), _WHY)
    for musketeer in pen.state.company:
        pen.write(f"company.{musketeer.id}.path", 0, _WHY)


def other_paris_card(pen: Pen[State]) -> None:
    """Whoever lies in wait stays; what the card asks for has to be read out anew."""
    _call_off(pen, "paris")
    before, card = pen.state.paris_mission, pen.state.paris
    kept = Mission(card=card, foes=before.foes, ambush=before.ambush, nemesis=before.nemesis)
    pen.write("paris_mission", kept if card else Mission(), _WHY)


def keep_the_seal(pen: Pen[State]) -> None:
    """A seal is for one round. When that is given another number, it still opens with the one it was laid in."""
    state = pen.state
    if state.milady and state.sealed and not state.sealed_for:
        pen.write("sealed_for", state.round, _WHY)


def turn_of(who: str) -> Callable[[Pen[State]], None]:
    """Nobody acts while he is out of action."""

    def put_right(pen: Pen[State]) -> None:
        musketeer = pen.state.of(who)
        if musketeer.down and musketeer.turn == "acting":
            end_turn(pen, who)

    return put_right


def _call_off(pen: Pen[State], place: str) -> None:
    """What waits for an answer there cannot be answered any more."""
    if pen.state.errand and pen.state.errand.place == place:
        pen.write("errand", None, _WHY)
    if pen.state.duel and pen.state.duel.place == place:
        pen.write("duel", None, _WHY)
        sand.release(pen, "duel")
