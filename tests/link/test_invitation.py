"""What is scanned, pasted and typed."""

from __future__ import annotations

import pytest

from companion.link.addresses import PORT
from companion.link.invitation import BadInvitation, Invitation, read, read_address, read_code, write

OURS = Invitation("192.168.1.7", 47470, "ABCDEFGH")


def test_what_is_written_can_be_read() -> None:
    text = write(OURS)
    assert text == "musketeers://192.168.1.7:47470/ABCDEFGH"
    assert read(text) == OURS
    # A QR code in capitals is smaller.
    assert read(text.upper()) == OURS
    assert read(f"  Come and play:\n{text}/ ") == OURS


def test_the_code_does_not_show_by_accident() -> None:
    assert OURS.code not in repr(OURS)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ABCDEFGH",
        "http://192.168.1.7:47470/ABCDEFGH",
        "musketeers://192.168.1.7:47470",
        "musketeers:///ABCDEFGH",
        "musketeers://192.168.1.7:47470/ABCDEFG",
        "musketeers://192.168.1.7:99999/ABCDEFGH",
        "musketeers://192.168.1.700:47470/ABCDEFGH",
        "musketeers://a b:1/ABCDEFGH",
        "x" * 1_000_000 + write(OURS),
    ],
)
def test_what_is_none_is_refused_in_words(text: str) -> None:
    with pytest.raises(BadInvitation) as refusal:
        read(text)
    assert refusal.value.line.read() == str(refusal.value)
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("192.168.1.7", ("192.168.1.7", PORT)),
        (" 192.168.1.7:4000 ", ("192.168.1.7", 4000)),
        ("192.168.1.7 4000", ("192.168.1.7", 4000)),
        ("192.168.1.7 : 4000", ("192.168.1.7", 4000)),
        ("192,168,1,7", ("192.168.1.7", PORT)),
        ("192.168.001.007", ("192.168.1.7", PORT)),
        ("10.0.0.1", ("10.0.0.1", PORT)),
        ("ws://192.168.1.7:4000/", ("192.168.1.7", 4000)),
        ("Tablet.local", ("tablet.local", PORT)),
        ("tablet:4000", ("tablet", 4000)),
    ],
)
def test_addresses_as_people_type_them(typed: str, place: tuple[str, int]) -> None:
    assert read_address(typed) == place


@pytest.mark.parametrize(
    "typed",
    [
        "",
        ":",
        ":4000",
        "192.168.1",
        "192.168.1.7.9",
        "192.168.1.256",
        "192.168..7",
        "192.168.1.7:",
        "192.168.1.7:0",
        "192.168.1.7:65536",
        "192.168.1.7:port",
        "192.168.1.7:٤٠٠٠",
        "192.168.1.7:4000:1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "fe80::1",
        "-tablet",
        "tab_let",
        "tablet..local",
        "my tablet",
        "tablet/../etc",
        "a" * 64,
        "a." * 140,
    ],
)
def test_what_cannot_be_an_address_is_refused_in_words(typed: str) -> None:
    with pytest.raises(BadInvitation) as refusal:
        read_address(typed)
    assert str(refusal.value).endswith(".")


def test_a_typed_code_is_read_kindly_and_refused_in_words() -> None:
    assert read_code(" abcd efgh") == "ABCDEFGH"
    with pytest.raises(BadInvitation, match="A code has 8 letters and digits"):
        read_code("ABC")
