from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from companion.store.files import (
    StoreTrouble,
    create_file,
    explain,
    keep_aside,
    make_folder,
    plainly,
    read_all,
    sync_folder,
    write_all,
)


def failing(number: int) -> OSError:
    return OSError(number, os.strerror(number))


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "disk is full"),
        (errno.EDQUOT, "disk is full"),
        (errno.EROFS, "only be read"),
        (errno.EACCES, "no permission"),
        (errno.EPERM, "no permission"),
        (errno.ENOENT, "There is no file"),
        (errno.EEXIST, "left as it is"),
        (errno.EISDIR, "is a folder"),
        (errno.EIO, "Input/output error"),
    ],
)
def test_each_failure_is_one_clear_sentence(tmp_path: Path, number: int, words: str) -> None:
    sentence = explain(failing(number), tmp_path / "m.jsonl").read()
    assert words in sentence
    assert "m.jsonl" in sentence
    assert "\n" not in sentence
    assert "Errno" not in sentence


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    sentence = explain(failing(errno.ENOENT), tmp_path / "gone" / "m.jsonl").read()
    assert sentence == f"The folder {tmp_path / 'gone'} is missing."


def test_plainly_keeps_the_cause_and_lets_other_errors_through(tmp_path: Path) -> None:
    with pytest.raises(StoreTrouble, match="disk is full") as caught, plainly(tmp_path / "m"):
        raise failing(errno.ENOSPC)
    assert isinstance(caught.value.__cause__, OSError)
    assert str(caught.value) == caught.value.line.read()
    with pytest.raises(KeyError), plainly(tmp_path / "m"):
        raise KeyError("mine")


def test_short_writes_are_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: real(fd, bytes(data)[:3]))
    os.close(create_file(tmp_path / "a", b"all for one"))
    assert (tmp_path / "a").read_bytes() == b"all for one"


def test_a_write_that_takes_nothing_is_an_error_and_no_endless_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "write", lambda fd, data: 0)
    with pytest.raises(OSError, match="Input/output"):
        write_all(1, b"x")


def test_a_new_file_is_for_its_owner_only_and_open_for_appending(tmp_path: Path) -> None:
    fd = create_file(tmp_path / "a", b"one ")
    write_all(fd, b"two")
    os.lseek(fd, 0, os.SEEK_SET)
    assert read_all(fd) == b"one two"
    os.close(fd)
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o600


def test_a_new_file_and_its_name_are_both_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[bool] = []
    real = os.fsync

    def fsync(fd: int) -> None:
        synced.append(stat.S_ISDIR(os.fstat(fd).st_mode))
        real(fd)

    monkeypatch.setattr(os, "fsync", fsync)
    os.close(create_file(tmp_path / "a", b"x"))
    assert synced == [False, True]


@pytest.mark.parametrize("name", ["write", "fsync"])
def test_a_failed_creation_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    def fail(*_: object) -> None:
        raise failing(errno.ENOSPC)

    monkeypatch.setattr(os, name, fail)
    with pytest.raises(OSError, match="No space"):
        create_file(tmp_path / "a", b"x")
    assert list(tmp_path.iterdir()) == []


def test_creation_never_touches_an_existing_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(FileExistsError):
        create_file(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"old"


def test_kept_aside_files_are_numbered_and_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    kept = [keep_aside(path, ".torn", bytes([65 + i])) for i in range(3)]
    assert [aside.name for aside in kept] == ["m.jsonl.torn", "m.jsonl.torn.2", "m.jsonl.torn.3"]
    assert [aside.read_bytes() for aside in kept] == [b"A", b"B", b"C"]


def test_a_disk_that_cannot_sync_folders_is_tolerated_and_a_broken_one_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trouble = [errno.EINVAL]

    def fail(fd: int) -> None:
        raise failing(trouble[0])

    monkeypatch.setattr(os, "fsync", fail)
    sync_folder(tmp_path)
    trouble[0] = errno.EIO
    with pytest.raises(OSError, match="Input/output"):
        sync_folder(tmp_path)


def test_folders_are_made_with_those_above_them(tmp_path: Path) -> None:
    make_folder(tmp_path / "a" / "b" / "c")
    make_folder(tmp_path / "a" / "b" / "c")
    assert (tmp_path / "a" / "b" / "c").is_dir()


def test_a_file_in_the_way_of_a_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("")
    with pytest.raises(StoreTrouble), plainly(tmp_path / "a" / "b"):
        make_folder(tmp_path / "a" / "b")
