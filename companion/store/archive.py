"""Everything in one file: a zip of parcels and settings, and the way back from it.

An archive may come from anywhere. Nothing in it is ever unpacked to a path it names itself: a member is read into
memory, within limits, and goes to the shelf by the same door as a single parcel.
"""

from __future__ import annotations

import io
import json
import logging
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.record import BadForm, check_plain
from companion.core.words import Line, say
from companion.store.arrivals import Arrivals, Load
from companion.store.backups import backup_path
from companion.store.files import StoreTrouble
from companion.store.journal import Journal
from companion.store.parcel import ENDING, LARGEST, BadParcel, Parcel, pack, read_bytes, unpack
from companion.store.shelf import Shelf
from companion.store.whole import place_new

log = logging.getLogger(__name__)

FORMAT = 1
SETTINGS = "settings.json"
PRIVATE = "private."  # settings whose names begin so belong to this device, and stay on it
MOST_MEMBERS = 10_000
LARGEST_ARCHIVE = 256_000_000
LARGEST_UNPACKED = 1_000_000_000
LARGEST_SETTINGS = 1_000_000
MOST_SETTINGS = 200

_MATCH = re.compile(rf"matches/([A-Za-z0-9][A-Za-z0-9_-]{{0,63}}){re.escape(ENDING)}")
_KINDS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1
# The oldest time a zip can name: what is packed twice is the same twice.
_NO_TIME = (1980, 1, 1, 0, 0, 0)
# How each entry of a zip's table begins. Counted before zipfile builds an object for each of, say, five million.
_ENTRY = b"PK\x01\x02"
# What zipfile is known to raise over a zip that was made to annoy it.
_ODD = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
)


@dataclass(frozen=True, slots=True)
class Tally:
    """What came of it, in one line, and whether everything went well."""

    line: Line
    good: bool


# --- out ---


def export_all(shelf: Shelf, out: Path) -> Tally:
    """Every match of the shelf and the settings, in one new file."""
    packed = damaged = lost = 0
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        entries = sorted(shelf.entries(), key=lambda entry: entry.id)
        for entry in entries:
            found = _parcel_of(shelf, entry.id)
            if found is None:
                lost += 1
                continue
            parcel, whole = found
            packed += 1
            damaged += not whole
            _add(archive, f"matches/{entry.id}{ENDING}", pack(parcel.header, parcel.records))
        titles = {entry.id: entry.title for entry in entries if entry.title}
        settings = {name: value for name, value in shelf.settings().items() if not name.startswith(PRIVATE)}
        form = {"format": FORMAT, "settings": settings, "titles": titles}
        _add(archive, SETTINGS, json.dumps(form, sort_keys=True, allow_nan=False).encode("ascii"))
    place_new(out, buffer.getvalue())
    return Tally(
        say(
            "Packed: {packed}. Of these damaged: {damaged}. Unreadable: {lost}.",
            packed=packed,
            damaged=damaged,
            lost=lost,
        ),
        good=not damaged and not lost,
    )


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    info = zipfile.ZipInfo(name, _NO_TIME)
    info.create_system = 3  # the same on every system, and so are the rights that go with it
    info.external_attr = 0o600 << 16
    archive.writestr(info, data, zipfile.ZIP_DEFLATED)


def _parcel_of(shelf: Shelf, match_id: str) -> tuple[Parcel, bool] | None:
    """The match, and whether its journal is sound. A damaged one gives way to its backup if that has more."""
    found: Parcel | None = None
    try:
        header, records, damage = Journal.read(shelf.journal_path(match_id))
        found = Parcel(header, tuple(records))
        if damage is None:
            return found, True
    except StoreTrouble:
        pass
    path = backup_path(shelf.folder, match_id)
    try:
        kept = unpack(read_bytes(path), path.name)
    except StoreTrouble:
        return (found, False) if found else None
    if found and (kept.header != found.header or len(kept.records) <= len(found.records)):
        return found, False
    return kept, False  # the journal may have gone on after that: nobody can tell any more


# --- back ---


def restore(file: Path, shelf: Shelf, load: Load) -> Tally:
    """Take in whatever is sound in an archive. What is on the shelf stays, and so does what is set."""
    data = read_bytes(file, LARGEST_ARCHIVE)
    new = known = bad = 0
    arrivals = Arrivals(shelf, load)
    with _opened(data, file.name) as archive:
        settings, titles, sound = _read_settings(archive)
        bad += not sound
        for match_id, content in _matches(archive):
            if content is None:
                bad += 1
                continue
            try:
                arrival = arrivals.take_in(content, f"{match_id}{ENDING}", match_id, titles.get(match_id, ""))
            except BadParcel as trouble:
                log.warning("a match in an archive is unusable: %s", trouble)
                bad += 1
            else:
                new += arrival.new
                known += not arrival.new
    kept, refused = _set_what_is_not_set(shelf, settings)
    bad += bool(refused)
    return Tally(
        say(
            "Restored: {new}. Already here: {known}. Unusable: {bad}. Settings: {settings}.",
            new=new,
            known=known,
            bad=bad,
            settings=kept,
        ),
        good=not bad,
    )


def _opened(data: bytes, name: str) -> zipfile.ZipFile:
    too_much = BadParcel(say("{file} would unpack to far more than a shelf of matches.", file=name))
    if data.count(_ENTRY) > MOST_MEMBERS:
        raise too_much
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except _ODD:
        raise BadParcel(_no_archive(name)) from None
    members = archive.infolist()
    if sum(member.file_size for member in members) > LARGEST_UNPACKED:
        raise too_much
    if not any(member.filename == SETTINGS or _MATCH.fullmatch(member.filename) for member in members):
        raise BadParcel(_no_archive(name))
    return archive


def _no_archive(name: str) -> Line:
    return say("{file} is not an archive of this companion, or it is damaged.", file=name)


def _matches(archive: zipfile.ZipFile) -> Iterator[tuple[str, bytes | None]]:
    """Every member but the settings: its id and its content, or None if it is not to be trusted."""
    seen: set[str] = set()
    for member in archive.infolist():
        if member.filename == SETTINGS and SETTINGS not in seen:
            seen.add(SETTINGS)
            continue
        if member.is_dir():
            continue
        found = _MATCH.fullmatch(member.filename)
        if found is None or member.filename in seen:  # of two with one name nobody knows which is meant: the first
            yield "", None
            continue
        seen.add(member.filename)
        yield found[1], _content(archive, member, LARGEST)


def _content(archive: zipfile.ZipFile, member: zipfile.ZipInfo, most: int) -> bytes | None:
    if member.file_size > most or member.flag_bits & _ENCRYPTED or member.compress_type not in _KINDS:
        return None
    try:
        with archive.open(member) as content:
            return content.read()  # never more than the size it declares, which was looked at
    except _ODD:
        return None


def _read_settings(archive: zipfile.ZipFile) -> tuple[dict[str, Any], dict[str, str], bool]:
    """Settings, titles, and whether the member with both was sound. An archive without one is."""
    member = next((member for member in archive.infolist() if member.filename == SETTINGS), None)
    if member is None:
        return {}, {}, True
    try:
        form = json.loads((_content(archive, member, LARGEST_SETTINGS) or b"").decode("utf-8"))
        settings, titles = form["settings"], form["titles"]
        if form["format"] != FORMAT or not isinstance(settings, dict) or not isinstance(titles, dict):
            raise ValueError("another form")
        if len(settings) > MOST_SETTINGS:
            raise ValueError("too many")
        return settings, {key: title for key, title in titles.items() if _is_title(title)}, True
    except (ValueError, TypeError, LookupError, RecursionError):
        return {}, {}, False


def _is_title(title: object) -> bool:
    try:
        check_plain(title)
    except BadForm:
        return False
    return isinstance(title, str)


def _set_what_is_not_set(shelf: Shelf, settings: dict[str, Any]) -> tuple[int, int]:
    """How many were set, and how many cannot be."""
    there, kept, refused = shelf.settings(), 0, 0
    for name, value in settings.items():
        if name in there or name.startswith(PRIVATE):
            continue
        try:
            shelf.set_setting(name, value)
        except ValueError:
            refused += 1
        else:
            kept += 1
    return kept, refused
