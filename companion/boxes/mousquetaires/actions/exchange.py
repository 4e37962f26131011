"""Action 3: exchange cards and equipment with one musketeer in the same place."""

from __future__ import annotations

from companion.boxes.mousquetaires.bastille import only_escape
from companion.boxes.mousquetaires.board import SKILLS
from companion.boxes.mousquetaires.company import WHO, chosen, expect, name_of, spend
from companion.boxes.mousquetaires.goods import EQUIPMENT, room_for
from companion.boxes.mousquetaires.labels import acted
from companion.boxes.mousquetaires.setup import FIVE
from companion.boxes.mousquetaires.state import Musketeer, State
from companion.core.pen import Pen
from companion.core.record import BadForm, Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say

BOTTE = "improved_botte"


def _decide(pen: Pen[State]) -> None:
    giver, other = chosen(pen), pen.given("with")
    if other not in pen.state.musketeers or other == giver.id:
        pen.refuse(say("Exchange with another musketeer of this match."), "exchange")
    taker = pen.state.of(other)
    only_escape(pen, giver)
    expect(pen, taker.place == giver.place, say("They are not in the same place."), "exchange")
    pen.need(not pen.state.separated, say("They are separated this round: no exchange."), "separated")
    gives, takes = tuple(pen.given("give", ())), tuple(pen.given("take", ()))
    spend(pen, giver.id, "exchange")
    _hand_over(pen, giver.id, other, gives, takes)
    pen.tell(
        say("{name} and {other} exchange what they like.", name=name_of(giver.id), other=name_of(other)), "exchange"
    )


def _hand_over(pen: Pen[State], one: str, other: str, gives: tuple[str, ...], takes: tuple[str, ...]) -> None:
    for item in (*gives, *takes):
        if item not in (*EQUIPMENT, *SKILLS, BOTTE):
            raise BadForm(f'"{item}" is nothing that can be exchanged')
    if len(set(gives)) != len(gives) or len(set(takes)) != len(takes):
        raise BadForm("nobody has two tokens alike to exchange")
    improved = any(item not in EQUIPMENT for item in (*gives, *takes))
    pen.need(
        not improved or pen.state.board.ruling("improvements_tradable"),
        say("Improvements stay with their owner."),
        "exchange",
    )
    first, second = pen.state.of(one), pen.state.of(other)
    if not set(gives) <= _owned(first) or not set(takes) <= _owned(second):
        pen.refuse(say("Nobody can give what he does not have."), "exchange")
    for kind in ("gear", "skills"):
        fits = (lambda item: item in EQUIPMENT) if kind == "gear" else (lambda item: item in SKILLS)
        mine, his = getattr(first, kind), getattr(second, kind)
        new_mine = (*(item for item in mine if item not in gives), *filter(fits, takes))
        new_his = (*(item for item in his if item not in takes), *filter(fits, gives))
        pen.need(
            room_for(pen.state, kind, new_mine) and room_for(pen.state, kind, new_his),
            say("There is no room for that, or it is there already."),
            "equip",
        )
        pen.write(f"company.{one}.{kind}", new_mine, "exchange")
        pen.write(f"company.{other}.{kind}", new_his, "exchange")
    if (BOTTE in gives) != (BOTTE in takes):
        pen.need(not (first.botte and second.botte), say("There is no room for that, or it is there already."), "equip")
        pen.write(f"company.{one}.botte", BOTTE in takes, "exchange")
        pen.write(f"company.{other}.botte", BOTTE in gives, "exchange")


def to_spare(state: State, giver: Musketeer, taker: Musketeer) -> tuple[str, ...]:
    """The tokens that one of them could hand to the other, each for itself."""
    found = [item for item in giver.gear if room_for(state, "gear", (*taker.gear, item))]
    if state.board.ruling("improvements_tradable"):
        found += [item for item in giver.skills if room_for(state, "skills", (*taker.skills, item))]
        found += [BOTTE] if giver.botte and not taker.botte else []
    return tuple(found)


def _owned(musketeer: Musketeer) -> set[str]:
    return {*musketeer.gear, *musketeer.skills, *((BOTTE,) if musketeer.botte else ())}


def _label(record: Record) -> Line:
    return say("{name} exchanges with {other}", name=acted(record), other=name_of(record.intent.fields["with"]))


EXCHANGE: Verb[State] = Verb(
    "exchange",
    say("Two musketeers in one place exchange cards and equipment."),
    _decide,
    _label,
    (
        Field("with", "text", say("with whom"), choices=FIVE),
        WHO,
        Field("give", "texts", say("equipment he gives"), needed=False),
        Field("take", "texts", say("equipment he gets"), needed=False),
    ),
)
