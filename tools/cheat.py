"""Let Milady cheat in every way we can think of, and look whether it is seen; and whether honest rounds are left alone.

    python -m tools.cheat --rounds 10000 --seed 1

Half of the rounds are honest, with second thoughts, seals laid anew before the ride, forgotten interruptions and cards
without any seal. In the others one trick is tried. When Milady has shown herself, or the table has gone on without it,
the trick must stand among the fouls for all to see, and the audit, which believes nobody, must have found it too.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from companion.boxes.mousquetaires.state import Foul
from companion.core.box import Finding
from tools.cheats.evening import Evening
from tools.cheats.tricks import AUDIT_ONLY, REFUSED, TRICKS

ROUNDS_PER_MATCH = 8
HONEST = "no trick"
FORGOTTEN = "no trick, and Rochefort forgotten"
UNSEALED = "no trick, and her card on the table"


# How often each is played.
_HONEST = (*(HONEST,) * 8, FORGOTTEN, UNSEALED)


class Missed(Exception):
    """A cheat that nobody has seen, or an honest round that was called a cheat."""


@dataclass
class Tally:
    rounds: int = 0
    seen: Counter[tuple[str, str]] = field(default_factory=Counter)  # by trick and by what was seen of it

    def line(self) -> str:
        """Tricks that got no opportunity were honest rounds after all."""
        cheats = sum(count for (_, what), count in self.seen.items() if what)
        rows = [f"  {count:>5}  {trick}: {what or 'honest'}" for (trick, what), count in sorted(self.seen.items())]
        honest = self.rounds - cheats
        head = f"{self.rounds} rounds: {cheats} cheats, all of them seen; {honest} honest ones, none accused"
        return "\n".join((head, *rows))


def run(rounds: int, seed: str) -> Tally:
    """Play so many rounds; Missed at the first that goes wrong."""
    tally, chance = Tally(), random.Random(seed)
    while tally.rounds < rounds:
        name = f"{seed}-{tally.rounds}"
        table = Evening(name)
        for _ in range(min(ROUNDS_PER_MATCH, rounds - tally.rounds)):
            trick = chance.choice(list(TRICKS)) if chance.random() < 0.5 else chance.choice(_HONEST)
            try:
                _play(table, trick, tally)
            except Exception as error:
                raise Missed(f"match {name}, round {table.state.round}, {trick}: {error!r}") from error
            tally.rounds += 1
    return tally


_BEGINNINGS: Mapping[str, Callable[[Evening], None]] = {
    HONEST: Evening.begin,
    FORGOTTEN: Evening.forget,
    UNSEALED: Evening.begin_unsealed,
}


def _play(table: Evening, trick: str, tally: Tally) -> None:
    known = set(table.state.fouls), table.found(), table.proved()
    if trick in TRICKS:
        expected = TRICKS[trick](table)
    else:
        expected = ""
        _BEGINNINGS[trick](table)
        table.ride()
    table.finish()
    table.show()
    _judge(table, trick, expected, known)
    table.end()
    _judge(table, trick, expected, known)
    tally.seen[trick, expected] += 1


def _judge(table: Evening, trick: str, expected: str, known: tuple[set[Foul], set[Finding], dict[int, bool]]) -> None:
    """Both the table and the audit say what was expected of this round, and of an honest one neither says a word."""
    fouls = {one.kind for one in set(table.state.fouls) - known[0]}
    found = {one.kind for one in table.found() - known[1]}
    proved = all(good for number, good in table.proved().items() if number not in known[2])
    if expected in ("", REFUSED):
        if fouls or found or not proved:
            raise Missed(f"an honest round was accused: {sorted(fouls | found)}")
        return
    if expected not in fouls and trick not in AUDIT_ONLY:
        raise Missed(f"{expected} was not shown to the table, only {sorted(fouls)}")
    if expected not in found:
        raise Missed(f"the audit has not found {expected}, only {sorted(found)}")
    if proved and not table.must_appear:  # without the house rules it cannot know every lie
        raise Missed("the audit calls the round proved")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.cheat", description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args(arguments)
    try:
        tally = run(options.rounds, options.seed)
    except Missed as missed:
        print(missed, file=sys.stderr)
        return 1
    print(tally.line())
    return 0


if __name__ == "__main__":
    sys.exit(main())
