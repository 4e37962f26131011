"""One random evening of faults, and what must hold after it."""

from __future__ import annotations

import random
from collections import Counter

from companion.core.record import canonical
from tools.chaos.net import Device, Net, accepted, refused

STEPS = 60


class Schedule:
    def __init__(self, seed: int) -> None:
        self._dice = random.Random(f"schedule {seed}")
        roles = self._dice.choice([("milady",), ("milady", "musketeers"), ("musketeers", "musketeers", "onlooker")])
        self.net = Net(seed, faults=self._dice.choice((0.0, 0.02, 0.05, 0.15)), roles=roles)
        for device in self.net.devices[1:]:
            self.net.switch_on(device)
        self.happened: Counter[str] = Counter()

    def play(self) -> Net:
        net, dice = self.net, self._dice
        net.run(dice.choice((0, 500)))
        for _ in range(STEPS):
            self._something()
            net.run(dice.choice((0, 20, 100, 400, 3_000)))
        net.quiet()
        for device in net.devices:
            for tap in device.taps.values():
                self.happened["accepted" if accepted(tap) else "refused" if refused(tap) else "open"] += 1
        self.happened["joint throw"] += sum("coins" in record.result for record in net.hosting.match.records)
        return net

    def _something(self) -> None:
        net, dice = self.net, self._dice
        what = dice.choices(
            ("tap", "two at once", "guest off", "host off", "on", "take over", "cut"), (60, 12, 4, 3, 10, 3, 4)
        )[0]
        able = [device for device in net.devices if device.on and device.copy.match]
        guests = [device for device in able if device is not net.hosting]
        self.happened[what] += 1
        if what == "tap" and able:
            self._tap(dice.choice(able))
        elif what == "two at once":
            for device in able[:2]:
                self._tap(device)
        elif what == "guest off" and guests:
            net.switch_off(dice.choice(guests))
        elif what == "host off" and net.hosting.on:
            net.switch_off(net.hosting)
        elif what == "on":
            for device in net.devices:
                if not device.on:
                    net.switch_on(device)
        elif what == "take over" and guests:
            if dice.random() < 0.7 and net.hosting.on:
                net.switch_off(net.hosting)
            net.take_over(dice.choice(guests))
        elif what == "cut" and net.links:
            dice.choice(net.links).cut()

    def _tap(self, device: Device) -> None:
        net, dice = self.net, self._dice
        what = dice.choice(("note", "note", "roll", "roll", "correct", "undo", "redo", "next"))
        self.happened["tap"] += 1
        if what == "note":
            net.tap(device, "note", text=f"{device.name} {dice.random()}")
        elif what == "roll":
            net.tap(device, "roll", dice=dice.choice(("1b", "4b 3r")))
        elif what == "correct":
            net.tap(device, "correct", what="purse", to=dice.randint(0, 9))
        else:
            net.tap(device, what)


def check(net: Net) -> None:
    journals = {device.name: [record.line() for record in device.disk.records] for device in net.devices}
    longest = journals[net.hosting.name]
    for name, lines in journals.items():
        assert lines == longest, f"{name} has {len(lines)} records, {net.hosting.name} {len(longest)}"
    states = {canonical(device.match.view()) for device in net.devices}
    assert len(states) == 1
    _nothing_lost(net)
    for device in net.devices:
        for line in device.alarms:
            assert "did not fall" not in line.text
            assert "another throw" not in line.text


def _nothing_lost(net: Net) -> None:
    """What was accepted and is gone after a fork lies aside on a device that has said so."""
    there = {record.intent.id for record in net.hosting.match.records}
    aside = {
        record.intent.id
        for device in net.devices
        if device.alarms
        for journal in device.disk.aside
        for record in journal
    }
    for device in net.devices:
        assert device.guest is None or device.guest.waiting == 0, f"{device.name} still waits for an answer"
        for ident, tap in device.taps.items():
            assert ident in there | aside or not accepted(tap), f"{device.name}: {tap.intent.do} is gone"
