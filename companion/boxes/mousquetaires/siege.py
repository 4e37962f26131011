"""Phase III: the siege of La Rochelle. First the throw, then sacrifices, then the marker."""

from __future__ import annotations

from companion.boxes.mousquetaires.board import Board
from companion.boxes.mousquetaires.company import expect, hurt
from companion.boxes.mousquetaires.state import CLERK, State
from companion.boxes.mousquetaires.tokens import draw_treachery, move
from companion.core.pen import Pen
from companion.core.record import BadForm, Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say, say_n


def red_dice(state: State) -> int:
    """Milady's dice: the Time space, one more with Reinforcements, never more than there are in the box."""
    return red_dice_at(state.board, state.time, state.reinforced)


def red_dice_at(board: Board, time: int, reinforced: bool) -> int:
    base = board.siege_dice_at(time)
    if not reinforced:
        return base
    more = base + board.number("perfidy.reinforcements.siege_dice")
    # One reading of the rules lets her throw a fifth die; the FAQ does not.
    beyond = board.ruling("reinforcements_beyond_most_red")
    return more if beyond else min(more, board.number("siege.most_red"))


def second_throw(state: State) -> bool:
    """With four dice already, Reinforcements lets her throw one shield again instead."""
    full = state.board.siege_dice_at(state.time) >= state.board.number("siege.most_red")
    return state.reinforced and full and not state.board.ruling("reinforcements_beyond_most_red")


def smuggled_sword(state: State) -> int:
    card = state.board.paris_cards.get(state.paris)
    return card.amount if card and card.effect == "siege_sword" else 0


def siege_pool(blue: int, red: int) -> str:
    return " ".join(f"{n}{letter}" for n, letter in ((blue, "b"), (red, "r")) if n)


def _decide_siege(pen: Pen[State]) -> None:
    state = pen.state
    blue, red, typed = pen.given("blue", state.siege_dice), red_dice(state), pen.given("faces")
    pen.need(state.step == "siege", say("The siege is fought in phase III."), "siege")
    most = state.board.number("siege.most_blue")
    if not 0 <= blue <= most:
        pen.refuse(say("The musketeers throw 0 to {most} dice at La Rochelle.", most=most), "siege")
    roll = pen.roll(state.board.pool(siege_pool(blue, red)), "siege", typed)
    reds = list(roll.of("r"))
    if second_throw(state) and typed is None and "shield" in reds:
        again = pen.roll(state.board.pool("1r"), "perfidy-reinforcements")
        reds[reds.index("shield")] = again.faces[0]
    if smuggled_sword(state):
        pen.tell(say("Milady counts one sword more."), "siege-traffickers")
    pen.write("siege_dice", blue, "siege")
    pen.write("blue_swords", roll.of("b").count("sword"), "siege")
    pen.write("red_swords", reds.count("sword") + smuggled_sword(state), "siege")
    pen.write("step", "march", "round")


def can_sacrifice(state: State) -> tuple[str, ...]:
    """Each musketeer at La Rochelle may give one heart."""
    least = 1 if state.board.ruling("sacrifice_may_knock_out") else 2
    if state.depth != CLERK:
        return state.musketeers
    return tuple(musketeer.id for musketeer in state.at("rochelle") if musketeer.life >= least)


def marker_moves(state: State, hearts: int) -> int:
    """Where the marker goes. One reading of the rules lets a sacrifice only soften a loss."""
    by = state.blue_swords - state.red_swords
    if state.board.ruling("sacrifice_cancels_sword"):
        return by + hearts
    return by if by >= 0 else min(by + hearts, 0)


def _decide_march(pen: Pen[State]) -> None:
    state, by = pen.state, tuple(pen.given("by", ()))
    hearts = len(by) if by else pen.given("sacrifices", 0)
    pen.need(state.step == "march", say("The marker moves after the throw."), "march")
    for who in by:
        if who not in state.musketeers or by.count(who) > 1:
            raise BadForm('"by" must name different musketeers of this match')
    able = can_sacrifice(state)
    most = min(len(able), state.red_swords)
    if not 0 <= hearts <= most:
        pen.refuse(
            say_n("At most {n} sacrifice is possible now.", "At most {n} sacrifices are possible now.", most), "march"
        )
    expect(
        pen,
        len(by) == hearts and set(by) <= set(able),
        say("Say which musketeers at La Rochelle give a heart."),
        "march",
    )
    if hearts:
        pen.tell(
            say_n(
                "{n} musketeer at La Rochelle loses a heart.",
                "{n} musketeers at La Rochelle lose a heart each.",
                hearts,
            ),
            "march",
        )
    for who in by:
        hurt(pen, who, state.board.number("siege.sacrifice_life"), "march", "sacrifice")
    arrival = move(pen, "rochelle", marker_moves(state, hearts), "march")
    for mark in arrival.reached:
        _reward(pen, mark.name)
    pen.write("step", "time", "round")


def _reward(pen: Pen[State], name: str) -> None:
    """Each reward of the track is paid once in a match, when the marker first comes to its space or past it."""
    if name == "richelieu" or name in pen.state.rochelle_paid:
        return
    pen.write("rochelle_paid", (*pen.state.rochelle_paid, name), "siege-reward")
    if name == "perfidy":
        draw_treachery(pen, pen.state.board.number("tracks.rochelle.perfidy"), "siege-reward")
    elif name == "epic":
        move(pen, "epic", pen.state.board.number("tracks.rochelle.epic"), "siege-reward")
    elif name == "one_for_all":
        pen.write("one_for_all", pen.state.one_for_all + 1, "siege-reward")


def _label_siege(record: Record) -> Line:
    return say_n("Siege: {n} die rolled", "Siege: {n} dice rolled", len(record.result["rolls"][0]["faces"]))


def _label_march(record: Record) -> Line:
    for change in record.result.get("changes", ()):
        if change["what"] == "rochelle":
            by = change["to"] - change["from"]
            if by > 0:
                return say_n("La Rochelle: {n} space gained", "La Rochelle: {n} spaces gained", by)
            return say_n("La Rochelle: {n} space lost", "La Rochelle: {n} spaces lost", -by)
    return say("La Rochelle holds")


SIEGE: Verb[State] = Verb(
    "siege",
    say("Throw the dice of the siege, or write down what the real ones show."),
    _decide_siege,
    _label_siege,
    (
        Field("blue", "number", say("blue dice that the cards at La Rochelle are worth"), needed=False),
        Field("faces", "texts", say("what the real dice show, blue ones first"), needed=False),
    ),
)
MARCH: Verb[State] = Verb(
    "march",
    say("Move the marker of La Rochelle after the throw."),
    _decide_march,
    _label_march,
    (
        Field("sacrifices", "number", say("hearts given to cancel Milady's swords"), needed=False),
        Field("by", "texts", say("which musketeers at La Rochelle give a heart"), needed=False),
    ),
)
