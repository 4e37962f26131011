"""What keeps Milady's screen from other eyes: no picture of it, and nothing on it once it lies on its face."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from companion.app.device import turned_down

log = logging.getLogger(__name__)


def veil(on: bool, platform: str) -> bool:
    """Keep the window out of screenshots and of the task switcher. False where nobody can ask for that."""
    if platform != "android":
        return False
    try:
        _secure(on)
    except Exception as error:  # pyjnius raises whatever Java did
        log.warning("the window cannot be kept out of screenshots: %s", type(error).__name__)
        return False
    return True


def _secure(on: bool) -> None:
    from android.runnable import run_on_ui_thread
    from jnius import autoclass

    activity = autoclass("org.kivy.android.PythonActivity").mActivity
    flag = autoclass("android.view.WindowManager$LayoutParams").FLAG_SECURE

    @run_on_ui_thread
    def set_() -> None:
        window = activity.getWindow()
        if on:
            window.addFlags(flag)
        else:
            window.clearFlags(flag)

    set_()


class FaceDown:
    """Watches, from `watch` to `rest`, whether the device is laid on its face."""

    def __init__(self, then: Callable[[], None], every: Callable[..., Any], plyer: Any = None) -> None:
        self._then, self._every, self._plyer = then, every, plyer
        self._stop: Callable[[], None] | None = None

    def watch(self) -> None:
        if self._stop is None:
            self._stop = turned_down(self._then, self._every, self._plyer)

    def rest(self) -> None:
        if self._stop:
            self._stop()
            self._stop = None
