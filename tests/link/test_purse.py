"""The coins of a guest: which throw gets one, and what is noticed of what became of it."""

from __future__ import annotations

from typing import Any

from companion.core.match import Match
from companion.core.record import Intent, Record
from companion.core.toss import Mint, follows, pledge_of
from companion.link.purse import Purse
from tests.link.at_table import again, forged, note, played, roll


def table(purse: Purse) -> tuple[Match[Any], Mint]:
    """A match in which the host and this purse have pledged."""
    match, host = played("a"), Mint(50)
    match.act(pledge_of("host", host))
    pledge = purse.pledge(match)
    assert pledge
    match.act(pledge)
    purse.sure = True
    return match, host


def toss(match: Match[Any], intent: Intent) -> dict[str, Any]:
    return {"seq": len(match.records) + 1, "prev": match.head, "intent": intent.plain()}


def thrown(match: Match[Any], intent: Intent, host: Mint, coin: str) -> Record:
    done = match.act(intent, {"host": host.show(), "me": coin})
    assert isinstance(done, Record)
    return done


def test_the_first_pledge_hangs_from_the_anchor_and_is_said_once() -> None:
    mint = Mint(5)
    anchor, purse = mint.tip, Purse("me", mint)
    match = played("a")
    pledge = purse.pledge(match)
    assert pledge == purse.pledge(match)
    assert pledge
    assert pledge.fields == {"by": "me", "anchor": anchor}
    match.act(pledge)
    assert purse.pledge(match) is None


def test_the_coins_follow_on_the_pledge_one_after_the_other() -> None:
    purse = Purse("me", Mint(5))
    match, host = table(purse)
    last = match.coins.last("me")
    for number in range(4):
        intent = roll(f"r{number}")
        coin = purse.show(match, toss(match, intent))
        assert coin
        assert follows(coin, last)
        before = again(match)
        assert purse.look(before, thrown(match, intent, host, coin)) == ()
        assert purse.go_on(match) == ()
        assert purse.pledge(match) is None
        last = coin


def test_while_a_coin_lies_open_nothing_is_pledged() -> None:
    """The host may still have it, and use it for what it was shown for."""
    purse = Purse("me", Mint(5))
    match, _ = table(purse)
    coin = purse.show(match, toss(match, roll("r")))
    assert purse.pledge(match) is None
    assert purse.go_on(match) == ()
    match.act(note("instead"))
    assert purse.go_on(match) == ()  # that was told when the record was looked at
    pledge = purse.pledge(match)
    assert pledge
    assert pledge.fields["anchor"] == coin


def test_looking_ticks_nothing_off() -> None:
    purse = Purse("me", Mint(5))
    match, host = table(purse)
    coin = purse.show(match, toss(match, roll("r")))
    assert coin
    honest = thrown(again(match), roll("r"), host, coin)
    assert purse.look(match, honest) == ()
    assert len(purse.look(match, forged(match, note("x")))) == 1
    assert len(purse.look(match, forged(match, note("x")))) == 1
    assert purse.show(match, toss(match, roll("r"))) == coin


def test_of_several_records_at_once_each_is_asked_for_its_own_coin() -> None:
    purse = Purse("me")
    match, host = table(purse)
    coin = purse.show(match, toss(match, roll("r")))
    assert coin
    before = again(match)
    first = thrown(match, roll("r"), host, coin)
    assert purse.look(before, first) == ()
    before.take(first)
    second = match.act(note("behind it"))
    assert isinstance(second, Record)
    assert purse.look(before, second) == ()


def test_before_the_whole_match_was_seen_an_unknown_coin_is_of_another_evening() -> None:
    earlier = Purse("me", Mint(5))
    match, host = table(earlier)
    coin = earlier.show(match, toss(match, roll("r")))
    assert coin
    before = again(match)
    record = thrown(match, roll("r"), host, coin)
    purse = Purse("me", Mint(5))
    assert purse.look(before, record) == ()
    purse.sure = True
    (line,) = purse.look(before, record)
    assert "another throw" in line.text


def test_an_empty_mint_is_followed_by_a_full_one() -> None:
    purse = Purse("me", Mint(1))
    match, host = table(purse)
    coin = purse.show(match, toss(match, roll("r")))
    assert coin
    thrown(match, roll("r"), host, coin)
    purse.go_on(match)
    assert purse.show(match, toss(match, roll("s"))) == ""
    pledge = purse.pledge(match)
    assert pledge
    assert pledge.fields["anchor"] != coin
    match.act(pledge)
    assert purse.show(match, toss(match, roll("s")))
