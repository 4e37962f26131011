"""Throws that two devices make together."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from companion.boxes import load
from companion.core.dice import SeededChance
from companion.core.fate import MemoryVault
from companion.core.match import Match, open_header
from companion.core.record import BadForm, Header, Intent, Record
from companion.core.sealed import Opening
from companion.core.toss import Mint, follows, is_coin, pledge_of, thrown_by

BOX = load("mousquetaires")


def header() -> Header:
    return open_header(BOX, "m1", {"players": 5}, BOX.profile(), 1, "test")


def two() -> tuple[Match[Any], dict[str, Mint]]:
    """A match in which two devices have pledged."""
    match, mints = Match(BOX, header()), {"host": Mint(20), "guest": Mint(20)}
    for by, mint in mints.items():
        assert isinstance(match.act(Intent("pledge", {"by": by, "anchor": mint.tip})), Record)
    return match, mints


def shown(mints: dict[str, Mint]) -> dict[str, str]:
    return {by: mint.show() for by, mint in mints.items()}


def roll(match: Match[Any], mints: dict[str, Mint], dice: str = "4b 3r") -> Record:
    done = match.act(Intent("roll", {"dice": dice}), shown(mints))
    assert isinstance(done, Record)
    return done


def again(match: Match[Any]) -> Match[Any]:
    return Match.replay(BOX, match.header, match.records)


def test_each_coin_leads_to_the_one_before_and_to_no_other() -> None:
    mint = Mint(5)
    before = anchor = mint.tip
    coins = []
    for _ in range(5):
        assert not mint.is_empty
        coins.append(mint.next)
        assert mint.show() == mint.tip == coins[-1]
    for coin in coins:
        assert is_coin(coin)
        assert follows(coin, before)
        assert not follows(coin, coin)
        assert not follows(before, coin)
        before = coin
    assert not follows(Mint(5).show(), anchor)
    assert mint.is_empty


def test_no_coin_can_be_passed_over() -> None:
    """Who could choose among his next coins could choose among as many throws."""
    match, mints = two()
    mints["host"].show()
    with pytest.raises(BadForm, match="pledged"):
        match.act(Intent("roll", {"dice": "1b"}), shown(mints))
    assert len(match.records) == 2


def test_a_coin_that_was_shown_in_vain_is_pledged_anew() -> None:
    match, mints = two()
    guest, before = mints["guest"], match.coins.last("guest")
    assert guest.fits(before)
    guest.show()
    assert not guest.fits(before)
    assert isinstance(match.act(pledge_of("guest", guest)), Record)
    assert guest.fits(match.coins.last("guest"))
    assert roll(match, mints).result["rolls"]


def test_a_mint_that_is_empty_fits_nowhere() -> None:
    mint = Mint(1)
    assert mint.fits(mint.tip)
    assert not mint.fits(mint.show())
    assert not mint.fits("")


@pytest.mark.parametrize("coin", ["", "00", "G" * 64, "A" * 64, 7, None, "0" * 65])
def test_what_is_no_coin(coin: Any) -> None:
    assert not is_coin(coin)
    assert not follows(coin, "0" * 64)
    assert not follows("0" * 64, coin)


def test_a_mint_tells_nobody_what_is_in_it() -> None:
    mint = Mint(3)
    text = repr(mint)
    assert not any(mint.show() in text for _ in range(3))


def test_every_part_of_a_throw_counts() -> None:
    intent, coins = Intent("roll", {"dice": "9b"}, id="x"), {"a": "1" * 64, "b": "2" * 64}

    def stream(**other: Any) -> list[int]:
        parts: dict[str, Any] = {"match": "m", "seq": 3, "prev": "p", "intent": intent, "coins": coins, **other}
        chance = thrown_by(**parts)
        return [chance.below(6) for _ in range(30)]

    assert stream() == stream()
    others: list[dict[str, Any]] = [
        {"match": "n"},
        {"seq": 4},
        {"prev": "q"},
        {"intent": replace(intent, id="y")},
        {"coins": {**coins, "a": "3" * 64}},
        {"coins": {**coins, "b": "3" * 64}},
    ]
    assert all(stream(**other) != stream() for other in others)


def test_a_throw_is_in_its_record_and_is_found_fair() -> None:
    match, mints = two()
    before = again(match)
    record = roll(match, mints)
    assert set(record.result["coins"]) == {"host", "guest"}
    assert before.is_fair(record)
    assert again(match).state == match.state
    before = again(match)
    alone = match.act(Intent("roll", {"dice": "9b"}))
    assert isinstance(alone, Record)
    assert before.is_fair(alone)  # without coins there is nothing to be compared


def test_another_result_is_not_fair() -> None:
    match, mints = two()
    before = again(match)
    record = roll(match, mints)
    rolls = record.result["rolls"]
    faces = ["lily" if face != "lily" else "sword" for face in rolls[0]["faces"][:1]] + list(rolls[0]["faces"][1:])
    forged = Record.make(
        record.seq, record.at, record.intent, {**record.result, "rolls": [{**rolls[0], "faces": faces}]}, before.head
    )
    assert not before.is_fair(forged)


def test_a_coin_that_was_not_pledged_is_refused() -> None:
    match, mints = two()
    coins = shown(mints)
    for wrong in (
        {**coins, "host": Mint(1).show()},
        {**coins, "stranger": coins["guest"]},
        {"guest": coins["host"]},
        {"guest": "nonsense"},
    ):
        with pytest.raises(BadForm):
            match.act(Intent("roll", {"dice": "1b"}), wrong)
    assert len(match.records) == 2


def test_a_coin_counts_once_even_when_its_throw_is_taken_back() -> None:
    match, mints = two()
    record = roll(match, mints)
    match.act(Intent("undo"))
    with pytest.raises(BadForm, match="pledged"):
        match.act(Intent("roll", {"dice": "1b"}), record.result["coins"])
    assert roll(again(match), mints).result["rolls"]


def test_a_forged_coin_in_a_record_is_not_taken() -> None:
    match, mints = two()
    before = again(match)
    record = roll(match, mints)
    coins = {**record.result["coins"], "guest": Mint(1).show()}
    forged = Record.make(record.seq, record.at, record.intent, {**record.result, "coins": coins}, before.head)
    with pytest.raises(BadForm, match="coin"):
        before.take(forged)


def test_throws_are_learned_many_at_once_or_not_at_all() -> None:
    match, mints = two()
    copy = again(match)
    for _ in range(2):
        roll(match, mints)
    before = {by: copy.coins.last(by) for by in mints}
    coins = {**shown(mints), "guest": Mint(1).show()}
    wrong = Record.make(5, 1, Intent("roll", {"dice": "1b"}, id="x"), {"coins": coins}, match.head)
    with pytest.raises(BadForm, match="coin"):
        copy.learn([*match.records[2:], wrong])
    assert {by: copy.coins.last(by) for by in mints} == before
    copy.learn(match.records[2:])
    assert {by: copy.coins.last(by) for by in mints} == {by: match.coins.last(by) for by in mints} != before


def test_a_pledge_is_never_taken_back() -> None:
    match, mints = two()
    assert match.undo_label() is None
    roll(match, mints)
    match.act(Intent("back_to", {"seq": 0}))
    assert "host" in match.coins
    assert "guest" in match.coins
    assert match.redo_label() is not None
    match.act(Intent("pledge", {"by": "third", "anchor": Mint(1).tip}))
    assert match.redo_label() is not None  # whoever joins takes nothing away


@pytest.mark.parametrize(("by", "anchor"), [("", "0" * 64), ("x", "0" * 63), ("x", "no")])
def test_what_is_no_pledge_is_refused(by: str, anchor: str) -> None:
    match = Match(BOX, header())
    with pytest.raises(BadForm, match="pledge"):
        match.act(Intent("pledge", {"by": by, "anchor": anchor}))
    with pytest.raises(BadForm, match="pledge"):
        match.take(Record.make(1, 1, Intent("pledge", {"by": by, "anchor": anchor}, id="x"), {}, match.head))
    assert len(match.coins) == 0


def test_a_pledge_does_nothing_else() -> None:
    match, mints = two()
    result = {"rolls": [{"dice": "1b", "faces": ["lily"], "typed": False, "kept": [], "why": "free-roll"}]}
    intent = pledge_of("third", Mint(1))
    for other in (result, {"coins": shown(mints)}):
        with pytest.raises(BadForm, match="pledge"):
            match.take(Record.make(3, 1, intent, other, match.head))
    match.take(Record.make(3, 1, intent, {}, match.head))


def test_what_needs_chance_is_known_beforehand() -> None:
    match, _ = two()
    assert match.throws(Intent("roll", {"dice": "2b"}))
    for intent in (
        Intent("roll", {"dice": "2b", "faces": ["sword", "lily"]}),
        Intent("next"),
        Intent("note", {"text": "x"}),
        Intent("undo"),
        Intent("siege", {"blue": 1}),  # not now
        Intent("nonsense"),
        Intent("pledge", {"by": "third", "anchor": "0" * 64}),
        Intent("roll", {"dice": "2b" + " " * 3_000}),
        Intent("roll", {"dice": "2b"}, step="9.over"),
    ):
        assert not match.throws(intent)
    assert match.throws(Intent("roll", {"dice": "2b"}, step=match.step))
    assert len(match.records) == 2


def test_no_coin_is_wanted_for_what_is_known_already_or_has_a_name_it_may_not_have() -> None:
    match, mints = two()
    match.act(Intent("roll", {"dice": "2b"}, id="r"), shown(mints))
    assert not match.throws(Intent("roll", {"dice": "2b"}, id="r"))
    assert not match.throws(Intent("roll", {"dice": "2b"}, id="#9"))
    assert match.throws(Intent("roll", {"dice": "2b"}, id="s"))


def test_to_ask_whether_chance_is_needed_does_no_harm_when_the_vault_cannot_be_read() -> None:
    class Trouble(MemoryVault):
        gone = False

        def opening(self, round: int) -> Opening | None:
            if self.gone:
                raise OSError("the disk is gone")
            return super().opening(round)

    vault = Trouble()
    alone = open_header(BOX, "m1", {"milady": False, "players": 4}, BOX.profile(), 1, "test")
    match = Match(BOX, alone, vault=vault, chance=SeededChance("a"))
    match.act(Intent("fate"))
    vault.gone = True
    assert not match.throws(Intent("fate"))
    with pytest.raises(OSError, match="gone"):
        match.act(Intent("fate"))


def test_to_ask_whether_chance_is_needed_keeps_no_secret() -> None:
    """Where nobody plays Milady, her fate is sealed by some of the intents; a trial must not do that."""
    vault = MemoryVault()
    match = Match(BOX, open_header(BOX, "m1", {"milady": False}, BOX.profile(), 1, "test"), vault=vault)
    intent = next(choice for choice in match.prompts()[0].choices if choice.weight == "main")
    match.throws(Intent(intent.do, intent.fields))
    assert vault.opening(1) is None


def test_a_secret_is_never_drawn_from_coins_that_everybody_sees() -> None:
    """The seed of a fate must not follow from the record in which its seal stands."""
    vaults = []
    for own in ("a", "b"):
        vault, mint = MemoryVault(), Mint(1, lambda count: bytes(count))
        sealed = open_header(BOX, "m1", {"milady": False}, BOX.profile(), 1, "test")
        match = Match(BOX, sealed, vault=vault, chance=SeededChance(own))
        match.act(Intent("pledge", {"by": "host", "anchor": mint.tip}))
        choice = match.prompts()[0].choices[0]
        match.act(Intent(choice.do, choice.fields, id="t"), {"host": mint.show()})
        vaults.append(vault)
    first, second = (vault.opening(1) for vault in vaults)
    assert first
    assert second
    assert first.choice != second.choice


def test_neither_side_can_bias_the_dice() -> None:
    """Whatever one side always shows, the other side's coins spread the throws evenly."""
    faces: Counter[str] = Counter()
    for seed in range(60):
        match = Match(BOX, header())
        fixed, free = Mint(1, lambda count: bytes(count)), Mint(1, SeededBytes(seed))
        for by, mint in (("host", fixed), ("guest", free)):
            match.act(Intent("pledge", {"by": by, "anchor": mint.tip}))
        record = match.act(Intent("roll", {"dice": "6b"}, id="r"), {"host": fixed.show(), "guest": free.show()})
        assert isinstance(record, Record)
        faces.update(record.result["rolls"][0]["faces"])
    assert all(70 < faces[face] < 170 for face in ("sword", "shield", "lily"))  # 120 each, six sigma


class SeededBytes:
    def __init__(self, seed: int) -> None:
        self._chance = SeededChance(seed)

    def __call__(self, count: int) -> bytes:
        return bytes(self._chance.below(256) for _ in range(count))
