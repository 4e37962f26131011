"""Were all throws of a match made as the coins of its devices say? Everything is thrown again, and compared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.box import Box
from companion.core.match import Match
from companion.core.record import Header, Record


@dataclass(frozen=True, slots=True)
class Fairness:
    """The numbers of the records that hold throws."""

    joint: tuple[int, ...] = ()  # as the coins say
    unfair: tuple[int, ...] = ()  # not as the coins say
    alone: tuple[int, ...] = ()  # by one device, although another one had pledged to take part


def look_again(box: Box[Any], header: Header, records: Iterable[Record]) -> Fairness:
    """BadForm if they are no match."""
    match: Match[Any] = Match(box, header)
    joint: list[int] = []
    unfair: list[int] = []
    alone: list[int] = []

    def look(match: Match[Any], record: Record) -> None:
        if record.result.get("coins"):
            (joint if match.is_fair(record) else unfair).append(record.seq)
        elif len(match.coins) > 1 and any(not roll.get("typed") for roll in record.result.get("rolls", ())):
            alone.append(record.seq)

    for record in records:
        match.take(record, look)
    return Fairness(tuple(joint), tuple(unfair), tuple(alone))
