"""The last look at a state that a file or another device brings about: is it one that play can reach at all?

The tracked values are looked at elsewhere, one by one; here it is everything that later decisions rely on blindly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from companion.boxes.mousquetaires.actions.challenge import open_tests
from companion.boxes.mousquetaires.ambush import WAITING
from companion.boxes.mousquetaires.board import FACES, SKILLS
from companion.boxes.mousquetaires.foul import KINDS
from companion.boxes.mousquetaires.goods import EQUIPMENT
from companion.boxes.mousquetaires.missions import LARGEST
from companion.boxes.mousquetaires.names import (
    ADVERSARIES,
    AMBUSHES,
    FOES,
    LOUVRE_CARDS,
    PARIS_CARDS,
    PERFIDY_CARDS,
    PLACES,
    SIEGE_CARDS,
    TOKENS,
)
from companion.boxes.mousquetaires.quest import inn
from companion.boxes.mousquetaires.setup import PLAYERS, VARIANTS
from companion.boxes.mousquetaires.state import DEPTHS, FACE_DOWN, GONE, Duel, Errand, Foul, Mission, Quest, State
from companion.core.record import BadForm

MOST_COUNTED = 99  # swords of a throw, spaces of a move, hearts; far more than there can be
MOST_DICE = 6  # of one colour
_MISSIONS: tuple[tuple[str, Mapping[str, object]], ...] = (("paris", PARIS_CARDS), ("louvre", LOUVRE_CARDS))
_AMBUSHED = tuple(place for place, _ in _MISSIONS)
_LYING = frozenset((FACE_DOWN, GONE, *TOKENS))
_SPENT = frozenset((*TOKENS, *SKILLS))
_TESTS = frozenset(("", *SKILLS))


def check(state: State) -> None:
    """BadForm for what neither play nor a correction can bring about."""
    if state.players not in PLAYERS or state.depth not in DEPTHS or (state.milady_at and state.milady_at not in PLACES):
        _stranger()
    _among(state.variants, VARIANTS)
    _among(state.paris_gone, PARIS_CARDS)
    _among(state.perfidy_gone, PERFIDY_CARDS)
    _among(state.siege_cards, SIEGE_CARDS)
    _count(state.blue_swords, state.red_swords, state.time_moved, state.conscripts, state.sealed_for)
    _fouls(state.fouls)
    for musketeer in state.company:
        _among(musketeer.gear, EQUIPMENT)
        _among(musketeer.skills, SKILLS)
    for place, cards in _MISSIONS:
        _mission(state.mission(place), cards)
    _quest(state.quest)
    if state.duel:
        _duel(state, state.duel)
    if state.errand:
        _errand(state, state.errand)


def _stranger() -> NoReturn:
    raise BadForm("a record names what is not in this box")


def _among(names: Iterable[str], known: Any) -> None:
    for name in names:
        if name not in known:
            _stranger()


def _count(*counts: int) -> None:
    for count in counts:
        if not 0 <= count <= MOST_COUNTED:
            raise BadForm("a record counts what nobody can have counted")


def _fouls(fouls: tuple[Foul, ...]) -> None:
    """Each can be read out, and none is there twice."""
    for one in fouls:
        _count(one.round)
        if one.kind not in KINDS or (one.kind == "answer" and not one.sealed):
            _stranger()
        if not {one.claimed, one.sealed} <= {"", *PLACES}:
            _stranger()
    if len(set(fouls)) != len(fouls):
        raise BadForm("a record counts a foul twice")


def _mission(mission: Mission, cards: Mapping[str, object]) -> None:
    if mission.skill not in _TESTS or (mission.card and mission.card not in cards):
        _stranger()
    if mission.ambush and mission.ambush not in AMBUSHES:
        _stranger()
    for foe in mission.foes:
        if foe.id not in ADVERSARIES:
            _stranger()
        _count(foe.life)
    if not 0 <= mission.value <= LARGEST:
        _count(-1)
    _count(mission.reward, mission.duels, mission.successes)


def _quest(quest: Quest) -> None:
    _among(quest.inn, _LYING)
    _among(quest.road, _LYING)
    _among(quest.guards, _LYING)
    _among(quest.spent, _SPENT)
    _among(quest.calais, SKILLS)
    if quest.test not in _TESTS:
        _stranger()
    _count(quest.wardes, quest.room)


def _duel(state: State, duel: Duel) -> None:
    if duel.who not in state.musketeers or duel.foe not in FOES or duel.place not in PLACES:
        _stranger()
    if duel.waits not in ("cards", "token", "dice", "blade") or (duel.waits == "blade" and not duel.blue_faces):
        _stranger()
    if duel.waits == "dice" and not duel.blue and (duel.fixed or not duel.red):
        _stranger()  # nobody has a die left to throw
    if (duel.foe in _LYING) != bool(duel.target) or (duel.target and _spaces(state.quest, duel.target) != [duel.foe]):
        _stranger()  # a quest token is fought where it lies
    if duel.foe == FACE_DOWN and duel.waits not in ("cards", "token"):
        _stranger()
    for faces in (duel.fixed, duel.blue_faces, duel.red_faces):
        _among(faces, FACES)
    if not (0 <= duel.blue <= MOST_DICE and 0 <= duel.red <= MOST_DICE):
        _count(-1)
    _count(duel.life, duel.exchange)


def _errand(state: State, errand: Errand) -> None:
    """Whatever goes on with it will find what it needs."""
    # An ambush that was just laid is for everybody who is there, so it has no name either.
    nobody = errand.what in ("scout", "gallery") or (errand.what == "ambush" and not errand.who)
    if errand.who not in (("",) if nobody else state.musketeers) or errand.place not in PLACES:
        _stranger()
    if errand.waits == "token" and errand.what in ("advance", "scout", "gallery"):
        _spaces(state.quest, errand.target)
    elif errand.waits not in _WAITS.get(errand.what, ()) or not _aims_well(state, errand):
        _stranger()


_WAITS: Mapping[str, tuple[str, ...]] = {
    # Nothing is waited for while Rochefort is being fought.
    "challenge": ("", "rochefort", "cards"),
    "duel": ("", "rochefort"),
    "task": ("", "rochefort"),
    "advance": ("", "rochefort"),
    "road": ("", "rochefort"),
    "passage": ("", "rochefort"),
    "trap": ("", "rochefort"),
    "search": ("richelieu",),
    "gallery": ("gallery",),
    "ambush": ("dice",),
}


def _aims_well(state: State, errand: Errand) -> bool:
    target = errand.target
    if errand.what == "challenge":
        return target in open_tests(state, errand.place)
    if errand.what == "duel":
        foe, _, more = target.partition(":")
        if more and foe != "other":
            _spaces(state.quest, more)
        return foe in FOES and (foe != "other" or _number(more) in range(1, MOST_DICE + 1))
    if errand.what == "task":
        return _number(target) >= 0
    if errand.what == "ambush":
        return target in WAITING and errand.place in _AMBUSHED
    if errand.what == "trap":
        return _number(target) in range(len(state.quest.guards))
    if errand.what == "advance":
        return _number(target) in range(1, inn.paths(state) + 1) and len(state.quest.inn) > 0
    return not target


def _spaces(quest: Quest, target: str) -> list[str]:
    """What lies on one or more spaces of the quest boards, such as "inn:3,inn:7"."""
    rows = {"inn": quest.inn, "road": quest.road, "room": quest.guards}
    found = []
    for space in target.split(","):
        where, _, at = space.partition(":")
        if where not in rows or _number(at) not in range(len(rows[where])):
            _stranger()
        found.append(rows[where][_number(at)])
    return found


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and text.isascii() and len(text) <= 2 else -1
