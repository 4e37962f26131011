"""The hourglass of "Hurry!": two minutes for the whole of phase II, standing still while others are busy."""

from __future__ import annotations

from companion.boxes.mousquetaires.company import end_turn
from companion.boxes.mousquetaires.state import Sand, State
from companion.core.hourglass import Hourglass
from companion.core.pen import Pen
from companion.core.record import Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say

# Why the glass lies on its side; a duel holds it by itself, the others until somebody says "go on".
PREPARING = ("louvre", "paris", "chapter")
BY_HAND = "table"


def glass(state: State) -> Hourglass:
    sand = state.sand
    return Hourglass(sand.total, sand.spent, sand.since, sand.holds, sand.turned)


def _keep(pen: Pen[State], after: Hourglass, why: str = "hourglass") -> None:
    pen.write("sand", Sand(after.total, after.spent, after.since, after.holds, after.turned), why)


def turn(pen: Pen[State]) -> None:
    _keep(pen, glass(pen.state).turn(pen.now))


def hold(pen: Pen[State], reason: str) -> None:
    if pen.state.sand.turned:
        _keep(pen, glass(pen.state).hold(reason, pen.now))


def release(pen: Pen[State], *reasons: str) -> None:
    after = glass(pen.state)
    for reason in reasons:
        after = after.release(reason, pen.now)
    _keep(pen, after)


def lay_aside(pen: Pen[State]) -> None:
    if pen.state.sand.turned:
        _keep(pen, Hourglass(pen.state.sand.total))


def run_out(pen: Pen[State]) -> None:
    """All actions that are left are lost, and the musketeers' phase is over."""
    for musketeer in pen.state.company:
        if musketeer.turn != "done" and not musketeer.down:
            end_turn(pen, musketeer.id)
    lay_aside(pen)
    pen.write("step", "reveal", "hourglass")


def _decide(pen: Pen[State]) -> None:
    state, how = pen.state, pen.given("how")
    if not state.sand.turned:
        pen.refuse(say("The hourglass is not running."), "hourglass")
    if how == "pause":
        hold(pen, BY_HAND)
    elif how == "go_on":
        release(pen, BY_HAND, *PREPARING)
    else:
        pen.need(glass(state).is_out(pen.now), say("There is still sand in the hourglass."), "hourglass")
        if state.duel or state.errand:
            pen.refuse(say("First finish what has begun."), "hourglass")
        pen.need(state.step == "actions", say("The musketeers act in phase II."), "actions")
        run_out(pen)


def _label(record: Record) -> Line:
    labels = {
        "pause": say("The hourglass is laid down"),
        "go_on": say("The hourglass runs on"),
        "out": say("The sand has run out"),
    }
    return labels[record.intent.fields["how"]]


SAND: Verb[State] = Verb(
    "sand",
    say("Lay the hourglass down, let it run on, or say that it has run out."),
    _decide,
    _label,
    (Field("how", "text", say("pause, go_on or out"), choices=("pause", "go_on", "out")),),
)
