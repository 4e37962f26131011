"""Who may knock, and when."""

from __future__ import annotations

import pytest

from companion.link.gate import ADDRESSES, FORGIVEN, FROM_ONE, GREETINGS, GUESTS, KNOCKS, LOCK, REFUSED, Gate, Refused

PHONE, TABLET = "192.168.1.7", "192.168.1.8"


def _refused(gate: Gate, connection: int, address: str, now: float) -> str:
    with pytest.raises(Refused) as refusal:
        gate.arrive(connection, address, now)
    assert refusal.value.kind in REFUSED
    return refusal.value.kind


def test_five_wrong_codes_lock_the_gate_for_a_minute_whoever_typed_them() -> None:
    gate = Gate()
    for count in range(4):
        gate.arrive(count, f"192.168.1.{count}", 100)
        gate.wrong_code(100)
    assert gate.locked(100) == 0
    gate.wrong_code(101)
    assert gate.locked(101) == LOCK
    assert _refused(gate, 9, PHONE, 101 + LOCK - 0.1) == "locked"
    with pytest.raises(Refused, match="locked"):
        gate.open(101)
    gate.open(101 + LOCK)
    gate.arrive(9, PHONE, 101 + LOCK)


def test_after_the_lock_five_more_are_needed() -> None:
    gate = Gate()
    for _ in range(5):
        gate.wrong_code(0)
    for _ in range(4):
        gate.wrong_code(LOCK + 1)
    assert gate.locked(LOCK + 1) == 0
    gate.wrong_code(LOCK + 2)
    assert gate.locked(LOCK + 2) == LOCK


def test_a_mistyped_code_is_forgiven_in_a_long_evening() -> None:
    gate = Gate()
    for hour in range(20):
        gate.wrong_code(hour * FORGIVEN)
        assert gate.locked(hour * FORGIVEN) == 0


def test_only_so_many_can_stand_at_the_door() -> None:
    gate = Gate()
    for count in range(GREETINGS):
        gate.arrive(count, f"192.168.1.{count}", 0)
    assert _refused(gate, 99, PHONE, 0) == "busy"
    gate.settle(3)
    gate.settle(3)
    gate.arrive(99, PHONE, 0)
    assert _refused(gate, 100, PHONE, 0) == "busy"


def test_one_device_does_not_stand_in_everybodys_way() -> None:
    gate = Gate()
    for count in range(FROM_ONE):
        gate.arrive(count, PHONE, 0)
    assert _refused(gate, 98, PHONE, 0) == "busy"
    gate.arrive(99, TABLET, 0)


def test_one_address_knocks_only_so_often_in_a_minute() -> None:
    gate = Gate()
    for count in range(KNOCKS):
        gate.arrive(count, PHONE, count / KNOCKS)
        gate.settle(count)
    assert _refused(gate, 99, PHONE, 1) == "busy"
    gate.arrive(99, TABLET, 1)
    assert _refused(gate, 100, PHONE, 59.9) == "busy"
    gate.arrive(100, PHONE, 60)


def test_knocks_that_were_refused_do_not_count_again() -> None:
    """Or a device that is too eager would never be let in."""
    gate = Gate(knocks=2)
    gate.arrive(1, PHONE, 0)
    gate.arrive(2, PHONE, 1)
    for second in range(2, 60):
        _refused(gate, 3, PHONE, second)
    gate.arrive(3, PHONE, 61)


def test_a_crowd_of_addresses_is_not_remembered_for_ever() -> None:
    gate = Gate(greetings=10_000)
    for count in range(ADDRESSES):
        gate.arrive(count, f"10.0.{count // 256}.{count % 256}", 0)
    assert _refused(gate, 9999, PHONE, 1) == "busy"
    gate.arrive(9999, PHONE, 61)


def test_there_are_eight_places() -> None:
    gate = Gate()
    gate.room(GUESTS - 1)
    with pytest.raises(Refused, match="full"):
        gate.room(GUESTS)


def test_every_refusal_can_be_read() -> None:
    assert {line.read() for line in REFUSED.values()} >= {"This is not the code of that table."}
    assert all(line.read().endswith(".") for line in REFUSED.values())
