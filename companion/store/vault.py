"""Openings of sealed choices, in a file of their own that only its owner can read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.core.match import Match
from companion.core.sealed import Opening, seal
from companion.store.files import look, open_private, plainly, read_file, shut, sync_folder, write_all


class FileVault:
    """One line for each opening. A line that cannot be read holds nothing; the others are not the worse for it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._kept: list[Opening] = []
        self._found: list[Opening] | None = None
        self._match: Match[Any] | None = None

    def follow(self, match: Match[Any]) -> None:
        """From now on, of several openings of a round the one counts that fits the seal on this table."""
        self._match = match

    def keep(self, opening: Opening) -> None:
        """Returns when the opening is on the disk."""
        line = json.dumps(opening.plain()).encode("ascii") + b"\n"
        with plainly(self._path):
            # Made private from the first byte on: a moment is enough to look.
            fd = open_private(self._path)
            try:
                # The line before may have been torn, so a new one never relies on its end.
                write_all(fd, b"\n" + line if look(fd).st_size else line)
            finally:
                shut(fd)
            # Each time: whoever made the file may have been killed before its name was safe.
            sync_folder(self._path.parent)
        self._kept.append(opening)

    def opening(self, round: int) -> Opening | None:
        """A file that cannot be read at the moment is trouble, and no reason to take the secret for lost."""
        return self._choose(self._kept, round, sure=True) or self._choose([*self._read(), *self._kept], round)

    def _choose(self, openings: Iterable[Opening], round: int, *, sure: bool = False) -> Opening | None:
        """The newest that opens the seal on the table; failing that, the newest of all."""
        of_round = [opening for opening in openings if opening.round == round]
        # A seal is for all to see, so it is somewhere in what everybody may know, whatever the box.
        shown = set(_texts(self._match.view())) if self._match and of_round else set()
        for opening in reversed(of_round):
            if self._match and _sealed(self._match.header.match, opening) in shown:
                return opening
        return of_round[-1] if of_round and not sure else None

    def _read(self) -> list[Opening]:
        if self._found is None:
            with plainly(self._path):
                try:
                    data = read_file(self._path)
                except FileNotFoundError:
                    data = b""
            self._found = [opening for line in data.splitlines() if (opening := _parsed(line))]
        return self._found


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _texts(part)


def _sealed(match: str, opening: Opening) -> str | None:
    """The seal that this opens, if it opens any."""
    try:
        return seal(match, opening.round, opening.choice, bytes.fromhex(opening.nonce_hex))
    except ValueError:
        return None


def _parsed(line: bytes) -> Opening | None:
    try:
        return Opening.from_plain(json.loads(line))
    except (ValueError, RecursionError):
        return None
