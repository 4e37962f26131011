"""Commit and reveal: a choice that nobody can read early and nobody can change late.

The seal is shown to everybody when the choice is made; the opening stays on the chooser's device until the rules
reveal it. The nonce keeps the few possible choices from being tried out one after the other.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.core.words import Line, say

NONCE_BYTES = 32
_TAG = "companion sealed choice 1"
# One spelling only, so that an opening cannot be altered at all without being refused.
_NONCE = re.compile(r"[0-9a-f]{64}")


class BrokenSeal(ValueError):
    """An opening that is not to be believed. `reason` is for people and never repeats the choice."""

    def __init__(self, reason: Line) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return self.reason.read()


@dataclass(frozen=True, slots=True)
class Opening:
    """What opens a seal. Its repr says only the round: secrets have no place in stack traces."""

    round: int
    choice: str = field(repr=False)
    nonce_hex: str = field(repr=False)

    def plain(self) -> dict[str, Any]:
        return {"round": self.round, "choice": self.choice, "nonce": self.nonce_hex}

    @staticmethod
    def from_plain(form: object) -> Opening:
        if not isinstance(form, Mapping):
            raise BrokenSeal(_no_opening())
        number, choice, nonce = form.get("round"), form.get("choice"), form.get("nonce")
        if type(number) is not int or not isinstance(choice, str) or not isinstance(nonce, str):
            raise BrokenSeal(_no_opening())
        return Opening(number, choice, nonce)


def seal(match: str, round: int, choice: str, nonce: bytes) -> str:
    if len(nonce) != NONCE_BYTES:
        raise ValueError(f"a nonce has {NONCE_BYTES} bytes")
    fields = (_TAG, match, str(round), choice)
    return hashlib.sha256(b"".join(_framed(_bytes(text)) for text in fields) + _framed(nonce)).hexdigest()


def fresh(
    match: str, round: int, choice: str, random_bytes: Callable[[int], bytes] = secrets.token_bytes
) -> tuple[str, Opening]:
    """Seal a choice: the seal to show, and the opening to keep."""
    nonce = random_bytes(NONCE_BYTES)
    return seal(match, round, choice, nonce), Opening(round, choice, nonce.hex())


def verify(commitment: str, match: str, opening: Opening, round: int) -> None:
    """Return if the opening fits the seal of that match and round; raise BrokenSeal if not."""
    if opening.round != round:
        raise BrokenSeal(
            say("This opens round {given}, but the sealed round is {round}.", given=opening.round, round=round)
        )
    if not _NONCE.fullmatch(opening.nonce_hex):
        raise BrokenSeal(say("The opening is damaged: its nonce is not {bytes} bytes.", bytes=NONCE_BYTES))
    fitting = seal(match, round, opening.choice, bytes.fromhex(opening.nonce_hex))
    # As bytes: compare_digest refuses text beyond ASCII, and the commitment may come from anywhere.
    if not hmac.compare_digest(_bytes(fitting), _bytes(commitment)):
        raise BrokenSeal(say("The opening does not fit the seal: the choice, the match or the nonce is another one."))


def _no_opening() -> Line:
    return say("This is not the opening of a sealed choice.")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _framed(part: bytes) -> bytes:
    """The part behind its length, so that no letter can slip from one field into the next."""
    return len(part).to_bytes(8, "big") + part
