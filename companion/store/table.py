"""A match with its journal: what is accepted is on the disk before anybody sees it."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion import __version__
from companion.core.box import Box
from companion.core.dice import Chance
from companion.core.match import Match, open_header
from companion.core.profile import Profile
from companion.core.record import BadForm, Plain
from companion.store.journal import Damage, Journal


def now() -> int:
    """Milliseconds of the wall clock."""
    return time.time_ns() // 1_000_000


def new_name() -> str:
    """An id that no other match has."""
    return secrets.token_hex(8)


class OpenMatch:
    """Kept in a file, or, without one, only for as long as the process lives."""

    def __init__(self, match: Match[Any], journal: Journal | None) -> None:
        self.match = match
        self._journal = journal

    @property
    def damage(self) -> Damage | None:
        return self._journal.damage if self._journal else None

    @staticmethod
    def start(
        box: Box[Any],
        options: Plain,
        path: Path | None,
        *,
        name: str = "",
        profile: Profile | None = None,
        chance: Chance | None = None,
    ) -> OpenMatch:
        header = open_header(box, name or new_name(), options, profile or box.profile(), now(), __version__)
        journal = Journal.create(path, header) if path else None
        sink = journal.append if journal else None
        return OpenMatch(Match(box, header, sink=sink, clock=now, chance=chance), journal)

    @staticmethod
    def resume(path: Path, load: Callable[[str], Box[Any]], *, chance: Chance | None = None) -> OpenMatch:
        journal = Journal.open(path)
        try:
            box = load(journal.header.box)
            match = Match.replay(box, journal.header, journal.records, sink=journal.append, clock=now, chance=chance)
        except BadForm:
            journal.close()
            raise
        return OpenMatch(match, journal)

    def close(self) -> None:
        if self._journal:
            self._journal.close()
