"""Milady's cabinet: which cards she holds and what she has written down, in a file that only its owner can read.

It lies beside the journal, as the vault does, and is never packed with it. Nothing in the match depends on it: a file
that cannot be understood is kept aside, and her desk is empty.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.store.files import keep_aside, plainly, read_file
from companion.store.whole import place_over

ENDING = ".cabinet"
DAMAGED = ".damaged"
LONGEST = 4_000  # characters of notes; nobody reads more behind a curtain
MOST = 99  # cards of one name


@dataclass(frozen=True, slots=True)
class Papers:
    """What lies in the cabinet. Its repr tells nothing: secrets have no place in stack traces."""

    # How many cards of each name she has ever taken up. Those that were played are counted by everybody, so that an
    # undo at the table gives a card back by itself.
    perfidy: Mapping[str, int] = field(default_factory=dict, repr=False)
    paris: tuple[str, ...] = field(default=(), repr=False)  # likewise; what was laid out has left her hand
    notes: str = field(default="", repr=False)
    herself: bool = field(default=False, repr=False)  # she answers herself, and not her device for her

    def plain(self) -> dict[str, Any]:
        held = {name: self.perfidy[name] for name in sorted(self.perfidy)}
        return {"perfidy": held, "paris": list(self.paris), "notes": self.notes, "herself": self.herself}

    @staticmethod
    def from_plain(form: Any) -> Papers:
        """ValueError for anything but what `plain` gives."""
        if not isinstance(form, dict) or set(form) != {"perfidy", "paris", "notes", "herself"}:
            raise ValueError("these are not her papers")
        held, paris, notes, herself = form["perfidy"], form["paris"], form["notes"], form["herself"]
        if not isinstance(held, dict) or not all(type(count) is int and 0 <= count <= MOST for count in held.values()):
            raise ValueError("these are not her cards")
        if not isinstance(paris, list) or not all(isinstance(name, str) for name in paris):
            raise ValueError("these are not her Paris cards")
        if not isinstance(notes, str) or len(notes) > LONGEST or type(herself) is not bool:
            raise ValueError("these are not her notes")
        return Papers(held, tuple(paris), notes, herself)


def cabinet_path(journal: Path) -> Path:
    return journal.with_name(journal.name + ENDING)


class Cabinet:
    def __init__(self, journal: Path) -> None:
        self._path = cabinet_path(journal)

    def read(self) -> Papers:
        """StoreTrouble if the file is there and cannot be read at the moment: that is no reason to write over it."""
        with plainly(self._path):
            try:
                data = read_file(self._path)
            except FileNotFoundError:
                return Papers()
            try:
                return Papers.from_plain(json.loads(data))
            except (ValueError, RecursionError):
                keep_aside(self._path, DAMAGED, data)
                return Papers()

    def keep(self, papers: Papers) -> None:
        """Returns when they are on the disk."""
        place_over(self._path, json.dumps(papers.plain()).encode("ascii"))
