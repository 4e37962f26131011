"""Chapter 1, the inn of the Golden Lily: three paths of four spaces, and something behind every door."""

from __future__ import annotations

from companion.boxes.mousquetaires import duel
from companion.boxes.mousquetaires.company import hurt, name_of
from companion.boxes.mousquetaires.quest.chapters import finish_chapter
from companion.boxes.mousquetaires.state import FACE_DOWN, GONE, Errand, State
from companion.core.pen import Pen
from companion.core.words import say


def spaces(state: State) -> int:
    return state.board.number("quest.chapters.inn.path_spaces")


def paths(state: State) -> int:
    return state.board.number("quest.chapters.inn.paths")


def front(state: State, path: int) -> int:
    """The first space of a path (1, 2, 3) on which something still lies; its place in the row of all spaces."""
    first = (path - 1) * spaces(state)
    for at in range(first, first + spaces(state)):
        if state.quest.inn[at] != GONE:
            return at
    return first + spaces(state) - 1


def can_fight(state: State, who: str, path: int) -> bool:
    """From the common room the first door is one step away; on a cleared path the walk takes an action of its own."""
    untouched = front(state, path) == (path - 1) * spaces(state)
    return untouched or state.of(who).path == path or state.board.ruling("inn_advance_includes_fight")


def advance(pen: Pen[State], errand: Errand) -> None:
    path = int(errand.target)
    pen.write(f"company.{errand.who}.path", path, "inn")
    at = front(pen.state, path)
    kind = pen.state.quest.inn[at]
    target = f"inn:{at}"
    if kind == FACE_DOWN:
        pen.write("errand", Errand(errand.who, "advance", "quest", target, "token"), "inn")
    else:
        open_door(pen, errand.who, at, kind, seen_before=True)


def open_door(pen: Pen[State], who: str, at: int, kind: str, *, seen_before: bool) -> None:
    """What lies on the space is face up now."""
    token = pen.state.board.tokens[kind]
    if token.kind == "trap":
        if not seen_before or pen.state.board.ruling("revealed_trap_wounds"):
            pen.tell(say("{name} walks into a trap; no cuirass helps.", name=name_of(who)), "trap")
            _take_away(pen, who, at, kind)
            hurt(pen, who, token.wounds, "trap")
        else:
            _take_away(pen, who, at, kind)
    elif token.kind == "decoy":
        pen.tell(say("Only a decoy: nobody is there."), "inn")
        _take_away(pen, who, at, kind)
    else:
        _turn_up(pen, at, kind)
        duel.begin(pen, duel.against(pen.state, who, kind, "quest", f"inn:{at}"))


def won(pen: Pen[State], who: str, at: int) -> None:
    _take_away(pen, who, at, pen.state.quest.inn[at])


def _turn_up(pen: Pen[State], at: int, kind: str) -> None:
    inn = pen.state.quest.inn
    pen.write("quest.inn", (*inn[:at], kind, *inn[at + 1 :]), "inn")


def _take_away(pen: Pen[State], who: str, at: int, kind: str) -> None:
    spent = pen.state.quest.spent
    _turn_up(pen, at, GONE)
    pen.write("quest.spent", (*spent, kind), "inn")
    path = at // spaces(pen.state)
    row = pen.state.quest.inn[path * spaces(pen.state) : (path + 1) * spaces(pen.state)]
    if all(space == GONE for space in row):
        finish_chapter(pen, who)
