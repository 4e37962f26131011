"""`python -m bench`: run every measurement and say whether its budget holds."""

from __future__ import annotations

import sys

from bench import engine, link, odds, saving, screens, taps


def main() -> int:
    kept = True
    found = (
        *taps.measure(),
        *saving.measure(),
        *odds.measure(),
        *engine.measure(),
        *link.measure(),
        *screens.measure(),
    )
    for name, ratio, most in found:
        fine = ratio <= most
        kept = kept and fine
        print(f"{'ok  ' if fine else 'OVER'} {name}: {ratio:.2f} (at most {most})")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
