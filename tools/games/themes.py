"""Every recorded match by its name."""

from __future__ import annotations

from collections.abc import Callable

from companion.boxes.mousquetaires.state import State
from companion.core.match import Match
from tools.games import scripts
from tools.games.recorder import Theme
from tools.games.simulated import changing_depth, dawdling, real_dice, second_thoughts, simulated

Wanted = Callable[[Match[State]], bool]
CLERK = {"depth": "clerk"}


def cause(name: str) -> Wanted:
    def wanted(match: Match[State]) -> bool:
        verdict = match.verdict()
        return verdict is not None and verdict.cause == name

    return wanted


def decided(match: Match[State]) -> bool:
    return match.verdict() is not None


def finished(match: Match[State]) -> bool:
    """A script is over when it is over."""
    return True


def escaped(token: str) -> Wanted:
    """One for all was played when that token stood on its last space."""

    def wanted(match: Match[State]) -> bool:
        last = match.state.board.tracks[token].hi
        return decided(match) and any(
            change["what"] == token and change["from"] == last
            for record in match.records
            if record.intent.do == "one_for_all"
            for change in record.result.get("changes", ())
        )

    return wanted


def has(do: str, **fields: object) -> Wanted:
    def wanted(match: Match[State]) -> bool:
        return decided(match) and any(
            record.intent.do == do and fields.items() <= record.intent.fields.items() for record in match.records
        )

    return wanted


def typed(match: Match[State]) -> bool:
    """Every kind of throw was made with real dice, the single die of the Toledo blade too."""
    rolled = {record.intent.do for record in match.records if {"faces", "face"} & record.intent.fields.keys()}
    return decided(match) and rolled >= {"siege", "clash", "toledo", "ambush"}


HOUSE = {
    "bastille_fight_must_be_won": True,
    "recovery": "last",
    "rochefort_must_appear": True,
    "rochefort_costs_an_action": True,
    "both_hit_adversary_stays": True,
    "pistol_in_botte": True,
    "beggars_paid_on_the_spot": True,
    "louvre_moves_under_new_mission": False,
    "treville_time": 1,
}

THEMES: tuple[Theme, ...] = (
    # The scorekeeper: every ending.
    Theme("milady-by-time", simulated(), cause("time"), {"players": 5}),
    Theme("milady-by-the-queen", simulated(), cause("queen"), {"players": 3}),
    Theme(
        "milady-by-la-rochelle",
        simulated(musketeers=False),
        cause("rochelle"),
        {"players": 4, "musketeers": ["athos", "porthos", "dartagnan"]},
    ),
    Theme("milady-by-constance", simulated(real_dice), cause("constance"), {"players": 5}),
    Theme("musketeers-by-the-quest", simulated(), cause("diamonds"), {"players": 2}),
    Theme("an-evening-of-second-thoughts", scripts.second_thoughts, finished, {"players": 4, "head_start": True}),
    Theme("a-defeat-accepted", scripts.accepted_defeat, cause("queen"), {"players": 5, "head_start": True}),
    # The clerk: every number of people.
    Theme("two-at-the-clerk", simulated(), cause("queen"), {"players": 2, **CLERK}),
    Theme("three-at-the-clerk", simulated(), decided, {"players": 3, **CLERK}),
    Theme(
        "four-at-the-clerk", simulated(), decided, {"players": 4, "musketeers": ["aramis", "athos", "porthos"], **CLERK}
    ),
    Theme("five-at-the-clerk", simulated(), has("rochefort"), {"players": 5, **CLERK}),
    Theme("six-with-treville", simulated(), decided, {"players": 6, **CLERK}),
    # Nobody plays Milady.
    Theme("alone", simulated(), decided, {"players": 1, "milady": False, **CLERK}),
    Theme("two-without-milady", simulated(), decided, {"players": 2, "milady": False}),
    Theme("three-without-milady", simulated(), decided, {"players": 3, "milady": False, **CLERK}),
    Theme("four-without-milady", simulated(musketeers=False), decided, {"players": 4, "milady": False, **CLERK}),
    # Variants.
    Theme("the-deadly-quest", scripts.deadly_quest, cause("quest"), {"players": 4, "deadly_quest": True, **CLERK}),
    Theme("brave-athos", simulated(), has("rochefort"), {"players": 3, "brave_athos": True, **CLERK}),
    Theme("without-hourglass", simulated(), decided, {"players": 4, "no_hourglass": True, **CLERK}),
    Theme("time-escaped", simulated(), escaped("time"), {"players": 5, "head_start": True}),
    Theme("the-queen-saved", simulated(), escaped("queen"), {"players": 2, "head_start": True, **CLERK}),
    # What people do with the clerk.
    Theme("the-diamonds-at-the-clerk", simulated(brought=3), cause("diamonds"), {"players": 5, **CLERK}),
    Theme("a-secret-passage", simulated(musketeers=False, brought=3), has("passage"), {"players": 3, **CLERK}),
    Theme("the-sand-runs-out", simulated(dawdling), has("sand", how="out"), {"players": 4, **CLERK}),
    Theme("real-dice", simulated(real_dice), typed, {"players": 4, **CLERK}),
    Theme(
        "fickle-people",
        simulated(second_thoughts, musketeers=False, milady=False),
        has("stand"),
        {"players": 3, **CLERK},
    ),
    Theme("changing-depth", simulated(changing_depth, musketeers=False, milady=False), has("depth"), {"players": 5}),
    Theme("house-rules", simulated(milady=False), decided, {"players": 6, "house": HOUSE, **CLERK}),
    Theme("overruled", scripts.overruled, finished, {"players": 5, **CLERK}),
)
