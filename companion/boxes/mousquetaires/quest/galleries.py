"""Chapter 4, the galleries of the Louvre: four rooms, each crossed by wit, by steel or by a secret passage."""

from __future__ import annotations

from companion.boxes.mousquetaires.company import hurt, name_of
from companion.boxes.mousquetaires.quest.chapters import finish_chapter
from companion.boxes.mousquetaires.quest.tokens import GUARDS
from companion.boxes.mousquetaires.state import CLERK, FACE_DOWN, GONE, Errand, State
from companion.boxes.mousquetaires.tokens import move
from companion.core.pen import Pen
from companion.core.words import say


def rooms(state: State) -> int:
    return state.board.number("quest.chapters.galleries.rooms")


def cross(pen: Pen[State], who: str) -> None:
    """The room is behind them: its tokens leave the game, the next ones are turned up."""
    quest = pen.state.quest
    seen = tuple(token for token in quest.guards if token not in (FACE_DOWN, GONE))
    test = (quest.test,) if quest.test else ()
    pen.write("quest.spent", (*quest.spent, *seen, *test), "galleries")
    pen.write("quest.test", "", "galleries")
    pen.write("quest.guards", (FACE_DOWN,) * GUARDS, "galleries")
    pen.write("quest.room", quest.room + 1, "galleries")
    if pen.state.quest.room >= rooms(pen.state):
        finish_chapter(pen, who)
    else:
        pen.tell(say("Milady turns up the tokens of the next gallery."), "galleries")
        ask_for_gallery(pen)


def ask_for_gallery(pen: Pen[State]) -> None:
    """The clerk has to know what lies there; the scorekeeper does not."""
    if pen.state.depth == CLERK:
        pen.write("errand", Errand("", "gallery", "quest", waits="gallery"), "galleries")


def slip_through(pen: Pen[State], errand: Errand) -> None:
    price = pen.state.board.number("quest.chapters.galleries.passage_epic")
    move(pen, "epic", -price, "passage")
    cross(pen, errand.who)


def spring(pen: Pen[State], errand: Errand) -> None:
    """A trap among the guards lies face up; whoever takes it on gets it out of the way."""
    at, who = int(errand.target), errand.who
    token = pen.state.board.tokens[pen.state.quest.guards[at]]
    wounds = token.wounds if pen.state.board.ruling("revealed_trap_wounds") else 0
    if wounds:
        pen.tell(say("{name} walks into a trap; no cuirass helps.", name=name_of(who)), "trap")
    won(pen, who, at)
    hurt(pen, who, wounds, "trap")


def won(pen: Pen[State], who: str, at: int) -> None:
    """One guard is down; with both down the way is free."""
    guards = pen.state.quest.guards
    pen.write("quest.spent", (*pen.state.quest.spent, guards[at]), "galleries")
    pen.write("quest.guards", (*guards[:at], GONE, *guards[at + 1 :]), "galleries")
    if all(guard == GONE for guard in pen.state.quest.guards):
        cross(pen, who)
