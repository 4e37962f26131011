"""Action 7: demand a duel."""

from __future__ import annotations

from companion.boxes.mousquetaires.actions.challenge import open_tests
from companion.boxes.mousquetaires.ambush import blocked
from companion.boxes.mousquetaires.company import WHO, chosen, name_of, on_the_quest
from companion.boxes.mousquetaires.errands import declare
from companion.boxes.mousquetaires.labels import acted
from companion.boxes.mousquetaires.names import FOES
from companion.boxes.mousquetaires.quest.tokens import CALAIS, GALLERIES
from companion.boxes.mousquetaires.state import FACE_DOWN, GONE, Errand, Musketeer, State
from companion.core.pen import Pen
from companion.core.record import Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say

MOST_RED = 4


def foes_at(state: State, musketeer: Musketeer) -> tuple[str, ...]:
    """Whom the musketeer can call out where he is, as the field `foe` names them."""
    place = musketeer.place
    if place == "quest":
        if state.chapters == CALAIS:
            return () if open_tests(state, "quest") else ("wardes",)
        if state.chapters == GALLERIES and state.quest.test:
            guards = (guard for guard in state.quest.guards if guard not in (FACE_DOWN, GONE))
            return tuple(dict.fromkeys(guards))
        return ()
    if place not in ("paris", "louvre"):
        return ()
    mission = state.mission(place)
    found = [foe.id for foe in mission.foes]
    if mission.ambush == "nemesis" and mission.nemesis == musketeer.id:
        found.append("nemesis")
    if mission.duels:
        found.append("other")
    return tuple(found)


def _decide(pen: Pen[State]) -> None:
    musketeer, foe = chosen(pen), pen.given("foe")
    who, place = musketeer.id, musketeer.place
    if foe not in foes_at(pen.state, musketeer):
        pen.refuse(say("{name} finds no such adversary where he is.", name=name_of(who)), "duel")
    if place == "quest":
        on_the_quest(pen, musketeer)
        _on_the_quest(pen, who, foe)
        return
    if foe != "nemesis":
        blocked(pen, place, who)
    dice = pen.given("dice", 3)
    if not 1 <= dice <= MOST_RED:
        pen.refuse(say("Milady throws 1 to {most} dice.", most=MOST_RED), "duel")
    target = f"other:{dice}" if foe == "other" else foe
    declare(pen, Errand(who, "duel", place, target), "duel", ambush=foe == "nemesis")


def _on_the_quest(pen: Pen[State], who: str, foe: str) -> None:
    if foe == "wardes":
        declare(pen, Errand(who, "duel", "quest", foe), "duel")
        return
    at = pen.state.quest.guards.index(foe)
    if pen.state.board.tokens[foe].kind == "trap":
        declare(pen, Errand(who, "trap", "quest", str(at)), "trap")
    else:
        declare(pen, Errand(who, "duel", "quest", f"{foe}:room:{at}"), "duel")


def _label(record: Record) -> Line:
    return say("{name} challenges {foe}", name=acted(record), foe=FOES.get(record.intent.fields["foe"], FOES["other"]))


DUEL: Verb[State] = Verb(
    "duel",
    say("A musketeer calls out an adversary where he is."),
    _decide,
    _label,
    (
        Field("foe", "text", say("whom"), choices=(*FOES, "trap")),
        WHO,
        Field("dice", "number", say("red dice of an opponent who has no card"), needed=False),
    ),
)
