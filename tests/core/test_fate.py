from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

import pytest

from companion.core.dice import SeededChance, pick
from companion.core.fate import MemoryVault, fate_for, proved, seal_fate
from companion.core.record import Intent, Record
from companion.core.sealed import NONCE_BYTES, Opening, verify

PLACES = ["paris", "louvre", "quest"]


def sealed(round: int = 3, seed: int = 1) -> tuple[str, Opening]:
    vault = MemoryVault()
    commitment = seal_fate("m", round, SeededChance(seed), vault)
    opening = vault.opening(round)
    assert opening is not None
    return commitment, opening


def drawn(opening: Opening, seq: int, draws: int, among: list[str] = PLACES) -> Record:
    """A record as the pen writes it."""
    chance = fate_for(opening, seq)
    rows = [{"among": among, "drawn": pick(among, chance), "why": "x"} for _ in range(draws)]
    return Record.make(seq, 0, Intent("fate", id=str(seq)), {"draws": rows} if rows else {}, "ab")


def with_draw(record: Record, at: int, **other: Any) -> Record:
    rows = [dict(row) for row in record.result["draws"]]
    rows[at] |= other
    return replace(record, result={"draws": rows})


def test_the_vault_keeps_one_opening_a_round_and_the_last_one_counts() -> None:
    vault = MemoryVault()
    assert vault.opening(1) is None
    for nonce in ("a", "b"):
        vault.keep(Opening(1, "x", nonce))
    vault.keep(Opening(2, "y", "c"))
    assert vault.opening(1) == Opening(1, "x", "b")
    assert vault.opening(2) == Opening(2, "y", "c")


def test_the_seal_is_shown_and_what_opens_it_waits_in_the_vault() -> None:
    commitment, opening = sealed()
    verify(commitment, "m", opening, 3)
    for text in (opening.choice, opening.nonce_hex):
        assert len(bytes.fromhex(text)) == NONCE_BYTES
        assert text not in commitment
    assert opening.choice != opening.nonce_hex


def test_every_round_has_a_fate_of_its_own() -> None:
    seeds = {sealed(seed=seed)[1].choice for seed in range(40)}
    assert len(seeds) == 40


def test_all_bytes_of_a_seed_are_drawn_by_chance() -> None:
    """Else the few seeds there are could be tried out one after the other."""

    class Counting:
        def __init__(self) -> None:
            self.asked: list[int] = []

        def below(self, n: int, /) -> int:
            self.asked.append(n)
            return len(self.asked) % n

        def for_record(self, seq: int, /) -> Counting:
            return self

    chance = Counting()
    seal_fate("m", 1, chance, MemoryVault())
    assert chance.asked == [256] * 2 * NONCE_BYTES


def test_the_same_seed_draws_the_same_for_the_same_record_and_other_things_for_others() -> None:
    _, opening = sealed()
    hundred = [str(n) for n in range(100)]
    first = [pick(hundred, fate_for(opening, 7)) for _ in range(3)]
    assert first == [pick(hundred, fate_for(opening, 7)) for _ in range(3)]
    assert len({pick(hundred, fate_for(opening, seq)) for seq in range(50)}) > 20


def test_what_is_drawn_can_be_worked_out_by_anybody_with_the_seed() -> None:
    """Spelled out once more, so that the proof does not rest on the code it proves."""

    def digest(*parts: bytes) -> bytes:
        return hashlib.sha256(b"".join(parts)).digest()

    seed = "ab" * 32
    key = digest(b"companion record\0", digest(b"companion seed\0", seed.encode()), b"5")
    stream = digest(b"companion block\0", key, bytes(8))
    of_four = [byte & 3 for byte in stream]
    chance = fate_for(Opening(3, seed, "cd" * 32), 5)
    assert [chance.below(4) for _ in stream] == of_four


def test_draws_that_follow_from_the_seed_are_proved() -> None:
    commitment, opening = sealed()
    records = [drawn(opening, 4, 2), drawn(opening, 5, 0), drawn(opening, 9, 3, ["a", "b"])]
    assert proved("m", commitment, opening, records)
    assert proved("m", commitment, opening, [])


@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_draw_that_was_helped_along_is_not(at: int) -> None:
    commitment, opening = sealed()
    good = drawn(opening, 4, 3)
    other = next(place for place in PLACES if place != good.result["draws"][at]["drawn"])
    assert not proved("m", commitment, opening, [drawn(opening, 3, 1), with_draw(good, at, drawn=other)])


def test_neither_is_a_draw_from_other_lots_nor_for_another_record() -> None:
    commitment, opening = sealed()
    hundred = [str(n) for n in range(100)]
    good = drawn(opening, 4, 2, hundred)
    assert not proved("m", commitment, opening, [with_draw(good, 0, among=hundred[::-1])])
    assert not proved("m", commitment, opening, [replace(good, seq=5)])


def test_an_opening_that_does_not_fit_its_seal_proves_nothing() -> None:
    commitment, opening = sealed()
    assert not proved("other", commitment, opening, [])
    assert not proved("m", "0" * 64, opening, [])
    assert not proved("m", commitment, replace(opening, round=4), [])
    assert not proved("m", commitment, replace(opening, choice="0" * 64), [])
    assert not proved("m", commitment, replace(opening, nonce_hex="short"), [])
