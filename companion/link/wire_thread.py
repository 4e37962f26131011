"""An event loop on a thread of its own, so that a network that hangs never holds up a finger on the screen."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

Main = Callable[[asyncio.Event], Coroutine[Any, Any, None]]


class WireThread:
    """Runs `main` until it is asked to stop: then the event that was handed to it is set."""

    def __init__(self, name: str, main: Main) -> None:
        self._main = main
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None  # as long as it can be called
        self._leave: asyncio.Event | None = None
        self._asked_to_leave = False
        # A daemon: an app that is killed does not wait for the network.
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Returns when everything is over; when called from the thread itself, at once. It may be called again."""
        with self._lock:
            self._asked_to_leave = True
            if self._loop and self._leave:
                self._loop.call_soon_threadsafe(self._leave.set)
        if self._thread.ident is not None and not self.is_current:
            self._thread.join()

    @property
    def is_current(self) -> bool:
        return threading.get_ident() == self._thread.ident

    def call(self, function: Callable[..., object], *given: object) -> None:
        """On the loop, soon; not at all once that is over."""
        with self._lock:
            if self._loop:
                self._loop.call_soon_threadsafe(function, *given)

    def _run(self) -> None:
        asyncio.run(self._live())

    async def _live(self) -> None:
        leave = asyncio.Event()
        with self._lock:
            self._loop, self._leave = asyncio.get_running_loop(), leave
            if self._asked_to_leave:
                leave.set()
        try:
            await self._main(leave)
        finally:
            with self._lock:
                self._loop = None
