"""A second device at the table, without a window: a desk and a gathering of its own in this process."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.app import headless
from companion.app.desk import Desk
from companion.app.gathering import TICK, Gathering
from companion.core.prompt import Refusal
from companion.core.record import Record
from companion.core.words import Line
from tests.app.network import HOST, here

CODE, OTHER = "7KQ2WM9D", "7KQ2WM9E"
LONG = 30.0  # seconds; never reached unless something is wrong
FIVE = {"players": 5, "depth": "clerk"}


class OtherDevice:
    def __init__(self, folder: Path, name: str = "Porthos' tablet") -> None:
        self.network = here()
        self._calls: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._ticks: list[_Ticking] = []
        self.desk = Desk(folder, self._calls.put)
        self.gathering = Gathering(self.desk, self._every, self._calls.put, name, self.network)
        self.alarms: list[Line] = []
        self.heard: list[Record] = []
        self.gathering.tell(lambda: None, self.alarms.append, self.heard.append)

    @property
    def place(self) -> tuple[str, int]:
        return HOST, self.network.port

    @property
    def standing(self) -> Any:
        return self.gathering.standing

    def keep_house(self, **options: Any) -> OtherDevice:
        """With a match of its own, open to others."""
        self.desk.start("mousquetaires", {**FIVE, **options})
        self.gathering.open_house(CODE)
        self.pump()
        return self

    def _every(self, call: Callable[..., Any], seconds: float) -> _Ticking:
        assert seconds == TICK
        ticking = _Ticking(call, self._ticks)
        self._ticks.append(ticking)
        return ticking

    def pump(self) -> None:
        """What its own thread of the screen would do meanwhile."""
        for ticking in list(self._ticks):
            ticking.call(TICK)
        self.desk.wait()
        while not self._calls.empty():
            self._calls.get()()

    def act(self, do: str, **fields: Any) -> list[Record | Refusal | Line]:
        """What will come of it."""
        outcomes: list[Record | Refusal | Line] = []
        self.desk.act(do, fields, outcomes.append)
        return outcomes

    def close(self) -> None:
        self.gathering.close()
        self.desk.close()


class _Ticking:
    def __init__(self, call: Callable[..., Any], among: list[_Ticking]) -> None:
        self.call, self._among = call, among

    def cancel(self) -> None:
        self._among.remove(self)


def until(condition: Callable[[], object], *others: OtherDevice, what: str = "") -> None:
    """Time passes on every device until it is so."""
    deadline = time.monotonic() + LONG
    while not condition():
        assert time.monotonic() < deadline, what or "it did not happen"
        _frame()
        for other in others:
            other.pump()
        time.sleep(0.003)
    _frame()


def _frame() -> None:
    from kivy.core.window import Window

    def look_away(*_: object) -> bool:
        return True

    Window.bind(on_draw=look_away)
    headless.frames(2)
    Window.unbind(on_draw=look_away)
