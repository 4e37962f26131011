"""How two devices find out that both know the code, without either of them sending it.

    host  -> guest   hello:   version, salt, the host's challenge
    guest -> host    knock:   name, role, the guest's challenge, proof of the code
    host  -> guest   welcome: proof of the code

Each proof is an HMAC over everything that was said, so nothing of it can be changed on the way, and over both
challenges, so nothing of it can be used again. From then on every frame is signed, each direction with its own key.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.core.record import check_text
from companion.core.seats import SEATS
from companion.link.code import SALT_BYTES, stretch
from companion.link.frames import Lane

VERSION = 1
ROLES = SEATS
NONCE_BYTES = 16
LONGEST_NAME = 40

Random = Callable[[int], bytes]


class BadKnock(ValueError):
    """Not a greeting of ours: another program, another version, or nonsense."""


class WrongCode(ValueError):
    """Everything was in order but the code."""


@dataclass(frozen=True, slots=True)
class Hello:
    salt: bytes
    nonce: bytes

    def plain(self) -> dict[str, Any]:
        return {"hello": VERSION, "salt": self.salt.hex(), "nonce": self.nonce.hex()}

    @staticmethod
    def from_plain(form: Mapping[str, Any]) -> Hello:
        if form.get("hello") != VERSION:
            raise BadKnock("the other device speaks another version")
        return Hello(_bytes(form, "salt", SALT_BYTES), _bytes(form, "nonce", NONCE_BYTES))


@dataclass(frozen=True, slots=True)
class Knock:
    """Who wants to come in, and as what."""

    device: str  # stays the same when a device comes back
    name: str
    role: str
    nonce: bytes
    proof: bytes = field(repr=False)

    def plain(self) -> dict[str, Any]:
        return {
            "device": self.device,
            "name": self.name,
            "role": self.role,
            "nonce": self.nonce.hex(),
            "proof": self.proof.hex(),
        }

    @staticmethod
    def from_plain(form: Mapping[str, Any]) -> Knock:
        device, name, role = (_text(form, key) for key in ("device", "name", "role"))
        if role not in ROLES:
            raise BadKnock("nobody sits at the table as that")
        return Knock(device, name, role, _bytes(form, "nonce", NONCE_BYTES), _bytes(form, "proof", 32))


@dataclass(frozen=True, slots=True)
class Session:
    """Both lanes of a connection, seen from one side, and the proof that the host still owes."""

    out: Lane
    back: Lane
    welcome: bytes = field(repr=False)


def greet(salt: bytes, random: Random = secrets.token_bytes) -> Hello:
    return Hello(salt, random(NONCE_BYTES))


def knock(
    hello: Hello, code: str, device: str, name: str, role: str, random: Random = secrets.token_bytes
) -> tuple[Knock, Session]:
    """The guest's answer, and the session it will have if the host lets it in."""
    key, nonce = stretch(code, hello.salt), random(NONCE_BYTES)
    said = _said(hello, device, name, role, nonce)
    answer = Knock(device, name, role, nonce, _prove(key, b"guest", said))
    return answer, _session(key, said, ours=b"guest to host", theirs=b"host to guest")


def admit(hello: Hello, answer: Knock, key: bytes) -> Session:
    """The host's side; `key` is its own code, stretched once with the salt it shows."""
    said = _said(hello, answer.device, answer.name, answer.role, answer.nonce)
    if not hmac.compare_digest(answer.proof, _prove(key, b"guest", said)):
        raise WrongCode
    return _session(key, said, ours=b"host to guest", theirs=b"guest to host")


def check_welcome(session: Session, proof: object) -> None:
    """Does the host know the code too? If not, whoever answers is somebody else."""
    if not isinstance(proof, str) or not hmac.compare_digest(proof.encode(), session.welcome.hex().encode()):
        raise WrongCode


def _session(key: bytes, said: bytes, ours: bytes, theirs: bytes) -> Session:
    return Session(Lane(_prove(key, ours, said)), Lane(_prove(key, theirs, said)), _prove(key, b"host", said))


def _said(hello: Hello, device: str, name: str, role: str, nonce: bytes) -> bytes:
    parts = (str(VERSION).encode(), hello.salt, hello.nonce, nonce, *(text.encode() for text in (device, name, role)))
    # Each behind its length, so that no letter can slip from one into the next.
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def _prove(key: bytes, what: bytes, said: bytes) -> bytes:
    return hmac.new(key, what + b"\0" + said, hashlib.sha256).digest()


def _text(form: Mapping[str, Any], key: str) -> str:
    value = form.get(key)
    if not isinstance(value, str) or not value:
        raise BadKnock(f'"{key}" is missing')
    try:
        check_text(value, LONGEST_NAME)
        value.encode()
    except ValueError:
        raise BadKnock(f'"{key}" cannot be that') from None
    return value


def _bytes(form: Mapping[str, Any], key: str, length: int) -> bytes:
    value = form.get(key)
    try:
        found = bytes.fromhex(value) if isinstance(value, str) else b""
    except ValueError:
        found = b""
    if len(found) != length:
        raise BadKnock(f'"{key}" must be {length} bytes')
    return found
