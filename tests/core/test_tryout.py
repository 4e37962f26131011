"""Deciding a tap only to see what would come of it."""

from __future__ import annotations

import pytest

from companion.core.dice import Die, Pool, throw
from companion.core.fate import MemoryVault, seal_fate, use_up
from companion.core.sealed import Opening, verify
from companion.core.tryout import Overlay, Wanted, Watched
from tests.core.test_toss import SeededBytes


def test_whoever_asks_for_chance_is_noticed() -> None:
    for chance in (Watched(), Watched().for_record(7)):
        with pytest.raises(Wanted):
            chance.below(6)
    with pytest.raises(Wanted):
        throw(Pool((Die("blue", "b", ("sword", "lily")),)), Watched())
    assert throw(Pool(), Watched()).faces == ()


def test_what_lies_in_the_vault_can_be_read_through_the_overlay() -> None:
    vault = MemoryVault()
    vault.keep(Opening(1, "one", "a"))
    tried = Overlay(vault)
    assert tried.opening(1) == Opening(1, "one", "a")
    assert tried.opening(2) is None


def test_what_is_put_into_the_overlay_stays_there() -> None:
    vault = MemoryVault()
    vault.keep(Opening(1, "one", "a"))
    tried = Overlay(vault)
    tried.keep(Opening(1, "other", "b"))
    tried.keep(Opening(2, "two", "c"))
    assert tried.opening(1) == Opening(1, "other", "b")
    assert tried.opening(2) == Opening(2, "two", "c")
    assert vault.opening(1) == Opening(1, "one", "a")
    assert vault.opening(2) is None


def test_a_fate_that_is_only_tried_is_neither_sealed_nor_used_up() -> None:
    vault = MemoryVault()
    chance = _Bytes()
    commitment = seal_fate("m", 1, chance, vault)
    tried = Overlay(vault)
    use_up(tried, 1)
    seal_fate("m", 1, chance, tried)
    opening = vault.opening(1)
    assert opening
    verify(commitment, "m", opening, 1)


class _Bytes:
    def __init__(self) -> None:
        self._bytes = SeededBytes(3)

    def below(self, n: int, /) -> int:
        return self._bytes(1)[0] % n

    def for_record(self, seq: int, /) -> _Bytes:
        return self
