from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest

from companion.boxes import load
from companion.core.match import Match
from companion.core.record import Header, Intent, Record
from companion.store import parcel
from companion.store.files import StoreTrouble
from companion.store.parcel import BadParcel, export, pack, read_bytes, unpack
from companion.store.table import OpenMatch

BOX = load("mousquetaires")


def played(path: Path, *texts: str) -> tuple[Header, list[Record]]:
    opened = OpenMatch.start(BOX, {}, path)
    for text in texts:
        opened.match.act(Intent("note", {"text": text}))
    opened.close()
    return opened.match.header, opened.match.records


def sealed(*lines: bytes, **changes: object) -> bytes:
    """A parcel as a forger makes it: the last line fits whatever stands before."""
    body = b"".join(line + b"\n" for line in lines)
    seal = {"parcel": 1, "records": len(lines) - 1, "sha256": hashlib.sha256(body).hexdigest(), **changes}
    return body + json.dumps(seal).encode() + b"\n"


def wrong(data: bytes) -> str:
    """What is said about these bytes, which must be one line."""
    with pytest.raises(BadParcel) as caught:
        unpack(data, "evening.match")
    said = str(caught.value)
    assert said.startswith("evening.match ")
    assert "\n" not in said
    assert caught.value.__cause__ is None
    return said


def test_a_parcel_is_the_journal_and_one_line_that_proves_it(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    header, records = played(path, "one", "zwei ü")
    data = pack(header, records)
    *body, seal, rest = data.split(b"\n")
    assert rest == b""
    assert b"".join(line + b"\n" for line in body) == path.read_bytes()
    assert json.loads(seal) == {"parcel": 1, "records": 2, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    assert unpack(data, "x") == parcel.Parcel(header, tuple(records))
    assert unpack(data, "x").head == records[-1].hash
    assert unpack(data.removesuffix(b"\n"), "x").records == tuple(records)


def test_a_match_without_records_travels_too(tmp_path: Path) -> None:
    header, _ = played(tmp_path / "evening.jsonl")
    assert unpack(pack(header, []), "x").head == header.hash()


def test_an_export_takes_nobody_s_place(tmp_path: Path) -> None:
    path, out = tmp_path / "evening.jsonl", tmp_path / "out.match"
    header, records = played(path, "one")
    assert export(path, out) == (1, None)
    assert out.read_bytes() == pack(header, records)
    with pytest.raises(StoreTrouble, match="already there"):
        export(path, out)
    assert out.read_bytes() == pack(header, records)


def test_of_a_damaged_match_the_sound_part_travels(tmp_path: Path) -> None:
    path, out = tmp_path / "evening.jsonl", tmp_path / "out.match"
    _, records = played(path, "one")
    path.write_bytes(path.read_bytes() + b'{"seq":2,"at"')
    before = path.read_bytes()
    count, damage = export(path, out)
    assert count == 1
    assert damage is not None
    assert unpack(out.read_bytes(), "x").records == tuple(records)
    assert path.read_bytes() == before


def test_no_byte_can_be_changed(tmp_path: Path) -> None:
    data = pack(*played(tmp_path / "evening.jsonl", "one", "two"))
    # The header is long and all of one kind: every place near the ends, and a sample of the middle.
    places = [*range(0, len(data) - 900, 97), *range(len(data) - 900, len(data) - 1)]
    for place in places:
        harmed = bytearray(data)
        harmed[place] ^= 0x01
        wrong(bytes(harmed))


def test_nothing_can_be_cut_off(tmp_path: Path) -> None:
    data = pack(*played(tmp_path / "evening.jsonl", "one"))
    for length in [*range(0, len(data) - 600, 97), *range(len(data) - 600, len(data) - 1)]:
        wrong(data[:length])


def test_what_is_wrong_is_said_in_its_own_words(tmp_path: Path) -> None:
    header, records = played(tmp_path / "evening.jsonl", "one", "two")
    data = pack(header, records)
    first, second = (record.line().encode() for record in records)
    head = header.line().encode()
    assert "is empty" in wrong(b"")
    assert "is empty" in wrong(b" \n\n")
    assert "not a match" in wrong(b"Dear diary")
    assert "not a match" in wrong(b"\xff\xfe\x00")
    assert "not a match" in wrong(b"[" * 100_000)
    assert "restore it instead" in wrong(b"PK\x03\x04 and so on")
    assert "end is missing" in wrong((tmp_path / "evening.jsonl").read_bytes())
    assert "was changed" in wrong(data.replace(b'"one"', b'"won"'))
    assert "newer companion" in wrong(data.replace(b'"parcel":1', b'"parcel":2'))
    assert "newer companion" in wrong(data.replace(b'"format":1', b'"format":99'))
    assert "was changed" in wrong(sealed(head, first, records=7))
    assert "was changed" in wrong(sealed(head, first, records=True))
    assert "record 2" in wrong(sealed(head, first, first))
    assert "record 1" in wrong(sealed(head, second))
    assert "record 2" in wrong(sealed(head, first, b"{}"))


def test_what_was_packed_replays(tmp_path: Path) -> None:
    header, records = played(tmp_path / "evening.jsonl", "one")
    found = unpack(pack(header, records), "x")
    assert Match.replay(BOX, found.header, found.records).head == records[-1].hash


def test_a_file_out_of_all_proportion_is_not_even_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.match"
    with path.open("wb") as file:
        file.truncate(parcel.LARGEST + 1)
    with pytest.raises(BadParcel, match="far too large"):
        read_bytes(path)


def test_a_match_out_of_all_proportion_is_not_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    header, records = played(tmp_path / "evening.jsonl", "one")
    monkeypatch.setattr(parcel, "LARGEST", 1000)
    with pytest.raises(StoreTrouble, match="too long"):
        pack(header, records)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_does_not_keep_us_waiting(tmp_path: Path) -> None:
    path = tmp_path / "pipe.match"
    os.mkfifo(path)
    with pytest.raises(StoreTrouble, match="not an ordinary file"):
        read_bytes(path)


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(StoreTrouble, match="There is no file"):
        read_bytes(tmp_path / "none.match")
