"""For deciding a tap only to see what would come of it: nothing is kept, and chance is only asked for."""

from __future__ import annotations

from companion.core.fate import MemoryVault, Vault
from companion.core.sealed import Opening


class Wanted(Exception):
    """Somebody has asked for chance."""


class Watched:
    """Chance that only tells whether it would be needed."""

    def below(self, n: int, /) -> int:
        raise Wanted

    def for_record(self, seq: int, /) -> Watched:
        return self


class Overlay(MemoryVault):
    """A vault that is read through, and into which nothing is put."""

    def __init__(self, vault: Vault) -> None:
        super().__init__()
        self._below = vault

    def opening(self, round: int) -> Opening | None:
        return super().opening(round) or self._below.opening(round)
