from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.record import Header, Intent, Record
from companion.store import whole
from companion.store.backups import back_up, backup_path
from companion.store.files import StoreTrouble
from companion.store.parcel import pack

HEADER = Header("m1", "mousquetaires", {}, {})


def records(count: int, text: str = "line") -> list[Record]:
    made: list[Record] = []
    prev = HEADER.hash()
    for seq in range(1, count + 1):
        made.append(Record.make(seq, 0, Intent("note", {"text": f"{text} {seq}"}, id=f"#{seq}"), {}, prev))
        prev = made[-1].hash
    return made


def kept(home: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (home / "backups").iterdir()}


def test_a_backup_is_a_parcel_in_a_folder_of_its_own(tmp_path: Path) -> None:
    assert back_up(tmp_path, "m1", HEADER, records(3))
    assert kept(tmp_path) == {"m1.match": pack(HEADER, records(3))}


def test_the_same_again_is_not_written_again(tmp_path: Path) -> None:
    back_up(tmp_path, "m1", HEADER, records(3))
    before = backup_path(tmp_path, "m1").stat()
    assert not back_up(tmp_path, "m1", HEADER, records(3))
    after = backup_path(tmp_path, "m1").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_match_that_went_on_takes_the_place_of_its_beginning(tmp_path: Path) -> None:
    back_up(tmp_path, "m1", HEADER, records(3))
    assert back_up(tmp_path, "m1", HEADER, records(5))
    assert kept(tmp_path) == {"m1.match": pack(HEADER, records(5))}


@pytest.mark.parametrize("now", [records(2), records(5, "another")])
def test_what_is_not_in_the_new_one_is_kept_as_older(tmp_path: Path, now: list[Record]) -> None:
    back_up(tmp_path, "m1", HEADER, records(3))
    assert back_up(tmp_path, "m1", HEADER, now)
    assert kept(tmp_path) == {"m1.match": pack(HEADER, now), "m1.match.older": pack(HEADER, records(3))}


def test_a_backup_that_cannot_be_written_leaves_the_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    back_up(tmp_path, "m1", HEADER, records(3))

    def full(path: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(whole, "create_file", full)
    with pytest.raises(StoreTrouble, match="disk is full"):
        back_up(tmp_path, "m1", HEADER, records(5))
    assert kept(tmp_path) == {"m1.match": pack(HEADER, records(3))}


def test_an_id_is_no_path(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="match id"):
        backup_path(tmp_path, "../m1")
