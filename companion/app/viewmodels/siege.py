"""What the page of La Rochelle shows: both sides with their dice, and where the marker may go or will go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from companion.app.viewmodels.table import TableModel
from companion.boxes.mousquetaires.actions.reinforce import dice_of
from companion.boxes.mousquetaires.names import MILADY, MUSKETEER_NAMES, MUSKETEERS, PARIS_CARDS, PERFIDY_CARDS
from companion.boxes.mousquetaires.siege import (
    can_sacrifice,
    marker_moves,
    red_dice,
    second_throw,
    smuggled_sword,
)
from companion.boxes.mousquetaires.siege_odds import siege_odds
from companion.boxes.mousquetaires.state import CLERK, State
from companion.boxes.mousquetaires.throws import Faces
from companion.core.dice import Pool
from companion.core.words import Line, say, say_n

Read = Callable[[Line | None], str]
_HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Card:
    """One of the places for a card at La Rochelle; without a name it is empty."""

    name: str = ""
    text: str = ""
    dice: int = 0


@dataclass(frozen=True, slots=True)
class Side:
    camp: str
    name: str
    faces: tuple[str, ...]  # one for each die; nothing on it before the throw
    swords: int
    extra: int  # swords that lie there without a die
    notes: tuple[str, ...]  # where its dice come from
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely the marker comes to rest on a space."""

    space: int
    share: float
    text: str


@dataclass(frozen=True, slots=True)
class Heart:
    """Where the marker goes if so many hearts are given."""

    hearts: int
    space: int


@dataclass(frozen=True, slots=True)
class Siege:
    thrown: bool
    red: Side
    blue: Side
    at: int  # where the marker is
    to: int  # where it goes, once the dice lie there
    by: int
    movement: str
    hearts: tuple[Heart, ...]
    givers: str
    chances: tuple[Chance, ...]
    lost: str
    stays: str
    gained: str


def siege_of(model: TableModel, read: Read, blue: int | None = None) -> Siege:
    """`blue` is how many blue dice people are about to throw, if that is not what the cards are worth."""
    state: State = model.match.state
    thrown = model.step.split(".")[1] == "march"
    dice = state.siege_dice if thrown or blue is None else blue
    odds = {} if thrown else _odds(state, dice)
    by = marker_moves(state, 0) if thrown else 0
    faces = _thrown(model) if thrown else {}
    hearts = _hearts(state) if thrown else ()
    names = (read(MUSKETEER_NAMES[who]) for who in can_sacrifice(state))
    return Siege(
        thrown,
        _red(state, read, thrown, faces.get("red")),
        _blue(state, read, dice, faces.get("blue")),
        state.rochelle,
        _space(state, by),
        by,
        read(_movement(by)) if thrown else "",
        hearts,
        read(say("May give a heart: {names}", names=", ".join(names))) if hearts and state.depth == CLERK else "",
        _chances(state, odds, read),
        read(say("{share} lost", share=_percent(_sum(odds, lambda by: by < 0)))),
        read(say("{share} stays", share=_percent(_sum(odds, lambda by: by == 0)))),
        read(say("{share} gained", share=_percent(_sum(odds, lambda by: by > 0)))),
    )


def _red(state: State, read: Read, thrown: bool, faces: tuple[str, ...] | None) -> Side:
    base, extra = state.board.siege_dice_at(state.time), smuggled_sword(state)
    notes = [say_n("{n} die from Time", "{n} dice from Time", base)]
    if state.reinforced:
        again = second_throw(state)
        text = (
            say("{card}: one shield again", card=PERFIDY_CARDS["reinforcements"])
            if again
            else say("{card}: +{n}", card=PERFIDY_CARDS["reinforcements"], n=red_dice(state) - base)
        )
        notes.append(text)
    if extra:
        notes.append(PARIS_CARDS["traffickers"])
    shown = faces if faces is not None else ("",) * red_dice(state)
    swords = state.red_swords if thrown else 0
    return Side("milady", read(MILADY), shown, swords, extra, tuple(read(note) for note in notes))


def _blue(state: State, read: Read, dice: int, faces: tuple[str, ...] | None) -> Side:
    laid = tuple(Card(card, read(_CARDS[card]), dice_of(state, card)) for card in state.siege_cards)
    # The scorekeeper is told how many dice there are, not which cards.
    slots = state.board.number("siege.slots") if laid or state.depth == CLERK else 0
    cards = laid + (Card(),) * max(slots - len(laid), 0)
    notes = () if laid or not slots else (read(say("No card lies here.")),)
    shown = faces if faces is not None else ("",) * dice
    return Side("musketeers", read(MUSKETEERS), shown, state.blue_swords, 0, notes, cards)


_CARDS = {"single": say("Combat"), "double": say("Double"), "bassompierre": say("Bassompierre")}


def _thrown(model: TableModel) -> dict[str, tuple[str, ...]]:
    """The faces of the last siege that counts, by the colour of the dice."""
    match = model.match
    undone = {line.seq for line in match.log() if line.undone}
    for record in reversed(match.records):
        if record.intent.do != "siege" or record.seq in undone:
            continue
        first, *again = record.result["rolls"]
        dice = Pool.parse(first["dice"], match.box.dice(match.state)).dice if first["faces"] else ()
        sides: dict[str, list[str]] = {"blue": [], "red": []}
        for die, face in zip(dice, first["faces"], strict=True):
            sides[die.name].append(face)
        for roll in again if "shield" in sides["red"] else ():  # Reinforcements: she took up one shield once more
            sides["red"][sides["red"].index("shield")] = roll["faces"][0]
        return {colour: tuple(faces) for colour, faces in sides.items()}
    return {}


def _odds(state: State, blue: int) -> dict[int, Fraction]:
    dice = state.board.dice
    return siege_odds(
        blue,
        red_dice(state),
        smuggled=smuggled_sword(state),
        second_throw=second_throw(state),
        blue_faces=Faces.of(dice["b"].faces),
        red_faces=Faces.of(dice["r"].faces),
    )


def _chances(state: State, odds: dict[int, Fraction], read: Read) -> tuple[Chance, ...]:
    """By space: whatever would carry the marker beyond an end leaves it there."""
    shares: dict[int, Fraction] = {}
    for by, share in odds.items():
        space = _space(state, by)
        shares[space] = shares.get(space, Fraction(0)) + share
    return tuple(Chance(space, float(share), read(_percent(share))) for space, share in sorted(shares.items()))


def _sum(odds: dict[int, Fraction], test: Callable[[int], bool]) -> Fraction:
    return sum((share for by, share in odds.items() if test(by)), Fraction(0))


def _percent(share: Fraction) -> Line:
    whole = int(share * 100 + _HALF)
    return say("<{n}%", n=1) if share and not whole else say("{n}%", n=whole)


def _space(state: State, by: int) -> int:
    track = state.board.tracks["rochelle"]
    return min(max(state.rochelle + by, track.lo), track.hi)


def _hearts(state: State) -> tuple[Heart, ...]:
    most = min(len(can_sacrifice(state)), state.red_swords)
    return tuple(Heart(hearts, _space(state, marker_moves(state, hearts))) for hearts in range(1, most + 1))


def _movement(by: int) -> Line:
    if by > 0:
        return say_n("{n} space gained", "{n} spaces gained", by)
    if by < 0:
        return say_n("{n} space lost", "{n} spaces lost", -by)
    return say("the marker stays")
