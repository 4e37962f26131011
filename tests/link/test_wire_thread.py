"""A loop on a thread of its own starts, answers and ends, whatever comes first."""

from __future__ import annotations

import asyncio
import threading

from companion.link.wire_thread import WireThread
from tests.link.two_devices import until


class _Life:
    def __init__(self) -> None:
        self.said: list[str] = []
        self.thread = WireThread("life", self._live)

    async def _live(self, leave: asyncio.Event) -> None:
        self.said.append("begun")
        await leave.wait()
        self.said.append("over")


def test_it_lives_until_it_is_stopped_and_can_be_stopped_again() -> None:
    life = _Life()
    life.thread.start()
    until(lambda: life.said == ["begun"])
    life.thread.stop()
    assert life.said == ["begun", "over"]
    life.thread.stop()


def test_it_can_be_stopped_before_it_has_begun() -> None:
    life = _Life()
    life.thread.stop()
    assert life.said == []
    life.thread.start()
    until(lambda: life.said == ["begun", "over"])
    life.thread.stop()


def test_calls_come_on_its_own_thread_and_never_afterwards() -> None:
    life = _Life()
    where: list[tuple[int, bool]] = []

    def look() -> None:
        where.append((threading.get_ident(), life.thread.is_current))

    life.thread.call(look)
    assert not where
    life.thread.start()
    until(lambda: life.said)
    life.thread.call(look)
    until(lambda: where)
    assert where[0][0] != threading.get_ident()
    assert where[0][1]
    assert not life.thread.is_current
    life.thread.stop()
    life.thread.call(look)
    assert len(where) == 1


def test_it_can_stop_itself() -> None:
    life = _Life()
    life.thread.start()
    until(lambda: life.said)
    life.thread.call(life.thread.stop)
    until(lambda: life.said == ["begun", "over"])
    life.thread.stop()
