"""One match, one hand that writes: a second copy of the app may look, but not write.

The lock is on the open file itself and goes with the process, however it ends. So a lock that outlived its owner
does not exist, and nobody has to guess whether one is stale.
"""

from __future__ import annotations

import errno
import os
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.core.words import say
from companion.store.files import StoreTrouble

_TAKEN = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK)
_FAR = 1 << 40  # the byte that is locked on Windows; nothing is ever written there


def hold(fd: int, path: Path) -> None:
    """Keep others from writing to this file for as long as it is open; StoreTrouble if somebody else does."""
    try:
        _lock(fd)
    except OSError as error:
        if error.errno in _TAKEN:
            raise StoreTrouble(say("This match is already open in another copy of the companion.")) from None
        # A memory card or a network folder without locks is no reason not to play.


def _lock(fd: int) -> None:
    if os.name == "nt":
        windows: Any = import_module("msvcrt")
        at = os.lseek(fd, 0, os.SEEK_CUR)
        try:
            os.lseek(fd, _FAR, os.SEEK_SET)
            windows.locking(fd, windows.LK_NBLCK, 1)
        finally:
            os.lseek(fd, at, os.SEEK_SET)
        return
    unix: Any = import_module("fcntl")
    unix.flock(fd, unix.LOCK_EX | unix.LOCK_NB)
