"""The code that lets a device join."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.link.code import ALPHABET, KEY_BYTES, LENGTH, SALT_BYTES, BadCode, new_code, read, shown, so_far, stretch

CODES = st.text(ALPHABET, min_size=LENGTH, max_size=LENGTH)
SALT = bytes(range(SALT_BYTES))


def test_a_new_code_is_long_enough_and_never_the_same() -> None:
    codes = {new_code() for _ in range(200)}
    assert len(codes) == 200
    assert all(len(code) == LENGTH and set(code) <= set(ALPHABET) for code in codes)


@given(CODES)
def test_what_is_shown_is_read_again_however_it_is_typed(code: str) -> None:
    for typed in (code, shown(code), code.lower(), f" {code[:4]}-{code[4:].lower()}\n", " ".join(code)):
        assert read(typed) == code


def test_letters_that_look_alike_are_the_same() -> None:
    assert read("OIL0 UVWX") == "0110VVWX"


@pytest.mark.parametrize("typed", ["", "ABCD", "ABCDEFGHJ", "ABCD EFG!", "ÄBCDEFGH", "ABCDEFG٣"])
def test_nothing_else_is_a_code(typed: str) -> None:
    with pytest.raises(BadCode):
        read(typed)


def test_a_key_depends_on_code_and_salt() -> None:
    key = stretch("ABCDEFGH", SALT)
    assert len(key) == KEY_BYTES
    assert key == stretch("ABCDEFGH", SALT)
    assert len({key, stretch("ABCDEFGJ", SALT), stretch("ABCDEFGH", bytes(SALT_BYTES))}) == 3


def test_a_salt_has_its_length() -> None:
    with pytest.raises(ValueError, match="salt"):
        stretch("ABCDEFGH", b"short")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("", ""), ("7k", "7K"), ("7kq2-w", "7KQ2W"), (" oil!ü ", "011"), ("ABCDEFGHJKM", "ABCDEFGH")],
)
def test_while_somebody_types_only_what_a_code_has_is_kept(typed: str, kept: str) -> None:
    assert so_far(typed) == kept
