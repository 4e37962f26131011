"""Record the matches of tests/games anew.

    python -m tools.record_games          # after a rule has changed; then look at what git says

Each is played from a seed or from a script, with a clock that stands still between taps, so recording twice makes the
same files. Prints one line per match.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from tools.games.recorder import save
from tools.games.themes import THEMES

GAMES = Path(__file__).resolve().parent.parent / "tests" / "games"


def main(arguments: Sequence[str] | None = None) -> int:
    """With names: only these matches."""
    names = sys.argv[1:] if arguments is None else list(arguments)
    unknown = set(names) - {theme.name for theme in THEMES}
    if unknown:
        print(f"there is no match called {min(unknown)}", file=sys.stderr)
        return 2
    for theme in THEMES:
        if not names or theme.name in names:
            path = save(theme, GAMES)
            print(f"{path.stat().st_size // 1024:>5} kB  {path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
