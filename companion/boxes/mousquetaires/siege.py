"""Phase III: the siege of La Rochelle. First the throw, then sacrifices, then the marker."""

from __future__ import annotations

from companion.boxes.mousquetaires.state import State
from companion.boxes.mousquetaires.tokens import draw_treachery, move
from companion.core.dice import Pool
from companion.core.pen import Pen
from companion.core.record import Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say, say_n


def red_dice(state: State) -> int:
    """Milady's dice: the Time space, one more with Reinforcements, never more than there are in the box."""
    base = state.board.siege_dice_at(state.time)
    return min(base + 1, state.board.number("siege.most_red")) if state.reinforced else base


def second_throw(state: State) -> bool:
    """With four dice already, Reinforcements lets her throw one shield again instead."""
    return state.reinforced and state.board.siege_dice_at(state.time) >= state.board.number("siege.most_red")


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
    roll = pen.roll(Pool.parse(siege_pool(blue, red), state.board.dice), "siege", typed)
    reds = list(roll.of("r"))
    if second_throw(state) and typed is None and "shield" in reds:
        again = pen.roll(Pool.parse("1r", state.board.dice), "perfidy-reinforcements")
        reds[reds.index("shield")] = again.faces[0]
    if smuggled_sword(state):
        pen.tell(say("Milady counts one sword more."), "siege-traffickers")
    pen.write("siege_dice", blue, "siege")
    pen.write("blue_swords", roll.of("b").count("sword"), "siege")
    pen.write("red_swords", reds.count("sword") + smuggled_sword(state), "siege")
    pen.write("step", "march", "round")


def _decide_march(pen: Pen[State]) -> None:
    state, hearts = pen.state, pen.given("sacrifices", 0)
    pen.need(state.step == "march", say("The marker moves after the throw."), "march")
    most = min(len(state.musketeers), state.red_swords)
    if not 0 <= hearts <= most:
        pen.refuse(
            say_n("At most {n} sacrifice is possible now.", "At most {n} sacrifices are possible now.", most), "march"
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
    arrival = move(pen, "rochelle", state.blue_swords - (state.red_swords - hearts), "march")
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
    return say("Siege: {dice} rolled", dice=record.result["rolls"][0]["dice"])


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
    (Field("sacrifices", "number", say("hearts given to cancel Milady's swords"), needed=False),),
)
