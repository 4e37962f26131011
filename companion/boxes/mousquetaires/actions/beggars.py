"""Paying the Beggars: no action, and nobody has to be there."""

from __future__ import annotations

from companion.boxes.mousquetaires.ambush import remove_ambush
from companion.boxes.mousquetaires.company import expect
from companion.boxes.mousquetaires.missions import settle
from companion.boxes.mousquetaires.names import PLACES
from companion.boxes.mousquetaires.state import State
from companion.boxes.mousquetaires.tokens import move
from companion.core.pen import Pen
from companion.core.record import Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say, say_n


def _decide_pay(pen: Pen[State]) -> None:
    place = pen.given("place")
    if pen.state.mission(place).ambush != "beggars":
        pen.refuse(say("There are no Beggars there."), "ambush-beggars")
    price = pen.state.board.number("ambushes.beggars.price")
    pen.need(
        pen.state.purse >= price,
        say_n("The Beggars want {n} pistole.", "The Beggars want {n} pistoles.", price),
        "ambush-beggars",
    )
    on_the_spot = pen.state.board.ruling("beggars_paid_on_the_spot")
    expect(
        pen,
        not on_the_spot or bool(pen.state.at(place)),
        say("At this table somebody has to be there to pay the Beggars."),
        "ambush-beggars",
    )
    move(pen, "purse", -min(price, pen.state.purse), "ambush-beggars")
    remove_ambush(pen, place, "ambush-beggars")
    settle(pen, place)


def _label_pay(record: Record) -> Line:
    return say("The Beggars are paid: {place}", place=PLACES[record.intent.fields["place"]])


PAY_BEGGARS: Verb[State] = Verb(
    "pay_beggars",
    say("Pay the Beggars on a mission; this costs no action."),
    _decide_pay,
    _label_pay,
    (Field("place", "text", say("which mission"), choices=("paris", "louvre")),),
)
