"""Files that are there whole or not at all.

The content is complete and on the disk under a name nobody looks for before it gets its own. A kill in between
leaves that scrap behind, and nothing else.
"""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.store.files import create_file, plainly, sync_folder

SCRAP = ".part"


def place_new(path: Path, data: bytes) -> None:
    """A new file; StoreTrouble if the name is taken, and whatever has it is left alone."""
    with plainly(path), _scrap(path, data) as scrap:
        _name(scrap, path)
        try:
            sync_folder(path.parent)
        except OSError:
            with suppress(OSError):
                path.unlink()
            raise


def place_over(path: Path, data: bytes) -> None:
    """A file in the place of the one that had this name, if any did."""
    with plainly(path), _scrap(path, data) as scrap:
        scrap.replace(path)
        sync_folder(path.parent)


@contextmanager
def _scrap(path: Path, data: bytes) -> Iterator[Path]:
    # A name of its own each time: two copies of the app must not write into the same scrap.
    scrap = path.parent / f".{secrets.token_hex(8)}{SCRAP}"
    os.close(create_file(scrap, data))
    try:
        yield scrap
    finally:
        with suppress(OSError):
            scrap.unlink(missing_ok=True)


def _name(scrap: Path, path: Path) -> None:
    try:
        path.hardlink_to(scrap)  # unlike a rename, this never takes the place of another file
    except FileExistsError:
        raise
    except OSError:
        # Android and memory cards allow a file one name only. To look first is the best that is left there.
        if path.exists() or path.is_symlink():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
        scrap.rename(path)
