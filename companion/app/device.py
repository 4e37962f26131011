"""What the device can do besides drawing: plyer behind one port, and nothing offered that would not work."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

Choose = Callable[[Callable[[Path], None]], None]

# plyer asks one of these to show its dialog on Linux.
_DIALOGS = ("zenity", "kdialog", "yad")


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
