from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from companion.store import cabinet, whole
from companion.store.cabinet import DAMAGED, LONGEST, Cabinet, Papers, cabinet_path
from companion.store.files import StoreTrouble

PAPERS = Papers({"plot": 2, "balm": 1}, ("missing", "held"), "Planchet is mine", herself=True)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "m1.jsonl"


def test_what_is_kept_is_there_for_the_next_process(journal: Path) -> None:
    Cabinet(journal).keep(PAPERS)
    assert Cabinet(journal).read() == PAPERS
    Cabinet(journal).keep(Papers(notes="Nobody is"))
    assert Cabinet(journal).read() == Papers(notes="Nobody is")


def test_before_anything_is_kept_there_is_nothing_and_no_file(journal: Path) -> None:
    assert Cabinet(journal).read() == Papers()
    assert list(journal.parent.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="file modes are a POSIX matter")
def test_it_lies_beside_the_journal_for_its_owner_only_from_its_first_byte_on(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes: list[int] = []
    real = os.write

    def watched(fd: int, data: bytes) -> int:
        modes.append(stat.S_IMODE(os.fstat(fd).st_mode))
        return real(fd, data)

    monkeypatch.setattr(os, "write", watched)
    before = os.umask(0)
    try:
        Cabinet(journal).keep(PAPERS)
    finally:
        os.umask(before)
    assert modes == [0o600]
    [path] = journal.parent.iterdir()
    assert path == cabinet_path(journal)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_disk_is_asked_before_the_name_is_given(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[bool] = []
    monkeypatch.setattr(os, "fsync", lambda fd: synced.append(cabinet_path(journal).exists()))
    Cabinet(journal).keep(PAPERS)
    assert synced[0] is False


def test_a_full_disk_leaves_what_was_kept_before(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Cabinet(journal).keep(PAPERS)

    def full(path: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(whole, "create_file", full)
    with pytest.raises(StoreTrouble, match="disk is full"):
        Cabinet(journal).keep(Papers())
    assert Cabinet(journal).read() == PAPERS


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"7",
        b"\xff",
        b"[" * 100_000,
        b'{"perfidy": {}}',
        b'{"perfidy": {"plot": -1}, "paris": [], "notes": "", "herself": false}',
        b'{"perfidy": {"plot": true}, "paris": [], "notes": "", "herself": false}',
        b'{"perfidy": [], "paris": [], "notes": "", "herself": false}',
        b'{"perfidy": {}, "paris": [1], "notes": "", "herself": false}',
        b'{"perfidy": {}, "paris": "held", "notes": "", "herself": false}',
        b'{"perfidy": {}, "paris": [], "notes": 7, "herself": false}',
        b'{"perfidy": {}, "paris": [], "notes": "", "herself": "no"}',
        b'{"perfidy": {}, "paris": [], "notes": "", "herself": false, "place": "louvre"}',
        b'{"perfidy": {}, "paris": [], "notes": "' + b"x" * (LONGEST + 1) + b'", "herself": false}',
    ],
)
def test_a_damaged_file_holds_nothing_and_is_kept_aside_once(journal: Path, data: bytes) -> None:
    path = cabinet_path(journal)
    path.write_bytes(data)
    for _ in range(2):
        assert Cabinet(journal).read() == Papers()
    aside = path.with_name(path.name + DAMAGED)
    assert sorted(journal.parent.iterdir()) == [path, aside]
    assert aside.read_bytes() == data
    Cabinet(journal).keep(PAPERS)
    assert Cabinet(journal).read() == PAPERS
    assert aside.read_bytes() == data


def test_a_file_that_cannot_be_read_now_is_trouble_and_not_an_empty_desk(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Cabinet(journal).keep(PAPERS)

    def broken(path: Path) -> bytes:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(cabinet, "read_file", broken)
        with pytest.raises(StoreTrouble):
            Cabinet(journal).read()
    assert Cabinet(journal).read() == PAPERS


def test_its_repr_tells_nothing() -> None:
    assert "plot" not in repr(PAPERS)
    assert "Planchet" not in repr(PAPERS)
    assert "held" not in repr(PAPERS)
