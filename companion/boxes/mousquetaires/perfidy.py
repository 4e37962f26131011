"""Phase I, last step: Milady draws a treachery card or plays one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.boxes.mousquetaires import sand
from companion.boxes.mousquetaires.bastille import imprison
from companion.boxes.mousquetaires.company import expect, hurt, name_of
from companion.boxes.mousquetaires.names import PERFIDY_CARDS
from companion.boxes.mousquetaires.setup import FIVE, row_of
from companion.boxes.mousquetaires.state import State
from companion.boxes.mousquetaires.tokens import draw_treachery, move, push_time
from companion.core.pen import Pen
from companion.core.record import BadForm, Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say


def treachery_in_play(state: State) -> tuple[str, ...]:
    """The cards of the deck; some number of players leaves one out, and so does a match without hourglass."""
    left_out = state.board.profile.texts(f"players.{row_of(state.players, state.milady)}.without_perfidy")
    hurry = ("hurry",) if "no_hourglass" in state.variants else ()
    return tuple(name for name in state.board.perfidy_cards if name not in (*left_out, *hurry))


def treachery_left(state: State) -> tuple[str, ...]:
    """The kinds of which a card has not been played yet, as everybody can count."""
    copies = {name: state.board.number(f"perfidy.{name}.copies") for name in treachery_in_play(state)}
    return tuple(name for name, count in copies.items() if state.perfidy_gone.count(name) < count)


def _plot(pen: Pen[State], who: str) -> None:
    move(pen, "queen", pen.state.board.number("perfidy.plot.queen"), "perfidy-plot")


def _dead_end(pen: Pen[State], who: str) -> None:
    push_time(pen, pen.state.board.number("perfidy.dead_end.time"), "perfidy-dead-end")


def _balm(pen: Pen[State], who: str) -> None:
    move(pen, "rochefort", pen.state.board.number("perfidy.balm.life"), "perfidy-balm")


def _reinforcements(pen: Pen[State], who: str) -> None:
    pen.write("reinforced", True, "perfidy-reinforcements")


def _conscripts(pen: Pen[State], who: str) -> None:
    pen.write("conscripts", pen.state.board.number("perfidy.conscripts.actions_lost"), "perfidy-conscripts")


def _separated(pen: Pen[State], who: str) -> None:
    pen.write("separated", True, "separated")


def _hurry(pen: Pen[State], who: str) -> None:
    pen.tell(say("Milady turns the hourglass."), "hourglass")
    sand.turn(pen)


def _wound(pen: Pen[State], who: str) -> None:
    if _struck(pen, who, "perfidy-wound"):
        hurt(pen, who, pen.state.board.number("perfidy.wound.wounds"), "perfidy-wound", "perfidy")


def _imprisoned(pen: Pen[State], who: str) -> None:
    if _struck(pen, who, "perfidy-imprisoned"):
        imprison(pen, who, "perfidy-imprisoned")


def _struck(pen: Pen[State], who: str, rule: str) -> bool:
    """Whom the card strikes. The scorekeeper does not follow the figures, so he need not be told."""
    if who and who not in pen.state.musketeers:
        pen.refuse(say("{name} does not ride in this match.", name=name_of(who)), rule)
    expect(pen, bool(who), say("Say whom the card strikes."), rule)
    expect(
        pen,
        not who or not pen.state.of(who).down,
        say("The card strikes a musketeer who is on his feet."),
        rule,
    )
    return bool(who)


TARGETED = ("wound", "imprisoned")
# A card nobody could tell us about is carried out on the table.
_EFFECTS: Mapping[str, Callable[[Pen[State], str], None]] = {
    "plot": _plot,
    "dead_end": _dead_end,
    "balm": _balm,
    "reinforcements": _reinforcements,
    "conscripts": _conscripts,
    "separated": _separated,
    "hurry": _hurry,
    "wound": _wound,
    "imprisoned": _imprisoned,
}


def play_treachery(pen: Pen[State], card: str, target: str) -> None:
    pen.write("perfidy_gone", (*pen.state.perfidy_gone, card), "perfidy")
    effect = _EFFECTS.get(card)
    if effect:
        effect(pen, target)
    else:
        pen.tell(say("Carry out what {card} says.", card=PERFIDY_CARDS[card]), "perfidy-on-the-table")


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
            card == "other" or card in treachery_in_play(pen.state),
            say("{card} is left out of this match.", card=PERFIDY_CARDS[card]),
            "hourglass" if card == "hurry" else "two-players",
        )
        pen.need(
            card == "other" or card in treachery_left(pen.state),
            say("All cards of that name have been played: {card}.", card=PERFIDY_CARDS[card]),
            "perfidy",
        )
        pen.need(pen.state.perfidy > 0, say("Milady holds no treachery card."), "perfidy")
        pen.write("perfidy", max(pen.state.perfidy - 1, 0), "perfidy")
        play_treachery(pen, card, pen.given("target", ""))
    if pen.state.step == "perfidy":
        pen.write("step", "actions", "round")


def _label(record: Record) -> Line:
    card, note = record.intent.fields.get("card"), record.intent.fields.get("note")
    if not card:
        return say("Milady draws a treachery card")
    return say("Milady plays {card}", card=note if card == "other" and note else PERFIDY_CARDS[card])


PERFIDY: Verb[State] = Verb(
    "perfidy",
    say("Milady draws a treachery card or plays one."),
    _decide,
    _label,
    (
        Field("how", "text", say("draw or play"), choices=("draw", "play")),
        Field("card", "text", say("which card is played"), needed=False, choices=tuple(PERFIDY_CARDS)),
        Field("target", "text", say("whom it strikes"), needed=False, choices=FIVE),
        Field("note", "text", say("what an unknown card does, in your own words"), needed=False),
    ),
)
