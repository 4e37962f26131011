"""The host's end of the wire: who comes in, who does not, and that nobody spoils it for the others."""

from __future__ import annotations

import json
import logging
import socket
import time
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from companion.core.record import BadForm
from companion.core.words import say
from companion.link import wire_host
from companion.link.frames import LARGEST, BadFrame
from companion.link.gate import KNOCKS, LOCK, Gate
from companion.link.pace import Pace
from companion.link.wire import HostWire
from tests.link.proxy import HERE
from tests.link.two_devices import CODE, OTHER, QUICK, Devices, until


def test_whoever_knows_the_code_comes_in_under_his_name(devices: Devices) -> None:
    host = devices.host()
    devices.by_hand(host.port).join("tablet-1")
    until(lambda: host.joined)
    peer = host.joined[0]
    assert (peer.device, peer.name, peer.role, peer.address) == ("tablet-1", "By hand", "onlooker", HERE)
    assert host.wire.peers() == (peer,)


def test_messages_go_both_ways(devices: Devices) -> None:
    host = devices.host()
    hand = devices.by_hand(host.port).join()
    hand.socket.send(hand.sign(m="do", text="one"))
    hand.socket.send(hand.sign(m="do", text="two"))
    until(lambda: host.texts() == ["one", "two"])
    assert host.wire.send(host.joined[0], {"m": "no", "text": "three"})
    assert hand.session.back.open(hand.socket.recv(timeout=5)) == {"m": "no", "text": "three"}


def test_a_guest_that_goes_is_known_to_have_gone(devices: Devices) -> None:
    host = devices.host()
    hand = devices.by_hand(host.port).join()
    until(lambda: host.joined)
    hand.socket.close()
    until(lambda: host.whys() == ["left"])
    assert host.left[0][0] == host.joined[0]
    assert host.wire.peers() == ()
    assert not host.wire.send(host.joined[0], {"m": "no"})


def test_the_wrong_code_is_refused(devices: Devices) -> None:
    host = devices.host()
    hand = devices.by_hand(host.port)
    assert hand.knock(OTHER) == {"refused": "code"}
    assert hand.is_closed()
    assert not host.joined


def test_after_five_wrong_codes_even_the_right_one_has_to_wait_a_minute(devices: Devices) -> None:
    now = [1000.0]
    host = devices.host(clock=lambda: now[0])
    early = devices.by_hand(host.port)
    early_hello = early.said()
    for _ in range(5):
        assert devices.by_hand(host.port).knock(OTHER) == {"refused": "code"}
    assert host.wire.locked() == LOCK
    assert devices.by_hand(host.port).knock(CODE) == {"refused": "locked"}
    # Nor does it help to have been greeted before.
    early.socket.send(json.dumps(early.answer(early_hello)))
    assert early.said() == {"refused": "locked"}
    now[0] += LOCK
    assert host.wire.locked() == 0
    devices.by_hand(host.port).join()
    until(lambda: host.joined)


def test_those_who_sit_play_on_while_the_gate_is_locked(devices: Devices) -> None:
    host = devices.host()
    guest = devices.joined(host.port)
    for _ in range(5):
        devices.by_hand(host.port).knock(OTHER)
    assert host.wire.locked()
    guest.hears_echo("still here")


def test_eight_sit_and_the_ninth_has_to_wait_for_a_place(devices: Devices) -> None:
    host = devices.host()
    hands = [devices.by_hand(host.port).join(f"device-{count}") for count in range(8)]
    until(lambda: len(host.joined) == 8)
    assert devices.by_hand(host.port).knock(device="device-8") == {"refused": "full"}
    # Whoever comes back needs no second place.
    devices.by_hand(host.port).join("device-3")
    hands[0].socket.close()
    until(lambda: len(host.left) == 2)
    devices.by_hand(host.port).join("device-8")
    until(lambda: len(host.joined) == 10)
    assert len(host.wire.peers()) == 8


def test_a_device_that_joins_again_takes_its_own_place(devices: Devices) -> None:
    host = devices.host()
    first = devices.by_hand(host.port).join("tablet")
    until(lambda: host.joined)
    second = devices.by_hand(host.port).join("tablet")
    until(lambda: len(host.joined) == 2)
    assert [(peer.key, why) for peer, why in host.left] == [(host.joined[0].key, "replaced")]
    assert host.wire.peers() == (host.joined[1],)
    assert first.is_closed()
    second.socket.send(second.sign(text="here"))
    until(lambda: host.texts() == ["here"])
    assert len(host.left) == 1


# --- everything bad ---


def _attacks() -> dict[str, tuple[str, Any]]:
    def forged(hand: Any) -> None:
        frame = bytearray(hand.sign(m="do", text="bad"))
        frame[-2] ^= 1
        hand.socket.send(bytes(frame))

    def replayed(hand: Any) -> None:
        frame = hand.sign(m="do", text="once")
        hand.socket.send(frame)
        hand.socket.send(frame)

    def missing(hand: Any) -> None:
        hand.sign(m="do", text="held back")
        hand.socket.send(hand.sign(m="do", text="later"))

    def stranger(hand: Any) -> None:
        hand.session.out.key = bytes(32)
        hand.socket.send(hand.sign(m="do", text="bad"))

    def mirrored(hand: Any) -> None:
        hand.socket.send(hand.session.back.sign({"m": "do", "text": "bad"}))

    def text(hand: Any) -> None:
        hand.socket.send('{"m":"do","text":"bad"}')

    def garbage(hand: Any) -> None:
        hand.socket.send(bytes(range(256)))

    def empty(hand: Any) -> None:
        hand.socket.send(b"")

    def huge(hand: Any) -> None:
        hand.socket.send(bytes(10 * 1024 * 1024))

    def just_too_large(hand: Any) -> None:
        hand.socket.send(bytes(LARGEST + 1))

    def flood(hand: Any) -> None:
        for count in range(300):
            hand.socket.send(hand.sign(m="do", text=f"flood {count}"))

    def ping(hand: Any) -> None:
        hand.socket.ping()

    def pieces(hand: Any) -> None:
        hand.socket.send(iter([b"bad" * 10, b"bad"]))

    def no_object(hand: Any) -> None:
        body = b"[1, 2]"
        counter = (hand.session.out.count + 1).to_bytes(8, "big")
        hand.socket.send(counter + hand.session.out._mac(counter, body) + body)

    def no_words(hand: Any) -> None:
        hand.socket.send(hand.sign(m="bye", say=7))

    def raw(hand: Any) -> None:
        hand.socket.socket.sendall(b"\xff" * 1000)

    return {
        "forged": ("forged", forged),
        "replayed": ("forged", replayed),
        "missing": ("forged", missing),
        "stranger": ("forged", stranger),
        "mirrored": ("forged", mirrored),
        "text": ("forged", text),
        "garbage": ("forged", garbage),
        "empty": ("forged", empty),
        "no object": ("forged", no_object),
        "no words": ("forged", no_words),
        "ten megabytes": ("garbage", huge),
        "a byte too much": ("garbage", just_too_large),
        "no websocket": ("garbage", raw),
        "flood": ("flood", flood),
        "ping": ("left", ping),
        "pieces": ("left", pieces),
    }


@pytest.mark.parametrize(("why", "attack"), _attacks().values(), ids=_attacks())
def test_what_is_not_to_be_believed_ends_that_connection_and_no_other(
    devices: Devices, why: str, attack: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    host = devices.host(pace=lambda: Pace(1, 100))
    guest = devices.joined(host.port)
    hand = devices.by_hand(host.port).join()
    until(lambda: len(host.joined) == 2)
    with suppress(ConnectionClosed):  # the host may be quicker
        attack(hand)
    until(lambda: host.left)
    assert [(peer.device, reason) for peer, reason in host.left] == [("hand", why)]
    assert hand.is_closed()
    assert "bad" not in host.texts()
    assert "later" not in host.texts()
    guest.hears_echo("still here")
    # It is written down, but not what it was.
    assert f"connection {host.left[0][0].key}: over, {why}" in caplog.text
    for secret in ("bad", "once", "flood 1", "held back", CODE):
        assert secret not in caplog.text


@pytest.mark.parametrize(
    "bad",
    [b"GET / HTTP/1.1\r\nHost: table\r\n\r\n", b"\x16\x03\x01 secret", b"\x00" * 100_000, b"secret\r\n" * 10_000, b""],
    ids=["HTTP", "TLS", "zeros", "lines", "nothing"],
)
def test_whoever_speaks_another_language_is_shown_the_door(
    devices: Devices, bad: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    host = devices.host()
    guest = devices.joined(host.port)
    with socket.create_connection((HERE, host.port)) as stranger:
        stranger.settimeout(10)
        with suppress(ConnectionError):
            stranger.sendall(bad)
            stranger.shutdown(socket.SHUT_WR)
            while stranger.recv(1000):
                pass
    guest.hears_echo("still here")
    until(lambda: "it did not greet" in caplog.text)
    assert "secret" not in caplog.text
    assert len(host.joined) == 1


@pytest.mark.parametrize(
    "said",
    [
        "secret",
        "[]",
        "{}",
        b"{}",
        '{"device": "secret"}',
        '{"device": "d", "name": "n", "role": "king", "nonce": "00", "proof": "00"}',
        '{"a": ' * 900,
        "9" * 2_001,
        "x" * (LARGEST + 1),
    ],
    ids=range(9),
)
def test_a_greeting_that_is_none_of_ours_ends_at_once(
    devices: Devices, said: str | bytes, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    host = devices.host()
    hand = devices.by_hand(host.port)
    hand.said()
    hand.socket.send(said)
    assert hand.is_closed()
    until(lambda: "no greeting of ours" in caplog.text)
    assert "secret" not in caplog.text
    assert not host.joined
    assert not host.wire.locked()
    devices.joined(host.port).hears_echo("still here")


def test_a_greeting_is_short_or_none(devices: Devices) -> None:
    host = devices.host()
    hand = devices.by_hand(host.port)
    hand.socket.send(json.dumps(hand.answer(hand.said())) + " " * 2_000)
    assert hand.is_closed()
    assert not host.joined


def test_whoever_says_nothing_does_not_stay(devices: Devices) -> None:
    host = devices.host(waits=replace(QUICK, greeting=0.3))
    guest = devices.joined(host.port)
    place = (HERE, host.port)
    with socket.create_connection(place) as silent, socket.create_connection(place) as dribbling:
        dribbling.settimeout(0.02)
        hand = devices.by_hand(host.port)
        until(lambda: _ended(dribbling, b"X"))
        silent.settimeout(10)
        assert silent.recv(10) == b""
        hand.said()
        assert hand.is_closed()
    guest.hears_echo("still here")
    assert not host.left


def _ended(connection: socket.socket, dribble: bytes) -> bool:
    try:
        connection.sendall(dribble)
        return connection.recv(100) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def test_those_who_say_nothing_do_not_keep_others_out_for_long(devices: Devices) -> None:
    host = devices.host(waits=replace(QUICK, greeting=0.5), gate=Gate(greetings=4, knocks=10_000))
    silent = [socket.create_connection((HERE, host.port)) for _ in range(4)]
    try:
        assert devices.by_hand(host.port).knock() == {"refused": "busy"}
        devices.joined(host.port)
    finally:
        for one in silent:
            one.close()


def test_a_crowd_is_turned_away_without_a_word(devices: Devices, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire_host, "CROWD", 5)
    host = devices.host(waits=replace(QUICK, greeting=60))
    guest = devices.joined(host.port)
    crowd = [socket.create_connection((HERE, host.port)) for _ in range(8)]
    try:
        for one in crowd[4:]:
            one.settimeout(10)
            with suppress(ConnectionResetError):
                assert one.recv(10) == b""
        guest.hears_echo("still here")
    finally:
        for one in crowd:
            one.close()


def test_who_knocks_too_often_has_to_wait(devices: Devices) -> None:
    now = [0.0]
    host = devices.host(clock=lambda: now[0])
    for _ in range(KNOCKS):
        with socket.create_connection((HERE, host.port)):
            pass
    until(lambda: host.wire._count == KNOCKS and not host.wire._connections)
    assert devices.by_hand(host.port).knock() == {"refused": "busy"}
    now[0] = 60.0
    devices.by_hand(host.port).join()


def test_whoever_knocks_all_night_does_not_fill_the_log(devices: Devices, caplog: pytest.LogCaptureFixture) -> None:
    host = devices.host(clock=lambda: 0.0)
    for _ in range(120):
        with socket.create_connection((HERE, host.port)):
            pass
    until(lambda: host.wire._count == 120 and not host.wire._connections)
    assert 0 < len(caplog.records) <= 50


def test_a_page_in_a_browser_is_not_let_in(devices: Devices) -> None:
    host = devices.host()
    with (
        pytest.raises(InvalidStatus, match="403"),
        connect(f"ws://{HERE}:{host.port}/", origin=Origin("http://192.168.1.9"), proxy=None),
    ):
        pass


# --- a guest that does not read ---


def test_a_guest_that_never_reads_is_dropped_and_nobody_waits_for_him(devices: Devices) -> None:
    host = devices.host(most_owed=1024 * 1024)
    guest = devices.joined(host.port)
    devices.by_hand(host.port).join()
    until(lambda: len(host.joined) == 2)
    deaf = next(peer for peer in host.joined if peer.device == "hand")
    began, slowest = time.monotonic(), 0.0
    while not host.left and time.monotonic() - began < 20:
        before = time.perf_counter()
        host.wire.send(deaf, {"m": "records", "text": "x" * 200_000})
        slowest = max(slowest, time.perf_counter() - before)
    assert [(peer.device, why) for peer, why in host.left] == [("hand", "unread")]
    assert slowest < 1  # some milliseconds, but this machine may be busy
    assert not host.wire.send(deaf, {"m": "records"})
    guest.hears_echo("still here")


def test_a_guest_who_speaks_but_does_not_read_is_dropped_after_a_while(devices: Devices) -> None:
    host = devices.host(waits=replace(QUICK, beat=0.5, silence=1.5), pace=lambda: Pace(1e6, 1e6))
    hand = devices.by_hand(host.port).join()
    until(lambda: host.joined)
    for _ in range(60):
        host.wire.send(host.joined[0], {"m": "records", "text": "x" * 200_000})

    def speak() -> bool:
        with suppress(ConnectionClosed):
            hand.socket.send(hand.sign(m="beat"))
        time.sleep(0.02)  # on a busy machine the host must not seem to have slept itself
        return bool(host.left)

    until(speak)
    assert host.whys() == ["unread"]


def test_what_is_larger_than_a_frame_is_the_callers_fault(devices: Devices) -> None:
    host = devices.host()
    hand = devices.by_hand(host.port).join()
    until(lambda: host.joined)
    with pytest.raises(BadFrame):
        host.wire.send(host.joined[0], {"text": "x" * LARGEST})
    assert host.wire.send(host.joined[0], {"text": "small"})
    assert hand.session.back.open(hand.socket.recv(timeout=5)) == {"text": "small"}


# --- the beat ---


def test_the_beat_is_heard_and_not_passed_on(devices: Devices) -> None:
    host = devices.host(waits=replace(QUICK, beat=0.05, silence=30))
    hand = devices.by_hand(host.port).join()
    assert hand.session.back.open(hand.socket.recv(timeout=5)) == {"m": "beat"}
    hand.socket.send(hand.sign(m="beat"))
    hand.socket.send(hand.sign(text="after"))
    until(lambda: host.heard)
    assert host.texts() == ["after"]


def test_whoever_is_silent_for_too_long_has_gone(devices: Devices) -> None:
    host = devices.host(waits=replace(QUICK, beat=0.1, silence=0.4))
    hand = devices.by_hand(host.port).join()
    until(lambda: host.whys() == ["silent"])
    assert hand.is_closed()


# --- the table's own words and faults ---


def test_a_guest_can_be_sent_away_with_a_reason(devices: Devices) -> None:
    host = devices.host()
    hand = devices.by_hand(host.port).join()
    until(lambda: host.joined)
    host.wire.close_peer(host.joined[0], say("Milady sits at another device already."))
    said = hand.session.back.open(hand.socket.recv(timeout=5))
    assert said == {"m": "bye", "say": {"say": "Milady sits at another device already."}, "again": False}
    assert hand.is_closed()
    until(lambda: host.whys() == ["sent away"])
    host.wire.close_peer(host.joined[0], say("Twice."))


def test_a_message_that_makes_no_sense_ends_the_conversation(devices: Devices) -> None:
    host = devices.host()
    sensible = host.hear

    def hear(peer: Any, form: dict[str, Any]) -> None:
        if form["text"] == "nonsense":
            raise BadForm("nobody says that on the link")
        if form["text"] == "fault":
            raise RuntimeError("secret")
        sensible(peer, form)

    host.wire._on_message = hear
    for text in ("nonsense", "fault"):
        hand = devices.by_hand(host.port).join()
        hand.socket.send(hand.sign(text=text))
        assert hand.is_closed()
    until(lambda: host.whys() == ["nonsense", "trouble"])


def test_a_fault_of_ours_when_somebody_comes_or_goes_ends_nothing_else(
    devices: Devices, caplog: pytest.LogCaptureFixture
) -> None:
    host = devices.host()
    guest = devices.joined(host.port)
    until(lambda: host.joined)

    def fail(*_: object) -> None:
        raise RuntimeError("secret")

    host.wire._on_join = fail
    assert devices.by_hand(host.port).join().is_closed()
    until(lambda: host.whys() == ["trouble"])
    host.wire._on_leave = fail
    assert devices.by_hand(host.port).join().is_closed()
    until(lambda: caplog.text.count("RuntimeError") == 3)
    assert "secret" not in caplog.text
    guest.hears_echo("still here")


# --- start and stop ---


def test_the_usual_ports_are_tried_first_and_then_any(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []
    real = socket.create_server

    def create(place: tuple[str, int]) -> socket.socket:
        tried.append(place[1])
        if place[1]:
            raise OSError("in use")
        return real(place)

    monkeypatch.setattr(socket, "create_server", create)
    wire = _wire()
    port = wire.start()
    wire.stop()
    assert tried == [*range(47470, 47480), 0]
    assert port not in tried
    tried.clear()
    with pytest.raises(OSError, match="in use"):
        _wire(port=4000).start()
    assert tried == [4000]


def _wire(**given: Any) -> HostWire:
    return HostWire(CODE, lambda peer: None, lambda peer, form: None, lambda peer, why: None, **{"host": HERE, **given})


def test_a_port_that_is_taken_is_said_at_once(devices: Devices) -> None:
    host = devices.host()
    with pytest.raises(OSError, match="in use"):
        _wire(port=host.port).start()


def test_addresses_are_those_of_the_device_or_the_one_that_was_asked_for() -> None:
    assert _wire().addresses() == (HERE,)
    assert HERE not in (found := _wire(host="0.0.0.0").addresses()) or found == (HERE,)


def test_stop_tells_everybody_and_can_be_said_twice(devices: Devices) -> None:
    host = devices.host()
    hands = [devices.by_hand(host.port).join(f"device-{count}") for count in range(3)]
    until(lambda: len(host.joined) == 3)
    host.wire.stop()
    assert sorted(host.whys()) == ["closed"] * 3
    for hand in hands:
        form = hand.session.back.open(hand.socket.recv(timeout=5))
        assert (form["m"], form["again"]) == ("bye", True)
        assert hand.is_closed()
    host.wire.stop()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((HERE, host.port))


def test_stop_while_people_are_joining(devices: Devices) -> None:
    for wait in (0, 0.005, 0.02, 0.06, 0.1, 0.15):
        host = devices.host(gate=Gate(greetings=20), waits=replace(QUICK, greeting=60))
        guests = [devices.guest(host.port, device=f"device-{count}") for count in range(5)]
        with (
            socket.create_connection((HERE, host.port)),
            connect(f"ws://{HERE}:{host.port}/", proxy=None, compression=None, ping_interval=None),
        ):
            time.sleep(wait)
            began = time.monotonic()
            host.wire.stop()
            assert time.monotonic() - began < 5
        joined, left = list(host.joined), [peer for peer, _ in host.left]
        assert sorted(peer.key for peer in joined) == sorted(peer.key for peer in left)
        assert host.wire.peers() == ()
        for guest in guests:
            guest.wire.stop()
        assert list(host.joined) == joined


def test_a_device_that_does_not_read_does_not_hold_up_the_end(devices: Devices) -> None:
    host = devices.host()
    devices.by_hand(host.port).join()
    until(lambda: host.joined)
    for _ in range(50):
        host.wire.send(host.joined[0], {"text": "x" * 200_000})
    began = time.monotonic()
    host.wire.stop()
    assert time.monotonic() - began < 5
    assert host.whys() == ["closed"]


def test_the_wire_can_be_stopped_from_its_own_callbacks(devices: Devices) -> None:
    host = devices.host()
    host.wire._on_message = lambda peer, form: host.wire.stop()
    hand = devices.by_hand(host.port).join()
    hand.socket.send(hand.sign(text="end"))
    assert hand.is_closed()
    host.wire.stop()
    assert host.whys() == ["closed"]
