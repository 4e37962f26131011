"""Frames on the wire: a counter, a signature, and JSON. What is forged, repeated or too large is not even parsed.

Everything on the wire may be read by anybody, because no secret is ever sent; nothing may be changed, repeated, held
back and played later, or sent back to whom it came from.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

LARGEST = 256 * 1024  # bytes; a catch-up of thousands of records comes in several frames
_COUNTER, _MAC = 8, 32


class BadFrame(ValueError):
    """A frame that is not to be believed. It never says what was in it."""


@dataclass(slots=True)
class Lane:
    """One direction of one connection: its own key, and a counter that only grows."""

    key: bytes = field(repr=False)
    count: int = 0

    def sign(self, payload: Mapping[str, Any]) -> bytes:
        try:
            text = json.dumps(payload, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        except ValueError as error:
            # The other side would refuse it, and the connection would end there instead of here.
            raise BadFrame("this cannot be said in JSON") from error
        body = text.encode("utf-8", "surrogatepass")
        if len(body) + _COUNTER + _MAC > LARGEST:
            raise BadFrame(f"a frame has at most {LARGEST} bytes")
        self.count += 1
        counter = self.count.to_bytes(_COUNTER, "big")
        return counter + self._mac(counter, body) + body

    def open(self, frame: bytes | str) -> dict[str, Any]:
        """What the other side said. The counter must be the very next one: the connection itself loses nothing."""
        if not isinstance(frame, bytes):
            raise BadFrame("a frame is made of bytes")
        if not _COUNTER + _MAC < len(frame) <= LARGEST:
            raise BadFrame("a frame of this size cannot be")
        counter, mac, body = frame[:_COUNTER], frame[_COUNTER : _COUNTER + _MAC], frame[_COUNTER + _MAC :]
        if not hmac.compare_digest(mac, self._mac(counter, body)):
            raise BadFrame("the signature does not fit")
        if int.from_bytes(counter, "big") != self.count + 1:
            raise BadFrame("this frame was sent before, or one before it is missing")
        self.count += 1
        return _parsed(body)

    def _mac(self, counter: bytes, body: bytes) -> bytes:
        return hmac.new(self.key, counter + body, hashlib.sha256).digest()


def _parsed(body: bytes) -> dict[str, Any]:
    try:
        form = json.loads(body.decode("utf-8", "surrogatepass"), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise BadFrame("this is not JSON") from error
    if not isinstance(form, dict):
        raise BadFrame("a frame holds an object")
    return form


def _no_number(spelling: str) -> float:
    raise ValueError(f"{spelling} is no number")
