"""What carries messages between devices around one table. Its parts stand in wire_*.py."""

from __future__ import annotations

from companion.link.wire_guest import GuestWire, Place
from companion.link.wire_host import HostWire, Peer
from companion.link.wire_talk import Waits

__all__ = ["GuestWire", "HostWire", "Peer", "Place", "Waits"]
