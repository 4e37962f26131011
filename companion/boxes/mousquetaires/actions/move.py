"""Action 2: ride from one place to another. A thoroughbred gives one ride a round for nothing."""

from __future__ import annotations

from companion.boxes.mousquetaires.ambush import strike
from companion.boxes.mousquetaires.company import (
    WHO,
    chosen,
    expect,
    has_free_ride,
    name_of,
    on_the_quest,
    spend,
    take_turn,
)
from companion.boxes.mousquetaires.labels import acted
from companion.boxes.mousquetaires.names import PLACES
from companion.boxes.mousquetaires.richelieu import search
from companion.boxes.mousquetaires.state import State
from companion.core.pen import Pen
from companion.core.record import Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say

# Where musketeers may walk in of their own will.
RIDES = ("paris", "louvre", "quest", "rochelle", "richelieu", "colombier")


def _decide(pen: Pen[State]) -> None:
    musketeer, to, free = chosen(pen), pen.given("to"), pen.given("free", False)
    who, name = musketeer.id, name_of(musketeer.id)
    expect(pen, musketeer.place != "bastille", say("{name} has to leave the Bastille first.", name=name), "bastille")
    if to == musketeer.place:
        pen.refuse(say("{name} is there already.", name=name), "move")
    if to == "quest":
        on_the_quest(pen, musketeer)
    if free:
        pen.need(has_free_ride(musketeer), say("{name} has no free ride this round.", name=name), "horse")
        take_turn(pen, who)
        pen.write(f"company.{who}.rode", True, "horse")
    else:
        spend(pen, who, "move")
    pen.write(f"company.{who}.place", to, "move")
    pen.write(f"company.{who}.path", 0, "move")
    if to == "richelieu":
        search(pen, who)
    elif to in ("paris", "louvre"):
        strike(pen, to, who)


def _label(record: Record) -> Line:
    return say("{name} rides: {place}", name=acted(record), place=PLACES[record.intent.fields["to"]])


MOVE: Verb[State] = Verb(
    "move",
    say("A musketeer rides to another place."),
    _decide,
    _label,
    (
        Field("to", "text", say("where to"), choices=RIDES),
        WHO,
        Field("free", "flag", say("with the thoroughbred's free ride"), needed=False),
    ),
)
