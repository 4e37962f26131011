"""Choices that the app draws for a player who is not there, fixed before anybody acts and proved afterwards.

A round's fate is a seed of 32 bytes. Its seal is shown first, the draws of the round follow from the seed and the
number of the record that needs them, and in the end the seed is opened: everybody can draw again and compare.
Until then the seed lies in a vault outside the records.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from companion.core.dice import Chance, SeededChance
from companion.core.record import Record
from companion.core.sealed import NONCE_BYTES, BrokenSeal, Opening, seal, verify


class Vault(Protocol):
    """Where openings wait. A lost one is no disaster: the round is sealed anew, for all to see."""

    def keep(self, opening: Opening) -> None: ...

    def opening(self, round: int) -> Opening | None: ...


class MemoryVault:
    def __init__(self) -> None:
        self._openings: dict[int, Opening] = {}

    def keep(self, opening: Opening) -> None:
        self._openings[opening.round] = opening

    def opening(self, round: int) -> Opening | None:
        return self._openings.get(round)


def seal_fate(match: str, round: int, chance: Chance, vault: Vault) -> str:
    """A fresh seed for the round: it goes into the vault, its seal comes back."""
    seed, nonce = (bytes(chance.below(256) for _ in range(NONCE_BYTES)) for _ in range(2))
    vault.keep(Opening(round, seed.hex(), nonce.hex()))
    return seal(match, round, seed.hex(), nonce)


def use_up(vault: Vault, round: int) -> None:
    """Everybody has seen the seed. An undo can take the opening back, but not what people know."""
    vault.keep(Opening(round, "", ""))


def fate_for(opening: Opening, seq: int) -> Chance:
    return SeededChance(opening.choice).for_record(seq)


def proved(match: str, commitment: str, opening: Opening, records: Iterable[Record]) -> bool:
    """Does the opening fit its seal, and was everything drawn as the seed says?"""
    try:
        verify(commitment, match, opening, opening.round)
    except BrokenSeal:
        return False
    for record in records:
        chance = fate_for(opening, record.seq)
        for draw in record.result.get("draws", ()):
            if draw["among"][chance.below(len(draw["among"]))] != draw["drawn"]:
                return False
    return True
