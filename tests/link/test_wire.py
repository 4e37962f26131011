"""Host and guest over a network that is watched: nothing secret goes over it, and what is changed on it is noticed."""

from __future__ import annotations

import base64
import logging
import sys
import threading
from dataclasses import replace

import pytest

from companion.link.code import shown, stretch
from companion.link.gate import Gate
from tests.link.proxy import Mischief, Proxy, Relay, between, doubling, dropping, swapping
from tests.link.two_devices import CODE, OTHER, QUICK, Devices, until


def _spellings(secret: bytes) -> set[bytes]:
    """How a secret might have slipped into something."""
    hexed = secret.hex().encode()
    return {secret, hexed, hexed.upper(), base64.b64encode(secret), base64.b32encode(secret), secret[:16], hexed[:16]}


def test_neither_code_nor_key_is_ever_on_the_wire_or_in_the_log(
    devices: Devices, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    host = devices.host()
    # The relay sees what was said without the masks of websockets, the proxy every byte that really went through.
    relay = Relay(host.port)
    proxy = Proxy(relay.port)
    with between(relay), between(proxy):
        guest = devices.joined(proxy.port)
        guest.hears_echo("a word that can be read")
        proxy.cut()
        until(lambda: len(host.joined) == 2)
        guest.hears_echo("another one")
        wrong = devices.guest(proxy.port, code=OTHER, device="other")
        until(lambda: wrong.state == "refused")
        wrong.wire.stop()
        host.wire.stop()
        until(lambda: guest.state == "lost")
        guest.wire.stop()
    said = b"\n".join(part.encode() if isinstance(part, str) else part for part in (*relay.up, *relay.down))
    wire = bytes(proxy.up) + bytes(proxy.down)
    # What is not secret is there: we are looking in the right place.
    assert b"a word that can be read" in said
    assert b"a word that can be read" in wire
    assert b"Milady's tablet" in said
    assert host.wire._salt.hex().encode() in wire
    assert host.wire._key == stretch(CODE, host.wire._salt)
    secrets = {CODE.encode(), CODE.lower().encode(), shown(CODE).encode(), OTHER.encode()}
    for key in (host.wire._key, stretch(OTHER, host.wire._salt)):
        secrets |= _spellings(key)
    log = caplog.text.encode()
    assert b"joined" in log
    for secret in secrets:
        for place in (said, wire, log):
            assert secret not in place


@pytest.mark.parametrize("way", ["up", "down"])
@pytest.mark.parametrize("trick", [dropping, doubling, swapping])
def test_what_a_network_must_not_do_is_noticed_and_mended(devices: Devices, way: str, trick: object) -> None:
    host = devices.host()
    relay = Relay(host.port)
    with between(relay):
        guest = devices.joined(relay.port)
        guest.hears_echo("first")
        assert callable(trick)
        # The greeting and the first echo have passed; the counting goes on from there.
        mischief: Mischief = trick(way, 5)
        relay.mischief = mischief
        sent = 0

        def speak() -> bool:
            nonlocal sent
            sent += guest.wire.send({"m": "echo", "text": f"word {sent}"})
            return len(host.joined) > 1

        until(speak)
        relay.mischief = lambda at, number, message: [(0, message)]
        guest.hears_echo("last")
        # What was heard is a beginning of what was said, each word once: no hole, and no word twice.
        for heard in (guest.texts(), host.texts()):
            words = [text for text in heard if text.startswith("word")]
            assert len(words) == len(set(words))
            assert words == sorted(words, key=lambda word: int(word[5:]))
        assert "forged" in host.whys() or ("lost", None) in guest.states
        guest.wire.stop()


def test_a_changed_message_is_not_taken_in(devices: Devices) -> None:
    def change(way: str, number: int, message: str | bytes) -> list[tuple[float, str | bytes]]:
        return [(0, message.replace(b"to 3", b"to 9") if isinstance(message, bytes) else message)]

    host = devices.host()
    relay = Relay(host.port, change)
    with between(relay):
        guest = devices.joined(relay.port)
        assert guest.wire.send({"text": "purse to 3"})
        until(lambda: host.whys() == ["forged"])
        until(lambda: guest.state == "joined" and len(host.joined) == 2)
        guest.hears_echo("purse to 4")
        assert host.texts() == ["purse to 4"]
        guest.wire.stop()


def test_a_changed_greeting_lets_nobody_in(devices: Devices) -> None:
    """Somebody on the way makes an onlooker a musketeer."""

    def promote(way: str, number: int, message: str | bytes) -> list[tuple[float, str | bytes]]:
        return [(0, message.replace("onlooker", "musketeers") if isinstance(message, str) else message)]

    host = devices.host(gate=Gate(knocks=100_000))
    relay = Relay(host.port, promote)
    with between(relay):
        guest = devices.guest(relay.port, role="onlooker")
        until(lambda: guest.state == "refused")
        guest.wire.stop()
    assert not host.joined


def test_many_words_both_ways_at_once_arrive_whole_and_in_order(devices: Devices) -> None:
    host = devices.host(waits=replace(QUICK, beat=0.01, silence=30))
    guest = devices.joined(host.port)
    until(lambda: host.joined)
    for count in range(150):
        assert guest.wire.send({"text": f"up {count}"})
        assert host.wire.send(host.joined[0], {"text": f"down {count}", "more": "x" * count * 100})
    until(lambda: len(guest.heard) == len(host.heard) == 150)
    assert host.texts() == [f"up {count}" for count in range(150)]
    assert guest.texts() == [f"down {count}" for count in range(150)]
    assert guest.states[-1][0] == "joined"


def test_several_threads_may_speak_at_once(devices: Devices) -> None:
    host = devices.host()
    guest = devices.joined(host.port)
    until(lambda: host.joined)

    def speak(who: int) -> None:
        for count in range(100):
            host.wire.send(host.joined[0], {"text": f"{who} {count}"})

    threads = [threading.Thread(target=speak, args=(who,)) for who in range(4)]
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)  # they interrupt each other as often as they can
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(usual)
    until(lambda: len(guest.heard) == 400)
    for who in range(4):
        assert [text for text in guest.texts() if text.startswith(f"{who} ")] == [f"{who} {n}" for n in range(100)]
    assert not host.left
