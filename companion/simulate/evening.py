"""One simulated match, from the first prompt to the verdict, watched record by record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from companion.core.box import Box
from companion.core.dice import Chance, SeededChance
from companion.core.fate import Vault
from companion.core.match import Match
from companion.core.profile import Profile
from companion.core.prompt import Choice, Prompt, Refusal
from companion.core.record import Header, Intent, Plain
from companion.simulate.players import Player
from companion.simulate.watch import Broken, Secrets, Watch

SECOND = 1000
SLOWEST = 8 * SECOND  # the longest that a simulated player thinks


class Table(Protocol):
    """What a box needs besides itself so that it can be simulated."""

    camps: tuple[str, ...]

    def options(self, profile: Profile, number: int, players: int | None) -> dict[str, Any]: ...

    def brought(self, number: int) -> tuple[Intent, ...]: ...

    def seat(self, camp: str, sensible: bool, match: Match[Any], vault: Vault, chance: Chance) -> Player: ...

    def due(self, match: Match[Any], now: int, chance: Chance) -> Intent | None: ...


class Clock:
    """Wall time of a match that nobody has to wait for."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> int:
        return self.now


@dataclass(frozen=True, slots=True)
class Sitting:
    """How one match is played."""

    options: Plain
    sensible: Mapping[str, bool]  # by camp
    seed: str
    brought: tuple[Intent, ...] = ()  # what had happened before the clerk was asked to help


def play(box: Box[Any], table: Table, sitting: Sitting) -> Match[Any]:
    """Play a whole match; Broken if anything does not hold on the way."""
    seed = sitting.seed
    secrets, clock, chance = Secrets(), Clock(), SeededChance(f"{seed} players")
    header = Header(seed, box.name, sitting.options, {})
    match = Match(box, header, clock=clock, chance=SeededChance(seed), vault=secrets)
    watch = Watch(match, secrets)
    # Milady is asked first: she lays out missions in the middle of other people's turns.
    players = [table.seat(camp, sitting.sensible[camp], match, secrets, chance) for camp in reversed(table.camps)]
    try:
        for intent in sitting.brought:
            _act(match, watch, None, intent, ())
        while prompt := watch.prompt():
            clock.now += SECOND + chance.below(SLOWEST)
            intent = table.due(match, clock.now, chance) or _answer(match, watch, prompt, players)
            _act(match, watch, prompt, intent, players)
        watch.end()
    except Broken:
        raise
    except Exception as error:  # whatever it is, the match that shows it must be named
        watch.fail(f"{error!r}", error)
    return match


def _answer(match: Match[Any], watch: Watch, prompt: Prompt, players: Sequence[Player]) -> Intent:
    for player in players:
        intent = player.answer(match, prompt)
        if intent is not None:
            return intent
    watch.fail(f"nobody answers {prompt.id}")


def _act(match: Match[Any], watch: Watch, prompt: Prompt | None, intent: Intent, players: Sequence[Player]) -> None:
    before = match.state
    try:
        outcome = match.act(Intent(intent.do, intent.fields, step=match.step))
    except Exception as error:
        watch.fail(f"{intent.do} {dict(intent.fields)} fails: {error!r}", error)
    if isinstance(outcome, Refusal):
        watch.refused(_meant(prompt, intent) if prompt else None, intent, outcome)
        return
    watch.accepted(before, outcome)
    for player in players:
        player.notice(match, outcome)


def _meant(prompt: Prompt, intent: Intent) -> Choice | None:
    """Which choice of the prompt the intent came from."""
    for choice in prompt.choices:
        if choice.do == intent.do and choice.fields.items() <= intent.fields.items():
            return choice
    return None
