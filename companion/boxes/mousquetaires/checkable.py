"""Check your box: what a person can compare with the real thing, in the order in which it is taken out of the box.

Every fact that is not printed for certain is either in here or, with the reason, in `LEFT_OUT`; a test holds that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.boxes.mousquetaires.checkable_words import CHOICES, FIELDS, GROUPS, NO, YES
from companion.boxes.mousquetaires.houses import HOUSE_RULES
from companion.boxes.mousquetaires.names import (
    ADVERSARIES,
    AMBUSHES,
    CHAPTERS,
    CHARACTERS,
    FOES,
    GOODS,
    LOUVRE_CARDS,
    MUSKETEER_NAMES,
    PARIS_CARDS,
    PERFIDY_CARDS,
    SKILLS,
    TOKENS,
    TRACKS,
)
from companion.core.profile import CORRECTED, Profile
from companion.core.words import Line, say

CERTAIN = ("printed", CORRECTED)


@dataclass(frozen=True, slots=True)
class Group:
    """What stands on one card, one track or one board."""

    name: str
    title: Line
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    name: str
    icon: str
    title: Line
    note: Line  # where to look
    groups: tuple[Group, ...]

    @property
    def paths(self) -> Iterator[str]:
        for group in self.groups:
            yield from group.paths


def _group(title: Line, table: str, fields: str, name: str = "") -> Group:
    return Group(name or table.rpartition(".")[2], title, tuple(f"{table}.{field}" for field in fields.split()))


_SKILLS = " ".join(SKILLS)
_MISSION = "force skill challenge duels successes end_effect amount"
_TRACKS = {
    "time": "spaces start siege_dice step",
    "rochelle": "spaces start",
    "queen": "richelieu start",
    "louvre": "bonus_until bonus_epic queen_loss_third queen_loss_fourth failure_perfidy step",
    "purse": "start most",
    "constance": "goal",
    "epic": "stock start",
    "rochefort": "life",
}
_MUSKETEER = f"start life dice {_SKILLS} botte improved_botte"
_TREVILLE = f"{_MUSKETEER} keeps_botte avoids_rochefort any_card_uses ability"
_ADVERSARY = "value dice life pistoles epic end_wounds shields returns botte"
_AMBUSHES = {
    "beggars": "copies price leaves",
    "courtesan": "copies difficulty skill challenge leaves",
    "nemesis": "copies musketeers dice leaves",
    "thieves": "copies dice face pistoles leaves",
    "assassin": "copies dice face wounds leaves",
}
_TREACHERY = {
    "reinforcements": "copies siege_dice",
    "conscripts": "copies actions_lost",
    "imprisoned": "copies",
    "wound": "copies wounds",
    "dead_end": "copies time",
    "balm": "copies",
    "hurry": "copies",
    "separated": "copies stops_exchange",
    "plot": "copies queen",
}
_TOKENS = {
    "decoy": "copies",
    "challenge": "copies",
    "two_dice": "copies dice",
    "three_dice": "copies dice",
    "four_dice": "copies dice",
    "trap": "copies wounds",
    "sword_shield": "copies faces",
    "two_shields": "copies faces",
    "two_swords": "copies faces",
    "sword_two_shields": "copies faces",
}
_CHARACTERS = {
    "essarts": "copies pistoles",
    "buckingham": "copies epic",
    "bassompierre": "copies siege_dice siege_slots",
    "other": "copies",
}
_GOODS = ("horse", "pistol", "cuirass", "toledo", "balm", "improved_botte")

CHECKABLE: tuple[Chapter, ...] = (
    Chapter(
        "tracks",
        "map",
        say("The tracks on the board"),
        say("Count the spaces on your board and see what is printed on them."),
        tuple(_group(TRACKS[name], f"tracks.{name}", fields) for name, fields in _TRACKS.items()),
    ),
    Chapter(
        "dice",
        "dice-multiple",
        say("The dice"),
        say("Turn one die of each colour over in your hand. Tap a face until the six are those of your die."),
        (
            _group(GROUPS["blue"], "dice.blue", "sword shield lily count"),
            _group(GROUPS["red"], "dice.red", "sword shield lily count"),
        ),
    ),
    Chapter(
        "musketeers",
        "account-group",
        say("The musketeers' boards"),
        say("Everything stands on the board that lies before each musketeer."),
        tuple(
            _group(name, f"musketeers.{one}", _TREVILLE if one == "treville" else _MUSKETEER)
            for one, name in MUSKETEER_NAMES.items()
        ),
    ),
    Chapter(
        "arsenal",
        "treasure-chest",
        say("The arsenal"),
        say("The prices stand on the board; the stock is what lies in your box."),
        (
            _group(GROUPS["arsenal"], "arsenal", "equipment_slots skill_slots bought_an_action"),
            *(_group(GOODS[name], f"arsenal.{name}", "price pay stock") for name in _GOODS),
            _group(GROUPS["improved_skill"], "arsenal.improved_skill", "price stock"),
        ),
    ),
    Chapter(
        "adversaries",
        "sword-cross",
        say("Milady's people"),
        say("One card each. Look at its dice, its hearts and what it leaves behind."),
        (
            _group(FOES["rochefort"], "rochefort", "dice botte"),
            _group(FOES["wardes"], "wardes", "dice life botte"),
            *(_group(name, f"adversaries.{one}", _ADVERSARY) for one, name in ADVERSARIES.items()),
        ),
    ),
    Chapter(
        "ambushes",
        "eye-off",
        say("The ambushes"),
        say("Five cards in all."),
        (
            _group(GROUPS["ambush"], "milady", "ambush_force", "ambush"),
            *(_group(AMBUSHES[name], f"ambushes.{name}", fields) for name, fields in _AMBUSHES.items()),
        ),
    ),
    Chapter(
        "treachery",
        "skull",
        say("The treachery cards"),
        say("Fifteen cards in all. Sort them by name and count."),
        (
            _group(GROUPS["milady"], "milady", "perfidy_start perfidy_refill"),
            *(_group(PERFIDY_CARDS[name], f"perfidy.{name}", fields) for name, fields in _TREACHERY.items()),
        ),
    ),
    Chapter(
        "paris",
        "city-variant",
        say("The Paris cards"),
        say("Six cards. What is not known here, the table reads off the card when it is played."),
        tuple(_group(title, f"paris.{name}", _MISSION) for name, title in PARIS_CARDS.items()),
    ),
    Chapter(
        "louvre",
        "crown",
        say("The Louvre cards"),
        say("Eight cards. What is not known here, the table reads off the card when it is turned up."),
        (
            _group(GROUPS["louvre"], "louvre", "force_least force_most reward_least reward_most"),
            *(_group(title, f"louvre.{name}", "skill challenge force reward") for name, title in LOUVRE_CARDS.items()),
        ),
    ),
    Chapter(
        "quest",
        "diamond-stone",
        say("The quest"),
        say("The two quest boards and the twenty-seven tokens."),
        (
            _group(CHAPTERS[1], "quest.chapters.calais", "skills challenges"),
            _group(CHAPTERS[3], "quest.chapters.galleries", "challenge"),
            *(_group(TOKENS.get(name, GROUPS["test"]), f"quest.tokens.{name}", of) for name, of in _TOKENS.items()),
        ),
    ),
    Chapter(
        "helpers",
        "hand-heart",
        say("Help for the musketeers"),
        say("The seven character cards and the cards One for all."),
        (
            *(_group(CHARACTERS[name], f"characters.{name}", fields) for name, fields in _CHARACTERS.items()),
            _group(GROUPS["one_for_all"], "one_for_all", "cards"),
        ),
    ),
    Chapter(
        "silent",
        "scale-balance",
        say("Where the sheets are silent"),
        say("Look into the rule sheet of your edition; it may say more than ours."),
        (
            _group(GROUPS["six"], "players.6", "actions hands hand round_cards without_perfidy", "six"),
            _group(GROUPS["no_milady"], "no_milady", "hands_as_with_milady rochefort_out"),
            _group(GROUPS["decks"], "rulings", "louvre_deck_empty perfidy_deck_empty"),
            _group(GROUPS["gaoler"], "bastille", "life"),
            _group(GROUPS["hourglass"], "hourglass", "seconds"),
        ),
    ),
)

_NAME = "what it is called is no number of the game"
_ABOUT = "it is told about the game and plays no part in it"
_ONE_WAY = "there is no other way it could be"
_COUNTED = "nothing in a match counts these pieces"
LEFT_OUT: Mapping[str, str] = {
    **dict.fromkeys(("fr", "de", "title", "titles"), _NAME),  # wherever they stand
    "box": _ABOUT,
    "components": _COUNTED,
    "musketeers.treville.promo": _ABOUT,
    "players.6.musketeer_players": _ONE_WAY,
    "players.6.musketeers": _ONE_WAY,
    **{f"quest.tokens.{name}.kind": _ONE_WAY for name in ("two_dice", "three_dice", "four_dice")},
    **{rule.path: "it is a house rule, chosen before each match" for rule in HOUSE_RULES.values()},
}


def why_left_out(path: str) -> str:
    """The reason why nobody is asked about this fact; empty if there is none."""
    first, last = path.partition(".")[0], path.rpartition(".")[2]
    return LEFT_OUT.get(path) or LEFT_OUT.get(first) or (LEFT_OUT.get(last, "") if "." in path else "")


def label(path: str) -> Line:
    """In plain words: what this value is. The most particular words that we have."""
    table, _, field = path.rpartition(".")
    for within in (table, table.partition(".")[0]):
        if f"{within}.{field}" in FIELDS:
            return FIELDS[f"{within}.{field}"]
    return SKILLS.get(field) or FIELDS[field]


def choice_word(path: str, value: object) -> Line:
    if isinstance(value, bool):
        return YES if value else NO
    field = path.rpartition(".")[2]
    return CHOICES.get(f"{field}.{value}") or CHOICES[str(value)]


def uncertain(profile: Profile, paths: Iterable[str]) -> int:
    """How many of these nobody has confirmed."""
    return sum(profile.fact(path).sure not in CERTAIN for path in paths)


def goes_with(profile: Profile, path: str, value: object) -> dict[str, object]:
    """What changes together with a value: the siege starts in the middle of its track, that much is printed."""
    if path == "tracks.rochelle.spaces" and isinstance(value, int):
        return {path: value, "tracks.rochelle.start": (value + 1) // 2}
    return {path: value}


def turned(profile: Profile, colour: str, face: str) -> dict[str, object]:
    """One face of a die becomes another one. It always keeps six, and never loses its last of a kind it must have."""
    kinds = [kind for kind in ("sword", "shield", "lily") if (profile.fact(f"dice.{colour}.{kind}").hi or 0) > 0]
    have = {kind: profile.number(f"dice.{colour}.{kind}") for kind in kinds}
    for step in range(1, len(kinds)):
        other = kinds[(kinds.index(face) + step) % len(kinds)]
        after = {**have, face: have[face] - 1, other: have[other] + 1}
        if all(_may(profile, f"dice.{colour}.{kind}", n) for kind, n in after.items()):
            return {f"dice.{colour}.{kind}": n for kind, n in after.items()}
    return {}


def _may(profile: Profile, path: str, value: int) -> bool:
    fact = profile.fact(path)
    return (fact.lo or 0) <= value <= (fact.hi if fact.hi is not None else value)
