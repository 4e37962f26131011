from __future__ import annotations

import hashlib
import json
import traceback

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.core.sealed import NONCE_BYTES, BrokenSeal, Opening, fresh, seal, verify

NONCE = bytes(range(32))

texts = st.text(max_size=20)
rounds = st.integers(0, 10**6)
nonces = st.binary(min_size=NONCE_BYTES, max_size=NONCE_BYTES)


def framed(part: bytes) -> bytes:
    return len(part).to_bytes(8, "big") + part


def test_the_seal_is_this_hash() -> None:
    """Devices of different versions must agree, so the encoding is fixed."""
    parts = (b"companion sealed choice 1", b"match-1", b"3", "Béthune".encode(), NONCE)
    assert seal("match-1", 3, "Béthune", NONCE) == hashlib.sha256(b"".join(map(framed, parts))).hexdigest()
    assert seal("match-1", 3, "louvre", NONCE) == "819856630d5fcb079b940c1218a689e798fcf5e65e20fc1cd25b2ab660de096b"


@given(texts, rounds, texts)
def test_what_was_sealed_opens(match: str, number: int, choice: str) -> None:
    commitment, opening = fresh(match, number, choice)
    assert opening.choice == choice
    verify(commitment, match, opening, number)


def test_two_seals_of_one_choice_look_different() -> None:
    assert fresh("m", 1, "louvre")[0] != fresh("m", 1, "louvre")[0]


def test_the_nonce_comes_from_the_given_source() -> None:
    asked: list[int] = []

    def source(count: int) -> bytes:
        asked.append(count)
        return NONCE

    commitment, opening = fresh("m", 1, "louvre", source)
    assert asked == [NONCE_BYTES]
    assert opening == Opening(1, "louvre", NONCE.hex())
    assert commitment == seal("m", 1, "louvre", NONCE)


@given(texts, rounds, texts, nonces, texts)
def test_another_choice_is_refused(match: str, number: int, choice: str, nonce: bytes, other: str) -> None:
    assume(other != choice)
    with pytest.raises(BrokenSeal, match="does not fit"):
        verify(seal(match, number, choice, nonce), match, Opening(number, other, nonce.hex()), number)


@given(texts, rounds, texts, nonces, texts)
def test_another_match_is_refused(match: str, number: int, choice: str, nonce: bytes, other: str) -> None:
    assume(other != match)
    with pytest.raises(BrokenSeal, match="does not fit"):
        verify(seal(match, number, choice, nonce), other, Opening(number, choice, nonce.hex()), number)


@given(texts, rounds, texts, nonces, nonces)
def test_another_nonce_is_refused(match: str, number: int, choice: str, nonce: bytes, other: bytes) -> None:
    assume(other != nonce)
    with pytest.raises(BrokenSeal, match="does not fit"):
        verify(seal(match, number, choice, nonce), match, Opening(number, choice, other.hex()), number)


@given(texts, rounds, texts, nonces, rounds)
def test_another_round_is_refused(match: str, number: int, choice: str, nonce: bytes, other: int) -> None:
    assume(other != number)
    commitment = seal(match, number, choice, nonce)
    with pytest.raises(BrokenSeal, match=f"opens round {number}, but the sealed round is {other}"):
        verify(commitment, match, Opening(number, choice, nonce.hex()), other)
    # nor does it help to relabel the opening
    with pytest.raises(BrokenSeal, match="does not fit"):
        verify(commitment, match, Opening(other, choice, nonce.hex()), other)


def test_letters_cannot_slip_from_one_field_into_the_next() -> None:
    seals = {
        seal("a", 1, "bc", NONCE),
        seal("ab", 1, "c", NONCE),
        seal("a", 11, "bc", NONCE),
        seal("a1", 1, "bc", NONCE),
        seal("a", 1, "1bc", NONCE),
        seal("", 1, "abc", NONCE),
        seal("abc", 1, "", NONCE),
    }
    assert len(seals) == 7


@given(texts, texts, rounds, rounds, texts, texts, nonces, nonces)
def test_different_fields_never_share_a_seal(
    m1: str, m2: str, r1: int, r2: int, c1: str, c2: str, n1: bytes, n2: bytes
) -> None:
    assume((m1, r1, c1, n1) != (m2, r2, c2, n2))
    assert seal(m1, r1, c1, n1) != seal(m2, r2, c2, n2)


@pytest.mark.parametrize(
    "nonce",
    [
        "",
        "00",
        NONCE.hex()[:-2],
        NONCE.hex() + "00",
        NONCE.hex()[:-1] + "g",
        NONCE.hex().upper(),
        " " + NONCE.hex(),
        NONCE.hex() + "\n",
        "é" * 64,
    ],
)
def test_a_malformed_nonce_is_refused_as_such(nonce: str) -> None:
    with pytest.raises(BrokenSeal, match="its nonce is not 32 bytes"):
        verify(seal("m", 1, "louvre", NONCE), "m", Opening(1, "louvre", nonce), 1)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_nothing_is_sealed_with_a_short_or_long_nonce(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        seal("m", 1, "louvre", bytes(size))
    with pytest.raises(ValueError, match="32 bytes"):
        fresh("m", 1, "louvre", lambda _: bytes(size))


@pytest.mark.parametrize("commitment", ["", "00" * 32, "é" * 64, "\ud800"])
def test_a_commitment_that_is_none_is_refused(commitment: str) -> None:
    with pytest.raises(BrokenSeal, match="does not fit"):
        verify(commitment, "m", Opening(1, "louvre", NONCE.hex()), 1)


def test_any_text_can_be_sealed() -> None:
    verify(seal("\udcff", 1, "\ud800", NONCE), "\udcff", Opening(1, "\ud800", NONCE.hex()), 1)


def test_an_opening_shows_no_secret() -> None:
    opening = Opening(4, "bastille", NONCE.hex())
    for shown in (repr(opening), str(opening), f"{[opening]}"):
        assert "bastille" not in shown
        assert NONCE.hex()[:8] not in shown
        assert "round=4" in shown


@pytest.mark.parametrize("opening", [Opening(1, "bastille", NONCE.hex()), Opening(2, "bastille", "x" * 64)])
@pytest.mark.parametrize("number", [1, 2])
def test_a_refusal_shows_no_secret(opening: Opening, number: int) -> None:
    with pytest.raises(BrokenSeal) as refused:
        verify("00" * 32, "m", opening, number)
    shown = "".join(traceback.format_exception(refused.value)) + repr(refused.value) + refused.value.reason.read()
    assert "bastille" not in shown
    assert opening.nonce_hex not in shown


@given(rounds, texts, nonces)
def test_an_opening_survives_being_written_down(number: int, choice: str, nonce: bytes) -> None:
    opening = Opening(number, choice, nonce.hex())
    assert Opening.from_plain(json.loads(json.dumps(opening.plain()))) == opening


@pytest.mark.parametrize(
    "form",
    [
        None,
        [],
        {},
        {"round": 1, "choice": "louvre"},
        {"round": True, "choice": "louvre", "nonce": ""},
        {"round": "1", "choice": "louvre", "nonce": ""},
        {"round": 1, "choice": 3, "nonce": ""},
        {"round": 1, "choice": "louvre", "nonce": None},
    ],
)
def test_what_is_no_opening_is_refused(form: object) -> None:
    with pytest.raises(BrokenSeal, match="not the opening"):
        Opening.from_plain(form)
