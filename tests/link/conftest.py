"""Devices that are switched off after each test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.link.two_devices import Devices


@pytest.fixture
def devices() -> Iterator[Devices]:
    with ExitStack() as stack:
        yield Devices(stack)
