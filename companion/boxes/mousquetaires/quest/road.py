"""Chapter 3, the return to Paris: three ambushers in a row, fought blind."""

from __future__ import annotations

from companion.boxes.mousquetaires import duel, sand
from companion.boxes.mousquetaires.company import hurt, name_of
from companion.boxes.mousquetaires.quest.chapters import finish_chapter
from companion.boxes.mousquetaires.state import FACE_DOWN, GONE, Duel, Errand, State
from companion.core.pen import Pen
from companion.core.words import say


def front(state: State) -> int:
    """The first place of the road on which somebody still waits."""
    return next((at for at, token in enumerate(state.quest.road) if token != GONE), len(state.quest.road))


def advance(pen: Pen[State], errand: Errand) -> None:
    """The cards are played before the token is turned."""
    at = front(pen.state)
    kind = pen.state.quest.road[at]
    if kind == FACE_DOWN:
        duel.begin(pen, Duel(errand.who, FACE_DOWN, "quest", f"road:{at}"))
    else:
        meet(pen, errand.who, at, kind)


def meet(pen: Pen[State], who: str, at: int, kind: str) -> None:
    """Somebody who was turned up in an earlier fight is fought with open eyes."""
    if pen.state.board.tokens[kind].kind == "trap":
        spring(pen, who, at)
    else:
        duel.begin(pen, duel.against(pen.state, who, kind, "quest", f"road:{at}"))


def turn_up(pen: Pen[State], fight: Duel, kind: str) -> bool:
    """The token is turned after the cards are played. True if there is somebody to fight."""
    at = int(fight.target.partition(":")[2])
    road = pen.state.quest.road
    pen.write("quest.road", (*road[:at], kind, *road[at + 1 :]), "road")
    if pen.state.board.tokens[kind].kind == "trap":
        pen.write("duel", None, "trap")
        sand.release(pen, "duel")
        spring(pen, fight.who, at)
        return False
    known = duel.opponent(pen.state, kind)
    pen.write("duel.foe", kind, "road")
    pen.write("duel.red", known.dice, "road")
    pen.write("duel.fixed", known.fixed, "road")
    pen.write("duel.life", known.life, "road")
    pen.write("duel.waits", "dice", "road")
    return True


def spring(pen: Pen[State], who: str, at: int) -> None:
    wounds = pen.state.board.tokens["trap"].wounds
    pen.tell(say("{name} walks into a trap; no cuirass helps.", name=name_of(who)), "trap")
    won(pen, who, at)
    hurt(pen, who, wounds, "trap")


def won(pen: Pen[State], who: str, at: int) -> None:
    road = pen.state.quest.road
    pen.write("quest.spent", (*pen.state.quest.spent, road[at]), "road")
    pen.write("quest.road", (*road[:at], GONE, *road[at + 1 :]), "road")
    if front(pen.state) == len(road):
        finish_chapter(pen, who)
