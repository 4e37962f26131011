"""What Milady keeps for herself leaves the device by no door: no parcel, archive, report or backup holds it."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from companion.boxes import load
from companion.core.record import Intent, Record
from companion.store.archive import PRIVATE, export_all, restore
from companion.store.backups import back_up, backup_path
from companion.store.cabinet import Cabinet, Papers
from companion.store.parcel import export
from companion.store.report import save_report
from companion.store.shelf import MatchEntry, Shelf
from companion.store.table import OpenMatch

NOTE = "the valet was bought for ten pistoles"
PIN = {"salt": "ab" * 16, "hash": "cd" * 32}


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """A match in which she has sealed, noted and written; and a number before her pad."""
    shelf = Shelf(tmp_path / "home")
    table = OpenMatch.start(load("mousquetaires"), {}, shelf.journal_path("m1"), name="m1")
    shelf.add(MatchEntry("m1", "mousquetaires", 1, 1))
    assert isinstance(table.seal("rochelle"), Record)
    assert isinstance(table.match.act(Intent("next")), Record)
    opening = table.opening()
    assert opening
    Cabinet(shelf.journal_path("m1")).keep(Papers({"plot": 1}, ("held",), f"{NOTE} {opening.nonce_hex}"))
    shelf.set_setting(f"{PRIVATE}pin", PIN)
    shelf.set_setting("language", "fr")
    table.close()
    return shelf


def _secrets(shelf: Shelf) -> list[bytes]:
    opening = json.loads((shelf.folder / "matches" / "m1.jsonl.secret").read_bytes())
    return [NOTE.encode(), opening["nonce"].encode(), PIN["hash"].encode(), PIN["salt"].encode()]


def _holds_none(shelf: Shelf, data: bytes) -> None:
    assert data
    for secret in _secrets(shelf):
        assert secret not in data


def test_no_parcel_holds_it(shelf: Shelf, tmp_path: Path) -> None:
    export(shelf.journal_path("m1"), tmp_path / "m1.match")
    _holds_none(shelf, (tmp_path / "m1.match").read_bytes())


def test_no_report_holds_it(shelf: Shelf, tmp_path: Path) -> None:
    save_report(shelf.journal_path("m1"), tmp_path / "r.jsonl")
    _holds_none(shelf, (tmp_path / "r.jsonl").read_bytes())


def test_no_backup_holds_it(shelf: Shelf) -> None:
    table = OpenMatch.resume(shelf.journal_path("m1"), load)
    back_up(shelf.folder, "m1", table.match.header, table.match.records)
    table.close()
    _holds_none(shelf, backup_path(shelf.folder, "m1").read_bytes())


def test_no_archive_holds_it_and_the_other_settings_travel(shelf: Shelf, tmp_path: Path) -> None:
    export_all(shelf, tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        assert sorted(archive.namelist()) == ["matches/m1.match", "settings.json"]
        for name in archive.namelist():
            _holds_none(shelf, archive.read(name))
        assert json.loads(archive.read("settings.json"))["settings"] == {"language": "fr"}


def test_no_archive_brings_a_number_for_a_pad_of_ours(tmp_path: Path) -> None:
    """Whoever gave us the archive would know it, and we would not."""
    buffer = io.BytesIO()
    form = {"format": 1, "settings": {f"{PRIVATE}pin": PIN, "language": "de"}, "titles": {}}
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("settings.json", json.dumps(form))
    (tmp_path / "theirs.zip").write_bytes(buffer.getvalue())
    ours = Shelf(tmp_path / "ours")
    restore(tmp_path / "theirs.zip", ours, load)
    assert ours.settings() == {"language": "de"}


def test_what_was_kept_beside_a_journal_is_no_match_of_its_own(shelf: Shelf) -> None:
    (shelf.folder / "matches" / "m1.jsonl.cabinet").write_bytes(b"nonsense")
    assert Cabinet(shelf.journal_path("m1")).read() == Papers()
    shelf.close()
    again = Shelf(shelf.folder)
    assert [entry.id for entry in again.entries()] == ["m1"]
    again.close()
