"""Simulated matches for the tests of the simulator."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.state import State
from companion.core.match import Match
from companion.core.record import Header, Intent
from companion.simulate.evening import Sitting, play
from companion.simulate.mousquetaires.table import Mousquetaires as Table

RANDOM = {"musketeers": False, "milady": False}
SENSIBLE = {"musketeers": True, "milady": True}
CLERK = {"players": 5, "depth": "clerk"}


def one(
    seed: str = "a",
    sensible: Mapping[str, bool] = SENSIBLE,
    box: Any = BOX,
    table: Table | None = None,
    brought: tuple[Intent, ...] = (),
    **options: Any,
) -> Match[State]:
    """A whole match, five people with the clerk unless said otherwise."""
    return play(box, table or Table(), Sitting({**CLERK, **options}, sensible, seed, brought))


def fresh(**options: Any) -> Match[State]:
    """A match that has not begun."""
    return Match(BOX, Header("m", BOX.name, {**CLERK, **options}, {}))


def corrected(match: Match[State], **values: Any) -> Match[State]:
    """With these tokens set by hand; a dot in a name is written as two underscores."""
    for what, to in values.items():
        match.act(Intent("correct", {"what": what.replace("__", "."), "to": to}))
    return match
