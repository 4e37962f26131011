"""A network that is nothing but this machine: no test may be heard outside it, nor in another process of the tests."""

from __future__ import annotations

import socket
from functools import lru_cache
from typing import Any

from companion.app.hearsay import Network

HOST, EVERYBODY = "127.0.0.1", "127.255.255.255"


def here(**given: Any) -> Network:
    return Network(
        **{
            "host": HOST,
            "port": free_port(),
            "beacons": _beacons(),
            "ears": EVERYBODY,
            "targets": lambda: (EVERYBODY,),
            **given,
        }
    )


def free_port() -> int:
    with socket.create_server((HOST, 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


@lru_cache(maxsize=1)
def _beacons() -> int:
    """One for this process, so that its devices hear each other and nobody else."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind((HOST, 0))
        port: int = taken.getsockname()[1]
        return port
