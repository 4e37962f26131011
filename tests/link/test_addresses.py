"""Where this device can be reached."""

from __future__ import annotations

import socket
import sys
from ipaddress import IPv4Address

import pytest

from companion.link import addresses


def test_what_people_type_is_an_address_that_another_device_can_reach() -> None:
    for address in addresses.own_addresses():
        assert address == addresses.LOOPBACK or not IPv4Address(address).is_loopback


def test_it_is_really_ours() -> None:
    for address in addresses.own_addresses():
        with socket.create_server((address, 0)):
            pass


def test_without_a_network_there_is_only_this_device(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> socket.socket:
        raise OSError("no network")

    monkeypatch.setattr(socket, "socket", unreachable)
    assert addresses.own_addresses() == ("127.0.0.1",)
    assert addresses.broadcasts() == ("255.255.255.255", "127.255.255.255")


def test_the_way_out_comes_first_and_everything_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_asked", lambda: iter(["192.168.1.7", "192.168.1.7", "0.0.0.0"]))
    cards = [("127.0.0.1", "127.255.255.255"), ("10.8.0.3", "10.8.3.255"), ("192.168.1.7", "192.168.1.127")]
    monkeypatch.setattr(addresses, "_cards", lambda: iter(cards))
    assert addresses.own_addresses() == ("192.168.1.7", "10.8.0.3")
    assert addresses.broadcasts() == ("255.255.255.255", "192.168.1.127", "10.8.3.255", "127.255.255.255")


def test_where_the_system_tells_nothing_a_network_has_the_size_of_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_asked", lambda: iter(["192.168.1.7"]))
    monkeypatch.setattr(sys, "platform", "win32")
    assert addresses.broadcasts() == ("255.255.255.255", "192.168.1.255", "127.255.255.255")
