"""Action 9: leave the Bastille, with a bribe or with the sword."""

from __future__ import annotations

from companion.boxes.mousquetaires import duel
from companion.boxes.mousquetaires.company import WHO, chosen, name_of, spend
from companion.boxes.mousquetaires.labels import acted
from companion.boxes.mousquetaires.state import State
from companion.boxes.mousquetaires.tokens import move
from companion.core.pen import Pen
from companion.core.record import Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say, say_n


def _decide(pen: Pen[State]) -> None:
    musketeer = chosen(pen)
    who = musketeer.id
    if musketeer.place != "bastille":
        pen.refuse(say("{name} is not in the Bastille.", name=name_of(who)), "bastille")
    price = pen.state.board.number("bastille.price")
    if pen.given("how") == "pay":
        pen.need(
            pen.state.purse >= price,
            say_n("The gaoler wants {n} pistole.", "The gaoler wants {n} pistoles.", price),
            "bastille",
        )
        spend(pen, who, "bastille")
        move(pen, "purse", -min(price, pen.state.purse), "bastille")
        pen.write(f"company.{who}.place", "colombier", "bastille")
    else:
        spend(pen, who, "bastille")
        duel.begin(pen, duel.against(pen.state, who, "gaoler", "bastille"))


def _label(record: Record) -> Line:
    if record.intent.fields["how"] == "pay":
        return say("{name} bribes the gaoler", name=acted(record))
    return say("{name} fights his way out of the Bastille", name=acted(record))


ESCAPE: Verb[State] = Verb(
    "escape",
    say("A musketeer leaves the Bastille."),
    _decide,
    _label,
    (Field("how", "text", say("pay or fight"), choices=("pay", "fight")), WHO),
)
