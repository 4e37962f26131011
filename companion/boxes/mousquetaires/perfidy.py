"""Phase I, last step: Milady draws a treachery card or plays one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.boxes.mousquetaires.names import PERFIDY_CARDS
from companion.boxes.mousquetaires.state import State
from companion.boxes.mousquetaires.tokens import draw_treachery, move, push_time
from companion.core.pen import Pen
from companion.core.record import BadForm, Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say


def treachery_in_play(state: State) -> tuple[str, ...]:
    """The cards of the deck; some number of players leaves one out."""
    left_out = state.board.profile.texts(f"players.{state.players}.without_perfidy")
    return tuple(name for name in state.board.perfidy_cards if name not in left_out)


def _plot(pen: Pen[State]) -> None:
    move(pen, "queen", pen.state.board.number("perfidy.plot.queen"), "perfidy-plot")


def _dead_end(pen: Pen[State]) -> None:
    push_time(pen, pen.state.board.number("perfidy.dead_end.time"), "perfidy-dead-end")


def _balm(pen: Pen[State]) -> None:
    move(pen, "rochefort", pen.state.board.number("perfidy.balm.life"), "perfidy-balm")


def _reinforcements(pen: Pen[State]) -> None:
    pen.write("reinforced", True, "perfidy-reinforcements")


# Cards that move a token the clerk keeps; the others act on figures on the real board.
_EFFECTS: Mapping[str, Callable[[Pen[State]], None]] = {
    "plot": _plot,
    "dead_end": _dead_end,
    "balm": _balm,
    "reinforcements": _reinforcements,
}


def _decide(pen: Pen[State]) -> None:
    pen.need(pen.state.step == "perfidy", say("Treachery is drawn or played at the end of phase I."), "perfidy")
    card = pen.given("card")
    if pen.given("how") == "draw":
        if card is not None:
            raise BadForm('"card" is not told when Milady draws')
        draw_treachery(pen, 1, "perfidy")
    else:
        if card is None:
            raise BadForm('"perfidy" needs "card" when one is played')
        pen.need(
            card in treachery_in_play(pen.state),
            say("{card} is left out with {n} players.", card=PERFIDY_CARDS[card], n=pen.state.players),
            "two-players",
        )
        pen.need(pen.state.perfidy > 0, say("Milady holds no treachery card."), "perfidy")
        pen.write("perfidy", max(pen.state.perfidy - 1, 0), "perfidy")
        effect = _EFFECTS.get(card)
        if effect:
            effect(pen)
        else:
            pen.tell(say("Carry out what {card} says.", card=PERFIDY_CARDS[card]), "perfidy-on-the-table")
    if pen.state.step == "perfidy":
        pen.write("step", "actions", "round")


def _label(record: Record) -> Line:
    card = record.intent.fields.get("card")
    return say("Milady plays {card}", card=PERFIDY_CARDS[card]) if card else say("Milady draws a treachery card")


PERFIDY: Verb[State] = Verb(
    "perfidy",
    say("Milady draws a treachery card or plays one."),
    _decide,
    _label,
    (
        Field("how", "text", say("draw or play"), choices=("draw", "play")),
        Field("card", "text", say("which card is played"), needed=False, choices=tuple(PERFIDY_CARDS)),
    ),
)
