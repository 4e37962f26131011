"""One match, one hand that writes: a second copy of the app may look, but not write. The shelf is shared in turns.

A lock is on the open file itself and goes with the process, however it ends. So a lock that outlived its owner
does not exist, and nobody has to guess whether one is stale.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.core.words import say
from companion.store.files import StoreTrouble, open_private, plainly, shut

_TAKEN = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK)
_FAR = 1 << 40  # the byte that is locked on Windows; nothing is ever written there
PATIENCE = 3.0  # seconds; a turn takes a few milliseconds
_PAUSE = 0.005


def hold(fd: int) -> None:
    """Keep others from writing to this file for as long as it is open; StoreTrouble if somebody else does."""
    if not _is_free(fd):
        raise StoreTrouble(say("This match is already open in another copy of the companion."))


@contextmanager
def in_turn(path: Path) -> Iterator[None]:
    """While this lasts, no other copy of the app is in here with the same file; it has no other use."""
    with plainly(path):
        fd = open_private(path)
    try:
        late = time.monotonic() + PATIENCE
        while not _is_free(fd):
            if time.monotonic() > late:
                raise StoreTrouble(say("Another copy of the companion does not let go of the list of matches."))
            time.sleep(_PAUSE)
        yield
    finally:
        shut(fd)


def _is_free(fd: int) -> bool:
    """Take the lock if nobody has it."""
    try:
        _lock(fd)
    except OSError as error:
        # A memory card or a network folder without locks is no reason not to play.
        return error.errno not in _TAKEN
    return True


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
