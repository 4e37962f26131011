"""Taking a choice as it is offered: every number and every pick that it asks for is filled in."""

from __future__ import annotations

from typing import Any

from companion.core.prompt import Choice, Pick
from companion.core.record import Intent


def tap(choice: Choice, number: int | None = None) -> Intent:
    """With the numbers and picks that stand there first; or with others, told apart by `number`."""
    fields: dict[str, Any] = dict(choice.fields)
    for ask in (*((choice.ask,) if choice.ask else ()), *choice.asks):
        assert ask.lo <= ask.start <= ask.hi, choice
        fields[ask.name] = ask.start if number is None else ask.lo + number % (ask.hi - ask.lo + 1)
    for pick in choice.picks:
        taken = _picked(pick, number)
        if pick.many:
            fields[pick.name] = taken
        elif taken:
            fields[pick.name] = taken[0]
    return Intent(choice.do, fields)


def _picked(pick: Pick, number: int | None) -> list[str]:
    values = [value for value, _ in pick.options]
    assert 0 <= pick.least <= pick.most <= len(set(values)) == len(values), pick
    if number is None:
        return values[: pick.least]
    at = number % len(values)
    return (values[at:] + values[:at])[: pick.least + number % (pick.most - pick.least + 1)]
