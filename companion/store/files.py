"""The few file operations an evening depends on, and one clear sentence for each way they fail.

Everything the store does to a disk goes through here, so that a test can let each operation fail in turn.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.core.words import Line, say

# Without this, Windows would write "\r\n" and every length we remember would be wrong.
BINARY: int = getattr(os, "O_BINARY", 0)
APPENDING = os.O_RDWR | os.O_APPEND
OWNER_ONLY = 0o600
FOLDER_OWNER_ONLY = 0o700
LARGEST = 1 << 28  # bytes; the longest evening needs a hundredth of it
# A pipe in place of a file would otherwise keep us waiting for somebody to write into it.
_AT_ONCE: int = getattr(os, "O_NONBLOCK", 0)


class StoreTrouble(Exception):
    """The disk did not do what was asked. `line` is the one sentence people get to read."""

    def __init__(self, line: Line) -> None:
        super().__init__(line.read())
        self.line = line


def explain(error: OSError, path: Path) -> Line:
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT | errno.EFBIG:
            return say("The disk is full, so {file} was not saved. Make some room and try again.", file=path.name)
        case errno.EROFS:
            return say("{file} is in a place that can only be read, so nothing can be saved there.", file=path.name)
        case errno.EACCES | errno.EPERM:
            return say("The companion has no permission to use {file} or its folder.", file=path.name)
        case errno.ENOENT | errno.ENOTDIR if not _is_there(path.parent):
            return say("The folder {folder} is missing.", folder=str(path.parent))
        case errno.ENOENT:
            return say("There is no file {file}.", file=str(path))
        case errno.EEXIST:
            return say("{file} is already there and was left as it is.", file=path.name)
        case errno.EISDIR:
            return say("{file} is a folder, not a file.", file=path.name)
    return say("{file} could not be read or saved: {reason}.", file=path.name, reason=error.strerror or str(error))


def _is_there(path: Path) -> bool:
    try:
        path.stat()
    except OSError:
        return False
    return True


@contextmanager
def plainly(path: Path) -> Iterator[None]:
    """Turn whatever the system says about this path into one sentence."""
    try:
        yield
    except OSError as error:
        raise StoreTrouble(explain(error, path)) from error


def open_file(path: Path, how: int = os.O_RDONLY) -> int:
    """Open a file that is there; StoreTrouble for a thing that only looks like one."""
    fd = os.open(path, how | BINARY | _AT_ONCE)
    try:
        found = os.fstat(fd)
        if stat.S_ISDIR(found.st_mode):
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(found.st_mode):
            raise StoreTrouble(say("{file} is not an ordinary file.", file=path.name))
        if found.st_size > LARGEST:
            raise StoreTrouble(say("{file} is far too large to be a file of the companion.", file=path.name))
    except BaseException:
        shut(fd)
        raise
    return fd


def open_private(path: Path, how: int = APPENDING) -> int:
    """Open a file that nobody but its owner can read; it is made if it is not there."""
    fd = os.open(path, how | os.O_CREAT | BINARY | _AT_ONCE, OWNER_ONLY)
    if os.name == "posix":
        # It may have come from a copy, or its rights were widened. A memory card has none to set.
        with suppress(OSError):
            if stat.S_IMODE(os.fstat(fd).st_mode) != OWNER_ONLY:
                os.fchmod(fd, OWNER_ONLY)
    return fd


def shut(fd: int) -> None:
    """What was to be kept was synced before, so a close that complains has nothing to say."""
    with suppress(OSError):
        os.close(fd)


def read_file(path: Path) -> bytes:
    fd = open_file(path)
    try:
        return read_all(fd)
    finally:
        shut(fd)


def read_start(path: Path, most: int) -> bytes:
    """The first bytes of a file, however long it is."""
    fd = open_file(path)
    try:
        return os.read(fd, most)
    finally:
        shut(fd)


def read_all(fd: int) -> bytes:
    """From the first byte, wherever the file stands."""
    os.lseek(fd, 0, os.SEEK_SET)
    chunks = []
    while chunk := os.read(fd, 1 << 20):
        chunks.append(chunk)
    return b"".join(chunks)


def write_all(fd: int, data: bytes) -> None:
    """Write every byte, and return when they are on the disk: the system may take fewer than it was given."""
    rest = memoryview(data)
    while rest:
        taken = os.write(fd, rest)
        if taken <= 0:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        rest = rest[taken:]
    os.fsync(fd)


def cut(fd: int, length: int) -> None:
    os.ftruncate(fd, length)
    os.fsync(fd)


def look(fd: int) -> os.stat_result:
    return os.fstat(fd)


def is_at(path: Path, found: os.stat_result) -> bool:
    """Is this the file that has this name?"""
    try:
        return os.path.samestat(path.stat(), found)
    except FileNotFoundError:
        return False


def is_taken(path: Path) -> bool:
    """Does anything have this name, be it a link that leads nowhere?"""
    try:
        os.lstat(path)
    except FileNotFoundError:
        return False
    return True


def sync_folder(folder: Path) -> None:
    """Make a new name durable: without this a power cut can lose a file whose content is safe."""
    if os.name == "nt":  # folders cannot be opened there, and the file system looks after names itself
        return
    fd = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(fd)
    except OSError as error:
        # Some memory cards cannot sync a folder at all. That is no reason not to play.
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        shut(fd)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, durably; nothing happens if it is there."""
    if folder.is_dir():
        return
    if folder.parent != folder:
        make_folder(folder.parent)
    with suppress(FileExistsError):
        folder.mkdir(FOLDER_OWNER_ONLY)
    sync_folder(folder.parent)


def names_in(folder: Path) -> list[str]:
    """A glob would take a folder that cannot be read for an empty one."""
    return sorted(path.name for path in folder.iterdir())


def create_file(path: Path, data: bytes) -> int:
    """A new durable file with this content, left open for appending; no file at all if anything fails."""
    fd = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL | BINARY, OWNER_ONLY)
    try:
        write_all(fd, data)
        sync_folder(path.parent)
    except BaseException:
        shut(fd)
        with suppress(OSError):
            path.unlink()
        raise
    return fd


def save_scrap(path: Path, data: bytes) -> None:
    """A file that is on its way to another name. Whatever a kill has left there is used up."""
    fd = open_private(path, os.O_WRONLY | os.O_TRUNC)
    try:
        write_all(fd, data)
    finally:
        shut(fd)


def move(path: Path, to: Path) -> bool:
    """Give a file another name, in place of whatever had it; False if there is nothing to move."""
    try:
        path.replace(to)
    except FileNotFoundError:
        return False
    return True


def remove(path: Path) -> None:
    path.unlink(missing_ok=True)


def keep_aside(path: Path, ending: str, data: bytes) -> Path:
    """Save bytes that are about to be cut in a file beside `path`; earlier ones are never overwritten.

    Whoever was interrupted after this and before the cut comes again with the same bytes: once is enough.
    """
    number = 1
    while True:
        aside = path.with_name(path.name + ending + (f".{number}" if number > 1 else ""))
        try:
            shut(create_file(aside, data))
        except FileExistsError:
            if _holds(aside, data):
                return aside
            number += 1
        else:
            return aside


def _holds(path: Path, data: bytes) -> bool:
    """Has this file exactly these bytes, and on the disk? When in doubt another copy does no harm."""
    try:
        fd = open_file(path, os.O_RDWR)
        try:
            if os.fstat(fd).st_size != len(data) or read_all(fd) != data:
                return False
            os.fsync(fd)
        finally:
            shut(fd)
        sync_folder(path.parent)
    except (OSError, StoreTrouble):
        return False
    return True
