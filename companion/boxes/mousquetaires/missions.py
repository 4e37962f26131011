"""The missions of Paris and the Louvre: laid out with adversaries and perhaps an ambush, worked off, finished."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from companion.boxes.mousquetaires import sand
from companion.boxes.mousquetaires.ambush import BARRING, lie_in_wait, remove_ambush
from companion.boxes.mousquetaires.board import SKILLS, Board
from companion.boxes.mousquetaires.names import ADVERSARIES, AMBUSHES
from companion.boxes.mousquetaires.setup import FIVE
from companion.boxes.mousquetaires.state import Foe, Mission, State
from companion.boxes.mousquetaires.tokens import move
from companion.core.pen import Pen
from companion.core.verb import Field
from companion.core.words import say

LARGEST = 12  # a challenge, a force; far more than any card says

# What the table reads to the clerk when a mission is laid out; all of it can be left out.
CONTENT: tuple[Field, ...] = (
    Field("skill", "text", say("the skill of its challenge"), needed=False, choices=("none", *SKILLS)),
    Field("value", "number", say("the value of its challenge"), needed=False),
    Field("reward", "number", say("pistoles for its challenge"), needed=False),
    Field("duels", "number", say("duels it asks for besides the adversaries lying there"), needed=False),
    Field("successes", "number", say("successes the musketeers need"), needed=False),
    Field("force", "number", say("the force Milady has to lay out"), needed=False),
    Field("foes", "texts", say("the adversaries she lays out"), needed=False),
    Field("ambush", "text", say("the ambush she lays out"), needed=False, choices=tuple(AMBUSHES)),
    Field("nemesis", "text", say("whom the Nemesis concerns"), needed=False, choices=FIVE),
)


def adversaries_in_hand(state: State) -> tuple[str, ...]:
    """Whom Milady can still lay out: all who are neither beaten nor lying on a mission."""
    taken = {
        *state.beaten,
        *(foe.id for foe in state.paris_mission.foes),
        *(foe.id for foe in state.louvre_mission.foes),
    }
    return tuple([name for name in state.board.adversaries if name not in taken])


def ambushes_in_hand(state: State) -> tuple[str, ...]:
    used = (*state.ambushes_gone, state.paris_mission.ambush, state.louvre_mission.ambush)
    return tuple(name for name, count in _copies(state.board) if used.count(name) < count)


@lru_cache(maxsize=16)
def _copies(board: Board) -> tuple[tuple[str, int], ...]:
    return tuple((name, board.number(f"ambushes.{name}.copies")) for name in AMBUSHES)


def printed_force(state: State, path: str) -> int | None:
    """The force of a card if somebody has seen it printed; a number we only assume binds nobody."""
    fact = state.board.profile.fact(path)
    return state.board.number(path) if fact.sure != "assumed" and state.board.number(path) else None


def force_of(state: State, foes: tuple[str, ...], ambush: str) -> int:
    own = sum(state.board.opponents[name].force for name in foes)
    return own + (state.board.number("milady.ambush_force") if ambush else 0)


def lay_out(pen: Pen[State], place: str, card: str, content: Mapping[str, Any], why: str) -> None:
    """Put a mission on the board as it was read to the clerk. What lies there already stays."""
    before = pen.state.mission(place)
    new, ambush = tuple(content.get("foes", ())), content.get("ambush", "")
    _check(pen, before, new, ambush, content)
    skill, value = content.get("skill", "none"), content.get("value", 0)
    tested = skill != "none" and value > 0
    duels, successes = content.get("duels", 0), content.get("successes", 0)
    opponents = pen.state.board.opponents
    foes = (*before.foes, *(Foe(name, opponents[name].life) for name in new))
    # A challenge without its value is not known well enough to be met, and a card that asks for nothing has not been
    # read at all: it would be accomplished on the spot.
    asks = tested or (skill == "none" and bool(foes or duels or successes))
    mission = Mission(
        card=card,
        known="skill" in content and asks,
        skill=skill if tested else "",
        value=value if tested else 0,
        reward=content.get("reward", 0),
        duels=duels,
        successes=successes,
        foes=foes,
        ambush=ambush or before.ambush,
        nemesis=content.get("nemesis", "") if ambush == "nemesis" else before.nemesis,
    )
    pen.write(f"{place}_mission", mission, why)
    if ambush:
        lie_in_wait(pen, place)


def _check(pen: Pen[State], before: Mission, foes: tuple[str, ...], ambush: str, content: Mapping[str, Any]) -> None:
    state, force = pen.state, content.get("force")
    if ambush and before.ambush:
        pen.refuse(say("An ambush lies there already."), "mission-force")
    for name in foes:
        if name not in state.board.adversaries:
            pen.refuse(say("There is no adversary called {name}.", name=name), "mission-force")
    for name in ("value", "reward", "duels", "successes", "force"):
        if not 0 <= content.get(name, 0) <= LARGEST:
            pen.refuse(say("No card says more than {most}.", most=LARGEST), "mission-force")
    twice = len(set(foes)) != len(foes)
    free = adversaries_in_hand(state)
    pen.need(
        not twice and all(name in free for name in foes),
        say("An adversary is beaten or lies elsewhere."),
        "mission-force",
    )
    pen.need(not ambush or ambush in ambushes_in_hand(state), say("This ambush has left the game."), "mission-force")
    if ambush == "nemesis":
        pen.need(content.get("nemesis") in state.musketeers, say("Say whom the Nemesis concerns."), "ambush-nemesis")
    if force is not None and state.milady:
        laid = force_of(state, (*(foe.id for foe in before.foes), *foes), ambush or before.ambush)
        pen.need(
            laid == force,
            say("The card has force {force}, but {laid} lies there.", force=force, laid=laid),
            "mission-force",
        )


def clear(pen: Pen[State], place: str, why: str) -> None:
    """The mission goes: the ambush is out, adversaries who were not beaten are Milady's again."""
    remove_ambush(pen, place, why)
    pen.write(f"{place}_mission", Mission(), why)


def beaten(pen: Pen[State], name: str) -> None:
    """An adversary is beaten: his reward, and where his card goes."""
    foe = pen.state.board.opponents[name]
    move(pen, "purse", foe.pistoles, "reward")
    move(pen, "epic", foe.epic, "reward")
    if foe.returns:
        pen.tell(say("{name} goes back to Milady's hand.", name=ADVERSARIES[name]), "reward")
    else:
        pen.write("beaten", (*pen.state.beaten, name), "reward")


def finished(state: State, place: str) -> bool:
    mission = state.mission(place)
    if not mission.known:
        return False
    return (
        (not mission.skill or mission.mastered)
        and not mission.foes
        and mission.duels == 0
        and (mission.successes == 0 or state.constance >= mission.successes)
        and mission.ambush not in BARRING
    )


def settle(pen: Pen[State], place: str) -> None:
    """Is the mission done? Then what it brings is handed out at once."""
    if not finished(pen.state, place):
        return
    if place == "louvre":
        louvre_done(pen)
    else:
        paris_done(pen)


def louvre_done(pen: Pen[State]) -> None:
    state, board = pen.state, pen.state.board
    if state.louvre <= board.number("tracks.louvre.bonus_until"):
        move(pen, "epic", board.number("tracks.louvre.bonus_epic"), "louvre-done")
    pen.tell(say("The mission leaves the game; the next one is turned up and Milady mans it."), "louvre-done")
    next_louvre_mission(pen, "louvre-done")


def louvre_is_over(state: State) -> bool:
    """All Louvre cards have been played, at a table that does not shuffle them anew."""
    return len(state.louvre_gone) >= len(state.board.profile.names("louvre"))


def next_louvre_mission(pen: Pen[State], why: str) -> None:
    """The card that lay there counts even if nobody told the clerk which one it was."""
    pen.write("louvre_gone", (*pen.state.louvre_gone, pen.state.louvre_mission.card), why)
    clear(pen, "louvre", why)
    if louvre_is_over(pen.state):
        if pen.state.board.profile.text("rulings.louvre_deck_empty") == "shuffle":
            pen.tell(say("The Louvre cards are used up: shuffle them anew."), "louvre-deck")
            pen.write("louvre_gone", (), "louvre-deck")
        else:
            pen.tell(say("The Louvre cards are used up: no mission lies there any more."), "louvre-deck")
            pen.write("louvre_mission", Mission(known=True), "louvre-deck")
    pen.write("louvre", pen.state.board.tracks["louvre"].start, why)
    pen.write("louvre_new", True, why)
    sand.hold(pen, "louvre")


def paris_done(pen: Pen[State]) -> None:
    gone = pen.state.paris_gone
    pen.write("paris_gone", (*gone, pen.state.paris) if pen.state.paris not in gone else gone, "paris-solved")
    pen.write("paris", "", "paris-solved")
    pen.write("constance", 0, "paris-solved")
    clear(pen, "paris", "paris-solved")
