"""The board in force: tracks, dice and card lists as the profile gives them, read once per match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.dice import Die
from companion.core.profile import Profile
from companion.core.track import Mark, Track

TRACKS = ("time", "louvre", "queen", "rochelle", "purse", "constance", "epic", "rochefort")
CHAPTERS = 4
FACES = ("sword", "shield", "lily")


@dataclass(frozen=True, slots=True)
class ParisCard:
    id: str
    effect: str
    amount: int


@dataclass(frozen=True, slots=True)
class Board:
    profile: Profile
    tracks: Mapping[str, Track]
    dice: Mapping[str, Die]
    siege_dice: tuple[int, ...]
    paris_cards: Mapping[str, ParisCard]
    perfidy_cards: tuple[str, ...]
    treachery_deck: int

    def siege_dice_at(self, space: int) -> int:
        """Milady's dice at La Rochelle, read off the Time marker's space."""
        return self.siege_dice[min(max(space, 1), len(self.siege_dice)) - 1]

    def number(self, path: str) -> int:
        return self.profile.number(path)


def read_board(profile: Profile) -> Board:
    tracks = _tracks(profile)
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
