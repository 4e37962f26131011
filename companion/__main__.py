"""`python -m companion`, and the `companion` command."""

from __future__ import annotations

import sys

from companion.cli import main as run


def main() -> None:
    sys.exit(run())


if __name__ == "__main__":
    main()
