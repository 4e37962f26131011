"""The coins of a guest, and for which throw each of them was shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.match import Match
from companion.core.record import Intent, Record
from companion.core.toss import Mint, pledge_of
from companion.core.words import Line, say


@dataclass(frozen=True, slots=True)
class _Throw:
    seq: int
    prev: str
    intent: Mapping[str, Any]


class Purse:
    """Whoever keeps the order sees our coin before his own is known to us. So we look at what he does with it."""

    def __init__(self, device: str, mint: Mint | None = None) -> None:
        self._device = device
        self._mint = mint or Mint()
        self._shown: dict[str, _Throw] = {}
        self._open = ""  # the coin that was shown last, as long as its record is not here
        self.sure = False  # we have seen the whole match once: every coin of ours that comes now, we have shown

    def pledge(self, match: Match[Any]) -> Intent | None:
        """What has to stand in the match before our next coin is believed; nothing if it stands there."""
        if self._open:
            return None  # that one may still be used
        if self._mint.is_empty:
            self._mint = Mint()
        return None if self._mint.fits(match.coins.last(self._device)) else pledge_of(self._device, self._mint)

    def show(self, match: Match[Any], toss: Mapping[str, Any]) -> str | None:
        """Our coin for this throw: empty if there is none to be had; None if that throw does not come next.

        The same throw gets the same coin again, which tells nobody anything new. A second throw in the same place
        gets none: there would be one to choose from.
        """
        throw = _Throw(toss["seq"], toss["prev"], dict(toss["intent"]))
        if (throw.seq, throw.prev) != (len(match.records) + 1, match.head):
            return None
        if self._open:
            return self._open if self._shown[self._open] == throw else ""
        if not self._mint.fits(match.coins.last(self._device)):
            return ""
        self._open = self._mint.show()
        self._shown[self._open] = throw
        return self._open

    def look(self, match: Match[Any], record: Record) -> tuple[Line, ...]:
        """Before a record is taken in: is it what our coin was shown for, and did the dice fall as the coins say?

        It may still not be taken, so nothing is ticked off here.
        """
        found = []
        used = record.result.get("coins", {}).get(self._device, "")
        throw = _Throw(record.seq, record.prev, record.intent.plain())
        # One that we do not know may be from an earlier life of this device, as long as we do not know the whole match.
        if used and (self.sure or used in self._shown) and self._shown.get(used) != throw:
            found.append(say("Record {n}: the coin of this device was used for another throw.", n=record.seq))
        elif self._open and self._open != used and self._shown[self._open].seq == record.seq:
            found.append(_in_vain(record.seq))
        if not match.is_fair(record):
            found.append(say("Record {n}: the dice did not fall as the coins say.", n=record.seq))
        return tuple(found)

    def go_on(self, match: Match[Any]) -> tuple[Line, ...]:
        """The match has gone on, or is another one. Does the throw for which we have shown our coin still come next?"""
        throw = self._shown.get(self._open)
        if throw is None or (throw.seq, throw.prev) == (len(match.records) + 1, match.head):
            return ()
        self._open = ""
        # Otherwise we have looked at its record already.
        return (_in_vain(throw.seq),) if throw.seq > len(match.records) else ()


def _in_vain(seq: int) -> Line:
    return say("Record {n} did not use the coin that this device had shown for it.", n=seq)
