"""`python -m tools.chaos --schedules 5000`: the long run of tests/link/test_chaos.py."""

from __future__ import annotations

import argparse
import logging
from collections import Counter

from tools.chaos.schedule import Schedule, check


def main() -> int:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--schedules", type=int, default=5_000)
    wanted.add_argument("--seed", type=int, default=0, help="the number of the first one")
    options = wanted.parse_args()
    logging.disable()
    happened: Counter[str] = Counter()
    for seed in range(options.seed, options.seed + options.schedules):
        schedule = Schedule(seed)
        try:
            check(schedule.play())
        except Exception as error:
            print(f"schedule {seed}: {type(error).__name__}: {error}")
            return 1
        happened += schedule.happened
    print(f"{options.schedules} schedules: all journals converged, and nothing that was acknowledged was lost.")
    print(", ".join(f"{what}: {count}" for what, count in sorted(happened.items())))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
