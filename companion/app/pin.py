"""The number that keeps curious fingers off Milady's pad. It guards the pad on this device, and nothing of the match.

Four digits are soon tried out by a computer; the stretching and the wait are against people with a minute to spare.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Callable
from typing import Any

SETTING = "private.pin"  # see companion.store.archive.PRIVATE
SHORTEST, LONGEST = 4, 8  # digits
TRIES = 5  # wrong ones
WAIT = 30.0  # seconds after so many
SALT_BYTES = 16
# About 50 ms and 16 MB on a phone of some years ago.
_COST = {"n": 1 << 14, "r": 8, "p": 1, "dklen": 32}


def is_pin(text: str) -> bool:
    return SHORTEST <= len(text) <= LONGEST and text.isascii() and text.isdigit()


def hashed(pin: str, random_bytes: Callable[[int], bytes] = os.urandom) -> dict[str, str]:
    """What is kept of it."""
    salt = random_bytes(SALT_BYTES)
    return {"salt": salt.hex(), "hash": _stretched(pin, salt).hex()}


def is_kept(form: Any) -> bool:
    """Is there a number to ask for? A setting that makes no sense would lock the pad for ever."""
    try:
        return len(bytes.fromhex(form["salt"])) == SALT_BYTES and len(bytes.fromhex(form["hash"])) == _COST["dklen"]
    except (TypeError, LookupError, ValueError):
        return False


def fits(form: Any, pin: str) -> bool:
    return is_kept(form) and hmac.compare_digest(
        _stretched(pin, bytes.fromhex(form["salt"])), bytes.fromhex(form["hash"])
    )


def _stretched(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode("ascii", "replace"), salt=salt, **_COST)


class Patience:
    """Counts wrong tries. It belongs to the app and not to a screen, so that leaving the screen changes nothing."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._wrong = 0
        self._until = 0.0

    @property
    def wait(self) -> float:
        """Seconds until the next try."""
        return max(self._until - self._clock(), 0.0)

    def tried(self, right: bool) -> None:
        self._wrong = 0 if right else self._wrong + 1
        if self._wrong >= TRIES:
            self._wrong, self._until = 0, self._clock() + WAIT
