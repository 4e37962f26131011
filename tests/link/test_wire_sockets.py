"""What comes through the sockets at all."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode

from companion.link.handshake import BadKnock
from companion.link.wire_sockets import LONGEST_GREETING, QUIET, is_ours, read_form


def test_the_frames_of_websockets_are_what_we_think() -> None:
    """A new version of the library must not let pings and pieces through under other names."""
    assert is_ours(Frame(Opcode.BINARY, b"x"))
    assert is_ours(Frame(Opcode.TEXT, b"x"))
    assert is_ours(Frame(Opcode.CLOSE, b""))
    for opcode in (Opcode.PING, Opcode.PONG, Opcode.CONT):
        assert not is_ours(Frame(opcode, b"x"))
    assert not is_ours(Frame(Opcode.BINARY, b"x", fin=False))


def test_a_greeting_is_a_short_text_with_an_object() -> None:
    assert read_form('{"hello": 1}') == {"hello": 1}
    short = '{"a":"' + "x" * (LONGEST_GREETING - 8) + '"}'
    assert len(short) == LONGEST_GREETING
    assert read_form(short)
    for bad in (short + " ", b"{}", "", "[]", "1", "nonsense", "[" * LONGEST_GREETING, '{"a":' * 300):
        with pytest.raises(BadKnock) as refusal:
            read_form(bad)
        assert "nonsense" not in str(refusal.value)


def test_the_library_itself_writes_nothing_down(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(0)
    QUIET.error("what somebody said")
    assert not caplog.records
