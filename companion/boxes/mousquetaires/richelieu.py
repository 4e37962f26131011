"""Richelieu's cabinet: is Milady there? If not, the Bastille is near."""

from __future__ import annotations

from companion.boxes.mousquetaires.bastille import caught
from companion.boxes.mousquetaires.company import WHO, chosen, expect, name_of, spend, started_here
from companion.boxes.mousquetaires.foul import label_of
from companion.boxes.mousquetaires.labels import acted
from companion.boxes.mousquetaires.seal import believed, show_place
from companion.boxes.mousquetaires.state import Errand, State
from companion.core.pen import Pen
from companion.core.record import BadForm, Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say

HERE = "richelieu"


def search(pen: Pen[State], who: str) -> None:
    """The musketeer opens the door. Only Milady can say what he sees, unless everybody knows where she is."""
    state = pen.state
    if state.milady_at:
        _meet(pen, who, state.milady_at == HERE)
    elif not state.milady:
        _meet(pen, who, False)
    else:
        pen.write("errand", Errand(who, "search", HERE, waits="richelieu"), "richelieu")


def _meet(pen: Pen[State], who: str, there: bool) -> None:
    if there:
        pen.write("found", True, "richelieu")
        pen.tell(say("Milady hides from {name} and loses her action.", name=name_of(who)), "richelieu")
    else:
        caught(pen, who)


def _decide_answer(pen: Pen[State]) -> None:
    errand = pen.state.errand
    if errand is None or errand.waits != "richelieu":
        pen.refuse(say("Nobody is searching Richelieu's cabinet."), "richelieu")
    if pen.given("nonce") is not None and not pen.given("found"):
        # Six places are soon tried out: with the nonce in a record the seal would hide nothing.
        raise BadForm('"nonce" is told only when Milady is found')
    if pen.given("found") and not believed(pen, HERE):
        return
    pen.write("errand", None, "richelieu")
    if pen.given("found"):
        show_place(pen, HERE)
    elif HERE not in pen.state.passed:
        # She has given her word: later this round she cannot have been here after all.
        pen.write("passed", (*pen.state.passed, HERE), "richelieu")
    _meet(pen, errand.who, pen.given("found"))


def _decide_search(pen: Pen[State]) -> None:
    musketeer = chosen(pen)
    name = name_of(musketeer.id)
    pen.need(
        pen.state.board.ruling("richelieu_search_when_starting_there"),
        started_here(musketeer.id),
        "richelieu",
    )
    expect(pen, musketeer.place == HERE, say("{name} is not at Richelieu's.", name=name), "richelieu")
    spend(pen, musketeer.id, "richelieu")
    search(pen, musketeer.id)


def _label_answer(record: Record) -> Line:
    if record.intent.fields.get("found"):
        return label_of(record) or say("Milady is found at Richelieu's")
    return say("Milady is not at Richelieu's")


def _label_search(record: Record) -> Line:
    return say("{name} searches Richelieu's cabinet", name=acted(record))


RICHELIEU: Verb[State] = Verb(
    "richelieu",
    say("Milady answers the musketeer in Richelieu's cabinet."),
    _decide_answer,
    _label_answer,
    (
        Field("found", "flag", say("whether she is there")),
        Field("nonce", "text", say("what opens the seal on her destination"), needed=False),
    ),
)
SEARCH: Verb[State] = Verb(
    "search", say("House rule: search Richelieu's cabinet again."), _decide_search, _label_search, (WHO,)
)
