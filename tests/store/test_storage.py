from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.store.files import StoreTrouble
from companion.store.storage import AtomicStorage, ShelfDamaged, Tables

OLD: Tables = {"a": {"1": {"b": 1}}}
NEW: Tables = {"a": {"1": {"b": 2}}}


def understood(raw: bytes) -> Tables | None:
    try:
        tables: Tables = json.loads(raw)
    except ValueError:
        return None
    return tables


@pytest.fixture
def storage(tmp_path: Path) -> AtomicStorage:
    return AtomicStorage(tmp_path / "shelf.json", understood)


def test_the_storage_is_empty_before_the_first_write(storage: AtomicStorage) -> None:
    assert storage.read() is None
    storage.write(OLD)
    assert storage.read() == OLD
    assert not storage.backup.exists()


def test_the_one_before_is_kept(storage: AtomicStorage) -> None:
    storage.write(OLD)
    storage.write(NEW)
    assert storage.read() == NEW
    assert understood(storage.backup.read_bytes()) == OLD


def test_a_kill_between_the_two_renames_leaves_the_copy(storage: AtomicStorage) -> None:
    storage.write(OLD)
    storage.path.rename(storage.backup)
    assert storage.read() == OLD
    assert not storage.damaged
    storage.write(NEW)
    assert storage.read() == NEW


def test_a_damaged_file_is_read_from_its_copy_and_put_aside_by_the_next_write(storage: AtomicStorage) -> None:
    storage.write(OLD)
    storage.write(NEW)
    storage.path.write_bytes(b"{")
    found = [(storage.read(), storage.damaged)]
    storage.write(NEW)
    found.append((storage.read(), storage.damaged))
    assert found == [(OLD, True), (NEW, False)]
    assert storage.path.with_name("shelf.json.damaged").read_bytes() == b"{"
    assert understood(storage.backup.read_bytes()) == OLD


def test_two_damaged_generations_are_trouble_until_they_are_repaired(storage: AtomicStorage) -> None:
    storage.write(OLD)
    storage.path.write_bytes(b"{")
    storage.backup.write_bytes(b"[")
    with pytest.raises(ShelfDamaged, match="Start the companion again"):
        storage.read()
    fresh = AtomicStorage(storage.path, understood)
    assert fresh.repair() == storage.path.with_name("shelf.json.damaged")
    assert fresh.read() is None
    kept = sorted(storage.path.parent.glob("shelf.json.damaged*"))
    assert [path.read_bytes() for path in kept] == [b"{", b"["]


def test_a_repair_that_came_too_late_leaves_what_is_sound(storage: AtomicStorage) -> None:
    """Another copy of the app may have repaired the shelf in the meantime."""
    storage.write(OLD)
    storage.write(NEW)
    assert storage.repair() is None
    assert storage.read() == NEW
    assert storage.backup.exists()


def test_a_file_that_vanished_is_trouble_and_no_empty_shelf(storage: AtomicStorage) -> None:
    storage.write(OLD)
    storage.path.unlink()
    with pytest.raises(StoreTrouble, match="There is no file"):
        storage.read()
