"""What somebody has begun to answer and not sent yet, so that a kill does not wipe it off the screen.

It may be Milady's secret, so it lies in a private file beside the journal, and goes when it is sent. Nothing depends
on it: a draft that cannot be read is an empty form.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.store.files import StoreTrouble, plainly, read_file, remove
from companion.store.whole import place_over

Forms = Mapping[str, Mapping[str, Any]]


class Draft:
    """The open forms of a match. They belong to one moment of it: after the next record they mean nothing."""

    def __init__(self, journal: Path) -> None:
        self._path = journal.with_name(journal.name + ".draft")

    def read(self, head: str) -> dict[str, dict[str, Any]]:
        """The forms that were open when the last record had this hash."""
        try:
            form = json.loads(read_file(self._path))
            if form["head"] != head:
                return {}
            return {str(name): dict(answers) for name, answers in form["forms"].items()}
        except (OSError, StoreTrouble, ValueError, TypeError, LookupError, AttributeError, RecursionError):
            return {}

    def keep(self, head: str, forms: Forms) -> None:
        """Returns when they are on the disk."""
        place_over(self._path, json.dumps({"head": head, "forms": forms}).encode("ascii"))

    def drop(self) -> None:
        with plainly(self._path):
            remove(self._path)
