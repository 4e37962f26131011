"""One connection after its greeting: what counts as silence, and whose fault it is."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import Any

from tests.link.two_devices import LONG, QUICK, Devices, until


def test_a_device_that_slept_itself_does_not_take_the_others_for_gone(devices: Devices) -> None:
    """A phone in a pocket is not woken for our timers; when it wakes, they are all late."""
    host = devices.host(waits=replace(QUICK, beat=0.1, silence=0.4))
    awake, asleep = threading.Event(), threading.Event()
    sensible = host.hear

    def hear(peer: Any, form: dict[str, Any]) -> None:
        if form.get("text") == "sleep":
            asleep.set()
            awake.wait(LONG)
        sensible(peer, form)

    host.wire._on_message = hear
    guest = devices.joined(host.port, waits=replace(QUICK, beat=0.05, silence=LONG))
    assert guest.wire.send({"text": "sleep"})
    assert asleep.wait(LONG)
    time.sleep(1.0)  # longer than the silence after which a guest has gone
    awake.set()
    guest.hears_echo("good morning")
    assert not host.left
    assert [state for state, _ in guest.states] == ["looking", "joined"]


def test_nothing_is_sent_after_the_end_and_the_first_reason_counts(devices: Devices) -> None:
    host = devices.host()
    guest = devices.joined(host.port)
    until(lambda: host.joined)
    peer, talk = host.wire._seated[host.joined[0].key]
    host.wire._thread.call(talk.end, "silent")
    host.wire._thread.call(talk.end, "flood")
    until(lambda: host.left)
    assert (peer, talk.why, host.whys()) == (host.joined[0], "silent", ["silent"])
    assert not talk.send({"text": "late"})
    until(lambda: guest.state == "joined" and len(host.joined) == 2)
    guest.hears_echo("back")
    assert guest.texts() == ["back"]
