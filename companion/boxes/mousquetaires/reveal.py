"""The end of phase II: where Milady was, and what she gains there."""

from __future__ import annotations

from companion.boxes.mousquetaires.actions.reinforce import remove_siege_card
from companion.boxes.mousquetaires.company import expect
from companion.boxes.mousquetaires.errands import GUARDED
from companion.boxes.mousquetaires.foul import label_of
from companion.boxes.mousquetaires.names import DESTINATIONS, PLACES, SIEGE_CARDS
from companion.boxes.mousquetaires.paris import open_cards
from companion.boxes.mousquetaires.seal import believed, denial, show_place
from companion.boxes.mousquetaires.state import CLERK, State
from companion.boxes.mousquetaires.tokens import draw_treachery
from companion.core.pen import Pen
from companion.core.record import Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say


def places(state: State) -> tuple[str, ...]:
    """Where Milady can have been. What counts is how Rochefort was when she chose, not what befell him since."""
    denied = (*(GUARDED if state.barred else ()), *(("richelieu",) if "richelieu" in state.passed else ()))
    return tuple(name for name in DESTINATIONS if name not in denied)


def nothing_to_show(state: State) -> bool:
    """Everybody knows where she is, and she has nothing to do there."""
    return bool(state.milady_at) and (state.found or state.milady_at in GUARDED)


def removable(state: State) -> tuple[str, ...]:
    """The cards at La Rochelle of which she may take one."""
    spared = () if state.board.ruling("bassompierre_may_be_removed") else ("bassompierre",)
    return tuple(dict.fromkeys(card for card in state.siege_cards if card not in spared))


def _decide(pen: Pen[State]) -> None:
    state, place = pen.state, pen.given("place")
    pen.need(state.step == "reveal", say("Milady shows herself at the end of phase II."), "reveal")
    pen.need(
        not state.barred or place not in GUARDED,
        say("Rochefort is out of action: not Paris, not the Louvre, not the quest."),
        "destination",
    )
    denied = denial(state, place)
    # A card anybody can lay down elsewhere must not be where she denied it; a seal may well prove that it was.
    if denied and not (state.sealed and (state.milady_at or pen.given("nonce"))):
        pen.need(False, *denied)
    if state.milady_at:
        pen.need(place == state.milady_at, say("Everybody has seen her elsewhere."), "reveal")
    elif believed(pen, place):
        show_place(pen, place)
    else:
        return
    if not (pen.given("found") or pen.state.found):
        _act(pen, place)
    pen.write("step", "siege", "round")


def _act(pen: Pen[State], place: str) -> None:
    state = pen.state
    if place == "richelieu":
        full = state.board.number("milady.perfidy_refill")
        fill = pen.given("fill", False)
        draw_treachery(pen, max(full - state.perfidy, 0) if fill else 1, "reveal")
        if not fill and pen.state.perfidy > state.perfidy:
            pen.tell(say("It is the one of her choice; she shuffles the others."), "reveal")
    elif place == "house":
        take_paris_card(pen, "reveal")
    elif place == "rochelle":
        _sabotage(pen)


def take_paris_card(pen: Pen[State], why: str) -> None:
    """One of those that nobody holds and that have not been laid out yet, if there is any."""
    state = pen.state
    if state.paris_hand < len(open_cards(state)):
        pen.write("paris_hand", state.paris_hand + 1, why)
        pen.tell(say("Milady takes a Paris card of her choice into her hand."), why)


def _sabotage(pen: Pen[State]) -> None:
    state = pen.state
    cards = removable(state)
    card = pen.given("card") or (cards[0] if len(cards) == 1 else "")
    expect(pen, bool(card) or not cards, say("Say which card she removes at La Rochelle."), "reveal")
    if not card and not cards and (state.siege_cards or (state.depth == CLERK and not state.siege_dice)):
        return  # nothing lies there that she could take
    if card and state.siege_cards:
        if card not in state.siege_cards:
            pen.refuse(say("This card does not lie at La Rochelle."), "reveal")
        pen.need(card in cards, say("At this table Bassompierre stays."), "reveal")
        remove_siege_card(pen, card)
    if state.board.ruling("removed_siege_card_leaves_game"):
        pen.tell(say("Milady removes one card at La Rochelle from the game."), "reveal")
    else:
        pen.tell(say("Milady puts one card at La Rochelle on the discards."), "reveal")


def _label(record: Record) -> Line:
    place = PLACES[record.intent.fields["place"]]
    foul = label_of(record)
    if foul:
        return foul
    if record.intent.fields.get("found"):
        return say("Milady was found: {place}", place=place)
    return say("Milady was here: {place}", place=place)


REVEAL: Verb[State] = Verb(
    "reveal",
    say("Milady turns her location card and acts there."),
    _decide,
    _label,
    (
        Field("place", "text", say("where she was"), choices=DESTINATIONS),
        Field("found", "flag", say("the musketeers found her, so she loses her action"), needed=False),
        Field(
            "fill", "flag", say("at Richelieu's: draw blind up to three cards instead of choosing one"), needed=False
        ),
        Field("card", "text", say("at La Rochelle: the card she removes"), needed=False, choices=tuple(SIEGE_CARDS)),
        Field("nonce", "text", say("what opens the seal on her destination"), needed=False),
    ),
)
