"""The table says where it is, and whoever looks for it hears that."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from companion.link import beacon as beacons
from companion.link.beacon import (
    FRESH,
    LARGEST,
    MOST_TABLES,
    BadBeacon,
    Beacon,
    Found,
    Listener,
    Notice,
    table_of,
)
from tests.link.proxy import HERE
from tests.link.two_devices import until

NOTICE = Notice(table_of("match-1"), "Anna's phone", 47470, 1)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def _port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind((HERE, 0))
        port: int = probe.getsockname()[1]
        return port


def _listener(stack: ExitStack, port: int, **given: Any) -> tuple[Listener, list[Found]]:
    told: list[Found] = []
    listener = Listener(told.append, port=port, **given)
    stack.callback(listener.stop)
    listener.start()
    return listener, told


def _beacon(stack: ExitStack, port: int, notice: Notice = NOTICE, target: str = HERE) -> Beacon:
    beacon = Beacon(port, notice, every=0.01, targets=lambda: [target])
    stack.callback(beacon.stop)
    beacon.start()
    return beacon


def test_a_table_is_found_where_it_really_is(stack: ExitStack) -> None:
    port = _port()
    listener, told = _listener(stack, port)
    _beacon(stack, port)
    until(lambda: told)
    assert told == [Found(HERE, NOTICE)]
    assert told[0].place == (HERE, 47470)
    assert listener.found() == (Found(HERE, NOTICE),)


def test_several_programs_on_one_machine_hear_it(stack: ExitStack) -> None:
    port = _port()
    ears = [_listener(stack, port)[1] for _ in range(3)]
    _beacon(stack, port, target="127.255.255.255")
    until(lambda: all(ears))


def test_it_is_told_once_and_again_when_it_has_something_new_to_say(stack: ExitStack) -> None:
    port = _port()
    listener, told = _listener(stack, port)
    beacon = _beacon(stack, port)
    until(lambda: told)
    later = Notice(NOTICE.table, NOTICE.name, NOTICE.port, 2)
    beacon.announce(later)
    until(lambda: len(told) > 1)
    assert told == [Found(HERE, NOTICE), Found(HERE, later)]
    assert listener.found() == (Found(HERE, later),)


def test_a_table_that_is_silent_is_no_longer_found_and_told_again_later(stack: ExitStack) -> None:
    now = [100.0]
    port = _port()
    listener, told = _listener(stack, port, clock=lambda: now[0])
    beacon = _beacon(stack, port)
    until(lambda: told)
    beacon.stop()
    now[0] += FRESH - 0.1
    assert listener.found()
    now[0] += 0.2
    assert listener.found() == ()
    _beacon(stack, port)
    until(lambda: len(told) == 2)


def test_the_latest_reign_comes_first(stack: ExitStack) -> None:
    port = _port()
    listener, told = _listener(stack, port)
    for reign in (3, 7, 5):
        _beacon(stack, port, Notice(NOTICE.table, "phone", 40_000 + reign, reign))
    until(lambda: len(told) == 3)
    assert [found.notice.reign for found in listener.found()] == [7, 5, 3]


def test_the_beacon_says_neither_code_nor_match() -> None:
    form = json.loads(NOTICE.encode())
    assert form == {
        "companion": 1,
        "table": table_of("match-1"),
        "name": "Anna's phone",
        "port": 47470,
        "reign": 1,
    }
    assert b"match-1" not in NOTICE.encode()
    assert len(table_of("match-1")) == 16
    assert table_of("match-1") != table_of("match-2")


def _doctored(**changes: Any) -> bytes:
    return json.dumps({**json.loads(NOTICE.encode()), **changes}).encode()


BAD = {
    "nothing": b"",
    "no JSON": b"musketeers",
    "no text": b"\xff\xfe",
    "no object": b"[1]",
    "too deep": b"[" * LARGEST,
    "too long": _doctored(more="x" * LARGEST),
    "another kind": _doctored(companion=2),
    "no table": _doctored(table=None),
    "a bad table": _doctored(table="A" * 16),
    "a long table": _doctored(table="a" * 17),
    "no name": _doctored(name=""),
    "a long name": _doctored(name="n" * 41),
    "a name of two lines": _doctored(name="a\nb"),
    "half a letter": _doctored(name="\ud800"),
    "no port": _doctored(port=0),
    "a high port": _doctored(port=65536),
    "a true port": _doctored(port=True),
    "a port in words": _doctored(port="47470"),
    "an early reign": _doctored(reign=-1),
    "a late reign": _doctored(reign=2**54),
    "half a reign": _doctored(reign=1.5),
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD)
def test_nonsense_is_not_a_notice(data: bytes) -> None:
    with pytest.raises(BadBeacon):
        Notice.decode(data)


def test_nonsense_is_not_heard_and_ends_nothing(stack: ExitStack) -> None:
    port = _port()
    listener, told = _listener(stack, port)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger:
        until(lambda: listener._thread.is_alive())
        for data in [*BAD.values(), bytes(60_000)]:
            stranger.sendto(data, (HERE, port))
    _beacon(stack, port)
    until(lambda: told)
    assert told == [Found(HERE, NOTICE)]


def test_what_nobody_would_believe_is_not_said() -> None:
    for notice in (
        Notice("table", "phone", 1, 1),
        Notice(NOTICE.table, "", 1, 1),
        Notice(NOTICE.table, "\ud800", 1, 1),
        Notice(NOTICE.table, "phone", 0, 1),
    ):
        with pytest.raises(BadBeacon):
            Beacon(1, notice)


def test_a_crowd_of_tables_does_not_fill_the_memory() -> None:
    now = [0.0]
    told: list[Found] = []
    listener = Listener(told.append, clock=lambda: now[0])
    for count in range(100):
        listener._hear(Found(HERE, Notice(NOTICE.table, "phone", 1000 + count, 1)), now[0])
    assert len(listener.found()) == len(told) == MOST_TABLES
    now[0] = FRESH
    listener._hear(Found(HERE, NOTICE), now[0])
    assert listener.found() == (Found(HERE, NOTICE),)


def test_a_flood_is_not_listened_to(stack: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    port = _port()
    _beacon(stack, port)
    heard: list[bytes] = []
    real = Notice.decode

    def decode(data: bytes) -> Notice:
        heard.append(data)
        return real(data)

    monkeypatch.setattr(Notice, "decode", decode)
    now = [0.0]
    _, told = _listener(stack, port, clock=lambda: now[0])
    until(lambda: told)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger:
        for _ in range(200):
            stranger.sendto(b"flood", (HERE, port))
            time.sleep(0.0005)
    until(lambda: len(heard) == 50)
    time.sleep(0.05)
    assert len(heard) == 50
    now[0] = 10.0
    until(lambda: len(heard) > 50)


def test_a_fault_of_ours_ends_nothing(stack: ExitStack, caplog: pytest.LogCaptureFixture) -> None:
    port = _port()
    told: list[Found] = []

    def tell(found: Found) -> None:
        told.append(found)
        raise RuntimeError("secret")

    listener = Listener(tell, port=port)
    stack.callback(listener.stop)
    listener.start()
    beacon = _beacon(stack, port)
    until(lambda: told)
    beacon.announce(Notice(NOTICE.table, "tablet", 47470, 2))
    until(lambda: len(told) == 2)
    assert "RuntimeError" in caplog.text
    assert "secret" not in caplog.text


def test_a_network_that_goes_away_is_waited_for(stack: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beacons, "EVERY", 0.01)
    port, gone = _port(), threading.Event()
    gone.set()

    class Channel(socket.socket):
        def bind(self, place: Any) -> None:
            self._look()
            super().bind(place)

        def sendto(self, *given: Any) -> int:
            self._look()
            return super().sendto(*given)

        def recvfrom(self, *given: Any) -> Any:
            self._look()
            return super().recvfrom(*given)

        def _look(self) -> None:
            if gone.is_set():
                raise OSError("network is unreachable")

    monkeypatch.setattr(socket, "socket", Channel)
    listener, told = _listener(stack, port)
    beacon = _beacon(stack, port)
    time.sleep(0.05)
    assert listener._thread.is_alive()
    assert beacon._thread.is_alive()
    gone.clear()
    until(lambda: told)
    gone.set()
    time.sleep(0.05)
    told.clear()
    listener._heard.clear()
    gone.clear()
    until(lambda: told)


def test_one_network_that_fails_does_not_silence_the_others(stack: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    class Channel(socket.socket):
        def sendto(self, *given: Any) -> int:
            if given[1][0] == "10.0.0.255":
                raise OSError("network is unreachable")
            return super().sendto(*given)

    monkeypatch.setattr(socket, "socket", Channel)
    port = _port()
    _, told = _listener(stack, port)
    beacon = Beacon(port, NOTICE, every=0.01, targets=lambda: ["10.0.0.255", HERE])
    stack.callback(beacon.stop)
    beacon.start()
    until(lambda: told)


def test_both_can_be_stopped_before_and_twice() -> None:
    for one in (Beacon(_port(), NOTICE, targets=list), Listener(port=_port())):
        one.stop()
        one.start()
        began = time.monotonic()
        one.stop()
        one.stop()
        assert time.monotonic() - began < 5
        assert not one._thread.is_alive()


def test_a_port_that_somebody_else_holds_is_waited_for(stack: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beacons, "EVERY", 0.01)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as holder:
        holder.bind((HERE, 0))
        port: int = holder.getsockname()[1]
        _, told = _listener(stack, port, host=HERE)
        time.sleep(0.05)
    _beacon(stack, port)
    until(lambda: told)
