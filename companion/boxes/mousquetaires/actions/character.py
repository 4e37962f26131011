"""Action 4: play a character card, from anywhere."""

from __future__ import annotations

from companion.boxes.mousquetaires.actions.reinforce import add_siege_card
from companion.boxes.mousquetaires.bastille import only_escape
from companion.boxes.mousquetaires.company import WHO, chosen, name_of, spend
from companion.boxes.mousquetaires.labels import acted
from companion.boxes.mousquetaires.names import CHARACTERS
from companion.boxes.mousquetaires.state import State
from companion.boxes.mousquetaires.tokens import move
from companion.core.pen import Pen
from companion.core.record import Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say


def _decide(pen: Pen[State]) -> None:
    musketeer, card = chosen(pen), pen.given("card")
    only_escape(pen, musketeer)
    spend(pen, musketeer.id, "character")
    if card == "essarts":
        move(pen, "purse", pen.state.board.number("characters.essarts.pistoles"), "character")
    elif card == "buckingham":
        move(pen, "epic", pen.state.board.number("characters.buckingham.epic"), "character")
    elif card == "bassompierre":
        add_siege_card(pen, "bassompierre")
    else:
        pen.tell(say("{name} carries out what the card says.", name=name_of(musketeer.id)), "character")


def _label(record: Record) -> Line:
    card, note = record.intent.fields["card"], record.intent.fields.get("note")
    return say("{name} plays {card}", name=acted(record), card=note if card == "other" and note else CHARACTERS[card])


CHARACTER: Verb[State] = Verb(
    "character",
    say("A musketeer plays a character card."),
    _decide,
    _label,
    (
        Field("card", "text", say("which card"), choices=tuple(CHARACTERS)),
        WHO,
        Field("note", "text", say("what another card does, in your own words"), needed=False),
    ),
)
