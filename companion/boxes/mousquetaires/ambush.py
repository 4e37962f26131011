"""Ambushes on the missions of Paris and the Louvre."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.boxes.mousquetaires.company import expect, hurt, name_of
from companion.boxes.mousquetaires.names import AMBUSHES
from companion.boxes.mousquetaires.state import CLERK, Errand, State
from companion.boxes.mousquetaires.tokens import move
from companion.core.pen import Pen
from companion.core.record import BadForm, Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say, say_n

# They lie in wait: Milady throws for whoever is there or comes in.
WAITING = ("thieves", "assassin")
# They stand in the way of the mission until they are overcome.
BARRING = ("beggars", "courtesan", "nemesis")


def lie_in_wait(pen: Pen[State], place: str) -> None:
    """An ambush was just laid. The scorekeeper does not follow the figures, so the table throws."""
    ambush = pen.state.mission(place).ambush
    if pen.state.depth == CLERK:
        strike(pen, place)
    elif ambush in WAITING:
        pen.tell(say("Milady throws a die for every musketeer who is there."), f"ambush-{ambush}")


def strike(pen: Pen[State], place: str, who: str = "") -> None:
    """Thieves and Assassin: before anything else goes on, dice are thrown for him, or for everybody who is there."""
    ambush = pen.state.mission(place).ambush
    # The throw keeps the name of the ambush: a mission that is done as soon as it is laid out takes its card along.
    errand = Errand(who, "ambush", place, ambush, "dice")
    if ambush in WAITING and victims(pen.state, errand):
        pen.write("errand", errand, f"ambush-{ambush}")


def victims(state: State, errand: Errand) -> tuple[str, ...]:
    """For whom the dice are thrown. Looked up again each time: a figure may have been moved by hand meanwhile."""
    return tuple(musketeer.id for musketeer in state.at(errand.place) if errand.who in ("", musketeer.id))


def dice_each(state: State, errand: Errand) -> int:
    return state.board.number(f"ambushes.{errand.target}.dice")


def pool_of(state: State, errand: Errand) -> str:
    """The dice for all of them, one musketeer after the other; none if nobody is there any more."""
    dice = dice_each(state, errand) * len(victims(state, errand))
    return f"{dice}r" if dice else ""


def _decide(pen: Pen[State]) -> None:
    state, errand, faces = pen.state, pen.state.errand, pen.given("faces")
    if errand is None or errand.waits != "dice":
        pen.refuse(say("Nobody is walking into an ambush."), "ambush-thieves")
    rule, pool, each = f"ambush-{errand.target}", pool_of(state, errand), dice_each(state, errand)
    if faces is not None and not pool:
        raise BadForm('"faces" belongs to a throw, and there is nobody to throw for')
    pen.write("errand", None, rule)
    if not pool:
        return
    thrown = pen.roll(state.board.pool(pool), rule, faces).faces
    hit = state.board.profile.text(f"ambushes.{errand.target}.face")
    for at, who in enumerate(victims(state, errand)):
        hits = thrown[at * each : (at + 1) * each].count(hit)
        if hits:
            _EFFECTS[errand.target](pen, who, hits)


def _wound(pen: Pen[State], who: str, hits: int) -> None:
    hurt(pen, who, hits * pen.state.board.number("ambushes.assassin.wounds"), "ambush-assassin", "assassin")


def _steal(pen: Pen[State], who: str, hits: int) -> None:
    stolen = min(hits * pen.state.board.number("ambushes.thieves.pistoles"), pen.state.purse)
    move(pen, "purse", -stolen, "ambush-thieves")
    pen.tell(
        say_n(
            "The thieves take {n} pistole from {name}.",
            "The thieves take {n} pistoles from {name}.",
            stolen,
            name=name_of(who),
        ),
        "ambush-thieves",
    )


_EFFECTS: Mapping[str, Callable[[Pen[State], str, int], None]] = {"thieves": _steal, "assassin": _wound}


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


def _label(record: Record) -> Line:
    (thrown_for,) = [change["from"] for change in record.result["changes"] if change["what"] == "errand"]
    return say("Ambush: {name}", name=AMBUSHES[thrown_for["target"]])


AMBUSH: Verb[State] = Verb(
    "ambush",
    say("Throw the dice of an ambush, or write down what the real ones show."),
    _decide,
    _label,
    (Field("faces", "texts", say("what the real dice show, one musketeer after the other"), needed=False),),
)
