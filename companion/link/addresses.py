"""Where this device can be reached on its networks, and how to speak to everybody there."""

from __future__ import annotations

import contextlib
import socket
import struct
import sys
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv4Network

PORT = 47470  # where tables listen; and the next ones, where several share a device
PORTS = 10
LOOPBACK = "127.0.0.1"

# Connecting a UDP socket sends nothing; it only asks the system which of its addresses it would use. The first is
# the way out to the world, the others lie in the networks that phones and computers open themselves: those have no
# way out, or one through the mobile network, where no other device of the table is.
_ASK = ("192.0.2.1", "192.168.43.254", "192.168.49.254", "172.20.10.14", "192.168.137.254", "10.42.0.254")
_SIOCGIFADDR, _SIOCGIFBRDADDR = 0x8915, 0x8919


def own_addresses() -> tuple[str, ...]:
    """The IPv4 addresses that people can type at another device, the likeliest first."""
    found = dict.fromkeys([*_asked(), *(address for address, _ in _cards())])
    return tuple(address for address in found if _is_reachable(address)) or (LOOPBACK,)


def broadcasts() -> tuple[str, ...]:
    """The addresses that reach every device on our networks, and every program on this one."""
    known = dict(_cards())
    # Where the system does not tell the size of the network, it is one of a home.
    guessed = {address: str(IPv4Network(f"{address}/24", strict=False).broadcast_address) for address in _asked()}
    near = [broadcast for address, broadcast in {**guessed, **known}.items() if _is_reachable(address)]
    return tuple(dict.fromkeys(["255.255.255.255", *near, "127.255.255.255"]))


def _is_reachable(address: str) -> bool:
    place = IPv4Address(address)
    return not (place.is_loopback or place.is_unspecified or place.is_multicast)


def _asked() -> Iterator[str]:
    for target in _ASK:
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            yield str(probe.getsockname()[0])


def _cards() -> Iterator[tuple[str, str]]:
    """Address and broadcast address of every network card, where the system tells them (Linux, mostly Android)."""
    if sys.platform != "linux":
        return
    import fcntl

    def told(question: int, name: str) -> str:
        answer = fcntl.ioctl(probe.fileno(), question, struct.pack("256s", name.encode()[:15]))
        return socket.inet_ntoa(answer[20:24])

    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # a card without an address
                yield told(_SIOCGIFADDR, name), told(_SIOCGIFBRDADDR, name)
