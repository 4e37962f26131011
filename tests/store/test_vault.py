from __future__ import annotations

import errno
import logging
import os
import stat
import traceback
from pathlib import Path

import pytest

from companion.boxes import load
from companion.core.record import Intent, Record
from companion.core.sealed import Opening, fresh
from companion.store.files import StoreTrouble
from companion.store.table import OpenMatch, vault_path
from companion.store.vault import FileVault

BOX = load("mousquetaires")
FIRST = Opening(1, "louvre", "a" * 64)
HIDDEN = "behind the arras"
SECOND = Opening(2, "rochelle", "b" * 64)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "m.jsonl.secret"


def test_what_is_kept_is_there_for_the_next_process(path: Path) -> None:
    kept = FileVault(path)
    for opening in (FIRST, SECOND):
        kept.keep(opening)
        assert FileVault(path).opening(opening.round) == kept.opening(opening.round) == opening
    assert FileVault(path).opening(3) is None


def test_nothing_is_there_before_anything_is_kept(path: Path) -> None:
    assert FileVault(path).opening(1) is None
    assert not path.exists()


@pytest.mark.skipif(os.name != "posix", reason="file modes are a POSIX matter")
def test_the_file_is_for_its_owner_only_from_its_first_byte_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    modes: list[int] = []
    real = os.write

    def watched(fd: int, data: bytes) -> int:
        modes.append(stat.S_IMODE(os.fstat(fd).st_mode))
        return real(fd, data)

    monkeypatch.setattr(os, "write", watched)
    before = os.umask(0)
    try:
        FileVault(path).keep(FIRST)
    finally:
        os.umask(before)
    assert modes == [0o600]


@pytest.mark.skipif(os.name != "posix", reason="file modes are a POSIX matter")
def test_a_file_that_others_could_read_is_made_private_before_more_is_written(path: Path) -> None:
    FileVault(path).keep(FIRST)
    path.chmod(0o644)
    FileVault(path).keep(SECOND)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert FileVault(path).opening(1) == FIRST


def test_keeping_returns_after_the_sync_of_the_file_and_of_its_name(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[bool] = []
    real = os.fsync

    def fsync(fd: int) -> None:
        synced.append(stat.S_ISDIR(os.fstat(fd).st_mode))
        real(fd)

    monkeypatch.setattr(os, "fsync", fsync)
    FileVault(path).keep(FIRST)
    assert synced == [False, True]


def test_a_line_torn_at_any_byte_costs_only_itself(path: Path) -> None:
    FileVault(path).keep(FIRST)
    whole = path.read_bytes()
    for cut in range(len(whole) - 1):
        path.write_bytes(whole[:cut])
        FileVault(path).keep(SECOND)
        again = FileVault(path)
        assert again.opening(2) == SECOND
        assert again.opening(1) is None


@pytest.mark.parametrize("line", [b"\xff\x00", b"[" * 100_000, b"{}", b"7", b'{"round": true}', b"9" * 5_000])
def test_lines_without_sense_hold_nothing(path: Path, line: bytes) -> None:
    path.write_bytes(line + b"\n")
    FileVault(path).keep(FIRST)
    assert FileVault(path).opening(1) == FIRST


def test_of_several_openings_the_one_that_fits_the_seal_counts(tmp_path: Path) -> None:
    table = OpenMatch.start(BOX, {}, tmp_path / "m.jsonl", name="m")
    name, round = table.match.header.match, table.match.view()["round"]
    seal, right = fresh(name, round, "louvre")
    never_sealed = fresh(name, round, "bastion")[1]
    secrets = FileVault(vault_path(tmp_path / "m.jsonl"))
    secrets.keep(right)
    assert isinstance(table.match.act(Intent("seal", {"seal": seal})), Record)
    secrets.keep(never_sealed)  # as if its seal had been refused, or the app killed in between
    assert table.opening() == right
    table.close()
    again = OpenMatch.resume(tmp_path / "m.jsonl", load)
    assert again.opening() == right
    again.close()


def test_a_file_that_cannot_be_read_now_is_trouble_and_not_a_lost_secret(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    FileVault(path).keep(FIRST)

    def fail(*_: object) -> int:
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))

    again = FileVault(path)
    with monkeypatch.context() as broken:
        broken.setattr(os, "open", fail)
        with pytest.raises(StoreTrouble, match="permission"):
            again.opening(1)
    assert again.opening(1) == FIRST


# --- what nobody may read ---


def test_the_repr_of_an_opening_says_only_its_round() -> None:
    assert repr(FIRST) == "Opening(round=1)"
    assert "louvre" not in f"{FIRST} {[FIRST]!r} {(FIRST, {1: FIRST})!r}"


def test_a_secret_is_in_its_own_file_and_nowhere_else_until_it_is_opened(tmp_path: Path) -> None:
    table = OpenMatch.start(BOX, {}, tmp_path / "m.jsonl")
    assert isinstance(table.seal("richelieu"), Record)
    opening = table.opening()
    assert opening is not None
    table.match.act(Intent("next"))
    table.close()
    assert opening.nonce_hex in vault_path(tmp_path / "m.jsonl").read_text()
    for file in tmp_path.iterdir():
        if file != vault_path(tmp_path / "m.jsonl"):
            assert opening.nonce_hex.encode() not in file.read_bytes()
    records = b"".join((tmp_path / "m.jsonl").read_bytes().splitlines()[1:])
    assert b"richelieu" not in records
    seen = repr((table.match.view(), table.match.log(), table.match.records, table.match.prompts()))
    assert opening.nonce_hex not in seen


@pytest.mark.parametrize("name", ["open", "write", "fsync"])
def test_no_traceback_tells_a_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    nonces: list[str] = []

    def sealed(match: str, round: int, choice: str) -> tuple[str, Opening]:
        seal, opening = fresh(match, round, choice)
        nonces.append(opening.nonce_hex)
        return seal, opening

    table = OpenMatch.start(BOX, {}, tmp_path / "m.jsonl")
    monkeypatch.setattr("companion.store.table.fresh", sealed)
    with monkeypatch.context() as broken:
        broken.setattr(os, name, fail)
        with pytest.raises(StoreTrouble) as caught:
            table.seal(HIDDEN)
    logging.getLogger("companion").error("sealing failed", exc_info=caught.value)
    told = "".join(traceback.format_exception(caught.value)) + caplog.text
    assert HIDDEN not in told
    assert nonces[0] not in told
    assert table.match.records == []
    table.close()


def test_a_damaged_vault_is_not_quoted(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even an error nobody expected shows the line of code, not the line of the file."""

    def fail(form: object) -> Opening:
        raise RuntimeError("unexpected")

    FileVault(path).keep(Opening(1, HIDDEN, "c" * 64))
    monkeypatch.setattr(Opening, "from_plain", fail)
    with pytest.raises(RuntimeError) as caught:
        FileVault(path).opening(1)
    told = "".join(traceback.format_exception(caught.value))
    assert HIDDEN not in told
    assert "c" * 64 not in told
