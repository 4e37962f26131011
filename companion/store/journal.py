"""The journal: one append-only file per match. What it has acknowledged is on the disk.

Opening trusts nothing: every line must be readable, carry the next number, name the hash of the line before
and fit its own hash. From the first line that does not, the rest is copied to a file beside the journal, and
only then cut off.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.core.record import LONGEST_LINE, Header, Record, parse
from companion.core.words import Line, say, say_n
from companion.store.files import (
    APPENDING,
    StoreTrouble,
    create_file,
    cut,
    is_at,
    keep_aside,
    look,
    make_folder,
    open_file,
    plainly,
    read_all,
    read_file,
    read_start,
    shut,
    write_all,
)
from companion.store.formats import FromLater, header_of
from companion.store.lock import hold

TORN = ".torn"
REPLACED = ".replaced"


@dataclass(frozen=True, slots=True)
class Damage:
    """What was wrong with a match file, and where the unusable part is now."""

    line: Line  # what the table is told
    why: Line  # what is wrong with the first bad line
    lines: int
    kept: Path | None  # None: it was only looked at, and is still where it was


@dataclass(frozen=True, slots=True)
class _Reading:
    header: Header
    records: list[Record]
    good: int  # bytes from the start to the end of the last whole record
    why: Line | None  # what is wrong with the line after that

    def lines_lost(self, data: bytes) -> int:
        rest = data[self.good :]
        return rest.count(b"\n") + (not rest.endswith(b"\n"))


class Journal:
    """A match file, open for appending. One thread at a time."""

    def __init__(self, path: Path, fd: int, reading: _Reading, length: int, damage: Damage | None) -> None:
        self.path = path
        self.header = reading.header
        self.records = reading.records  # as read; what is appended later is the caller's to remember
        self.damage = damage
        self._fd: int | None = fd
        self._length = length
        self._seq = len(reading.records)
        self._tip = reading.records[-1].hash if reading.records else reading.header.hash()
        self._unsettled = False  # bytes of ours may lie behind `_length`, from an append that did not finish

    @staticmethod
    def create(path: Path, header: Header) -> Journal:
        raw = header.line().encode("utf-8") + b"\n"
        if header_of(parse(raw)).hash() != header.hash():
            raise ValueError("this header could not be read back")
        with plainly(path):
            fd = _created(path, raw)
        return Journal(path, fd, _Reading(header, [], len(raw), None), len(raw), None)

    @staticmethod
    def open(path: Path) -> Journal:
        with plainly(path):
            fd = open_file(path, APPENDING)
            try:
                hold(fd)
                data = read_all(fd)
                reading = _read(data, path)
                damage = None
                length = reading.good
                if reading.why is not None:
                    kept = keep_aside(path, TORN, data[reading.good :])
                    damage = _kept_aside(reading.why, reading.lines_lost(data), kept)
                    cut(fd, length)
                elif not data.endswith(b"\n"):
                    write_all(fd, b"\n")
                    length += 1
            except BaseException:
                shut(fd)
                raise
        return Journal(path, fd, reading, length, damage)

    @staticmethod
    def read(path: Path) -> tuple[Header, list[Record], Damage | None]:
        """Look without touching."""
        with plainly(path):
            data = read_file(path)
        reading = _read(data, path)
        damage = None if reading.why is None else _left_out(reading.why, reading.lines_lost(data))
        return reading.header, reading.records, damage

    @staticmethod
    def peek(path: Path) -> Header:
        """Only the first line, however long the match."""
        with plainly(path):
            start = read_start(path, LONGEST_LINE + 1)
        return _header(start[: _end_of_line(start, 0)], path)

    def append(self, *records: Record) -> None:
        """Returns when all of them are on the disk. After StoreTrouble none of them counts, and may be tried again."""
        if self._fd is None:
            raise ValueError("this journal is closed")
        seq, tip, lines = self._seq, self._tip, []
        for record in records:
            raw = record.line().encode("utf-8") + b"\n"
            # Read it back as `open` will: a line that would be cut off tomorrow must not be accepted today.
            fault = _follow(raw, seq + 1, tip)
            if isinstance(fault, Line):
                raise ValueError(f"not the next record: {fault.read()}")
            seq, tip = record.seq, record.hash
            lines.append(raw)
        whole = b"".join(lines)
        with plainly(self.path):
            fd = self._settle(self._fd)
            self._unsettled = True
            try:
                write_all(fd, whole)
            except OSError:
                with suppress(OSError):
                    self._settle(fd)
                raise
            self._unsettled = False
        self._length += len(whole)
        self._seq, self._tip = seq, tip

    def _settle(self, fd: int) -> int:
        """Make sure that what comes next is written behind the last record, and where it will be found again.

        What our own unfinished append left behind is cut. Bytes that are not ours are left alone, and reported.
        """
        if self._unsettled:
            cut(fd, self._length)
            self._unsettled = False
        found = look(fd)
        if found.st_size != self._length:
            raise StoreTrouble(
                say("{file} was changed by something else. Close this match and open it again.", file=self.path.name)
            )
        # Some file systems do not count names, so a file that seems to have none is looked for.
        if found.st_nlink == 0 and not is_at(self.path, found):
            return self._bring_back(fd)
        return fd

    def _bring_back(self, fd: int) -> int:
        """Somebody has deleted the file of the open match. Until it is closed everything is still there: save it."""
        data = read_all(fd)
        make_folder(self.path.parent)
        try:
            new = _created(self.path, data)
        except FileExistsError:
            kept = keep_aside(self.path, REPLACED, data)
            raise StoreTrouble(
                say(
                    "{file} was replaced by another file. What was played here so far is safe in {kept}.",
                    file=self.path.name,
                    kept=kept.name,
                )
            ) from None
        self._fd = new
        shut(fd)
        return new

    def close(self) -> None:
        fd, self._fd = self._fd, None
        if fd is not None:
            shut(fd)

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _read(data: bytes, path: Path) -> _Reading:
    good = _end_of_line(data, 0)
    header = _header(data[:good], path)
    records: list[Record] = []
    tip = header.hash()
    while good < len(data):
        end = _end_of_line(data, good)
        found = _follow(data[good:end], len(records) + 1, tip)
        if isinstance(found, Line):
            if not records and _is_first_record(data[good:end]):
                # The records are sound and the header is not: cutting here would cut the whole evening.
                raise StoreTrouble(say("The first line of {file} was changed: this is not its match.", file=path.name))
            return _Reading(header, records, good, found)
        records.append(found)
        tip = found.hash
        good = end
    return _Reading(header, records, good, None)


def _end_of_line(data: bytes, start: int) -> int:
    """Where the next line starts, or the end of the data."""
    at = data.find(b"\n", start)
    return len(data) if at < 0 else at + 1


def _created(path: Path, data: bytes) -> int:
    fd = create_file(path, data)
    try:
        hold(fd)
    except BaseException:
        shut(fd)
        raise
    return fd


def _header(raw: bytes, path: Path) -> Header:
    if not raw.strip():
        raise StoreTrouble(say("{file} is empty: there is no match in it.", file=path.name))
    try:
        return header_of(parse(raw))
    except FromLater:
        raise StoreTrouble(
            say("{file} was written by a newer companion. Update this one to open the match.", file=path.name)
        ) from None
    except ValueError:
        raise StoreTrouble(say("{file} is not a match file, or its first line is damaged.", file=path.name)) from None


def _follow(raw: bytes, seq: int, tip: str) -> Record | Line:
    """The record in this line if it is the one that comes next, or what is wrong with it."""
    try:
        record = Record.from_plain(parse(raw))
    except ValueError:
        return say("Record {seq} cannot be read.", seq=seq)
    if record.seq != seq or record.prev != tip:
        return say("Record {seq} does not follow the one before it.", seq=seq)
    if not record.is_whole():
        return say("Record {seq} was changed after it was written.", seq=seq)
    return record


def _is_first_record(raw: bytes) -> bool:
    try:
        record = Record.from_plain(parse(raw))
        return record.seq == 1 and record.is_whole()
    except ValueError:
        return False


def _kept_aside(why: Line, lines: int, kept: Path) -> Damage:
    told = say_n(
        "The end of this match was damaged. One line was kept aside in {file}; everything before it is safe.",
        "The end of this match was damaged. {n} lines were kept aside in {file}; everything before them is safe.",
        lines,
        file=kept.name,
    )
    return Damage(told, why, lines, kept)


def _left_out(why: Line, lines: int) -> Damage:
    told = say_n(
        "The end of this match is damaged. One line cannot be used; everything before it is safe.",
        "The end of this match is damaged. {n} lines cannot be used; everything before them is safe.",
        lines,
    )
    return Damage(told, why, lines, None)
