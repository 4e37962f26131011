"""Where TinyDB writes: a file that is there whole, with the one before it beside it."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from tinydb.storages import Storage

from companion.core.words import say
from companion.store.files import (
    StoreTrouble,
    keep_aside,
    move,
    plainly,
    read_file,
    remove,
    save_scrap,
    sync_folder,
)

DAMAGED = ".damaged"
Tables = dict[str, dict[str, Any]]


class ShelfDamaged(StoreTrouble):
    """Neither the shelf's file nor the one before it can be read."""


class AtomicStorage(Storage):
    """TinyDB's storage with no moment in which a kill loses anything.

    The new content is complete and on the disk under another name before it takes the place of the old one,
    and the old one stays as `.bak`.
    """

    def __init__(self, path: Path, understood: Callable[[bytes], Tables | None]) -> None:
        """`understood` makes tables of the bytes of a file, or says that they are no sound one."""
        self.path = path
        self.backup = path.with_name(path.name + ".bak")
        self._understood = understood
        self._known = False
        self._unsound: bytes | None = None  # what the last reading found in the place of the shelf

    def read(self) -> Tables | None:
        """Touches nothing, because another copy of the app may be writing."""
        with plainly(self.path):
            main = _content(self.path)
            tables = self._sense_of(main)
            self._unsound = main if tables is None else None
            if tables is None:
                # No main file but a backup: we were killed between the two renames of `write`.
                backup = _content(self.backup)
                tables = self._sense_of(backup)
                if tables is None and main is None and backup is None:
                    if self._known:  # somebody removed it: an empty list would be saved over nothing
                        raise FileNotFoundError(errno.ENOENT, "the shelf is gone")
                    return None
        if tables is None:
            raise ShelfDamaged(say("The list of matches is damaged. Start the companion again to repair it."))
        self._known = True
        return tables

    @property
    def damaged(self) -> bool:
        """Did the last reading have to do with the copy, because the shelf itself could not be read?"""
        return self._unsound is not None

    def write(self, data: Mapping[str, Mapping[str, Any]]) -> None:
        raw = json.dumps(data, allow_nan=False).encode("ascii")
        # A fixed name, so that what a kill leaves behind is used up by the next write.
        fresh = self.path.with_name(self.path.name + ".tmp")
        with plainly(self.path):
            if self._unsound is not None:  # it must not become the backup
                self._set_aside(self.path, self._unsound)
            try:
                save_scrap(fresh, raw)
                moved = move(self.path, self.backup)
                try:
                    move(fresh, self.path)
                    sync_folder(self.path.parent)
                except OSError:
                    # Trouble means that nothing has changed, so the one before gets its place back.
                    with suppress(OSError):
                        if moved:
                            move(self.backup, self.path)
                        else:
                            remove(self.path)
                    raise
            except OSError:
                with suppress(OSError):
                    remove(fresh)
                raise
        self._known, self._unsound = True, None

    def repair(self) -> Path | None:
        """Put what cannot be read out of the way; its name. Nothing may be written by others meanwhile."""
        kept: list[Path] = []
        with plainly(self.path):
            for path in (self.path, self.backup):
                raw = _content(path)
                if raw is None:
                    continue
                if self._understood(raw) is not None:
                    break
                kept.append(self._set_aside(path, raw))
        self._unsound = None
        return kept[0] if kept else None

    def _sense_of(self, raw: bytes | None) -> Tables | None:
        return None if raw is None else self._understood(raw)

    def _set_aside(self, path: Path, raw: bytes) -> Path:
        kept = keep_aside(self.path, DAMAGED, raw)
        remove(path)
        sync_folder(path.parent)
        return kept


def _content(path: Path) -> bytes | None:
    try:
        return read_file(path)
    except FileNotFoundError:
        return None
