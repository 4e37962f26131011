from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from companion.store import whole
from companion.store.files import StoreTrouble
from companion.store.whole import place_new, place_over


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.match"


def fail(code: int) -> OSError:
    return OSError(code, os.strerror(code))


def test_a_new_file_is_whole_and_private(path: Path) -> None:
    place_new(path, b"all of it")
    assert path.read_bytes() == b"all of it"
    assert path.stat().st_mode & 0o077 == 0
    assert [one.name for one in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("links", [True, False])
def test_a_new_file_takes_nobody_s_place(path: Path, monkeypatch: pytest.MonkeyPatch, links: bool) -> None:
    if not links:
        _without_links(monkeypatch)
    path.write_bytes(b"was here first")
    with pytest.raises(StoreTrouble, match="already there"):
        place_new(path, b"came later")
    assert path.read_bytes() == b"was here first"
    assert [one.name for one in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("links", [True, False])
def test_a_link_that_leads_nowhere_is_not_followed(path: Path, monkeypatch: pytest.MonkeyPatch, links: bool) -> None:
    if not links:
        _without_links(monkeypatch)
    elsewhere = path.with_name("elsewhere")
    path.symlink_to(elsewhere)
    with pytest.raises(StoreTrouble, match="already there"):
        place_new(path, b"came later")
    assert not elsewhere.exists()


def test_where_a_file_may_have_one_name_only_it_gets_its_own(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _without_links(monkeypatch)
    place_new(path, b"all of it")
    assert path.read_bytes() == b"all of it"
    assert [one.name for one in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("place", [place_new, place_over])
def test_a_full_disk_leaves_nothing_behind(path: Path, monkeypatch: pytest.MonkeyPatch, place: object) -> None:
    def full(scrap: Path, data: bytes) -> int:
        raise fail(errno.ENOSPC)

    monkeypatch.setattr(whole, "create_file", full)
    assert callable(place)
    with pytest.raises(StoreTrouble, match="disk is full"):
        place(path, b"all of it")
    assert list(path.parent.iterdir()) == []


def test_a_new_name_that_may_not_last_is_taken_back(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(folder: Path) -> None:
        raise fail(errno.EIO)

    monkeypatch.setattr(whole, "sync_folder", lost)
    with pytest.raises(StoreTrouble):
        place_new(path, b"all of it")
    assert list(path.parent.iterdir()) == []


def test_a_missing_folder_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(StoreTrouble, match=r"folder .* is missing"):
        place_new(tmp_path / "nowhere" / "evening.match", b"")


def test_the_next_version_takes_the_place_of_the_last(path: Path) -> None:
    place_over(path, b"first")
    place_over(path, b"second")
    assert path.read_bytes() == b"second"
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_version_that_cannot_be_placed_leaves_the_last(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place_over(path, b"first")

    def stuck(self: Path, target: Path) -> Path:
        raise fail(errno.EACCES)

    monkeypatch.setattr(Path, "replace", stuck)
    with pytest.raises(StoreTrouble, match="permission"):
        place_over(path, b"second")
    assert path.read_bytes() == b"first"
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def _without_links(monkeypatch: pytest.MonkeyPatch) -> None:
    def no(self: Path, target: Path) -> None:
        raise fail(errno.EPERM)

    monkeypatch.setattr(Path, "hardlink_to", no)
