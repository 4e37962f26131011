"""Who sits at a simulated table, and the player who takes anything that is offered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from companion.core.dice import Chance, pick, shuffled
from companion.core.match import Match
from companion.core.prompt import Choice, Pick, Prompt
from companion.core.record import Intent, Record


class Player(Protocol):
    def answer(self, match: Match[Any], prompt: Prompt) -> Intent | None:
        """What this player does about a prompt; None leaves it to the others."""
        ...

    def notice(self, match: Match[Any], record: Record) -> None:
        """A record was folded: the time to put cards into hands and away."""
        ...


def taken(choice: Choice, **fields: Any) -> Intent:
    """A choice as it stands, with these numbers and picks; what is not given starts where the prompt says."""
    asks = (choice.ask, *choice.asks) if choice.ask else choice.asks
    start = {ask.name: ask.start for ask in asks}
    first = {one.name: value for one in choice.picks if (value := _values(one, one.options[: one.least]))}
    return Intent(choice.do, {**start, **first, **choice.fields, **fields})


def anything(choice: Choice, chance: Chance) -> Intent:
    """A choice with any numbers and any picks that the prompt allows."""
    asks = (choice.ask, *choice.asks) if choice.ask else choice.asks
    fields: dict[str, Any] = {ask.name: ask.lo + chance.below(ask.hi - ask.lo + 1) for ask in asks}
    for one in choice.picks:
        most = min(one.most, len(one.options))
        count = one.least + chance.below(max(most - one.least, 0) + 1)
        value = _values(one, shuffled(one.options, chance)[:count])
        if value:
            fields[one.name] = value
    return taken(choice, **fields)


def _values(one: Pick, options: Sequence[tuple[str, object]]) -> list[str] | str:
    values = [value for value, _ in options]
    return values if one.many else "".join(values)


class RandomPlayer:
    """Takes any choice of its camp's prompts; the rarely needed ones more rarely, so that matches move on."""

    def __init__(self, chance: Chance, camps: Sequence[str]) -> None:
        self._chance = chance
        self._camps = camps

    def answer(self, match: Match[Any], prompt: Prompt) -> Intent | None:
        if prompt.camp not in self._camps:
            return None
        choice = pick(prompt.choices, self._chance)
        if choice.weight == "quiet" and self._chance.below(4):
            choice = pick(prompt.choices, self._chance)
        return anything(choice, self._chance)

    def notice(self, match: Match[Any], record: Record) -> None:
        """Nothing to remember: chance has no plans."""
