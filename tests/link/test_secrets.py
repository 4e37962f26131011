"""Whole matches between two devices, with every byte between them recorded: nothing secret is ever on the wire."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.boxes.mousquetaires.names import DESTINATIONS
from companion.core.dice import SeededChance
from companion.core.fairness import look_again
from companion.core.record import Intent, Record
from companion.core.sealed import Opening, fresh
from companion.simulate.mousquetaires.milady import SensibleMilady
from companion.simulate.mousquetaires.musketeers import SensibleMusketeers
from companion.simulate.watch import Secrets
from tools.chaos.net import BOX, Link, Net, Tap

LONGEST = 3_000


class Recorder(Net):
    """A network on which somebody listens."""

    def __init__(self, seed: int) -> None:
        self.heard: list[bytes] = []
        super().__init__(seed, roles=("milady",))
        self.switch_on(self.devices[1])
        self.run(500)

    def carry(self, link: Link, end: str, frame: bytes) -> None:
        self.heard.append(frame)
        super().carry(link, end, frame)


class Evening:
    """Milady at her tablet, everybody else at the table's phone."""

    def __init__(self, seed: int) -> None:
        self.net = Recorder(seed)
        self.phone, self.tablet = self.net.devices
        self.vault = Secrets()  # on the tablet, and nowhere else
        chance = SeededChance(seed)
        self.milady = SensibleMilady(self.tablet.match, self.vault, chance)
        self.musketeers = SensibleMusketeers(self.phone.match, chance)
        self.checked = 0  # of the recorded frames

    def play(self) -> None:
        while prompts := self.phone.match.prompts():
            assert len(self.phone.match.records) < LONGEST
            opening = self.closed()
            intent = self.milady.answer(self.tablet.match, prompts[0])
            device = self.tablet
            if intent is None:
                intent, device = self.musketeers.answer(self.phone.match, prompts[0]), self.phone
            assert intent
            shown = BOX.shows(self.phone.match.state, intent)
            if not shown:  # the intent that shows the place carries what opens its seal
                opening = self.closed()
            done = self.do(device, intent)
            for player in (self.milady, self.musketeers):
                player.notice(self.phone.match, done)
            if shown:
                self.vault.closed = None
            elif opening:
                self.look_for(opening)

    def do(self, device: Any, intent: Intent) -> Record:
        tap: Tap = self.net.tap(device, intent.do, **intent.fields)
        while tap.outcome is None:
            self.net.run(20, step=20)
        assert isinstance(tap.outcome, Record), tap.outcome
        self.net.run(100, step=20)
        return tap.outcome

    def closed(self) -> Opening | None:
        return self.vault.closed

    def look_for(self, opening: Opening) -> None:
        nonce = opening.nonce_hex
        for secret in (nonce.encode(), nonce.upper().encode(), bytes.fromhex(nonce)):
            assert not any(secret in frame for frame in self.net.heard[self.checked :])
        self.checked = len(self.net.heard)


@pytest.mark.parametrize("seed", [11, 12, 13])
def test_no_opening_is_on_the_wire_or_at_the_host_before_its_time(seed: int) -> None:
    evening = Evening(seed)
    evening.play()
    match = evening.phone.match
    assert match.verdict() is not None
    assert [one.line() for one in evening.tablet.match.records] == [one.line() for one in match.records]
    assert len(evening.net.heard) > len(match.records)
    found = look_again(BOX, match.header, match.records)
    assert len(found.joint) > 10
    assert not found.unfair
    assert not found.alone
    assert not evening.phone.alarms
    assert not evening.tablet.alarms


def _overheard(choice: str) -> list[bytes]:
    """One phase I in which Milady chooses this; seals and signatures, which differ by chance, are made alike."""
    net = Recorder(7)
    phone, tablet = net.devices
    seal, _ = fresh(phone.match.header.match, 1, choice)
    pledged = {coin for coin in (phone.match.coins.last("table"), tablet.match.coins.last("guest0")) if coin}
    for device, do, fields in (
        (tablet, "seal", {"seal": seal}),
        (tablet, "next", {}),
        (phone, "correct", {"what": "purse", "to": 5}),
        (tablet, "next", {}),
        (tablet, "perfidy", {"how": "draw"}),
    ):
        tap = net.tap(device, do, **fields)
        net.run(3_000)
        assert isinstance(tap.outcome, Record), tap.outcome
    assert pledged
    return [re.sub(rb"[0-9a-f]{16,64}", b"*", frame[40:]) for frame in net.heard]


def test_what_is_on_the_wire_is_the_same_whatever_she_chose() -> None:
    first, *others = [_overheard(choice) for choice in DESTINATIONS]
    assert len(first) > 10
    assert all(other == first for other in others)
