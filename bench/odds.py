"""What the odds of a duel cost: the table people ask for in mid-duel, before they notice that it was worked out.

The peer is icepool, which is made for exact dice. It is asked for the first roll of the largest duel only; we have
to follow four duels to their ends and begin with empty caches.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from fractions import Fraction

import icepool  # type: ignore[import-untyped]

from companion.boxes.mousquetaires import odds, throws, toledo
from companion.boxes.mousquetaires.fencing import Steel, cross

TIMES = 200
DUEL = odds.Duel(3, 4, blue_bottes=(("lily",) * 3,), red_bottes=(("sword", "sword", "shield"),))
_MOST_BLUE = DUEL.blue + 3


def measure() -> list[tuple[str, float, float]]:
    table, evaluated, mapped = map(_median, (_table, _evaluated, _mapped))
    name = "the odds table for 0 to 3 more cards, to the end of the duel, against icepool's"
    return [
        (f"{name} evaluator for the first roll", table / evaluated, 0.1),
        (f"{name} map of our own rule for the first roll", table / mapped, 0.15),
    ]


def _median(work: Callable[[], object]) -> float:
    times: list[float] = []
    for _ in range(TIMES):
        _forget()
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def _forget() -> None:
    for module in (odds, throws, toledo):
        for thing in vars(module).values():
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()


def _table() -> list[tuple[Fraction, Fraction, Fraction]]:
    return [(it.win, it.wounded, it.out_of_action) for it in odds.more_cards(DUEL)]


def _pools() -> tuple[object, object]:
    blue, red = (
        icepool.Die({face: count for face, count in faces._asdict().items() if count})
        for faces in (DUEL.blue_faces, DUEL.red_faces)
    )
    return blue.pool(_MOST_BLUE), red.pool(DUEL.red)


class _Exchange(icepool.MultisetEvaluator):  # type: ignore[misc]
    """The first roll as icepool would have it: face by face, how many of each side show it."""

    def next_state(
        self, state: tuple[int, int, bool, bool] | None, order: object, outcome: str, blue: int, red: int
    ) -> tuple[int, int, bool, bool]:
        hits, taken, blue_botte, red_botte = state or (0, 0, True, True)
        need, red_need = DUEL.blue_bottes[0].count(outcome), DUEL.red_bottes[0].count(outcome)
        if outcome == "sword":
            hits, taken = hits + blue, taken + red
        elif outcome == "shield":
            hits, taken = hits - red, taken - blue
        return hits, taken, blue_botte and blue >= need, red_botte and red >= red_need

    def final_outcome(self, state: tuple[int, int, bool, bool], *_: object) -> tuple[int, int]:
        hits, taken, blue_botte, red_botte = state
        if blue_botte or red_botte:
            return int(blue_botte), int(red_botte)
        return max(hits, 0), max(taken, 0)


def _evaluated() -> object:
    return _Exchange().evaluate(*_pools())


def _mapped() -> object:
    mine, his = Steel(DUEL.blue_bottes), Steel(DUEL.red_bottes)

    def exchange(blue: tuple[str, ...], red: tuple[str, ...]) -> tuple[int, int]:
        found = cross(blue, red, mine, his)
        return found.foe_wounds, found.wounds

    return icepool.map(exchange, *_pools())
