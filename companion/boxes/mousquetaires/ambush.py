"""Ambushes on the missions of Paris and the Louvre."""

from __future__ import annotations

from collections.abc import Iterable

from companion.boxes.mousquetaires.company import expect, hurt, name_of
from companion.boxes.mousquetaires.state import CLERK, State
from companion.boxes.mousquetaires.tokens import move
from companion.core.pen import Pen
from companion.core.words import say, say_n

# They lie in wait: Milady throws for whoever is there or comes in.
WAITING = ("thieves", "assassin")
# They stand in the way of the mission until they are overcome.
BARRING = ("beggars", "courtesan", "nemesis")


def strike(pen: Pen[State], place: str, victims: Iterable[str]) -> None:
    """Thieves and Assassin: a die for each musketeer, when the card is laid and whenever somebody enters."""
    ambush = pen.state.mission(place).ambush
    if ambush not in WAITING:
        return
    board, rule = pen.state.board, f"ambush-{ambush}"
    dice, face = board.number(f"ambushes.{ambush}.dice"), board.profile.text(f"ambushes.{ambush}.face")
    for who in victims:
        hits = pen.roll(board.pool(f"{dice}r"), rule).count(face)
        if not hits:
            continue
        if ambush == "assassin":
            hurt(pen, who, hits * board.number("ambushes.assassin.wounds"), rule, "assassin")
        else:
            stolen = min(hits * board.number("ambushes.thieves.pistoles"), pen.state.purse)
            move(pen, "purse", -stolen, rule)
            pen.tell(
                say_n(
                    "The thieves take {n} pistole from {name}.",
                    "The thieves take {n} pistoles from {name}.",
                    stolen,
                    name=name_of(who),
                ),
                rule,
            )


def lie_in_wait(pen: Pen[State], place: str) -> None:
    """An ambush was just laid. The scorekeeper does not follow the figures, so the table throws."""
    ambush = pen.state.mission(place).ambush
    if pen.state.depth == CLERK:
        strike(pen, place, [musketeer.id for musketeer in pen.state.at(place)])
    elif ambush in WAITING:
        pen.tell(say("Milady throws a die for every musketeer who is there."), f"ambush-{ambush}")


def remove_ambush(pen: Pen[State], place: str, why: str) -> None:
    """It never goes back to Milady's hand."""
    mission = pen.state.mission(place)
    if mission.ambush:
        pen.write("ambushes_gone", (*pen.state.ambushes_gone, mission.ambush), why)
        pen.write(f"{place}_mission.ambush", "", why)
        pen.write(f"{place}_mission.nemesis", "", why)


def blocked(pen: Pen[State], place: str, who: str) -> None:
    """May this musketeer work on the mission? The Beggars stop everybody, the Nemesis one of them."""
    mission = pen.state.mission(place)
    expect(
        pen,
        mission.ambush != "beggars",
        say("The Beggars are in the way until they are paid."),
        "ambush-beggars",
    )
    expect(
        pen,
        not (mission.ambush == "nemesis" and mission.nemesis == who),
        say("{name} has to beat his Nemesis first.", name=name_of(who)),
        "ambush-nemesis",
    )
