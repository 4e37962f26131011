"""One for all, all for one: one card, three uses, at any moment."""

from __future__ import annotations

from collections.abc import Mapping

from companion.boxes.mousquetaires.state import State
from companion.boxes.mousquetaires.tokens import move
from companion.boxes.mousquetaires.verdict import doom
from companion.core.pen import Pen
from companion.core.record import Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say, say_n

USES: Mapping[str, Line] = {
    "time": say("Time does not move this round"),
    "queen": say("The Queen regains 2 honour"),
    "epic": say("2 epic tokens"),
}


def _decide(pen: Pen[State]) -> None:
    state, use = pen.state, pen.given("use")
    if state.one_for_all < 1:
        pen.refuse(say("The musketeers hold no One for all card."), "one-for-all")
    if use == "time":
        pen.need(not state.time_held, say("Time stands still already."), "one-for-all")
        if doom(state) == "time":
            # Played against the very move that lost the match: that move did not happen. A marker that was set to
            # the last space by hand came there by one space at least.
            move(pen, "time", -max(state.time_moved, 1), "one-for-all")
        pen.write("time_held", True, "one-for-all")
    elif use == "queen":
        move(pen, "queen", -state.board.number("one_for_all.queen"), "one-for-all")
    else:
        arrival = move(pen, "epic", state.board.number("one_for_all.epic"), "one-for-all")
        short = arrival.wanted - arrival.to
        if short:
            # The card is worth its tokens even when the stock is not.
            pen.tell(
                say_n(
                    "The stock is empty: {n} token of the card is spent at once or lost.",
                    "The stock is empty: {n} tokens of the card are spent at once or lost.",
                    short,
                ),
                "one-for-all",
            )
    pen.write("one_for_all", state.one_for_all - 1, "one-for-all")


def _label(record: Record) -> Line:
    return say("One for all: {use}", use=USES[record.intent.fields["use"]])


ONE_FOR_ALL: Verb[State] = Verb(
    "one_for_all",
    say("Play a One for all card."),
    _decide,
    _label,
    (Field("use", "text", say("what for"), choices=tuple(USES)),),
)
