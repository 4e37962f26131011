"""Telling the clerk what lies on a mission, wherever he does not know it yet."""

from __future__ import annotations

from functools import lru_cache

from companion.boxes.mousquetaires.board import Board
from companion.boxes.mousquetaires.company import name_of
from companion.boxes.mousquetaires.missions import adversaries_in_hand, ambushes_in_hand
from companion.boxes.mousquetaires.names import ADVERSARIES, AMBUSHES, SKILLS
from companion.boxes.mousquetaires.paris import constance_dice
from companion.boxes.mousquetaires.state import CLERK, State
from companion.core.prompt import Ask, Choice, Pick
from companion.core.words import say

_MOST_FOES = 3
_MOST_DUELS = 6


def choices(state: State) -> tuple[Choice, ...]:
    if state.depth != CLERK or state.duel or state.errand:
        return ()
    found = []
    if not state.louvre_mission.known:
        found.append(_louvre(state.board, *_hand(state, "louvre"), state.musketeers))
    if state.paris and not state.paris_mission.known:
        found.append(_paris(state.board, *_hand(state, "paris"), state.musketeers, _tasks(state)))
    return tuple(found)


def _hand(state: State, place: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What Milady could lay there; nothing where something lies already, or if the app lays it for her."""
    mission = state.mission(place)
    if not state.milady:
        return (), ()
    return () if mission.foes else adversaries_in_hand(state), () if mission.ambush else ambushes_in_hand(state)


def _tasks(state: State) -> tuple[tuple[str, int, int], ...]:
    """What a Paris card may ask for besides: the name of it, the most, and what is known of this card."""
    number, card = state.board.profile.number, f"paris.{state.paris}"
    # Some may have been won before anybody read the card out.
    duels = ("duels", _MOST_DUELS, state.paris_mission.duels or number(f"{card}.duels"))
    # While Milady's dice move Constance's marker, it cannot count for the musketeers as well.
    if constance_dice(state):
        return (duels,)
    return duels, ("successes", state.board.tracks["constance"].hi, number(f"{card}.successes"))


@lru_cache(maxsize=256)
def _louvre(board: Board, foes: tuple[str, ...], ambushes: tuple[str, ...], company: tuple[str, ...]) -> Choice:
    most = board.number("louvre.reward_most")
    reward = Ask("reward", say("pistoles for the challenge"), 0, most, board.number("louvre.reward_least"))
    return Choice(
        say("Read out the mission in the Louvre"),
        "louvre_mission",
        weight="quiet",
        icon="crown",
        asks=(_value(board), reward),
        picks=_content(foes, ambushes, company),
    )


@lru_cache(maxsize=256)
def _paris(
    board: Board,
    foes: tuple[str, ...],
    ambushes: tuple[str, ...],
    company: tuple[str, ...],
    tasks: tuple[tuple[str, int, int], ...],
) -> Choice:
    labels = {
        "duels": say("duels it asks for besides the adversaries lying there"),
        "successes": say("successes the musketeers need"),
    }
    return Choice(
        say("Read out the mission in Paris"),
        "paris_mission",
        weight="quiet",
        icon="city-variant",
        asks=(_value(board), *(Ask(name, labels[name], 0, most, start) for name, most, start in tasks)),
        picks=_content(foes, ambushes, company),
    )


def _value(board: Board) -> Ask:
    least, most = board.number("challenge.least"), board.number("challenge.most")
    return Ask("value", say("value of the challenge"), least, most, least + 1)


def _content(foes: tuple[str, ...], ambushes: tuple[str, ...], company: tuple[str, ...]) -> tuple[Pick, ...]:
    found = [Pick("skill", say("skill of the challenge"), (("none", say("no challenge")), *SKILLS.items()))]
    if foes:
        names = tuple((name, ADVERSARIES[name]) for name in foes)
        found.append(Pick("foes", say("adversaries"), names, 0, min(_MOST_FOES, len(foes)), many=True))
    if ambushes:
        found.append(Pick("ambush", say("ambush"), tuple((name, AMBUSHES[name]) for name in ambushes), 0))
    if "nemesis" in ambushes:
        whom = tuple((who, name_of(who)) for who in company)
        found.append(Pick("nemesis", say("whom the Nemesis concerns"), whom, 0))
    return tuple(found)
