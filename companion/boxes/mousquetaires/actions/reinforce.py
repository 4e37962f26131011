"""Action 5: lay a Combat card at La Rochelle. Three cards in all, Bassompierre among them, and none is ever swapped."""

from __future__ import annotations

from companion.boxes.mousquetaires.company import WHO, chosen, expect, name_of, spend
from companion.boxes.mousquetaires.labels import acted
from companion.boxes.mousquetaires.names import SIEGE_CARDS
from companion.boxes.mousquetaires.state import State
from companion.core.pen import Pen
from companion.core.record import Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say, say_n


def dice_of(state: State, card: str) -> int:
    paths = {
        "single": "duel.combat_dice",
        "double": "duel.double_combat_dice",
        "bassompierre": "characters.bassompierre.siege_dice",
    }
    return state.board.number(paths[card])


def add_siege_card(pen: Pen[State], card: str) -> None:
    state, board = pen.state, pen.state.board
    slots = board.number("siege.slots")
    pen.need(
        len(state.siege_cards) < slots,
        say_n("Only {n} card may lie at La Rochelle.", "Only {n} cards may lie at La Rochelle.", slots),
        "reinforce",
    )
    pen.need(
        card != "bassompierre" or card not in state.siege_cards, say("Bassompierre lies there already."), "reinforce"
    )
    pen.write("siege_cards", (*state.siege_cards, card), "reinforce")
    pen.write("siege_dice", min(state.siege_dice + dice_of(state, card), board.number("siege.most_blue")), "reinforce")


def remove_siege_card(pen: Pen[State], card: str) -> None:
    state = pen.state
    cards = list(state.siege_cards)
    cards.remove(card)
    pen.write("siege_cards", cards, "reveal")
    pen.write("siege_dice", max(state.siege_dice - dice_of(state, card), 0), "reveal")


def _decide(pen: Pen[State]) -> None:
    musketeer = chosen(pen)
    name = name_of(musketeer.id)
    expect(pen, musketeer.place == "rochelle", say("{name} is not at La Rochelle.", name=name), "reinforce")
    spend(pen, musketeer.id, "reinforce")
    add_siege_card(pen, pen.given("card", "single"))


def _label(record: Record) -> Line:
    return say(
        "{name} reinforces La Rochelle: {card}",
        name=acted(record),
        card=SIEGE_CARDS[record.intent.fields.get("card", "single")],
    )


REINFORCE: Verb[State] = Verb(
    "reinforce",
    say("A musketeer lays a Combat card at La Rochelle."),
    _decide,
    _label,
    (WHO, Field("card", "text", say("single or double"), needed=False, choices=("single", "double"))),
)
