"""Which matches of Mousquetaires du Roy are simulated, who sits there, and what the clock on the table does."""

from __future__ import annotations

from typing import Any

from companion.boxes.mousquetaires.board import CHAPTERS
from companion.boxes.mousquetaires.company import out_of_sand
from companion.boxes.mousquetaires.houses import HOUSE_RULES
from companion.boxes.mousquetaires.setup import FOUR
from companion.boxes.mousquetaires.state import CLERK, SCOREKEEPER, State
from companion.core.dice import Chance
from companion.core.fate import Vault
from companion.core.match import Match
from companion.core.profile import Profile
from companion.core.record import BadForm, Intent
from companion.simulate.mousquetaires.milady import SensibleMilady
from companion.simulate.mousquetaires.musketeers import SensibleMusketeers
from companion.simulate.players import Player, RandomPlayer

# How many people there are, and whether one of them plays Milady.
_PEOPLE = (*((players, True) for players in (5, 4, 3, 2, 6)), *((players, False) for players in (1, 2, 3, 4)))
# Lengths without a common factor, so that in the long run everything meets everything.
_DEPTHS = (CLERK, CLERK, SCOREKEEPER)
_VARIANTS: tuple[tuple[str, ...], ...] = (
    (),
    ("head_start",),
    ("deadly_quest",),
    ("brave_athos",),
    ("no_hourglass",),
    ("deadly_quest", "brave_athos"),
    ("head_start", "no_hourglass"),
)
SETTLED = 500  # taps, more or less, before somebody changes how closely the clerk follows
_CAMPS = {"musketeers": ("musketeers", "table"), "milady": ("milady",)}


class Mousquetaires:
    camps = tuple(_CAMPS)

    def options(self, profile: Profile, number: int, players: int | None) -> dict[str, Any]:
        """How the match of that number is played: people, depth, variants and house rules in rotation."""
        people = [one for one in _PEOPLE if players is None or one[0] == players]
        if not people:
            raise BadForm("this game is for 1 to 6 people")
        turn, at = divmod(number, len(people))
        count, milady = people[at]
        options: dict[str, Any] = {"players": count, "milady": milady, "depth": _DEPTHS[turn % len(_DEPTHS)]}
        options |= dict.fromkeys(_VARIANTS[turn % len(_VARIANTS)], True)
        if milady and count == len(FOUR):
            options["musketeers"] = [name for name in FOUR if name != FOUR[turn % len(FOUR)]]
        houses = [{}, *_switched(profile)]
        options["house"] = houses[turn % len(houses)]
        return options

    def brought(self, number: int) -> tuple[Intent, ...]:
        """Chance alone would rarely see the end of the quest, so some matches are taken over in the middle of it."""
        chapter = number // len(_PEOPLE) % CHAPTERS
        return (Intent("correct", {"what": "chapters_done", "to": chapter}),) if chapter else ()

    def seat(self, camp: str, sensible: bool, match: Match[State], vault: Vault, chance: Chance) -> Player:
        if not sensible or (camp == "milady" and not match.state.milady):
            return RandomPlayer(chance, _CAMPS[camp])
        return SensibleMilady(match, vault, chance) if camp == "milady" else SensibleMusketeers(match, chance)

    def due(self, match: Match[State], now: int, chance: Chance) -> Intent | None:
        """What no prompt asks for: somebody sees that the sand has run out, or has the clerk look closer or less so."""
        state = match.state
        if not chance.below(SETTLED):
            return Intent("depth", {"to": CLERK if state.depth == SCOREKEEPER else SCOREKEEPER})
        return time_is_up(state, now)


def time_is_up(state: State, now: int) -> Intent | None:
    """Whoever fights or is asked something may finish it; then the sand that has run out ends the phase."""
    if state.step == "actions" and not state.duel and not state.errand and out_of_sand(state, now):
        return Intent("sand", {"how": "out"})
    return None


def _switched(profile: Profile) -> list[dict[str, Any]]:
    """Every house rule that is a matter of yes or no or of a few words, each the other way round."""
    found: list[dict[str, Any]] = []
    for name, rule in HOUSE_RULES.items():
        fact = profile.fact(rule.path)
        others = (not fact.value,) if isinstance(fact.value, bool) else fact.choices
        found += [{name: other} for other in others if other != fact.value]
    return found
