"""Paris: Milady's plots, laid out, solved, and what an unsolved one does at the end of a round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.boxes.mousquetaires import sand
from companion.boxes.mousquetaires.company import expect
from companion.boxes.mousquetaires.missions import CONTENT, clear, finished, lay_out, paris_done, printed_force, settle
from companion.boxes.mousquetaires.names import PARIS_CARDS
from companion.boxes.mousquetaires.state import State
from companion.boxes.mousquetaires.tokens import draw_treachery, move, push_time
from companion.core.pen import Pen
from companion.core.record import BadForm, Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say


def open_cards(state: State) -> tuple[str, ...]:
    """The cards Milady could still lay out, as far as the table can know."""
    return tuple(name for name in state.board.paris_cards if name != state.paris and name not in state.paris_gone)


def may_lay_out(state: State) -> bool:
    """Milady needs a card in her hand, except for the very first one, which lies there when the match begins."""
    return state.paris_hand > 0 or not (state.paris or state.paris_gone)


def constance_dice(state: State) -> int:
    """How many red dice the card in play makes Milady throw at the end of the round."""
    card = state.board.paris_cards.get(state.paris)
    return card.amount if card and card.effect == "constance_dice" else 0


def take_effect(pen: Pen[State]) -> None:
    """Phase IV, third step."""
    card = pen.state.board.paris_cards.get(pen.state.paris)
    if card is None:
        return
    if card.effect == "time":
        push_time(pen, card.amount, "paris-missing")
    elif dice := constance_dice(pen.state):
        roll = pen.roll(pen.state.board.pool(f"{dice}r"), "paris-abducted", pen.given("faces"))
        move(pen, "constance", roll.count("sword"), "paris-abducted")
    elif card.effect == "perfidy":
        draw_treachery(pen, card.amount, "paris-held")
    elif card.effect == "note":
        pen.tell(say("Carry out what {card} says.", card=PARIS_CARDS[card.id]), "paris-effect")


def _decide_play(pen: Pen[State]) -> None:
    state, card = pen.state, pen.given("card")
    if card not in state.board.paris_cards:
        raise BadForm(f'there is no Paris card "{card}"; there are {", ".join(state.board.paris_cards)}')
    if card == state.paris:
        pen.refuse(say("{card} lies in Paris already.", card=PARIS_CARDS[card]), "paris-card")
    pen.need(state.step == "paris", say("Paris cards are laid out in phase I."), "paris-card")
    pen.need(card not in state.paris_gone, say("{card} has left the game.", card=PARIS_CARDS[card]), "paris-card")
    pen.need(may_lay_out(state), say("Milady holds no Paris card."), "paris-card")
    pen.write("paris_hand", max(state.paris_hand - 1, 0), "paris-card")
    if state.paris:
        _remove(pen, "paris-card")
        pen.tell(say("Undefeated adversaries go back to Milady's hand; the ambush is out."), "paris-card")
    put_in_paris(pen, card, {name: value for name, value in pen.intent.fields.items() if name != "card"})
    if state.step == "paris":
        pen.write("step", "perfidy", "round")


def put_in_paris(pen: Pen[State], card: str, content: Mapping[str, Any]) -> None:
    pen.write("paris", card, "paris-card")
    pen.write("constance", 0, "paris-card")
    pen.tell(say("Milady reads the title and mans the mission up to its force."), "paris-card")
    lay_out(pen, "paris", card, with_print(pen.state, card, content), "paris-card")
    sand.hold(pen, "paris")


def with_print(state: State, card: str, content: Mapping[str, Any]) -> dict[str, Any]:
    """What people read to the clerk, over what the profile knows of the card."""
    if not content:
        return {}
    profile, at = state.board.profile, f"paris.{card}"
    skill = profile.text(f"{at}.skill")
    known: dict[str, Any] = {"duels": profile.number(f"{at}.duels"), "successes": profile.number(f"{at}.successes")}
    force = printed_force(state, f"{at}.force")
    if force is not None and ("foes" in content or "ambush" in content):
        known["force"] = force
    if skill not in ("none", "unknown") and profile.number(f"{at}.challenge"):
        known |= {"skill": skill, "value": profile.number(f"{at}.challenge")}
    return {**known, **content}


def _decide_content(pen: Pen[State]) -> None:
    """The first card was chosen before the clerk could be told what it asks for."""
    state = pen.state
    if not state.paris:
        pen.refuse(say("No card lies in Paris."), "paris-card")
    pen.need(not state.paris_mission.known, say("The clerk knows what lies in Paris already."), "paris-card")
    content = with_print(state, state.paris, {"skill": "none", **pen.intent.fields})
    if state.paris_mission.duels:
        # Duels may have been won before somebody read the card out.
        content = {**content, "duels": state.paris_mission.duels, **pen.intent.fields}
    lay_out(pen, "paris", state.paris, content, "paris-card")
    settle(pen, "paris")


def _decide_solved(pen: Pen[State]) -> None:
    if not pen.state.paris:
        pen.refuse(say("No card lies in Paris."), "paris-solved")
    pen.need(pen.state.step == "actions", say("Missions are accomplished in phase II."), "paris-solved")
    expect(
        pen,
        not pen.state.paris_mission.known or finished(pen.state, "paris"),
        say("The mission is not finished yet."),
        "paris-solved",
    )
    paris_done(pen)


def _remove(pen: Pen[State], why: str) -> None:
    gone = pen.state.paris_gone
    pen.write("paris_gone", (*gone, pen.state.paris) if pen.state.paris not in gone else gone, why)
    pen.write("paris", "", why)
    clear(pen, "paris", why)


def _label_play(record: Record) -> Line:
    return say("Milady lays out {card}", card=PARIS_CARDS[record.intent.fields["card"]])


def _label_content(record: Record) -> Line:
    return say("The mission in Paris is laid out")


def _label_solved(record: Record) -> Line:
    return say("Paris saved")


PARIS_CARD: Verb[State] = Verb(
    "paris_card",
    say("Milady lays out a Paris card; an old one leaves the game."),
    _decide_play,
    _label_play,
    (Field("card", "text", say("which card"), choices=tuple(PARIS_CARDS)), *CONTENT),
)
PARIS_MISSION: Verb[State] = Verb(
    "paris_mission", say("Tell the clerk what lies in Paris."), _decide_content, _label_content, CONTENT
)
PARIS_SOLVED: Verb[State] = Verb(
    "paris_solved", say("The musketeers have solved the Paris card."), _decide_solved, _label_solved
)
