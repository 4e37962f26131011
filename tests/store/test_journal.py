from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.record import Header, Intent, Record, canonical, digest
from companion.store import journal
from companion.store.files import StoreTrouble
from companion.store.journal import Journal

HEADER = Header("m1", "mousquetaires", {"players": 4}, {"time": 12}, at=1_700_000_000_000, app="0.1.0")


def chain(count: int, header: Header = HEADER) -> list[Record]:
    records: list[Record] = []
    prev = header.hash()
    for seq in range(1, count + 1):
        intent = Intent("note", {"text": f"Épée {seq}"}, id=f"i{seq}")
        records.append(Record.make(seq, 1_000 + seq, intent, {"faces": [seq, 2]}, prev))
        prev = records[-1].hash
    return records


def unchecked(record: Record, result: dict[str, Any]) -> Record:
    """The same record with a result that `Record.make` would not let through, and a hash that fits it."""
    body = {**record.plain(), "result": result}
    del body["hash"]
    return replace(record, result=result, _hash=digest(body))


def lines(records: list[Record], header: Header = HEADER) -> list[bytes]:
    return [header.line().encode() + b"\n", *(record.line().encode() + b"\n" for record in records)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "m1.jsonl"


def written(path: Path, records: list[Record]) -> Path:
    path.write_bytes(b"".join(lines(records)))
    return path


def test_what_is_appended_is_there_when_opened(path: Path) -> None:
    records = chain(3)
    with Journal.create(path, HEADER) as journal:
        for record in records:
            journal.append(record)
    assert path.read_bytes() == b"".join(lines(records))
    with Journal.open(path) as journal:
        assert (journal.header, journal.records, journal.damage) == (HEADER, records, None)


def test_an_opened_match_goes_on(path: Path) -> None:
    records = chain(4)
    written(path, records[:2])
    with Journal.open(path) as journal:
        journal.append(records[2])
        journal.append(records[3])
    assert Journal.read(path) == (HEADER, records, None)


def test_create_refuses_an_existing_file_and_leaves_it(path: Path) -> None:
    path.write_text("mine")
    with pytest.raises(StoreTrouble, match="already there"):
        Journal.create(path, HEADER)
    assert path.read_text() == "mine"


@pytest.mark.parametrize("header", [replace(HEADER, match="\ud800"), replace(HEADER, options={"x": 0.5})])
def test_create_refuses_a_header_that_could_not_be_read_back(path: Path, header: Header) -> None:
    with pytest.raises(ValueError, match=r"."):
        Journal.create(path, header)
    assert not path.exists()


@pytest.mark.skipif(os.name != "posix", reason="file modes are a POSIX matter")
def test_the_match_and_what_is_cut_off_are_for_their_owner_only(path: Path) -> None:
    Journal.create(path, HEADER).close()
    with path.open("ab") as file:
        file.write(b"garbage")
    Journal.open(path).close()
    for file_path in (path, path.with_name("m1.jsonl.torn")):
        assert stat.S_IMODE(file_path.stat().st_mode) == 0o600


def test_the_tail_may_be_cut_at_every_byte(path: Path, tmp_path: Path) -> None:
    records = chain(3)
    parts = lines(records)
    before, last = b"".join(parts[:-1]), parts[-1]
    for cut in range(len(last) + 1):
        path.write_bytes(before + last[:cut])
        whole = cut >= len(last) - 1
        torn = cut > 0 and not whole
        with Journal.open(path) as journal:
            assert journal.records == (records if whole else records[:2])
            assert (journal.damage is not None) is torn
            if journal.damage is not None:
                assert journal.damage.kept is not None
                assert journal.damage.kept.read_bytes() == last[:cut]
                journal.damage.kept.unlink()
            if not whole:
                journal.append(records[2])
        assert path.read_bytes() == before + last
        assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("seq", [1, 2, 3])
def test_a_garbled_line_is_cut_with_everything_after_it(path: Path, seq: int) -> None:
    records = chain(4)
    parts = lines(records)
    parts[seq] = b"\x00\xff garbled\n"
    path.write_bytes(b"".join(parts))
    with Journal.open(path) as journal:
        assert journal.records == records[: seq - 1]
        damage = journal.damage
    assert damage is not None
    assert damage.kept is not None
    assert damage.kept.read_bytes() == b"".join(parts[seq:])
    assert damage.lines == 5 - seq
    assert damage.kept.name in damage.line.read()
    assert str(5 - seq) in damage.line.read()
    assert f"Record {seq} cannot be read" in damage.why.read()
    assert path.read_bytes() == b"".join(parts[:seq])


def test_one_lost_line_is_spoken_of_in_the_singular(path: Path) -> None:
    path.write_bytes(b"".join(lines(chain(1))) + b'{"seq":2')
    with Journal.open(path) as journal:
        assert journal.damage is not None
        assert "One line was kept aside in m1.jsonl.torn" in journal.damage.line.read()


def test_a_changed_record_is_found_by_its_hash(path: Path) -> None:
    records = chain(3)
    forged = replace(records[1], result={"faces": [6, 6]})
    written(path, [records[0], forged, records[2]])
    with Journal.open(path) as journal:
        assert journal.records == records[:1]
        assert journal.damage is not None
        assert "changed after it was written" in journal.damage.why.read()


def test_a_duplicate_line_is_found_by_the_chain(path: Path) -> None:
    records = chain(3)
    written(path, [records[0], records[1], records[1], records[2]])
    with Journal.open(path) as journal:
        assert journal.records == records[:2]
        assert journal.damage is not None
        assert "does not follow" in journal.damage.why.read()


def test_a_record_from_another_chain_is_found_even_with_the_right_number(path: Path) -> None:
    records = chain(3)
    stranger = Record.make(2, 5, Intent("note"), {}, "0" * 64)
    written(path, [records[0], stranger, records[2]])
    assert Journal.read(path)[1] == records[:1]


def test_a_missing_last_newline_is_no_damage_and_is_added(path: Path) -> None:
    records = chain(3)
    whole = b"".join(lines(records[:2]))
    path.write_bytes(whole[:-1])
    with Journal.open(path) as journal:
        assert (journal.records, journal.damage) == (records[:2], None)
        assert path.read_bytes() == whole
        journal.append(records[2])
    assert Journal.read(path) == (HEADER, records, None)


def test_a_header_without_newline_is_a_match_without_records(path: Path) -> None:
    path.write_bytes(HEADER.line().encode())
    with Journal.open(path) as journal:
        assert (journal.records, journal.damage) == ([], None)
        journal.append(chain(1)[0])
    assert Journal.read(path) == (HEADER, chain(1), None)


def test_files_that_went_through_windows_open(path: Path) -> None:
    path.write_bytes(b"".join(lines(chain(2))).replace(b"\n", b"\r\n"))
    with Journal.open(path) as journal:
        assert (journal.records, journal.damage) == (chain(2), None)


def test_earlier_kept_parts_are_never_overwritten(path: Path, tmp_path: Path) -> None:
    written(path, chain(1))
    for text in (b"first", b"second"):
        with path.open("ab") as file:
            file.write(text)
        Journal.open(path).close()
    assert (tmp_path / "m1.jsonl.torn").read_bytes() == b"first"
    assert (tmp_path / "m1.jsonl.torn.2").read_bytes() == b"second"


def test_the_rest_is_safe_aside_before_the_match_is_cut(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(path, chain(1))
    with path.open("ab") as file:
        file.write(b"torn")
    before = path.read_bytes()

    def cut(fd: int, length: int) -> None:
        assert path.with_name("m1.jsonl.torn").read_bytes() == b"torn"
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "ftruncate", cut)
    with pytest.raises(StoreTrouble, match="Input/output"):
        Journal.open(path)
    assert path.read_bytes() == before


def test_a_match_that_cannot_be_kept_aside_is_not_cut(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(path, chain(1))
    with path.open("ab") as file:
        file.write(b"torn")
    before = path.read_bytes()
    monkeypatch.setattr(os, "write", failing(errno.ENOSPC))
    with pytest.raises(StoreTrouble, match="disk is full"):
        Journal.open(path)
    assert path.read_bytes() == before
    assert not path.with_name("m1.jsonl.torn").exists()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"\n", "is empty"),
        (b"\xff\xfe", "not a match file"),
        (b"hello\n", "not a match file"),
        (b'{"format":1}\n', "not a match file"),
        (b"[" * 100_000, "not a match file"),
        (HEADER.line().encode()[:-1], "not a match file"),
        (canonical({**HEADER.plain(), "match": "X"}).replace("X", "\\ud800").encode(), "not a match file"),
        (canonical({**HEADER.plain(), "format": 99}).encode() + b"\nmore", "newer"),
    ],
)
def test_a_file_without_a_header_is_refused_in_one_line_and_left_alone(path: Path, content: bytes, words: str) -> None:
    path.write_bytes(content)
    for attempt in (Journal.open, Journal.read, Journal.peek):
        with pytest.raises(StoreTrouble, match=words) as caught:
            attempt(path)
        assert "\n" not in str(caught.value)
        assert "m1.jsonl" in str(caught.value)
    assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]


def test_a_changed_header_does_not_cut_the_evening(path: Path) -> None:
    content = b"".join(lines(chain(3), HEADER)).replace(b'"players":4', b'"players":5', 1)
    path.write_bytes(content)
    with pytest.raises(StoreTrouble, match="first line"):
        Journal.open(path)
    assert path.read_bytes() == content


def test_read_changes_nothing(path: Path, tmp_path: Path) -> None:
    records = chain(3)
    for content in (b"".join(lines(records))[:-1], b"".join(lines(records[:2])) + b"torn\nand more"):
        path.write_bytes(content)
        before = path.stat()
        _, found, damage = Journal.read(path)
        assert found == records[: len(found)]
        assert path.read_bytes() == content
        assert path.stat().st_mtime_ns == before.st_mtime_ns
        assert list(tmp_path.iterdir()) == [path]
    assert damage is not None
    assert (damage.lines, damage.kept) == (2, None)
    assert "2 lines cannot be used" in damage.line.read()


def test_peek_needs_only_the_header(path: Path) -> None:
    path.write_bytes(HEADER.line().encode() + b"\n" + b"x" * 10_000)
    assert Journal.peek(path) == HEADER


@pytest.mark.parametrize(
    "wrong",
    [
        lambda second: replace(second, seq=3),
        lambda second: Record.make(3, second.at, second.intent, second.result, second.prev),
        lambda second: Record.make(2, second.at, second.intent, second.result, "0" * 64),
        lambda second: replace(second, at=0),
        lambda second: unchecked(second, {"x": 0.5}),
        lambda second: unchecked(second, {"x": "long" * 1_000}),
    ],
)
def test_append_refuses_what_open_would_cut(path: Path, wrong: Callable[[Record], Record]) -> None:
    records = chain(2)
    with Journal.create(path, HEADER) as journal:
        journal.append(records[0])
        with pytest.raises(ValueError, match="not the next record"):
            journal.append(wrong(records[1]))
        journal.append(records[1])
    assert Journal.read(path) == (HEADER, records, None)


@pytest.mark.parametrize("at_once", [1, 2, 5, 200])
def test_many_records_are_appended_at_once(path: Path, monkeypatch: pytest.MonkeyPatch, at_once: int) -> None:
    records = chain(200)
    synced: list[int] = []
    real = os.fsync

    def fsync(fd: int) -> None:
        synced.append(fd)
        real(fd)

    with Journal.create(path, HEADER) as journal:
        monkeypatch.setattr(os, "fsync", fsync)
        for start in range(0, len(records), at_once):
            journal.append(*records[start : start + at_once])
    assert Journal.read(path) == (HEADER, records, None)
    assert len(synced) == 200 // at_once  # the disk is asked once for all of them


@pytest.mark.parametrize("at", [0, 1, 3])
def test_of_many_records_one_that_does_not_follow_keeps_all_from_being_written(path: Path, at: int) -> None:
    records = chain(5)
    with Journal.create(path, HEADER) as journal:
        journal.append(records[0])
        before = path.read_bytes()
        wrong = records[1:]
        wrong[at] = replace(wrong[at], at=0)
        with pytest.raises(ValueError, match="not the next record"):
            journal.append(*wrong)
        with pytest.raises(ValueError, match="not the next record"):
            journal.append(*records[2:])
        assert path.read_bytes() == before
        journal.append(*records[1:])
    assert Journal.read(path) == (HEADER, records, None)


def failing(number: int) -> Callable[..., Any]:
    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


def half_written(fd: int, data: memoryview) -> int:
    real_write(fd, data[: len(data) // 2])
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


real_write = os.write


@pytest.mark.parametrize(
    ("name", "failure", "words"),
    [
        ("write", failing(errno.ENOSPC), "disk is full"),
        ("write", failing(errno.EIO), "Input/output"),
        ("write", half_written, "disk is full"),
        ("fsync", failing(errno.EIO), "Input/output"),
        ("fstat", failing(errno.EIO), "Input/output"),
    ],
)
@pytest.mark.parametrize("many", [1, 2, 9])
def test_a_failed_append_leaves_nothing_and_may_be_tried_again(
    path: Path, monkeypatch: pytest.MonkeyPatch, name: str, failure: Callable[..., Any], words: str, many: int
) -> None:
    records = chain(many + 2)
    with Journal.create(path, HEADER) as journal:
        journal.append(records[0])
        before = path.read_bytes()
        with monkeypatch.context() as broken:
            broken.setattr(os, name, failure)
            for _ in range(2):
                with pytest.raises(StoreTrouble, match=words):
                    journal.append(*records[1 : many + 1])
                assert path.read_bytes() == before
        journal.append(*records[1 : many + 1])
        journal.append(records[-1])
    assert Journal.read(path) == (HEADER, records, None)


def test_a_half_line_that_could_not_be_cut_back_at_once_is_cut_before_the_next(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = chain(2)
    with Journal.create(path, HEADER) as journal:
        journal.append(records[0])
        with monkeypatch.context() as broken:
            broken.setattr(os, "write", half_written)
            broken.setattr(os, "ftruncate", failing(errno.EIO))
            with pytest.raises(StoreTrouble, match="disk is full"):
                journal.append(records[1])
            with pytest.raises(StoreTrouble, match="Input/output"):
                journal.append(records[1])
        journal.append(records[1])
    assert Journal.read(path) == (HEADER, records, None)


def test_an_interrupted_append_is_cut_before_the_next(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(fd: int) -> None:
        raise KeyboardInterrupt

    records = chain(2)
    with Journal.create(path, HEADER) as journal:
        journal.append(records[0])
        with monkeypatch.context() as broken:
            broken.setattr(os, "fsync", interrupted)
            with pytest.raises(KeyboardInterrupt):
                journal.append(records[1])
        journal.append(records[1])
    assert Journal.read(path) == (HEADER, records, None)


def test_short_writes_make_whole_lines(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "write", lambda fd, data: real_write(fd, bytes(data)[:7]))
    with Journal.create(path, HEADER) as journal:
        journal.append(chain(1)[0])
    assert Journal.read(path) == (HEADER, chain(1), None)


def test_append_returns_after_the_sync_and_costs_the_same_however_long_the_match(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    def counted(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            calls.append(name)
            return real(*args)

        return call

    records = chain(200)
    with Journal.create(path, HEADER) as journal:
        for name in ("write", "fsync", "read", "ftruncate", "lseek", "open"):
            monkeypatch.setattr(os, name, counted(name, getattr(os, name)))
        for record in records:
            calls.clear()
            journal.append(record)
            assert calls == ["write", "fsync"]


def test_two_writers_do_not_overwrite_each_other(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records = chain(2)
    other = Record.make(1, 9, Intent("note"), {}, HEADER.hash())
    monkeypatch.setattr(journal, "hold", lambda fd: None)  # as on a memory card that knows no locks
    with Journal.create(path, HEADER) as first, Journal.open(path) as second:
        first.append(records[0])
        with pytest.raises(StoreTrouble, match="changed by something else"):
            second.append(other)
        first.append(records[1])
    assert Journal.read(path) == (HEADER, records, None)


@pytest.mark.skipif(os.name != "posix", reason="elsewhere an open file cannot be deleted")
def test_a_match_deleted_while_it_is_open_is_brought_back_whole(path: Path) -> None:
    records = chain(3)
    with Journal.create(path, HEADER) as journal:
        journal.append(records[0])
        for record in records[1:]:
            path.unlink()
            journal.append(record)
            assert Journal.read(path) == (HEADER, records[: record.seq], None)
        with pytest.raises(StoreTrouble, match="another copy"):
            Journal.open(path)  # the lock came with it


@pytest.mark.skipif(os.name != "posix", reason="elsewhere an open file cannot be replaced")
def test_a_match_replaced_while_it_is_open_overwrites_nothing_and_loses_nothing(path: Path) -> None:
    records = chain(2)
    with Journal.create(path, HEADER) as journal:
        journal.append(records[0])
        path.unlink()
        path.write_bytes(b"somebody else's")
        for _ in range(2):
            with pytest.raises(StoreTrouble, match=r"replaced by another file.*safe in m1.jsonl.replaced"):
                journal.append(records[1])
    assert path.read_bytes() == b"somebody else's"
    assert Journal.read(path.with_name("m1.jsonl.replaced")) == (HEADER, records[:1], None)
    assert len(list(path.parent.iterdir())) == 2


def test_missing_folder_missing_file_and_folder_in_place_of_a_file(tmp_path: Path) -> None:
    with pytest.raises(StoreTrouble, match=r"The folder .* is missing"):
        Journal.create(tmp_path / "gone" / "m1.jsonl", HEADER)
    for attempt in (Journal.open, Journal.read, Journal.peek):
        with pytest.raises(StoreTrouble, match="There is no file"):
            attempt(tmp_path / "m1.jsonl")
        with pytest.raises(StoreTrouble):
            attempt(tmp_path)


@pytest.mark.parametrize(("number", "words"), [(errno.EACCES, "permission"), (errno.EROFS, "only be read")])
def test_permission_and_read_only(path: Path, monkeypatch: pytest.MonkeyPatch, number: int, words: str) -> None:
    monkeypatch.setattr(os, "open", failing(number))
    with pytest.raises(StoreTrouble, match=words):
        Journal.create(path, HEADER)
    with pytest.raises(StoreTrouble, match=words):
        Journal.open(path)


def test_a_closed_journal_takes_nothing(path: Path) -> None:
    journal = Journal.create(path, HEADER)
    journal.close()
    journal.close()
    with pytest.raises(ValueError, match="closed"):
        journal.append(chain(1)[0])
    assert Journal.read(path) == (HEADER, [], None)


def test_the_command_line_plays_without_loading_tinydb() -> None:
    check = "import sys, companion.store.journal; sys.exit('tinydb' in sys.modules)"
    root = Path(__file__).parents[2]
    assert subprocess.run([sys.executable, "-c", check], cwd=root, check=False).returncode == 0


WHOLE = b"".join(lines(chain(4)))


@settings(max_examples=150, deadline=None)
@given(
    at=st.integers(0, len(WHOLE)),
    out=st.integers(0, 40),
    put=st.one_of(st.binary(max_size=20), st.sampled_from([b"\n", b'"', b"{", b"9", WHOLE[-300:]])),
)
def test_any_damage_opens_in_part_or_is_refused_and_loses_no_byte(
    tmp_path_factory: pytest.TempPathFactory, at: int, out: int, put: bytes
) -> None:
    path = tmp_path_factory.mktemp("match") / "m1.jsonl"
    content = WHOLE[:at] + put + WHOLE[at + out :]
    path.write_bytes(content)
    try:
        with Journal.open(path) as journal:
            records, damage = journal.records, journal.damage
    except StoreTrouble:
        assert path.read_bytes() == content
        return
    assert records == chain(4)[: len(records)]
    kept = damage.kept.read_bytes() if damage is not None and damage.kept is not None else b""
    assert path.read_bytes() + kept in (content, content + b"\n")
    assert Journal.read(path)[1:] == (records, None)
