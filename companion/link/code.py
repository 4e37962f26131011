"""The code that lets a device join: eight characters that can be read across the table and typed without doubt."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable

# Base 32 without the letters that look like digits or like each other (Crockford's alphabet).
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 8  # 40 bits: at scrypt's price nobody tries them all in one evening
SALT_BYTES = 16
KEY_BYTES = 32
_LOOKALIKES = str.maketrans({"O": "0", "I": "1", "L": "1", "U": "V"})
# About 50 ms and 16 MB on a phone: nothing for one join, everything for somebody who tries codes.
_COST, _BLOCK, _LANES = 2**14, 8, 1


class BadCode(ValueError):
    """What was typed cannot be a code."""


def new_code(pick: Callable[[str], str] = secrets.choice) -> str:
    return "".join(pick(ALPHABET) for _ in range(LENGTH))


def shown(code: str) -> str:
    """In two halves, as people read it to each other."""
    return f"{code[: LENGTH // 2]} {code[LENGTH // 2 :]}"


def read(typed: str) -> str:
    """The code behind what somebody typed: case, blanks, dashes and look-alikes do not matter."""
    kept = "".join(letter for letter in typed.upper() if letter not in " -\t\n\u00a0").translate(_LOOKALIKES)
    if len(kept) != LENGTH or not set(kept) <= set(ALPHABET):
        raise BadCode(f"a code has {LENGTH} letters and digits")
    return kept


def so_far(typed: str) -> str:
    """The same while somebody is still typing: what no code has is left out."""
    kept = (letter for letter in typed.upper().translate(_LOOKALIKES) if letter in ALPHABET)
    return "".join(kept)[:LENGTH]


def stretch(code: str, salt: bytes) -> bytes:
    """The key that both sides make of the code, so slowly that nobody can try many."""
    if len(salt) != SALT_BYTES:
        raise ValueError(f"a salt has {SALT_BYTES} bytes")
    return hashlib.scrypt(code.encode("ascii"), salt=salt, n=_COST, r=_BLOCK, p=_LANES, dklen=KEY_BYTES)
