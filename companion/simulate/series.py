"""Many simulated matches: who won and why, how fast, and the first thing that did not hold."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from companion import boxes
from companion.core.record import BadForm, canonical
from companion.simulate.evening import Sitting, Table, play
from companion.simulate.mousquetaires.table import Mousquetaires
from companion.simulate.watch import Broken

PLAYERS = ("random", "sensible", "mixed")
_TABLES: dict[str, Table] = {"mousquetaires": Mousquetaires()}


@dataclass
class Tally:
    games: int = 0
    records: int = 0
    seconds: float = 0.0
    longest: int = 0  # records of the longest match
    longest_game: int = 0  # and its number
    wins: Counter[tuple[str, str]] = field(default_factory=Counter)
    broken: str = ""  # the first thing that did not hold, with the number of the match and its options

    def plain(self) -> dict[str, Any]:
        wins: dict[str, dict[str, int]] = {}
        for (winner, cause), count in sorted(self.wins.items()):
            wins.setdefault(winner, {})[cause] = count
        return {
            "games": self.games,
            "intents": self.records,
            "seconds": round(self.seconds, 3),
            "games_per_second": round(self.games / self.seconds, 1) if self.seconds else 0,
            "intents_per_second": round(self.records / self.seconds) if self.seconds else 0,
            "longest": {"intents": self.longest, "game": self.longest_game},
            "wins": wins,
            "broken": self.broken or None,
        }


def simulate(box_name: str, games: int, seed: str, who: str = "mixed", players: int | None = None) -> Tally:
    """Play so many matches, or as many as go well."""
    box = boxes.load(box_name)
    table = _TABLES.get(box_name)
    if table is None:
        raise BadForm(f"nobody has learned to play {box_name} yet; there are players for {', '.join(_TABLES)}")
    tally, began = Tally(), time.perf_counter()
    for number in range(games):
        options = table.options(box.profile(), number, players)
        sitting = Sitting(options, _sensible(table, who, number), f"{seed}-{number}", table.brought(number))
        try:
            match = play(box, table, sitting)
        except Broken as broken:
            tally.broken = f"game {number} of seed {seed}, {canonical(options)}: {broken}"
            break
        verdict = match.verdict()
        assert verdict is not None  # a match without one does not end
        tally.games += 1
        tally.records += len(match.records)
        tally.wins[verdict.winner, verdict.cause] += 1
        if len(match.records) > tally.longest:
            tally.longest, tally.longest_game = len(match.records), number
    tally.seconds = time.perf_counter() - began
    return tally


def _sensible(table: Table, who: str, number: int) -> dict[str, bool]:
    """Which camps are played sensibly. Mixed means that every pairing has its turn."""
    if who != "mixed":
        return dict.fromkeys(table.camps, who == "sensible")
    pairings = [*product((False, True), repeat=len(table.camps))]
    # The last one twice: with an odd number of turns every pairing comes to every kind of table.
    pairings.append(pairings[-1])
    return dict(zip(table.camps, pairings[number % len(pairings)], strict=True))
