from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from companion.boxes.mousquetaires import BOX
from companion.core.dice import SeededChance
from companion.core.prompt import Refusal
from companion.core.record import Intent, Record
from companion.core.sealed import Opening
from companion.store.files import StoreTrouble
from companion.store.table import OpenMatch, vault_path
from companion.store.vault import FileVault

FIRST = Opening(1, "paris", "ab" * 32)
SECOND = Opening(1, "louvre", "cd" * 32)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "m.jsonl.secret"


def test_a_vault_nobody_has_used_is_empty_and_makes_no_file(path: Path) -> None:
    assert FileVault(path).opening(1) is None
    assert not path.exists()


def test_what_is_kept_is_there_again_after_a_restart(path: Path) -> None:
    vault = FileVault(path)
    vault.keep(FIRST)
    vault.keep(Opening(2, "house", "ef" * 32))
    again = FileVault(path)
    assert again.opening(1) == vault.opening(1) == FIRST
    assert again.opening(2) == Opening(2, "house", "ef" * 32)


def test_the_last_opening_of_a_round_counts(path: Path) -> None:
    vault = FileVault(path)
    vault.keep(FIRST)
    vault.keep(SECOND)
    assert vault.opening(1) == FileVault(path).opening(1) == SECOND


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such bits")
@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_only_its_owner_can_read_it_whatever_the_mask(path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        FileVault(path).keep(FIRST)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_damaged_lines_are_passed_over(path: Path) -> None:
    FileVault(path).keep(FIRST)
    with path.open("a", encoding="utf-8") as file:
        file.write('{"round": 1, "choice": "ho\n[1]\nnull\n{"round": "2", "choice": "x", "nonce": "y"}\n')
        file.write("[" * 5_000 + "\n")
    vault = FileVault(path)
    assert vault.opening(1) == FIRST
    assert vault.opening(2) is None
    vault.keep(SECOND)
    assert FileVault(path).opening(1) == SECOND


def test_a_file_that_is_no_text_holds_nothing(path: Path) -> None:
    path.write_bytes(b"\xff\xfe\x00")
    assert FileVault(path).opening(1) is None


def test_what_cannot_be_kept_is_said_and_does_not_count(tmp_path: Path) -> None:
    vault = FileVault(tmp_path / "gone" / "m.secret")
    with pytest.raises(StoreTrouble, match="missing"):
        vault.keep(FIRST)
    assert vault.opening(1) is None


# beside the journal, never in it


def secrets(opening: Opening | None) -> tuple[str, str]:
    assert opening is not None
    return opening.choice, opening.nonce_hex


def test_a_sealed_destination_is_in_the_vault_and_not_in_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    table = OpenMatch.start(BOX, {"depth": "clerk"}, path, name="m")
    assert isinstance(table.seal("louvre"), Record)
    choice, nonce = secrets(table.opening())
    assert choice == "louvre"
    for do in ("next", "next", "next", "next"):
        table.match.act(Intent(do, {}))
    assert nonce in vault_path(path).read_text("utf-8")
    assert nonce not in path.read_text("utf-8")
    table.close()
    table = OpenMatch.resume(path, lambda name: BOX)
    assert secrets(table.opening()) == ("louvre", nonce)
    wrong = table.match.act(Intent("reveal", {"place": "louvre", "nonce": "0" * 64}))
    assert isinstance(wrong, Refusal)
    assert nonce not in path.read_text("utf-8")
    assert isinstance(table.match.act(Intent("reveal", {"place": "louvre", "nonce": nonce})), Record)
    assert nonce in path.read_text("utf-8")
    table.close()


def test_a_fate_survives_a_restart_and_stays_out_of_the_journal_until_it_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    table = OpenMatch.start(BOX, {"milady": False}, path, name="m", chance=SeededChance(1))
    table.match.act(Intent("fate", {}))
    sealed = table.match.state.sealed
    table.close()
    table = OpenMatch.resume(path, lambda name: BOX, chance=SeededChance(2))
    for do in ("fate", "fate", "next"):
        assert isinstance(table.match.act(Intent(do, {})), Record)
    assert table.match.state.sealed == sealed
    seed, nonce = secrets(table.opening())
    text = path.read_text("utf-8")
    assert seed not in text
    assert nonce not in text
    assert isinstance(table.match.act(Intent("fate", {})), Record)
    text = path.read_text("utf-8")
    assert seed in text
    assert nonce in text
    assert BOX.audit("m", table.match.records) == {1: True}
    table.close()


def test_a_vault_that_was_lost_is_no_disaster(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    table = OpenMatch.start(BOX, {"milady": False}, path, name="m", chance=SeededChance(1))
    table.match.act(Intent("fate", {}))
    before = table.match.state.sealed
    table.close()
    vault_path(path).unlink()
    table = OpenMatch.resume(path, lambda name: BOX)
    assert table.opening() is None
    table.match.act(Intent("fate", {}))
    assert table.match.state.sealed not in ("", before)
    table.close()
