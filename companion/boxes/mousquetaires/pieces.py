"""The set-up of the real pieces, as a list to tick off."""

from __future__ import annotations

from companion.boxes.mousquetaires.names import CHAPTERS, MUSKETEER_NAMES, PARIS_CARDS, PLACES
from companion.boxes.mousquetaires.setup import row_of
from companion.boxes.mousquetaires.state import State
from companion.boxes.mousquetaires.tokens import treachery_cards
from companion.core.words import Line, say, say_n


def checklist(state: State) -> tuple[Line, ...]:
    """For the table as it was set up: what goes where before the first round."""
    board, row = state.board, f"players.{row_of(state.players, state.milady)}"
    number = board.number
    lines = [
        say("Time marker: space {n}", n=state.time),
        say("La Rochelle marker: space {n}, the middle", n=state.rochelle),
        say("Louvre marker: the top space"),
        say("Queen's marker: space {n}", n=state.queen),
        say("Constance's marker: the bottom of its scale"),
        say_n("Purse: {n} pistole", "Purse: {n} pistoles", state.purse),
        say_n("Rochefort: {n} heart", "Rochefort: {n} hearts", state.rochefort),
        say("Equipment and improvements: in the arsenal"),
        say_n("{n} epic token beside the board", "{n} epic tokens beside the board", number("tracks.epic.stock")),
    ]
    lines += [say("{name}: {place}", name=MUSKETEER_NAMES[one.id], place=PLACES[one.place]) for one in state.company]
    hands = number(f"{row}.hands")
    lines.append(
        say_n(
            "{n} hand of {cards} adventure cards",
            "{n} hands of {cards} adventure cards",
            hands,
            cards=number(f"{row}.hand"),
        )
    )
    lines.append(say_n("Treachery: a pile of {n} card", "Treachery: a pile of {n} cards", treachery_cards(state)))
    if state.milady:
        lines.append(say_n("Milady draws {n} treachery card.", "Milady draws {n} treachery cards.", state.perfidy))
        lines.append(say("Milady takes her six location cards, adversaries, ambushes, the red dice and the screen"))
    else:
        lines.append(say("Adversaries and ambushes: shuffled into one pile"))
    for name in board.profile.texts(f"{row}.without_perfidy"):
        if name == "separated":
            lines.append(say("Back into the box: the treachery card Separated"))
    if "no_hourglass" in state.variants:
        lines.append(say("Back into the box: the hourglass and both cards Hurry!"))
    if state.one_for_all:
        lines.append(say("The musketeers take one card One for all"))
    paris = say("Paris: {card}", card=PARIS_CARDS[state.paris]) if state.paris else say("Paris: Milady chooses a card")
    lines.append(paris if state.milady or state.paris else say("Paris: the app draws a card in the first round"))
    lines.append(say("Louvre: shuffle the cards and turn up the first one"))
    inn = "quest.chapters.inn"
    lines.append(
        say(
            "{chapter}: {adversaries} adversaries and {decoys} decoys, face down",
            chapter=CHAPTERS[0],
            adversaries=number(f"{inn}.adversaries"),
            decoys=number(f"{inn}.decoys"),
        )
    )
    return tuple(lines)
