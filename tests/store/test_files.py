from __future__ import annotations

import ast
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.store import files
from companion.store.files import (
    LARGEST,
    StoreTrouble,
    create_file,
    cut,
    explain,
    is_at,
    keep_aside,
    look,
    make_folder,
    move,
    names_in,
    open_file,
    open_private,
    plainly,
    read_all,
    read_file,
    read_start,
    remove,
    save_scrap,
    shut,
    sync_folder,
    write_all,
)

STORE = Path(files.__file__).parent


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


def test_the_same_bytes_are_kept_aside_once(tmp_path: Path) -> None:
    """Whoever was killed between this and the cut comes again."""
    kept = [keep_aside(tmp_path / "m", ".torn", data) for data in (b"A", b"A", b"B", b"A", b"B")]
    assert [aside.name for aside in kept] == ["m.torn", "m.torn", "m.torn.2", "m.torn", "m.torn.2"]


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


def test_bytes_come_back_from_the_start_wherever_the_file_stands(tmp_path: Path) -> None:
    fd = create_file(tmp_path / "a", b"one for all")
    assert read_all(fd) == read_all(fd) == b"one for all"
    shut(fd)
    assert read_file(tmp_path / "a") == b"one for all"
    assert read_start(tmp_path / "a", 3) == b"one"


def test_a_cut_is_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fd = create_file(tmp_path / "a", b"one for all")
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda fd: synced.append(os.fstat(fd).st_size))
    cut(fd, 3)
    shut(fd)
    assert synced == [3]
    assert (tmp_path / "a").read_bytes() == b"one"


def test_what_only_looks_like_a_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        open_file(tmp_path)
    (tmp_path / "large").touch()
    os.truncate(tmp_path / "large", LARGEST + 1)
    with pytest.raises(StoreTrouble, match="far too large"):
        open_file(tmp_path / "large")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_refused_and_nobody_waits_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(StoreTrouble, match="not an ordinary file"):
        open_file(tmp_path / "pipe")


@pytest.mark.skipif(os.name != "posix", reason="file modes are a POSIX matter")
def test_a_private_file_is_made_private_whoever_made_it(tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(b"old ")
    (tmp_path / "old").chmod(0o666)
    for name in ("old", "new"):
        fd = open_private(tmp_path / name)
        write_all(fd, b"new")
        assert stat.S_IMODE(look(fd).st_mode) == 0o600
        shut(fd)
    assert (tmp_path / "old").read_bytes() == b"old new"


def test_a_scrap_takes_the_place_of_what_a_kill_has_left(tmp_path: Path) -> None:
    (tmp_path / "scrap").write_bytes(b"a long rest of an earlier write")
    save_scrap(tmp_path / "scrap", b"new")
    assert (tmp_path / "scrap").read_bytes() == b"new"


def test_moving_and_removing_what_is_not_there_is_no_trouble(tmp_path: Path) -> None:
    remove(tmp_path / "a")
    assert move(tmp_path / "a", tmp_path / "b") is False
    (tmp_path / "a").write_bytes(b"new")
    (tmp_path / "b").write_bytes(b"old")
    assert move(tmp_path / "a", tmp_path / "b") is True
    assert names_in(tmp_path) == ["b"]
    assert (tmp_path / "b").read_bytes() == b"new"
    remove(tmp_path / "b")
    assert names_in(tmp_path) == []


def test_a_file_knows_whether_it_still_has_its_name(tmp_path: Path) -> None:
    fd = create_file(tmp_path / "a", b"")
    assert is_at(tmp_path / "a", look(fd))
    (tmp_path / "a").rename(tmp_path / "b")
    assert not is_at(tmp_path / "a", look(fd))
    (tmp_path / "a").touch()
    assert not is_at(tmp_path / "a", look(fd))
    shut(fd)


def test_a_close_that_complains_is_no_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(fd: int) -> None:
        raise failing(errno.EIO)

    monkeypatch.setattr(os, "close", fail)
    shut(-1)


# --- nobody goes around ---

# Which modules touch the disk themselves: this one, the locks on its files, and whole files under new names.
AT_THE_DISK = {"files.py", "lock.py", "whole.py"}
MODULES = {"os", "shutil", "tempfile", "mmap", "fcntl", "msvcrt", "glob", "sqlite3", "dbm", "shelve"}
METHODS = {
    *("open", "read_bytes", "read_text", "write_bytes", "write_text", "touch", "unlink", "rename", "rmdir", "mkdir"),
    *("hardlink_to", "symlink_to", "chmod", "lchmod", "stat", "lstat", "exists", "is_file", "is_dir", "is_symlink"),
    *("iterdir", "glob", "rglob", "walk", "samefile", "readlink"),
}
# Journal.open is no file operation but a whole evening of them, and a zip archive and its members are in memory.
OURS = {"Journal", "archive", "member"}


def around(source: str) -> Iterator[str]:
    """Whatever in this source touches a disk without asking files.py."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names if name.name.partition(".")[0] in MODULES)
            case ast.ImportFrom(module=str(module)) if module.partition(".")[0] in MODULES:
                yield module
            case ast.Call(func=ast.Name(id="open")):
                yield "open"
            case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=name)) if name in METHODS:
                if owner not in OURS:
                    yield f"{owner}.{name}"
            case ast.Call(func=ast.Attribute(attr=name)) if name in METHODS:
                yield name
            case ast.Call(func=ast.Attribute(attr="replace"), args=[_]):  # of a text it has two arguments
                yield "replace"


@pytest.mark.parametrize(
    "source",
    [
        "import os",
        "from os import open as o",
        "import shutil, json",
        "open(path)",
        "path.read_text()",
        "self.path.unlink()",
        "(folder / name).stat()",
        "path.replace(other)",
        "with path.open() as file: pass",
    ],
)
def test_the_gate_sees_who_goes_around(source: str) -> None:
    assert list(around(source))


@pytest.mark.parametrize(
    "source", ["text.replace(a, b)", "replace(entry, round=1)", "Journal.open(path)", "import json"]
)
def test_the_gate_lets_everything_else_through(source: str) -> None:
    assert not list(around(source))


@pytest.mark.parametrize("path", sorted(STORE.glob("*.py")), ids=lambda path: path.name)
def test_everything_the_store_does_to_a_disk_goes_through_here(path: Path) -> None:
    """Otherwise test_faults.py would not let it fail."""
    if path.name not in AT_THE_DISK:
        assert not list(around(path.read_text("utf-8")))
