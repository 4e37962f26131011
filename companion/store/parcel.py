"""A parcel: one match in one file that can travel.

The lines of the journal, and a last one that says how many records there are and what all bytes before it hash to.
A parcel that was cut or changed on its way is known by that. What lies in the vault is never packed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.core.record import BadForm, Header, Record, canonical, parse
from companion.core.words import Line, say
from companion.store.files import StoreTrouble, look, open_file, plainly, read_all, shut
from companion.store.formats import FromLater, header_of
from companion.store.journal import Damage, Journal
from companion.store.whole import place_new

PARCEL = 1
ENDING = ".match"
LARGEST = 64_000_000  # bytes; an evening needs a hundredth of that

_SEAL = frozenset({"parcel", "records", "sha256"})
_ZIP = b"PK\x03\x04"


class BadParcel(StoreTrouble):
    """What came is no sound parcel. Nothing is wrong with our own disk."""


@dataclass(frozen=True, slots=True)
class Parcel:
    header: Header
    records: tuple[Record, ...]

    @property
    def head(self) -> str:
        """The last hash of the chain: two parcels with the same one hold the same match."""
        return self.records[-1].hash if self.records else self.header.hash()


def journal_bytes(header: Header, records: Iterable[Record]) -> bytes:
    lines = [header.line(), *(record.line() for record in records)]
    return "".join(f"{line}\n" for line in lines).encode("utf-8")


def pack(header: Header, records: Sequence[Record]) -> bytes:
    body = journal_bytes(header, records)
    seal = {"parcel": PARCEL, "records": len(records), "sha256": _hash(body)}
    data = body + canonical(seal).encode("ascii") + b"\n"
    if len(data) > LARGEST:
        raise StoreTrouble(say("This match is too long to be packed into one file."))
    return data


def export(journal: Path, out: Path) -> tuple[int, Damage | None]:
    """Pack a match into a new file: how many records are in it, and what could not be used of the journal."""
    header, records, damage = Journal.read(journal)
    place_new(out, pack(header, records))
    return len(records), damage


def read_bytes(path: Path, most: int = LARGEST) -> bytes:
    """The content of a file that somebody gave us, if it is not out of all proportion."""
    with plainly(path):
        fd = open_file(path)
        try:
            if look(fd).st_size <= most:
                return read_all(fd)
        finally:
            shut(fd)
    raise BadParcel(say("{file} is far too large to come from this companion.", file=path.name))


def unpack(data: bytes, name: str) -> Parcel:
    """The match in these bytes, its chain verified. BadParcel says in one line what is wrong; `name` is for that."""
    if not data.strip():
        raise BadParcel(say("{file} is empty: there is no match in it.", file=name))
    if data.startswith(_ZIP):
        raise BadParcel(say("{file} is not one match but an archive of them: restore it instead.", file=name))
    header = _header(data[: _line_end(data)], name)
    text = data.removesuffix(b"\n")  # whoever strips the last line end has taken nothing away
    body = text[: text.rfind(b"\n") + 1]
    count = _sealed(text[len(body) :], body, name)
    lines = body.split(b"\n")[1:-1]
    if len(lines) != count:
        raise BadParcel(_changed(name))
    return Parcel(header, tuple(_records(header, lines, name)))


def _header(raw: bytes, name: str) -> Header:
    try:
        return header_of(parse(raw))
    except FromLater:
        raise BadParcel(_newer(name)) from None
    except ValueError:
        raise BadParcel(say("{file} is not a match of this companion, or its start is damaged.", file=name)) from None


def _sealed(raw: bytes, body: bytes, name: str) -> int:
    """How many records the last line promises. The hash is compared here."""
    try:
        seal = parse(raw)
        version = seal.get("parcel")
        if type(version) is int and version > PARCEL:
            raise BadParcel(_newer(name))
        if set(seal) != _SEAL:
            raise BadForm("another line")
    except ValueError:
        raise BadParcel(say("{file} is cut short: its end is missing.", file=name)) from None
    count = seal["records"]
    if version != PARCEL or type(count) is not int or seal["sha256"] != _hash(body):
        raise BadParcel(_changed(name))
    return count


def _records(header: Header, lines: Iterable[bytes], name: str) -> Iterable[Record]:
    # The bytes are as they were packed. If they make no chain all the same, it was not a companion that packed them.
    prev = header.hash()
    for seq, raw in enumerate(lines, 1):
        try:
            record = Record.from_plain(parse(raw))
            if record.seq != seq or record.prev != prev or not record.is_whole():
                raise BadForm("not the next record")
        except ValueError:
            line = say("{file} does not hold together: record {seq} is not what follows.", file=name, seq=seq)
            raise BadParcel(line) from None
        yield record
        prev = record.hash


def _line_end(data: bytes) -> int:
    at = data.find(b"\n")
    return len(data) if at < 0 else at


def _hash(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def _newer(name: str) -> Line:
    return say("{file} was packed by a newer companion. Update this one to take the match in.", file=name)


def _changed(name: str) -> Line:
    return say("{file} was changed after it was packed, or damaged on its way.", file=name)
