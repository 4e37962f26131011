"""A second copy of every finished match, in a folder of its own. Nobody has to think of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.core.record import Header, Record
from companion.store.files import keep_aside, make_folder, plainly, read_file
from companion.store.parcel import ENDING, pack
from companion.store.shelf import check_id
from companion.store.whole import place_over

OLDER = ".older"


def backup_path(home: Path, match_id: str) -> Path:
    check_id(match_id)
    return home / "backups" / f"{match_id}{ENDING}"


def back_up(home: Path, match_id: str, header: Header, records: Sequence[Record]) -> bool:
    """Keep a parcel of this match as it is now. False: the one that is kept is the same already."""
    path, data = backup_path(home, match_id), pack(header, records)
    with plainly(path):
        make_folder(path.parent)
        before = _content(path)
        if before == data:
            return False
        if before is not None and not _goes_on(before, data):
            # The journal has lost its end since, or this is another match: the copy may be all there is.
            keep_aside(path, OLDER, before)
    place_over(path, data)
    return True


def _goes_on(before: bytes, data: bytes) -> bool:
    """Is everything of the earlier parcel, but for its last line, at the start of this one?"""
    return data.startswith(before[: before.removesuffix(b"\n").rfind(b"\n") + 1])


def _content(path: Path) -> bytes | None:
    try:
        return read_file(path)
    except FileNotFoundError:
        return None
