"""The guest's end of the wire: it finds the table, believes nobody, and comes back by itself."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from companion.core.record import BadForm
from companion.core.words import say
from companion.link.code import SALT_BYTES, stretch
from companion.link.frames import LARGEST, BadFrame
from companion.link.gate import Gate
from companion.link.handshake import Knock, Session, admit, greet
from companion.link.wire import GuestWire
from companion.link.wire_sockets import QUIET
from tests.link.proxy import HERE, Proxy, between
from tests.link.two_devices import CODE, LONG, OTHER, QUICK, Devices, free_port, until

SALT = secrets.token_bytes(SALT_BYTES)


@contextmanager
def _stranger(receive: Callable[[ServerConnection], None]) -> Iterator[int]:
    """Somebody who listens where a table might be."""

    def handle(connection: ServerConnection) -> None:
        with suppress(ConnectionClosed):
            receive(connection)

    with serve(handle, HERE, 0, compression=None, ping_interval=None, logger=QUIET) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.socket.getsockname()[1]
        server.shutdown()
        thread.join()


def _welcomed(connection: ServerConnection, code: str = CODE) -> Session:
    hello = greet(SALT)
    connection.send(json.dumps(hello.plain()))
    answer = Knock.from_plain(json.loads(connection.recv()))
    session = admit(hello, answer, stretch(code, SALT))
    connection.send(json.dumps({"welcome": session.welcome.hex()}))
    return session


def test_it_joins_and_both_can_talk(devices: Devices) -> None:
    host = devices.host()
    guest = devices.guest(host.port, role="musketeers")
    until(lambda: guest.state == "joined" and host.joined)
    assert guest.states == [("looking", None), ("joined", None)]
    assert (host.joined[0].name, host.joined[0].role) == ("Milady's tablet", "musketeers")
    guest.hears_echo("one")
    assert host.wire.send(host.joined[0], {"text": "two"})
    until(lambda: guest.texts() == ["one", "two"])


def test_what_is_sent_before_it_has_joined_is_not_sent(devices: Devices) -> None:
    guest = devices.guest(free_port())
    until(lambda: guest.states)
    assert guest.wire.send({"text": "lost"}) is False
    guest.wire.stop()
    assert guest.wire.send({"text": "lost"}) is False


def test_what_is_larger_than_a_frame_is_the_callers_fault(devices: Devices) -> None:
    host = devices.host()
    guest = devices.joined(host.port)
    with pytest.raises(BadFrame):
        guest.wire.send({"text": "x" * LARGEST})
    guest.hears_echo("still here")


def test_after_a_wrong_code_it_says_so_and_knocks_no_more(devices: Devices) -> None:
    host = devices.host()
    guest = devices.guest(host.port, code=OTHER)
    until(lambda: guest.state == "refused")
    assert guest.reason() == "This is not the code of that table."
    guest.wire.hurry()
    time.sleep(0.2)  # of which a few thousandths would be enough for another attempt
    assert host.wire._count == 1
    assert [state for state, _ in guest.states] == ["looking", "refused"]


def test_a_host_that_does_not_know_the_code_is_somebody_else(devices: Devices) -> None:
    knocks: list[dict[str, Any]] = []

    def receive(connection: ServerConnection) -> None:
        connection.send(json.dumps(greet(SALT).plain()))
        knocks.append(json.loads(connection.recv()))
        connection.send(json.dumps({"welcome": secrets.token_bytes(32).hex()}))
        connection.recv()

    with _stranger(receive) as port:
        guest = devices.guest(port)
        until(lambda: guest.state == "refused")
        assert guest.reason() == "The device that answered does not know the code. It must be another table."
        # It keeps looking: the right table may be the next one.
        until(lambda: len(knocks) > 1)
        guest.wire.stop()
    assert "joined" not in [state for state, _ in guest.states]


def test_a_table_with_another_version_is_named(devices: Devices) -> None:
    with _stranger(lambda connection: connection.send('{"hello": 2, "news": true}')) as port:
        guest = devices.guest(port)
        until(lambda: guest.state == "refused")
        assert "another version" in guest.reason()
        guest.wire.stop()


@pytest.mark.parametrize(
    "said",
    ["", "{}", "[1]", b"\x00\x01", '{"hello": true}', '{"refused": "Send your code to 555-1234"}', "x" * 10_000],
    ids=range(7),
)
def test_a_device_that_is_no_table_is_nobody(devices: Devices, said: str | bytes) -> None:
    calls: list[int] = []

    def receive(connection: ServerConnection) -> None:
        calls.append(1)
        connection.send(said)
        connection.recv()

    with _stranger(receive) as port:
        guest = devices.guest(port)
        until(lambda: len(calls) > 2)
        guest.wire.stop()
    assert guest.states == [("looking", None)]


def test_whoever_answers_no_websocket_is_nobody(devices: Devices) -> None:
    with socket.create_server((HERE, 0)) as listener:
        listener.settimeout(10)
        guest = devices.guest(listener.getsockname()[1], waits=replace(QUICK, connect=0.2, greeting=0.2))
        for answer in (b"220 mail\r\n", b"HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n", b"\xff" * 1000, b""):
            connection, _ = listener.accept()
            with connection, suppress(ConnectionError):
                connection.settimeout(10)
                connection.sendall(answer)
                while answer and connection.recv(1000):
                    pass
        listener.accept()[0].close()
        guest.wire.stop()
    assert guest.states == [("looking", None)]


def test_a_redirect_leads_nowhere_else(devices: Devices) -> None:
    host = devices.host()
    with socket.create_server((HERE, 0)) as listener:
        listener.settimeout(10)
        guest = devices.guest(listener.getsockname()[1])
        for _ in range(2):
            connection, _ = listener.accept()
            with connection, suppress(ConnectionError):
                connection.settimeout(10)
                connection.recv(10_000)
                connection.sendall(
                    f"HTTP/1.1 302 Found\r\nLocation: ws://{HERE}:{host.port}/\r\nContent-Length: 0\r\n\r\n".encode()
                )
                connection.recv(10)
        guest.wire.stop()
    assert host.wire._count == 0


def test_after_forged_words_of_the_host_it_comes_again(devices: Devices) -> None:
    calls: list[int] = []

    def receive(connection: ServerConnection) -> None:
        session = _welcomed(connection)
        calls.append(1)
        frame = bytearray(session.out.sign({"text": "forged"}))
        frame[-3] ^= 1
        connection.send(bytes(frame))
        connection.recv()

    with _stranger(receive) as port:
        guest = devices.guest(port)
        until(lambda: len(calls) > 1)
        guest.wire.stop()
    assert guest.heard == []
    assert ("lost", None) in guest.states


@pytest.mark.parametrize("again", [True, False])
def test_a_goodbye_is_believed_only_with_a_signature(devices: Devices, again: bool) -> None:
    calls: list[int] = []
    bye = {"m": "bye", "say": {"say": "Good night."}, "again": again}

    def receive(connection: ServerConnection) -> None:
        session = _welcomed(connection)
        calls.append(1)
        if len(calls) == 1:
            connection.send(bytes(8 + 32) + json.dumps(bye).encode())
        else:
            connection.send(session.out.sign(bye))
        connection.recv()

    with _stranger(receive) as port:
        guest = devices.guest(port)
        until(lambda: guest.states and guest.states[-1][1] is not None)
        assert [state for state, _ in guest.states[:4]] == ["looking", "joined", "lost", "joined"]
        assert guest.states[4] == ("lost" if again else "refused", say("Good night."))
        if again:
            until(lambda: len(calls) > 2)
        else:
            time.sleep(0.2)  # of which a few thousandths would be enough for another attempt
            assert len(calls) == 2
        guest.wire.stop()


def test_it_goes_where_it_is_let_in_whatever_others_say(devices: Devices) -> None:
    other, ours = devices.host(code=OTHER), devices.host()
    with _stranger(lambda connection: connection.send('{"refused": "code"}')) as liar:
        places = [(HERE, free_port()), (HERE, other.port), (HERE, liar), (HERE, ours.port)]
        guest = devices.guest(0, find=lambda: places)
        until(lambda: guest.state == "joined")
        assert [state for state, _ in guest.states] == ["looking", "joined"]
        guest.wire.stop()


def test_where_it_went_well_is_tried_first(devices: Devices) -> None:
    other, ours = devices.host(code=OTHER), devices.host()
    places = [(HERE, other.port), (HERE, ours.port)]
    guest = devices.guest(0, find=lambda: places)
    until(lambda: guest.state == "joined" and ours.joined)
    ours.wire.close_peer(ours.joined[0], say("Come again."), again=True)
    until(lambda: len(ours.joined) == 2)
    assert other.wire._count == 1


def test_a_wrong_code_is_said_once_even_where_it_comes_by_often(devices: Devices) -> None:
    """The table was moved, and at its old place another one was laid: five wrong codes would lock that one."""
    ours, port = devices.host(), free_port()
    guest = devices.guest(0, find=lambda: [(HERE, ours.port), (HERE, port)])
    until(lambda: guest.state == "joined")
    other = devices.host(code=OTHER, port=port)
    ours.wire.stop()
    until(lambda: guest.state == "refused")
    until(lambda: other.wire._count >= 8)
    assert not other.wire.locked()
    assert len(other.wire._gate._wrong) == 1
    # And when the right one is back, so are we.
    back = devices.host(port=ours.port)
    until(lambda: back.joined and guest.state == "joined")


def test_only_so_many_places_are_tried(devices: Devices) -> None:
    ours = devices.host()
    taken = free_port()
    guest = devices.guest(0, find=lambda: [(HERE, taken)] * 8 + [(HERE, ours.port)])
    until(lambda: guest.states)
    time.sleep(0.1)
    assert ours.wire._count == 0


def test_no_place_is_calm_and_a_fault_in_finding_is_no_end(devices: Devices, caplog: pytest.LogCaptureFixture) -> None:
    host = devices.host()
    answers: list[Any] = [[], RuntimeError("secret"), [("", 1)], [("no such\nname", 99999999)], [(HERE, host.port)]]

    def find() -> Any:
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    guest = devices.guest(0, find=find)
    until(lambda: guest.state == "joined")
    assert "secret" not in caplog.text
    assert "RuntimeError" in caplog.text


def test_a_name_is_looked_up_and_an_unknown_one_is_said(devices: Devices, monkeypatch: pytest.MonkeyPatch) -> None:
    host = devices.host()
    known: dict[str, str] = {}
    real = socket.getaddrinfo

    def look_up(name: str, *given: Any) -> Any:
        if name not in known:
            raise socket.gaierror("unknown")
        return real(known[name], *given)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    guest = devices.guest(0, find=lambda: [("tablet", host.port)])
    until(lambda: guest.state == "refused")
    assert guest.reason() == "No device of that name can be found on this network."
    known["tablet"] = HERE
    until(lambda: guest.state == "joined")


def test_a_name_that_is_never_answered_holds_nobody_up(devices: Devices, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, answer = threading.Event(), threading.Event()

    def look_up(*_: Any) -> Any:
        asked.set()
        answer.wait(30)
        raise socket.gaierror("unknown")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    guest = devices.guest(0, find=lambda: [("tablet", 1)])
    assert asked.wait(10)
    began = time.monotonic()
    guest.wire.stop()
    assert time.monotonic() - began < 5
    answer.set()


# --- lost and found ---


def test_it_comes_back_when_the_host_was_started_again(devices: Devices) -> None:
    host = devices.host()
    guest = devices.joined(host.port)
    host.wire.stop()
    until(lambda: guest.state == "lost")
    assert guest.reason() == "The table was closed."
    again = devices.host(port=host.port)
    until(lambda: guest.state == "joined" and again.joined)
    guest.hears_echo("back")
    assert [state for state, _ in guest.states] == ["looking", "joined", "lost", "joined"]


def test_a_cut_is_noticed_and_mended(devices: Devices) -> None:
    host = devices.host()
    proxy = Proxy(host.port)
    with between(proxy):
        guest = devices.joined(proxy.port)
        for _ in range(3):
            before = len(host.joined)
            proxy.cut()
            until(lambda before=before: len(host.joined) > before and guest.state == "joined")  # type: ignore[misc]
            guest.hears_echo(f"back {before}")
        guest.wire.stop()
    until(lambda: len(host.left) == 4)


def test_a_half_open_connection_is_given_up_on_both_sides(devices: Devices) -> None:
    waits = replace(QUICK, beat=0.1, silence=0.4, connect=0.3, greeting=0.3)
    host = devices.host(waits=waits)
    proxy = Proxy(host.port)
    with between(proxy):
        guest = devices.joined(proxy.port, waits=waits)
        guest.hears_echo("here")
        proxy.silent = True
        until(lambda: guest.state == "lost" and host.left)
        assert set(host.whys()) == {"silent"}
        proxy.silent = False
        until(lambda: guest.state == "joined")
        guest.hears_echo("back")
        guest.wire.stop()


def test_beats_keep_a_silent_connection(devices: Devices) -> None:
    waits = replace(QUICK, beat=0.05, silence=1.0)
    host = devices.host(waits=waits)
    proxy = Proxy(host.port)
    with between(proxy):
        guest = devices.joined(proxy.port, waits=waits)
        before = len(proxy.up), len(proxy.down)
        until(lambda: len(proxy.up) > before[0] + 1_500 and len(proxy.down) > before[1] + 1_500)
        assert guest.state == "joined"
        assert (host.heard, guest.heard) == ([], [])
        guest.wire.stop()
    until(lambda: host.whys() == ["left"])


def test_a_slow_network_is_a_network(devices: Devices) -> None:
    host = devices.host()
    proxy = Proxy(host.port)
    proxy.delay = 0.05
    with between(proxy):
        guest = devices.joined(proxy.port)
        began = time.monotonic()
        guest.hears_echo("slow")
        assert time.monotonic() - began >= 0.1
        guest.wire.stop()


def test_a_host_that_says_nothing_is_not_waited_for(devices: Devices) -> None:
    ours = devices.host()
    over = threading.Event()
    with socket.create_server((HERE, 0)) as silent, _stranger(lambda connection: _idle(over)) as idle:
        places = [silent.getsockname(), (HERE, idle), (HERE, ours.port)]
        guest = devices.guest(0, find=lambda: places, waits=replace(QUICK, connect=0.3, greeting=0.3))
        until(lambda: guest.state == "joined")
        guest.wire.stop()
        over.set()


def _idle(over: threading.Event) -> None:
    over.wait(LONG)


def test_no_proxy_of_the_system_comes_between(devices: Devices, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "ws_proxy", "socks_proxy", "all_proxy"):
        monkeypatch.setenv(name, f"http://{HERE}:{free_port()}")
    monkeypatch.setenv("no_proxy", "")
    devices.joined(devices.host().port)


def test_it_waits_longer_and_longer_but_never_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seconds between attempts, without waiting for them."""
    pauses: list[float] = []
    wire = GuestWire(list, CODE, "d", "n", "onlooker", lambda *_: None, lambda _: None, jitter=lambda: 0.5)

    class Enough(Exception):
        pass

    async def wait(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 7:
            raise Enough

    monkeypatch.setattr(wire, "_wait", wait)
    with pytest.raises(Enough):
        asyncio.run(wire._try_on())
    assert pauses == pytest.approx([0.2, 0.4, 0.8, 1.6, 3.0, 3.0, 3.0])


def test_a_reason_to_hurry_ends_the_wait(devices: Devices) -> None:
    places: list[tuple[str, int]] = []
    guest = devices.guest(0, find=lambda: places, waits=replace(QUICK, again=1_000, again_most=1_000))
    until(lambda: guest.states)
    places.append((HERE, devices.host().port))

    def hurried() -> bool:
        guest.wire.hurry()
        return guest.state == "joined"

    until(hurried)


def test_one_reason_is_good_for_one_attempt(devices: Devices) -> None:
    attempts: list[int] = []

    def find() -> list[tuple[str, int]]:
        attempts.append(1)
        return []

    guest = devices.guest(0, find=find, waits=replace(QUICK, again=1_000, again_most=1_000))
    until(lambda: attempts)
    guest.wire.hurry()
    until(lambda: len(attempts) > 1)
    time.sleep(0.05)
    assert len(attempts) == 2


def test_while_the_gate_is_locked_it_waits_and_comes_in_by_itself(devices: Devices) -> None:
    now = [0.0]
    host = devices.host(clock=lambda: now[0], gate=Gate(knocks=100_000))
    for _ in range(5):
        devices.by_hand(host.port).knock(OTHER)
    guest = devices.guest(host.port)
    until(lambda: guest.state == "refused")
    assert guest.reason() == "Too many wrong codes: nobody can join for a minute."
    before = host.wire._count
    until(lambda: host.wire._count > before + 2)
    now[0] = 61.0
    until(lambda: guest.state == "joined")
    # Calm: it was told once, however often it was tried.
    assert [state for state, _ in guest.states] == ["looking", "refused", "joined"]


def test_the_ninth_guest_comes_in_when_a_place_is_free(devices: Devices) -> None:
    host = devices.host(gate=Gate(knocks=100_000))
    guests = [devices.guest(host.port, device=f"device-{count}") for count in range(8)]
    until(lambda: len(host.wire.peers()) == 8)
    ninth = devices.guest(host.port, device="device-8")
    until(lambda: ninth.state == "refused")
    assert ninth.reason() == "Every place at that table is taken."
    for count, guest in enumerate(guests):
        guest.hears_echo(f"here {count}")
    guests[4].wire.stop()
    until(lambda: ninth.state == "joined")
    ninth.hears_echo("at last")


def test_of_two_devices_with_one_name_the_later_one_stays(devices: Devices) -> None:
    host = devices.host()
    first = devices.joined(host.port, device="same")
    second = devices.joined(host.port, device="same")
    until(lambda: first.state == "refused")
    assert first.reason() == "This device has joined a second time."
    second.hears_echo("here")
    assert len(host.joined) == 2
    assert host.whys() == ["replaced"]


def test_it_can_be_sent_away(devices: Devices) -> None:
    host = devices.host()
    guest = devices.joined(host.port)
    until(lambda: host.joined)
    host.wire.close_peer(host.joined[0], say("Milady sits at another device already."))
    until(lambda: guest.state == "refused")
    assert guest.reason() == "Milady sits at another device already."
    assert len(host.joined) == 1


# --- our own faults, and the end ---


def test_a_fault_in_what_it_tells_costs_one_connection_at_most(
    devices: Devices, caplog: pytest.LogCaptureFixture
) -> None:
    host = devices.host()
    places: list[tuple[str, int]] = []
    guest = devices.guest(0, find=lambda: places)
    faults: list[Exception] = [BadForm("secret"), RuntimeError("secret")]

    def hear(form: dict[str, Any]) -> None:
        if faults:
            raise faults.pop(0)
        guest.heard.append(form)

    def tell(*_: Any) -> None:
        raise RuntimeError("secret")

    guest.wire._on_message, guest.wire._on_state = hear, tell
    places.append((HERE, host.port))
    until(lambda: len(host.joined) == 1)
    host.wire.send(host.joined[0], {"text": "one"})
    until(lambda: len(host.joined) == 2)
    host.wire.send(host.joined[1], {"text": "two"})
    until(lambda: len(host.joined) == 3)
    host.wire.send(host.joined[2], {"text": "three"})
    until(lambda: guest.texts() == ["three"])
    assert "secret" not in caplog.text
    assert not faults


def test_last_words_still_arrive(devices: Devices) -> None:
    host = devices.host()
    busy = threading.Event()

    def hear(peer: Any, form: dict[str, Any]) -> None:
        busy.wait(LONG)
        host.heard.append((peer, form))

    host.wire._on_message = hear
    guest = devices.joined(host.port, waits=replace(QUICK, farewell=LONG))
    # More than the system takes while nobody reads.
    for count in range(100):
        assert guest.wire.send({"text": f"{count} {'x' * 150_000}"})
    threading.Timer(0.2, busy.set).start()
    guest.wire.stop()
    until(lambda: host.left)
    assert len(host.heard) == 100


def test_it_can_be_stopped_at_any_moment(devices: Devices) -> None:
    host = devices.host(gate=Gate(knocks=100_000))
    for wait in (0, 0.001, 0.005, 0.02, 0.05, 0.08, 0.1, 0.15):
        guest = devices.guest(host.port, device=f"device {wait}")
        time.sleep(wait)
        began = time.monotonic()
        guest.wire.stop()
        assert time.monotonic() - began < 5
        told = list(guest.states)
        guest.wire.stop()
        assert guest.states == told
    until(lambda: not host.wire.peers())
    assert len(host.joined) == len(host.left)


def test_the_log_names_what_happened_and_nothing_that_was_said(
    devices: Devices, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    host = devices.host()
    guest = devices.joined(host.port)
    guest.hears_echo("whispered")
    host.wire.stop()
    until(lambda: guest.state == "lost")
    guest.wire.stop()
    assert "the table is out of reach: bye" in caplog.text
    for words in ("whispered", CODE, "Milady", host.joined[0].device, HERE):
        assert words not in caplog.text
