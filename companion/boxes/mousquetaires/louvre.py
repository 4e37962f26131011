"""The Louvre: the marker that falls every round, and missions accomplished or failed."""

from __future__ import annotations

from companion.boxes.mousquetaires.automaton import man_mission
from companion.boxes.mousquetaires.company import expect
from companion.boxes.mousquetaires.missions import (
    CONTENT,
    finished,
    lay_out,
    louvre_done,
    louvre_is_over,
    next_louvre_mission,
    settle,
)
from companion.boxes.mousquetaires.names import LOUVRE_CARDS
from companion.boxes.mousquetaires.state import State
from companion.boxes.mousquetaires.tokens import draw_treachery, move
from companion.core.pen import Pen
from companion.core.record import Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say


def falls(state: State) -> bool:
    """It always falls, even under a mission laid out this very round; one reading of the rules spares that one."""
    if louvre_is_over(state):
        return False
    return state.board.ruling("louvre_moves_under_new_mission") or not state.louvre_new


def fall(pen: Pen[State]) -> None:
    """Phase IV, second step."""
    board = pen.state.board
    if louvre_is_over(pen.state):
        pen.tell(say("The Louvre cards are used up: no mission lies there any more."), "louvre-deck")
        return
    if not falls(pen.state):
        pen.tell(say("The mission is new: at this table the Louvre marker waits."), "louvre")
        return
    for mark in move(pen, "louvre", board.number("tracks.louvre.step"), "louvre").reached:
        if mark.name == "queen":
            move(pen, "queen", board.number("tracks.louvre.queen_loss_third"), "louvre")
        elif mark.name == "failed":
            move(pen, "queen", board.number("tracks.louvre.queen_loss_fourth"), "louvre-failed")
            draw_treachery(pen, board.number("tracks.louvre.failure_perfidy"), "louvre-failed")
            pen.tell(
                say("The mission is discarded: adversaries back to Milady's hand, ambush out, next mission turned up."),
                "louvre-failed",
            )
            next_louvre_mission(pen, "louvre-failed")


def _decide_mission(pen: Pen[State]) -> None:
    state, card = pen.state, pen.given("card", "")
    pen.need(not state.louvre_mission.known, say("The clerk knows what lies in the Louvre already."), "louvre-mission")
    pen.need(not card or card not in state.louvre_gone, say("This card has been played."), "louvre-mission")
    content = {name: value for name, value in pen.intent.fields.items() if name != "card"}
    if card and "skill" not in content:
        content = {**_printed(state, card), **content}
    manned = "foes" in content or state.louvre_mission.foes or state.louvre_mission.ambush
    if not state.milady and not manned:
        content |= man_mission(pen, content.get("force", state.board.number("louvre.force_least")))
    lay_out(pen, "louvre", card, content, "louvre-mission")
    settle(pen, "louvre")


def _printed(state: State, card: str) -> dict[str, str | int]:
    """What the profile knows of a card; nothing where nobody could tell us."""
    profile, at = state.board.profile, f"louvre.{card}"
    skill, value = profile.text(f"{at}.skill"), profile.number(f"{at}.challenge")
    if skill == "unknown" or not value:
        return {}
    return {"skill": skill, "value": value, "reward": profile.number(f"{at}.reward")}


def _decide_done(pen: Pen[State]) -> None:
    pen.need(pen.state.step == "actions", say("Missions are accomplished in phase II."), "louvre-done")
    if louvre_is_over(pen.state):
        pen.refuse(say("The Louvre cards are used up: no mission lies there any more."), "louvre-deck")
    expect(
        pen,
        not pen.state.louvre_mission.known or finished(pen.state, "louvre"),
        say("The mission is not finished yet."),
        "louvre-done",
    )
    louvre_done(pen)


def _label_mission(record: Record) -> Line:
    card = record.intent.fields.get("card", "")
    return say("In the Louvre: {card}", card=LOUVRE_CARDS[card]) if card else say("A mission in the Louvre")


def _label_done(record: Record) -> Line:
    return say("Louvre mission accomplished")


LOUVRE_MISSION: Verb[State] = Verb(
    "louvre_mission",
    say("Tell the clerk what lies in the Louvre."),
    _decide_mission,
    _label_mission,
    (Field("card", "text", say("which card"), needed=False, choices=tuple(LOUVRE_CARDS)), *CONTENT),
)
LOUVRE_DONE: Verb[State] = Verb(
    "louvre_done", say("The musketeers have finished the Louvre mission."), _decide_done, _label_done
)
