"""Openings of sealed choices, in a file of their own that only its owner can read."""

from __future__ import annotations

import json
import os
from pathlib import Path

from companion.core.sealed import BrokenSeal, Opening
from companion.store.files import StoreTrouble, explain


class FileVault:
    """One line for each opening; the last one of a round counts. A file that cannot be read holds nothing."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._openings = {opening.round: opening for opening in self._read()}

    def keep(self, opening: Opening) -> None:
        line = json.dumps(opening.plain()) + "\n"
        try:
            # Made private from the first byte on: a moment is enough to look.
            handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                os.write(handle, line.encode("utf-8"))
                os.fsync(handle)
            finally:
                os.close(handle)
        except OSError as error:
            raise StoreTrouble(explain(error, self._path)) from None
        self._openings[opening.round] = opening

    def opening(self, round: int) -> Opening | None:
        return self._openings.get(round)

    def _read(self) -> list[Opening]:
        found = []
        try:
            text = self._path.read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            return []
        for line in text.splitlines():
            try:
                found.append(Opening.from_plain(json.loads(line)))
            except (ValueError, BrokenSeal, RecursionError):
                continue
        return found
