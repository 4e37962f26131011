"""A match with its journal: what is accepted is on the disk before anybody sees it."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion import __version__
from companion.core.box import Box
from companion.core.dice import Chance
from companion.core.fate import MemoryVault, Vault
from companion.core.match import Clock, Look, Match, open_header
from companion.core.profile import Profile
from companion.core.prompt import Refusal
from companion.core.record import BadForm, Intent, Plain, Record
from companion.core.sealed import Opening, fresh
from companion.store.journal import Damage, Journal
from companion.store.vault import FileVault

LONGEST_REASON = 200


def now() -> int:
    """Milliseconds of the wall clock."""
    return time.time_ns() // 1_000_000


def new_name() -> str:
    """An id that no other match has."""
    return secrets.token_hex(8)


def vault_path(journal: Path) -> Path:
    """Where the secrets of a match wait, beside its journal but never in it."""
    return journal.with_name(journal.name + ".secret")


class OpenMatch:
    """Kept in a file, or, without one, only for as long as the process lives."""

    def __init__(self, match: Match[Any], journal: Journal | None, vault: Vault) -> None:
        self.match = match
        self._journal = journal
        self._vault = vault

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
        clock: Clock | None = None,
    ) -> OpenMatch:
        header = open_header(box, name or new_name(), options, profile or box.profile(), (clock or now)(), __version__)
        if path is None:
            vault = MemoryVault()
            return OpenMatch(Match(box, header, clock=clock or now, chance=chance, vault=vault), None, vault)
        return OpenMatch._opened(box, Journal.create(path, header), chance, clock)

    @staticmethod
    def resume(
        path: Path, load: Callable[[str], Box[Any]], *, chance: Chance | None = None, clock: Clock | None = None
    ) -> OpenMatch:
        """StoreTrouble if the file does not open, BadForm if it does and makes no match. Each is one line."""
        journal = Journal.open(path)
        try:
            box = load(journal.header.box)
        except BaseException as error:
            journal.close()
            raise _in_short(error) from error.__cause__
        return OpenMatch._opened(box, journal, chance, clock)

    @staticmethod
    def _opened(box: Box[Any], journal: Journal, chance: Chance | None, clock: Clock | None) -> OpenMatch:
        """The match of an open journal. If that fails, nobody shall find the journal locked."""
        try:
            vault = FileVault(vault_path(journal.path))
            ports = {"sink": journal.append, "clock": clock or now, "chance": chance, "vault": vault}
            match = Match.replay(box, journal.header, journal.records, **ports)
            vault.follow(match)
        except BaseException as error:
            journal.close()
            raise _in_short(error) from error.__cause__
        return OpenMatch(match, journal, vault)

    def seal(self, choice: str) -> Record | Refusal:
        """Seal a secret choice of this round. It lies in the vault before its seal is on the table."""
        return self.match.act(Intent("seal", {"seal": self.lay_by(choice)}))

    def lay_by(self, choice: str) -> str:
        """The seal of a secret choice of this round, whose opening lies in the vault when this returns."""
        commitment, opening = fresh(self.match.header.match, self.match.view()["round"], choice)
        self._vault.keep(opening)
        return commitment

    def learn(self, records: Sequence[Record], look: Look[Any] = lambda match, record: None) -> None:
        """Records from the device that keeps the order, each after a look at it: all of them, or none.

        BadForm if they do not follow. Thousands may come at once, and the disk is asked once."""
        self.match.learn(records, look)

    def opening(self) -> Opening | None:
        """What opens the seal of this round, whatever number people have given it since; if this device has it."""
        view = self.match.view()
        return self._vault.opening(view.get("sealed_round", view["round"]))

    def with_nonce(self, intent: Intent) -> Intent:
        """Whoever keeps the secret here need not type its nonce when the time has come to show it."""
        shown = self.match.box.shows(self.match.state, intent)
        opening = self.opening() if shown and "nonce" not in intent.fields else None
        if opening is None or opening.choice != shown:
            return intent
        return replace(intent, fields={**intent.fields, "nonce": opening.nonce_hex})

    def close(self) -> None:
        if self._journal:
            self._journal.close()


def _in_short(error: BaseException) -> BaseException:
    """What is wrong with a file is told in words of that file, and those may go on for pages."""
    text = str(error)
    if not isinstance(error, BadForm) or len(text) <= LONGEST_REASON:
        return error
    return BadForm(text[:LONGEST_REASON] + " ...")
