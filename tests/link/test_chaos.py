"""Everything that can happen to a network, to devices and to the table's device, in random schedules.

Whatever happens: in the end all journals are the same, every tap that was acknowledged stands in them (or somebody was
told that it could not be kept), and no throw was other than its coins say. The long run is `python -m tools.chaos`.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.record import BadForm
from companion.link.guest import Guest
from companion.link.host import Host, Seated
from tools.chaos.net import Device, Net
from tools.chaos.schedule import Schedule, check

SCHEDULES = 240


# Found by the long run: a device that was started anew was accused by its own coins of an earlier life.
FOUND = (1439,)


@pytest.mark.parametrize("seed", [*range(SCHEDULES), *FOUND])
def test_all_journals_converge_and_nothing_acknowledged_is_lost(seed: int) -> None:
    check(Schedule(seed).play())


def test_the_schedules_have_something_of_everything() -> None:
    """A chaos in which nothing happens would prove nothing."""
    seen: dict[str, int] = {}
    for seed in range(40):
        schedule = Schedule(seed)
        schedule.play()
        for what, count in schedule.happened.items():
            seen[what] = seen.get(what, 0) + count
    assert set(seen) >= {"tap", "guest off", "host off", "take over", "cut", "joint throw", "accepted", "refused"}
    assert all(count >= 5 for count in seen.values())


def _fails_somewhere() -> bool:
    for seed in range(60):
        try:
            check(Schedule(seed).play())
        except (AssertionError, BadForm):
            return True
    return False


def test_a_guest_that_does_not_ask_again_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def settle(guest: Guest) -> None:
        guest.synced = True

    monkeypatch.setattr(Guest, "_settle", settle)
    assert _fails_somewhere()


def test_a_disk_that_forgets_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    switch_off = Net.switch_off

    def lose_the_last(net: Net, device: Device) -> None:
        switch_off(net, device)
        del device.disk.records[-1:]

    monkeypatch.setattr(Net, "switch_off", lose_the_last)
    assert _fails_somewhere()


def test_a_host_that_tells_only_whoever_asked_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def introduce(host: Host, one: Seated, form: dict[str, Any]) -> None:
        one.synced = False

    monkeypatch.setattr(Host, "_introduce", introduce)
    assert _fails_somewhere()
