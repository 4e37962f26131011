"""The board in force: tracks, dice and card lists as the profile gives them, read once per match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.boxes.mousquetaires.fencing import Botte
from companion.core.dice import Die, Pool
from companion.core.profile import Profile
from companion.core.track import Mark, Track

TRACKS = ("time", "louvre", "queen", "rochelle", "purse", "constance", "epic", "rochefort")
CHAPTERS = 4
FACES = ("sword", "shield", "lily")
SKILLS = ("erudition", "nobility", "gallantry", "panache")


@dataclass(frozen=True, slots=True)
class ParisCard:
    id: str
    effect: str
    amount: int


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody or something that can be fought."""

    id: str
    dice: int = 0
    life: int = 1
    fixed: tuple[str, ...] = ()
    bottes: tuple[Botte, ...] = ()
    shields: int = 0
    end_wounds: int = 0
    force: int = 0
    pistoles: int = 0
    epic: int = 0
    returns: bool = False


@dataclass(frozen=True, slots=True)
class Token:
    """One kind of quest token."""

    id: str
    kind: str  # decoy, challenge, rolling, trap, fixed
    copies: int
    wounds: int = 0


@dataclass(frozen=True, slots=True, eq=False)  # one for each profile, told apart by being itself
class Board:
    profile: Profile
    tracks: Mapping[str, Track]
    dice: Mapping[str, Die]
    siege_dice: tuple[int, ...]
    paris_cards: Mapping[str, ParisCard]
    perfidy_cards: tuple[str, ...]
    treachery_deck: int
    opponents: Mapping[str, Opponent]  # adversaries, quest tokens, Rochefort, de Wardes, the gaoler, the Nemesis
    adversaries: tuple[str, ...]
    tokens: Mapping[str, Token]
    numbers: Mapping[str, int]  # of the profile; read several times for each tap

    def siege_dice_at(self, space: int) -> int:
        """Milady's dice at La Rochelle, read off the Time marker's space."""
        return self.siege_dice[min(max(space, 1), len(self.siege_dice)) - 1]

    def number(self, path: str) -> int:
        found = self.numbers.get(path)
        return self.profile.number(path) if found is None else found

    def pool(self, text: str) -> Pool:
        return _pool(self, text)

    def ruling(self, name: str) -> bool:
        """How the table plays a point on which the rule sheets disagree."""
        return self.profile.flag(f"rulings.{name}")


@lru_cache(maxsize=512)
def _pool(board: Board, text: str) -> Pool:
    return Pool.parse(text, board.dice)


# A match is set up many times in a simulation and replayed often, nearly always with the same profile.
_READ: dict[int, Board] = {}
_MOST_KEPT = 16


def read_board(profile: Profile) -> Board:
    board = _READ.get(id(profile))
    if board is None or board.profile is not profile:
        if len(_READ) >= _MOST_KEPT:
            _READ.clear()
        board = _READ[id(profile)] = _board(profile)
    return board


def _board(profile: Profile) -> Board:
    tracks = _tracks(profile)
    adversaries = {name: _adversary(profile, name) for name in profile.names("adversaries")}
    return Board(
        profile=profile,
        tracks={track.name: track for track in tracks},
        dice={"b": _die(profile, "blue", "b"), "r": _die(profile, "red", "r")},
        siege_dice=profile.numbers("tracks.time.siege_dice"),
        paris_cards={
            name: ParisCard(name, profile.text(f"paris.{name}.end_effect"), profile.number(f"paris.{name}.amount"))
            for name in profile.names("paris")
        },
        perfidy_cards=profile.names("perfidy"),
        treachery_deck=profile.number("components.perfidy_cards"),
        opponents={**adversaries, **_tokens_that_fight(profile), **_named(profile)},
        adversaries=tuple(adversaries),
        tokens={name: _token(profile, name) for name in profile.names("quest.tokens")},
        numbers={path: fact.value for path, fact in profile.facts.items() if type(fact.value) is int},
    )


def _tracks(profile: Profile) -> tuple[Track, ...]:
    number = profile.number
    time, rochelle = number("tracks.time.spaces"), number("tracks.rochelle.spaces")
    louvre, queen = number("tracks.louvre.spaces"), number("tracks.queen.richelieu")
    goal, life = number("tracks.constance.goal"), number("tracks.rochefort.life")
    siege = (
        Mark(1, "richelieu"),
        Mark(number("tracks.rochelle.perfidy_from_left"), "perfidy"),
        Mark(rochelle + 1 - number("tracks.rochelle.epic_from_right"), "epic"),
        Mark(rochelle + 1 - number("tracks.rochelle.one_for_all_from_right"), "one_for_all"),
    )
    return (
        Track("time", 1, time, number("tracks.time.start"), (Mark(time, "richelieu"),)),
        Track("louvre", 1, louvre, number("tracks.louvre.start"), (Mark(louvre - 1, "queen"), Mark(louvre, "failed"))),
        Track("queen", 0, queen, number("tracks.queen.start"), (Mark(queen, "richelieu"),)),
        Track("rochelle", 1, rochelle, number("tracks.rochelle.start"), siege),
        Track("purse", 0, number("tracks.purse.most"), number("tracks.purse.start")),
        Track("constance", 0, goal, number("tracks.constance.start"), (Mark(goal, "goal"),)),
        Track("epic", 0, number("tracks.epic.stock"), number("tracks.epic.start")),
        Track("rochefort", 0, life, life, (Mark(0, "out"),)),
    )


def _die(profile: Profile, colour: str, letter: str) -> Die:
    return Die.from_counts(colour, letter, {face: profile.number(f"dice.{colour}.{face}") for face in FACES})


def _bottes(profile: Profile, path: str) -> tuple[Botte, ...]:
    faces = profile.texts(path)
    return (faces,) if faces else ()


def _adversary(profile: Profile, name: str) -> Opponent:
    at = f"adversaries.{name}"
    return Opponent(
        name,
        dice=profile.number(f"{at}.dice"),
        life=profile.number(f"{at}.life"),
        bottes=_bottes(profile, f"{at}.botte"),
        shields=profile.number(f"{at}.shields"),
        end_wounds=profile.number(f"{at}.end_wounds"),
        force=profile.number(f"{at}.value"),
        pistoles=profile.number(f"{at}.pistoles"),
        epic=profile.number(f"{at}.epic"),
        returns=profile.flag(f"{at}.returns"),
    )


def _token(profile: Profile, name: str) -> Token:
    at = f"quest.tokens.{name}"
    wounds = profile.number(f"{at}.wounds") if f"{at}.wounds" in profile else 0
    return Token(name, profile.text(f"{at}.kind"), profile.number(f"{at}.copies"), wounds)


def _tokens_that_fight(profile: Profile) -> dict[str, Opponent]:
    found = {}
    for name in profile.names("quest.tokens"):
        kind = profile.text(f"quest.tokens.{name}.kind")
        if kind == "rolling":
            found[name] = Opponent(name, dice=profile.number(f"quest.tokens.{name}.dice"))
        elif kind == "fixed":
            found[name] = Opponent(name, fixed=profile.texts(f"quest.tokens.{name}.faces"))
    return found


def _named(profile: Profile) -> dict[str, Opponent]:
    number = profile.number
    return {
        "rochefort": Opponent(
            "rochefort",
            dice=number("rochefort.dice"),
            life=number("tracks.rochefort.life"),
            bottes=_bottes(profile, "rochefort.botte"),
        ),
        "wardes": Opponent(
            "wardes",
            dice=number("wardes.dice"),
            life=number("wardes.life"),
            bottes=_bottes(profile, "wardes.botte"),
        ),
        "gaoler": Opponent("gaoler", dice=number("bastille.dice"), life=number("bastille.life")),
        "nemesis": Opponent("nemesis", dice=number("ambushes.nemesis.dice")),
    }
