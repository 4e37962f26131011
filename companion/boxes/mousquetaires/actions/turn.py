"""Beginning a turn, ending it, and getting up instead of acting."""

from __future__ import annotations

from companion.boxes.mousquetaires.company import (
    WHO,
    chosen,
    end_turn,
    expect,
    make_way,
    must_leave,
    name_of,
    stand_up,
    started_here,
    take_turn,
)
from companion.boxes.mousquetaires.labels import acted
from companion.boxes.mousquetaires.state import State
from companion.core.pen import Pen
from companion.core.record import Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say


def _decide_turn(pen: Pen[State]) -> None:
    musketeer = chosen(pen)
    name = name_of(musketeer.id)
    if musketeer.turn == "acting":
        pen.refuse(say("{name} is acting already.", name=name), "turn")
    take_turn(pen, musketeer.id)
    if must_leave(pen.state, musketeer):
        pen.tell(started_here(musketeer.id), "richelieu")


def _decide_rest(pen: Pen[State]) -> None:
    musketeer = chosen(pen)
    expect(pen, musketeer.turn == "acting", say("{name} is not acting.", name=name_of(musketeer.id)), "turn")
    expect(pen, not must_leave(pen.state, musketeer), started_here(musketeer.id), "richelieu")
    end_turn(pen, musketeer.id)


def _decide_recover(pen: Pen[State]) -> None:
    musketeer = chosen(pen)
    name = name_of(musketeer.id)
    if not musketeer.down:
        pen.refuse(say("{name} is not out of action.", name=name), "recovery")
    expect(pen, pen.state.step == "actions", say("The musketeers act in phase II."), "actions")
    expect(pen, musketeer.turn == "waiting", say("{name} recovers in the next round.", name=name), "recovery")
    last = pen.state.board.profile.text("rulings.recovery") == "last"
    others = [other for other in pen.state.company if not other.down]
    expect(
        pen,
        not last or all(other.turn == "done" or (other.turn == "acting" and other.left == 0) for other in others),
        say("At this table a fallen musketeer recovers after all the others have acted."),
        "recovery",
    )
    make_way(pen)
    stand_up(pen, musketeer.id)


def _label_turn(record: Record) -> Line:
    return say("{name}'s turn", name=acted(record))


def _label_rest(record: Record) -> Line:
    return say("{name} has finished", name=acted(record))


def _label_recover(record: Record) -> Line:
    return say("{name} recovers", name=acted(record))


TURN: Verb[State] = Verb("turn", say("A musketeer begins his turn."), _decide_turn, _label_turn, (WHO,))
REST: Verb[State] = Verb("rest", say("A musketeer ends his turn."), _decide_rest, _label_rest, (WHO,))
RECOVER: Verb[State] = Verb(
    "recover",
    say("A musketeer who is out of action gets up instead of acting."),
    _decide_recover,
    _label_recover,
    (Field("who", "text", say("which musketeer"), choices=WHO.choices),),
)
