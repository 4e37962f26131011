"""What the device can do besides drawing: plyer behind one port, and nothing offered that would not work."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import hypot
from pathlib import Path
from typing import Any

Choose = Callable[[Callable[[Path], None]], None]

# plyer asks one of these to show its dialog on Linux.
_DIALOGS = ("zenity", "kdialog", "yad")

Every = Callable[[Callable[[float], None], float], Any]

LOOK = 0.1  # seconds between two looks at the sensor
GRAVITY = 9.81
JOLT = 7.0  # so far from resting, a reading is a jolt
JOLTS, WITHIN = 3, 10  # so many jolts within so many looks are shaking
REST = 12  # looks after it in which the hand may come to rest


def file_chooser(platform: str, hand: Callable[[Callable[[], None]], None], plyer: Any = None) -> Choose | None:
    """A dialog in which people choose a file, or None where there is none. `hand` carries the answer to the screen.

    Not on phones: there the dialog gives names of files that the app may not open.
    """
    if platform not in ("linux", "win", "macosx"):
        return None
    if platform == "linux" and not any(map(shutil.which, _DIALOGS)):
        return None
    if plyer is None:
        try:
            import plyer
        except ImportError:
            return None

    def choose(then: Callable[[Path], None]) -> None:
        # The dialog is another program, and plyer waits for it.
        threading.Thread(target=_ask, args=(plyer, then, hand), name="file dialog", daemon=True).start()

    return choose


def _ask(plyer: Any, then: Callable[[Path], None], hand: Callable[[Callable[[], None]], None]) -> None:
    chosen = plyer.filechooser.open_file(filters=["*.match", "*.zip"])
    if chosen:
        path = Path(chosen[0])
        hand(lambda: then(path))


def shaken(then: Callable[[], None], every: Every, plyer: Any = None) -> Callable[[], None] | None:
    """Call `then` whenever the device is shaken, until what comes back is called; None where it cannot be felt.

    `every(look, seconds)` looks again and again and gives back something that can be cancelled, as Kivy's
    Clock.schedule_interval does.
    """
    try:
        if plyer is None:
            import plyer
        sensor = plyer.accelerometer
        sensor.enable()
        sensor.acceleration  # noqa: B018  plyer may find only now that there is no sensor
    except Exception:  # plyer's backends raise whatever they like
        return None
    wrist = Wrist()

    def look(_: float) -> None:
        try:
            felt = wrist.feel(sensor.acceleration)
        except Exception:
            felt = False
        if felt:
            then()

    looking = every(look, LOOK)

    def stop() -> None:
        looking.cancel()
        with suppress(Exception):
            sensor.disable()

    return stop


class Wrist:
    """Tells shaking from walking about: several jolts shortly after one another, then a rest."""

    def __init__(self) -> None:
        self._last: tuple[float, ...] = ()
        self._jolts: list[int] = []  # at which looks
        self._looks = 0
        self._rest_until = 0

    def feel(self, acceleration: Sequence[float | None]) -> bool:
        """One reading in metres per second squared; True when the device was shaken."""
        self._looks += 1
        reading = tuple(part for part in acceleration if part is not None)
        if len(reading) != 3 or reading == self._last:
            return False  # the sensor has nothing new to say
        self._last = reading
        if abs(hypot(*reading) - GRAVITY) > JOLT and self._looks >= self._rest_until:
            self._jolts = [look for look in self._jolts if self._looks - look < WITHIN] + [self._looks]
        if len(self._jolts) < JOLTS:
            return False
        self._jolts.clear()
        self._rest_until = self._looks + REST
        return True
