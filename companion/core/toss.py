"""Throws that two devices make together, so that neither can choose how the dice fall.

Each device has a chain of coins: every coin is the hash of the next one. The anchor, from which the chain hangs, is
pledged in the match before anything is thrown; from then on the device can show the next coin and no other. A throw
follows from the coins of all who take part, from the number of its record, from the record before it and from what
was asked for. Whoever shows his coin first cannot know the other's, and whoever shows his last can change nothing
any more but refuse, and that is seen.

No coin may be passed over: whoever could choose among his next ones could choose among as many throws. A device that
has shown one in vain, because the other one was lost, pledges the rest of its chain anew, for all to see.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Mapping

from companion.core.dice import SeededChance
from companion.core.record import BadForm, Intent, digest

COIN_BYTES = 32
LENGTH = 4096  # throws; an evening needs a few hundred
_LINK = b"companion coin 1\0"
_COIN = re.compile(r"[0-9a-f]{64}")


class Mint:
    """The coins of one device, each of which is shown once."""

    def __init__(self, length: int = LENGTH, random_bytes: Callable[[int], bytes] = secrets.token_bytes) -> None:
        chain = [random_bytes(COIN_BYTES).hex()]
        while len(chain) <= length:
            chain.append(_before(chain[-1]))
        self._coins = chain  # the next one to be shown is at the end, once the anchor is gone
        self.tip = self._coins.pop()  # what everybody may know: the coin that was shown last, at first the anchor

    def __repr__(self) -> str:
        return f"Mint with {len(self._coins)} coins"

    @property
    def is_empty(self) -> bool:
        return not self._coins

    def fits(self, last: str) -> bool:
        """Would the next coin be believed where this one was the last?"""
        return not self.is_empty and last == self.tip

    @property
    def next(self) -> str:
        """The coin that is shown next, for whoever shows it only once it counts."""
        return self._coins[-1]

    def show(self) -> str:
        self.tip = self._coins.pop()
        return self.tip


def is_coin(text: object) -> bool:
    return isinstance(text, str) and _COIN.fullmatch(text) is not None


def follows(coin: object, shown: str) -> bool:
    """Is this the very next coin of the chain after the one shown before?"""
    return isinstance(coin, str) and is_coin(coin) and is_coin(shown) and hmac.compare_digest(_before(coin), shown)


def pledge_of(device: str, mint: Mint) -> Intent:
    """From here on the coins of this device can be foretold by nobody, and not changed by itself."""
    return Intent("pledge", {"by": device, "anchor": mint.tip}, id=f"{pledge_id(device)}{mint.tip[:16]}")


def pledge_id(device: str) -> str:
    """How the ids of its pledges begin. Said twice they count once, so they are no chance numbers."""
    return f"pledge-{device}-"


class Coins:
    """Of each device that has pledged: the coin it has shown last."""

    def __init__(self, last: Mapping[str, str] | None = None) -> None:
        self._last = dict(last or {})

    def __copy__(self) -> Coins:
        return Coins(self._last)

    def __len__(self) -> int:
        return len(self._last)

    def __contains__(self, device: str) -> bool:
        return device in self._last

    def last(self, device: str) -> str:
        """Empty if it has not pledged."""
        return self._last.get(device, "")

    def pledge(self, intent: Intent) -> None:
        self._last[intent.fields["by"]] = intent.fields["anchor"]

    def see(self, coins: Mapping[str, str]) -> None:
        self._last.update(coins)

    def check(self, coins: Mapping[str, str]) -> None:
        if not all(follows(coin, self.last(by)) for by, coin in coins.items()):
            raise BadForm("a coin is not the one that was pledged")


def check_pledge(intent: Intent, result: Mapping[str, object]) -> None:
    if not is_coin(intent.fields["anchor"]) or not intent.fields["by"] or result:
        raise BadForm("this is no pledge")


def thrown_by(match: str, seq: int, prev: str, intent: Intent, coins: Mapping[str, str]) -> SeededChance:
    """The chance of one record, as these coins have it."""
    return SeededChance(digest(["companion throw 1", match, seq, prev, intent.plain(), dict(coins)]))


def _before(coin: str) -> str:
    return hashlib.sha256(_LINK + bytes.fromhex(coin)).hexdigest()
