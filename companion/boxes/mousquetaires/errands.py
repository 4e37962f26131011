"""An action on a mission: declared, perhaps interrupted by Rochefort, then carried out."""

from __future__ import annotations

from companion.boxes.mousquetaires import duel
from companion.boxes.mousquetaires.company import spend
from companion.boxes.mousquetaires.foul import label_of
from companion.boxes.mousquetaires.missions import settle
from companion.boxes.mousquetaires.quest import galleries, inn, road
from companion.boxes.mousquetaires.seal import believed, show_place
from companion.boxes.mousquetaires.state import Duel, Errand, State
from companion.boxes.mousquetaires.tokens import move
from companion.core.pen import Pen
from companion.core.record import Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say

GUARDED = ("paris", "louvre", "quest")


def rochefort_comes(state: State, who: str, place: str) -> str:
    """Does Rochefort step in: "must", "ask" Milady, or not at all?"""
    if place not in GUARDED or state.rochefort <= 0:
        return ""
    shy = state.board.profile.flag(f"musketeers.{who}.avoids_rochefort")
    if state.rochefort_at == place:
        return "" if shy and "brave_athos" not in state.variants else "must"
    if shy or state.barred or state.milady_at or not state.milady:
        return ""
    return "ask"


def declare(pen: Pen[State], errand: Errand, rule: str, ambush: bool = False) -> None:
    """The musketeer says what he tries. Ambushes are overcome without Rochefort, unless the table rules otherwise."""
    spend(pen, errand.who, rule)
    open_to_him = not ambush or pen.state.board.ruling("rochefort_stops_ambushes")
    comes = rochefort_comes(pen.state, errand.who, errand.place) if open_to_him else ""
    if comes == "ask":
        pen.write("errand", Errand(errand.who, errand.what, errand.place, errand.target, "rochefort"), "rochefort")
    elif comes == "must":
        pen.write("errand", errand, "rochefort")
        fight_rochefort(pen, errand)
    else:
        carry_out(pen, errand)


def fight_rochefort(pen: Pen[State], errand: Errand) -> None:
    if pen.state.board.ruling("rochefort_costs_an_action"):
        left = pen.state.of(errand.who).left
        pen.write(f"company.{errand.who}.left", max(left - 1, 0), "rochefort")
    foe = duel.against(pen.state, errand.who, "rochefort", errand.place, life=pen.state.rochefort)
    duel.begin(pen, foe)


def carry_out(pen: Pen[State], errand: Errand) -> None:
    """Nobody stops him any more."""
    pen.write("errand", None, "actions")
    if errand.what == "challenge":
        waiting = Errand(errand.who, errand.what, errand.place, errand.target, "cards")
        pen.write("errand", waiting, "challenge")
    elif errand.what == "duel":
        duel.begin(pen, _foe_of(pen.state, errand))
    elif errand.what == "task":
        _work(pen, errand)
    elif errand.what == "passage":
        galleries.slip_through(pen, errand)
    elif errand.what == "trap":
        galleries.spring(pen, errand)
    elif errand.what == "advance":
        inn.advance(pen, errand)
    elif errand.what == "road":
        road.advance(pen, errand)


def _foe_of(state: State, errand: Errand) -> Duel:
    """The target is the foe's name; behind a colon, what else has to be known of him."""
    foe, _, more = errand.target.partition(":")
    if foe == "other":
        return Duel(errand.who, foe, errand.place, red=int(more))
    if foe == "wardes":
        return duel.against(state, errand.who, foe, errand.place, life=state.quest.wardes)
    life = next((card.life for card in state.mission(errand.place).foes if card.id == foe), None)
    return duel.against(state, errand.who, foe, errand.place, more, None if errand.place == "quest" else life)


def _work(pen: Pen[State], errand: Errand) -> None:
    """Successes for a Paris card that asks for them."""
    move(pen, "constance", int(errand.target), "task")
    settle(pen, "paris")


def _decide_appear(pen: Pen[State]) -> None:
    errand = _asked(pen)
    if not believed(pen, errand.place):
        return
    show_place(pen, errand.place)
    pen.write("rochefort_at", errand.place, "rochefort")
    pen.write("errand", Errand(errand.who, errand.what, errand.place, errand.target), "rochefort")
    fight_rochefort(pen, errand)


def _decide_pass(pen: Pen[State]) -> None:
    errand = _asked(pen)
    if errand.place not in pen.state.passed:
        pen.write("passed", (*pen.state.passed, errand.place), "rochefort-forgotten")
    carry_out(pen, errand)


def _asked(pen: Pen[State]) -> Errand:
    errand = pen.state.errand
    if errand is None or errand.waits != "rochefort":
        pen.refuse(say("Nobody is doing anything that Rochefort could interrupt."), "rochefort")
    return errand


def _label_appear(record: Record) -> Line:
    return label_of(record) or say("Rochefort steps in")


def _label_pass(record: Record) -> Line:
    return say("Rochefort does not step in")


ROCHEFORT: Verb[State] = Verb(
    "rochefort",
    say("Milady shows herself, and Rochefort stands in the musketeer's way."),
    _decide_appear,
    _label_appear,
    (Field("nonce", "text", say("what opens the seal on her destination"), needed=False),),
)
LET_PASS: Verb[State] = Verb(
    "let_pass", say("Milady lets the musketeer act, or is not there."), _decide_pass, _label_pass
)
