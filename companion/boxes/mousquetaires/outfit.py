"""By hand: which tokens lie on a musketeer's board, whatever the clerk has been told before."""

from __future__ import annotations

from companion.boxes.mousquetaires.board import SKILLS
from companion.boxes.mousquetaires.company import name_of
from companion.boxes.mousquetaires.goods import EQUIPMENT, kind_of, room_for
from companion.boxes.mousquetaires.labels import acted
from companion.boxes.mousquetaires.names import GOODS
from companion.boxes.mousquetaires.setup import FIVE
from companion.boxes.mousquetaires.state import Musketeer, State
from companion.core.pen import Pen
from companion.core.record import BadForm, Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say

BOTTE = "improved_botte"
TOKENS = (*EQUIPMENT, *SKILLS, BOTTE)  # what can lie there; balm is used up at once


def carried(musketeer: Musketeer) -> tuple[str, ...]:
    return (*musketeer.gear, *musketeer.skills, *((BOTTE,) if musketeer.botte else ()))


def _decide(pen: Pen[State]) -> None:
    who, items = pen.given("who"), tuple(pen.given("items"))
    if who not in pen.state.musketeers:
        raise BadForm(f'"{who}" does not ride in this match')
    stranger = next((item for item in items if item not in TOKENS), "")
    if stranger:
        raise BadForm(f'no "{stranger}" lies on a board; there are {", ".join(TOKENS)}')
    for kind in ("gear", "skills"):
        owned = tuple(item for item in items if kind_of(item) == kind)
        if not room_for(pen.state, kind, owned):
            pen.refuse(say("{name} has no room for it.", name=name_of(who)), "correction")
        pen.write(f"company.{who}.{kind}", owned, "correction")
    pen.write(f"company.{who}.botte", BOTTE in items, "correction")


def _label(record: Record) -> Line:
    items = list(record.intent.fields["items"])
    if not items:
        return say("{name} carries nothing", name=acted(record))
    if len(items) == 1:
        return say("{name} carries: {item}", name=acted(record), item=GOODS[items[0]])
    return say("What {name} carries is put right", name=acted(record))


OUTFIT: Verb[State] = Verb(
    "outfit",
    say("By hand: which tokens lie on a musketeer's board."),
    _decide,
    _label,
    (
        Field("who", "text", say("whose board"), choices=FIVE),
        Field("items", "texts", say("all the tokens that lie on it")),
    ),
)
