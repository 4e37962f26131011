"""Signed frames: what was said arrives, and nothing else does."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.link.frames import LARGEST, BadFrame, Lane

KEY = bytes(range(32))
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FORMS = st.dictionaries(st.text(max_size=8), PLAIN, max_size=4)


def _pair() -> tuple[Lane, Lane]:
    return Lane(KEY), Lane(KEY)


@given(st.lists(FORMS, max_size=4))
def test_everything_arrives_in_its_order(forms: list[dict[str, Any]]) -> None:
    out, back = _pair()
    assert [back.open(out.sign(form)) for form in forms] == forms


@given(FORMS, st.data())
def test_not_one_bit_can_be_changed(form: dict[str, Any], data: st.DataObject) -> None:
    out, back = _pair()
    frame = bytearray(out.sign(form))
    at = data.draw(st.integers(0, len(frame) * 8 - 1))
    frame[at // 8] ^= 1 << at % 8
    with pytest.raises(BadFrame):
        back.open(bytes(frame))


def test_a_frame_counts_once_and_in_its_turn() -> None:
    out, back = _pair()
    first, second, third = (out.sign({"n": n}) for n in range(3))
    assert back.open(first) == {"n": 0}
    for wrong in (first, third):
        with pytest.raises(BadFrame, match="before"):
            back.open(wrong)
    assert back.open(second) == {"n": 1}
    assert back.open(third) == {"n": 2}


def test_another_key_says_nothing() -> None:
    with pytest.raises(BadFrame, match="signature"):
        Lane(KEY).open(Lane(bytes(32)).sign({"n": 1}))


def test_a_frame_sent_back_is_not_believed() -> None:
    """Each direction has a key of its own; with the host's frame a guest's lane can do nothing."""
    to_guest, to_host = Lane(b"a" * 32), Lane(b"b" * 32)
    with pytest.raises(BadFrame):
        to_host.open(to_guest.sign({"do": "undo"}))


@pytest.mark.parametrize("frame", [b"", b"short", bytes(40), bytes(LARGEST + 1), "text"])
def test_what_cannot_be_a_frame_is_not_even_looked_at(frame: bytes | str) -> None:
    with pytest.raises(BadFrame):
        Lane(KEY).open(frame)


def _signed(body: bytes) -> bytes:
    lane = Lane(KEY)
    counter = (1).to_bytes(8, "big")
    return counter + lane._mac(counter, body) + body


@pytest.mark.parametrize("body", [b"[]", b"3", b"{", b'{"a": NaN}', b"\xff\xfe", b"[" * 100_000])
def test_signed_nonsense_is_still_nonsense(body: bytes) -> None:
    with pytest.raises(BadFrame):
        Lane(KEY).open(_signed(body))


def test_what_is_too_large_is_not_sent() -> None:
    with pytest.raises(BadFrame, match="at most"):
        Lane(KEY).sign({"text": "x" * LARGEST})


def test_a_refused_frame_changes_nothing() -> None:
    out, back = _pair()
    with pytest.raises(BadFrame):
        back.open(b"x" * 60)
    assert back.open(out.sign({"n": 1})) == {"n": 1}


def test_the_words_on_the_wire_are_plain_json() -> None:
    """Nothing is hidden, because nothing secret is ever sent."""
    frame = Lane(KEY).sign({"do": "Tréville"})
    assert json.loads(frame[40:]) == {"do": "Tréville"}


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_what_the_other_side_would_refuse_is_not_even_signed(number: float) -> None:
    out, back = _pair()
    with pytest.raises(BadFrame):
        out.sign({"n": number})
    assert back.open(out.sign({"n": 1})) == {"n": 1}
