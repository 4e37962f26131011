"""The few file operations an evening depends on, and one clear sentence for each way they fail."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.core.words import Line, say

# Without this, Windows would write "\r\n" and every length we remember would be wrong.
BINARY: int = getattr(os, "O_BINARY", 0)
OWNER_ONLY = 0o600
FOLDER_OWNER_ONLY = 0o700


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


def read_all(fd: int) -> bytes:
    chunks = []
    while chunk := os.read(fd, 1 << 20):
        chunks.append(chunk)
    return b"".join(chunks)


def write_all(fd: int, data: bytes) -> None:
    """Write every byte: the system may take fewer than it was given."""
    rest = memoryview(data)
    while rest:
        taken = os.write(fd, rest)
        if taken <= 0:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        rest = rest[taken:]


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
        os.close(fd)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, durably; nothing happens if it is there."""
    if folder.is_dir():
        return
    if folder.parent != folder:
        make_folder(folder.parent)
    with suppress(FileExistsError):
        folder.mkdir(FOLDER_OWNER_ONLY)
    sync_folder(folder.parent)


def create_file(path: Path, data: bytes) -> int:
    """A new durable file with this content, left open for appending; no file at all if anything fails."""
    fd = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL | BINARY, OWNER_ONLY)
    try:
        write_all(fd, data)
        os.fsync(fd)
        sync_folder(path.parent)
    except BaseException:
        with suppress(OSError):
            os.close(fd)
        with suppress(OSError):
            path.unlink()
        raise
    return fd


def keep_aside(path: Path, ending: str, data: bytes) -> Path:
    """Save bytes that are about to be cut in a new file beside `path`; earlier ones are never overwritten."""
    number = 1
    while True:
        aside = path.with_name(path.name + ending + (f".{number}" if number > 1 else ""))
        try:
            os.close(create_file(aside, data))
        except FileExistsError:
            number += 1
        else:
            return aside
