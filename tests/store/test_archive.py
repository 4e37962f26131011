from __future__ import annotations

import io
import json
import os
import time
import warnings
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.boxes import load
from companion.core.record import Header, Intent, Record
from companion.core.words import say
from companion.store import archive
from companion.store.archive import export_all, restore
from companion.store.backups import back_up
from companion.store.files import StoreTrouble
from companion.store.parcel import BadParcel, journal_bytes, pack
from companion.store.shelf import MatchEntry, Shelf
from companion.store.whole import place_new

BOX = load("mousquetaires")


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    with Shelf(tmp_path / "home") as shelf:
        yield shelf


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Shelf]:
    with Shelf(tmp_path / "other") as shelf:
        yield shelf


def evening(name: str, records: int = 2) -> tuple[Header, list[Record]]:
    header = Header(name, BOX.name, {}, BOX.profile().plain(), 1000, "1.0")
    made: list[Record] = []
    prev = header.hash()
    for seq in range(1, records + 1):
        made.append(Record.make(seq, 1000 + seq, Intent("note", {"text": f"line {seq}"}, id=f"#{seq}"), {}, prev))
        prev = made[-1].hash
    return header, made


def put(shelf: Shelf, name: str, records: int = 2, title: str = "") -> None:
    header, made = evening(name, records)
    shelf.journal_path(name).write_bytes(journal_bytes(header, made))
    shelf.add(MatchEntry(name, BOX.name, 1000, 1000 + records, title, round=1))


def everything(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "shelf.lock"
    }


def zipped(path: Path, members: dict[str, bytes], kind: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", kind) as made:
        for name, data in members.items():
            made.writestr(name, data)
    return path


def test_everything_goes_out_and_comes_back(shelf: Shelf, other: Shelf, tmp_path: Path) -> None:
    put(shelf, "m1", title="Sonntag ü")
    put(shelf, "m2", 5)
    shelf.set_setting("language", "fr")
    out = tmp_path / "all.zip"
    packed = export_all(shelf, out)
    assert packed.good
    assert packed.line.read() == "Packed: 2. Of these damaged: 0. Unreadable: 0."
    tally = restore(out, other, load)
    assert tally.good
    assert tally.line.read() == "Restored: 2. Already here: 0. Unusable: 0. Settings: 1."
    assert other.entries() == shelf.entries()
    assert other.settings() == {"language": "fr"}
    assert everything(other.folder / "matches") == everything(shelf.folder / "matches")


def test_the_same_shelf_packs_to_the_same_bytes(shelf: Shelf, tmp_path: Path) -> None:
    put(shelf, "m1")
    export_all(shelf, tmp_path / "a.zip")
    export_all(shelf, tmp_path / "b.zip")
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


def test_an_archive_takes_nobody_s_place(shelf: Shelf, tmp_path: Path) -> None:
    out = tmp_path / "all.zip"
    out.write_bytes(b"was here first")
    with pytest.raises(StoreTrouble, match="already there"):
        export_all(shelf, out)
    assert out.read_bytes() == b"was here first"


def test_restoring_twice_changes_nothing(shelf: Shelf, tmp_path: Path) -> None:
    put(shelf, "m1")
    shelf.set_setting("dark", True)
    out = tmp_path / "all.zip"
    export_all(shelf, out)
    shelf.set_setting("dark", False)
    before = everything(shelf.folder)
    tally = restore(out, shelf, load)
    assert tally.line.read() == "Restored: 0. Already here: 1. Unusable: 0. Settings: 0."
    assert everything(shelf.folder) == before


def test_a_match_that_went_on_stays_and_the_old_one_is_put_beside(shelf: Shelf, other: Shelf, tmp_path: Path) -> None:
    put(shelf, "m1", 2)
    put(other, "m1", 4)
    out = tmp_path / "all.zip"
    export_all(shelf, out)
    before = other.journal_path("m1").read_bytes()
    assert restore(out, other, load).good
    assert other.journal_path("m1").read_bytes() == before
    assert len(other.entries()) == 2


def test_secrets_stay_at_home(shelf: Shelf, tmp_path: Path) -> None:
    put(shelf, "m1")
    for ending in (".secret", ".draft", ".torn"):
        path = shelf.journal_path("m1")
        path.with_name(path.name + ending).write_bytes(b"the nonce of Milady")
    out = tmp_path / "all.zip"
    export_all(shelf, out)
    with zipfile.ZipFile(out) as made:
        assert made.namelist() == ["matches/m1.match", "settings.json"]
        assert not any(b"nonce of Milady" in made.read(name) for name in made.namelist())


def test_a_damaged_match_is_told_and_its_backup_used(shelf: Shelf, other: Shelf, tmp_path: Path) -> None:
    put(shelf, "m1", 5)
    put(shelf, "m2", 5)
    put(shelf, "m3", 5)
    back_up(shelf.folder, "m1", *evening("m1", 5))
    for name in ("m1", "m2"):
        path = shelf.journal_path(name)
        path.write_bytes(path.read_bytes()[:-20])
    shelf.journal_path("m3").unlink()
    out = tmp_path / "all.zip"
    tally = export_all(shelf, out)
    assert not tally.good
    assert tally.line.read() == "Packed: 2. Of these damaged: 2. Unreadable: 1."
    restore(out, other, load)
    counts = {entry.id: len(other.journal_path(entry.id).read_bytes().splitlines()) - 1 for entry in other.entries()}
    assert counts == {"m1": 5, "m2": 4}


# --- archives from elsewhere ---


def test_only_what_is_sound_is_taken_in(other: Shelf, tmp_path: Path) -> None:
    good = pack(*evening("m1"))
    members = {
        "matches/m1.match": good,
        "matches/m2.match": good[:-30],
        "matches/m3.match": b"",
        "matches/m4.txt": good,
        "settings.json": b"no settings",
    }
    tally = restore(zipped(tmp_path / "a.zip", members), other, load)
    assert not tally.good
    assert tally.line.read() == "Restored: 1. Already here: 0. Unusable: 4. Settings: 0."
    assert [entry.id for entry in other.entries()] == ["m1"]


@pytest.mark.parametrize(
    "name",
    [
        "../../evil.match",
        "/etc/evil.match",
        "matches/../../evil.match",
        "matches/..match",
        "matches\\..\\evil.match",
        "C:\\evil.match",
        "matches/a/b.match",
        "matches/m1.match\0.txt",
        "matches/" + "x" * 65 + ".match",
    ],
)
def test_no_member_chooses_its_own_place(other: Shelf, tmp_path: Path, name: str) -> None:
    outside = {path for path in tmp_path.rglob("*") if other.folder not in path.parents}
    file = zipped(tmp_path / "a.zip", {"settings.json": b"{}", name: pack(*evening("m1"))})
    restore(file, other, load)
    now = {path for path in tmp_path.rglob("*") if other.folder not in path.parents}
    assert now == outside | {file}
    assert {path.suffix for path in (other.folder / "matches").iterdir()} <= {".jsonl"}


def test_a_link_in_an_archive_is_only_text(other: Shelf, tmp_path: Path) -> None:
    link = zipfile.ZipInfo("matches/m1.match")
    link.create_system, link.external_attr = 3, 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as made:
        made.writestr(link, "/etc/passwd")
    assert not restore(tmp_path / "a.zip", other, load).good
    assert list((other.folder / "matches").iterdir()) == []


@pytest.mark.parametrize("data", [b"", b"PK", b"PK\x03\x04 cut", b"\0" * 5000, b"Dear diary"])
def test_what_is_no_archive_is_one_line(other: Shelf, tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "a.zip"
    file.write_bytes(data)
    with pytest.raises(BadParcel, match=r"^a\.zip is not an archive") as caught:
        restore(file, other, load)
    assert "\n" not in str(caught.value)


def test_somebody_else_s_zip_is_no_archive(other: Shelf, tmp_path: Path) -> None:
    file = zipped(tmp_path / "a.zip", {"holiday.jpg": b"sand"})
    with pytest.raises(BadParcel, match="not an archive"):
        restore(file, other, load)


def test_a_bomb_does_not_go_off(other: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "LARGEST_UNPACKED", 5_000_000)
    file = zipped(tmp_path / "a.zip", {f"matches/m{n}.match": b"0" * 1_000_000 for n in range(6)})
    assert file.stat().st_size < 20_000
    with pytest.raises(BadParcel, match="far more"):
        restore(file, other, load)


def test_one_huge_member_is_left_out_unread(other: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "LARGEST", 500_000)
    members = {"matches/m1.match": b"0" * 1_000_000, "matches/m2.match": pack(*evening("m2"))}
    assert restore(zipped(tmp_path / "a.zip", members), other, load).line.read().startswith("Restored: 1.")


def test_a_member_that_lies_about_its_size_is_left_out(other: Shelf, tmp_path: Path) -> None:
    file = zipped(tmp_path / "a.zip", {"matches/m1.match": b"0" * 3_000_000})
    # In both tables of the zip: this member says it is ten bytes long.
    size = (3_000_000).to_bytes(4, "little")
    file.write_bytes(file.read_bytes().replace(size, (10).to_bytes(4, "little")))
    tally = restore(file, other, load)
    assert tally.line.read().startswith("Restored: 0. Already here: 0. Unusable: 1.")


def test_millions_of_members_are_not_even_listed(other: Shelf, tmp_path: Path) -> None:
    entry = b"PK\x01\x02" + bytes(42)
    count = 1_000_000
    table = entry * count
    end = b"PK\x05\x06" + bytes(4) + b"\xff\xff\xff\xff" + len(table).to_bytes(4, "little") + bytes(6)
    (tmp_path / "a.zip").write_bytes(table + end)
    began = time.monotonic()
    with pytest.raises(BadParcel, match="far more"):
        restore(tmp_path / "a.zip", other, load)
    assert time.monotonic() - began < 2


def test_of_two_members_with_one_name_the_first_counts(other: Shelf, tmp_path: Path) -> None:
    with warnings.catch_warnings(), zipfile.ZipFile(tmp_path / "a.zip", "w") as made:
        warnings.simplefilter("ignore")
        for records in (2, 4):
            made.writestr("matches/m1.match", pack(*evening("m1", records)))
    assert not restore(tmp_path / "a.zip", other, load).good
    assert len(other.journal_path("m1").read_bytes().splitlines()) == 3


def test_an_encrypted_or_oddly_packed_member_is_left_out(other: Shelf, tmp_path: Path) -> None:
    members = {"matches/m1.match": pack(*evening("m1"))}
    file = zipped(tmp_path / "a.zip", members, zipfile.ZIP_BZIP2)
    assert restore(file, other, load).line.read().startswith("Restored: 0. Already here: 0. Unusable: 1.")
    data = bytearray(zipped(tmp_path / "b.zip", members, zipfile.ZIP_STORED).read_bytes())
    data[data.rfind(b"PK\x01\x02") + 8] |= 1
    (tmp_path / "b.zip").write_bytes(data)
    assert restore(tmp_path / "b.zip", other, load).line.read().startswith("Restored: 0. Already here: 0. Unusable: 1.")


def test_an_archive_harmed_anywhere_restores_in_part_or_is_refused(
    shelf: Shelf, other: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(shelf, "m1")
    put(shelf, "m2")
    out = tmp_path / "all.zip"
    export_all(shelf, out)
    data = out.read_bytes()
    seen: set[bool] = set()
    refused: list[str] = []
    for place in [*range(0, len(data), len(data) // 120), *range(len(data) - 22, len(data))]:
        harmed = bytearray(data)
        harmed[place] ^= 0xFF
        out.write_bytes(harmed)
        try:
            seen.add(restore(out, other, load).good)
        except BadParcel as trouble:
            refused.append(str(trouble))
    assert False in seen
    assert refused
    assert not any("\n" in line for line in refused)
    assert {entry.id for entry in other.entries()} == {"m1", "m2"}


@pytest.mark.parametrize(
    "form",
    [
        b"[]",
        b"{}",
        b'{"format": 2, "settings": {}, "titles": {}}',
        b'{"format": 1, "settings": [], "titles": {}}',
        b"[" * 200_000,
        b"\xff",
        json.dumps({"format": 1, "settings": dict.fromkeys(map(str, range(500))), "titles": {}}).encode(),
    ],
)
def test_unusable_settings_do_not_keep_the_matches_out(other: Shelf, tmp_path: Path, form: bytes) -> None:
    file = zipped(tmp_path / "a.zip", {"settings.json": form, "matches/m1.match": pack(*evening("m1"))})
    assert restore(file, other, load).line.read() == "Restored: 1. Already here: 0. Unusable: 1. Settings: 0."


def test_a_title_that_is_none_is_left_out(other: Shelf, tmp_path: Path) -> None:
    form = {"format": 1, "settings": {"n": float("nan")}, "titles": {"m1": 7, "m2": "y" * 9000, "m3": "Sunday"}}
    members = {f"matches/{name}.match": pack(*evening(name)) for name in ("m1", "m2", "m3")}
    file = zipped(tmp_path / "a.zip", {"settings.json": json.dumps(form).encode(), **members})
    assert not restore(file, other, load).good  # NaN is no setting
    assert {entry.id: entry.title for entry in other.entries()} == {"m1": "", "m2": "", "m3": "Sunday"}
    assert other.settings() == {}


def test_an_archive_out_of_all_proportion_is_not_read(
    other: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "LARGEST_ARCHIVE", 1000)
    (tmp_path / "a.zip").write_bytes(os.urandom(1001))
    with pytest.raises(BadParcel, match="far too large"):
        restore(tmp_path / "a.zip", other, load)


def test_a_full_disk_in_the_middle_keeps_what_is_there(
    other: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    members = {f"matches/{name}.match": pack(*evening(name)) for name in ("m1", "m2")}
    file = zipped(tmp_path / "a.zip", members)
    placed: list[Path] = []

    def full(path: Path, data: bytes) -> None:
        if placed:
            raise StoreTrouble(say("The disk is full."))
        placed.append(path)
        place_new(path, data)

    monkeypatch.setattr("companion.store.arrivals.place_new", full)
    with pytest.raises(StoreTrouble, match="disk is full"):
        restore(file, other, load)
    assert [entry.id for entry in other.entries()] == ["m1"]
    monkeypatch.undo()
    assert restore(file, other, load).line.read().startswith("Restored: 1. Already here: 1.")


def test_a_zip_in_memory_is_what_zipfile_makes_of_it(shelf: Shelf, tmp_path: Path) -> None:
    """Any tool can open what we pack."""
    put(shelf, "m1")
    export_all(shelf, tmp_path / "all.zip")
    with zipfile.ZipFile(io.BytesIO((tmp_path / "all.zip").read_bytes())) as made:
        assert made.testzip() is None
