"""On the quest boards: along a path of the inn, along the road back to Paris, through a secret passage."""

from __future__ import annotations

from companion.boxes.mousquetaires.company import WHO, chosen, expect, name_of, on_the_quest, spend
from companion.boxes.mousquetaires.errands import declare
from companion.boxes.mousquetaires.labels import acted
from companion.boxes.mousquetaires.quest import inn
from companion.boxes.mousquetaires.quest.tokens import GALLERIES, INN, ROAD
from companion.boxes.mousquetaires.state import Errand, Musketeer, State
from companion.core.pen import Pen
from companion.core.record import BadForm, Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say, say_n


def _on_the_quest(pen: Pen[State], chapter: int) -> Musketeer:
    musketeer = chosen(pen)
    name = name_of(musketeer.id)
    if pen.state.chapters != chapter:
        pen.refuse(say("That is another chapter of the quest."), "quest")
    expect(pen, musketeer.place == "quest", say("{name} is not on the quest.", name=name), "quest")
    on_the_quest(pen, musketeer)
    return musketeer


def _decide_advance(pen: Pen[State]) -> None:
    if pen.state.chapters == ROAD:
        musketeer = _on_the_quest(pen, ROAD)
        declare(pen, Errand(musketeer.id, "road", "quest"), "road")
        return
    musketeer = _on_the_quest(pen, INN)
    path = pen.given("path")
    if path is None or not 1 <= path <= inn.paths(pen.state):
        raise BadForm(f'"path" must be 1 to {inn.paths(pen.state)}')
    if inn.can_fight(pen.state, musketeer.id, path):
        declare(pen, Errand(musketeer.id, "advance", "quest", str(path)), "inn")
    else:
        # Walking up to the last empty space is no part of the mission: nobody can interrupt it.
        spend(pen, musketeer.id, "inn")
        pen.write(f"company.{musketeer.id}.path", path, "inn")


def _decide_passage(pen: Pen[State]) -> None:
    musketeer = _on_the_quest(pen, GALLERIES)
    price = pen.state.board.number("quest.chapters.galleries.passage_epic")
    if pen.state.epic < price:
        pen.refuse(
            say_n("A secret passage takes {n} epic token.", "A secret passage takes {n} epic tokens.", price), "passage"
        )
    declare(pen, Errand(musketeer.id, "passage", "quest"), "passage")


def _label_advance(record: Record) -> Line:
    return say("{name} presses on", name=acted(record))


def _label_passage(record: Record) -> Line:
    return say("{name} takes a secret passage", name=acted(record))


ADVANCE: Verb[State] = Verb(
    "advance",
    say("A musketeer goes on along a path of the inn or the road to Paris."),
    _decide_advance,
    _label_advance,
    (WHO, Field("path", "number", say("which path of the inn: 1, 2 or 3"), needed=False)),
)
PASSAGE: Verb[State] = Verb(
    "passage",
    say("Three epic tokens open a secret passage through a gallery."),
    _decide_passage,
    _label_passage,
    (WHO,),
)
