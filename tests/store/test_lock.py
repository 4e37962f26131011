from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.core.record import Header
from companion.store import lock
from companion.store.files import StoreTrouble
from companion.store.journal import Journal
from companion.store.lock import in_turn

ROOT = Path(__file__).parents[2]
HEADER = Header("m", "mousquetaires", {}, {})
OPENS = """
import sys
from pathlib import Path
from companion.store.journal import Journal
journal = Journal.open(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def match(tmp_path: Path) -> Path:
    path = tmp_path / "m.jsonl"
    Journal.create(path, HEADER).close()
    return path


def test_a_match_is_written_by_one_at_a_time(match: Path) -> None:
    with Journal.open(match), pytest.raises(StoreTrouble, match="another copy"):
        Journal.open(match)
    with Journal.open(match) as again:
        assert again.header == HEADER


def test_a_new_match_is_locked_from_its_first_line_on(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "n.jsonl", HEADER), pytest.raises(StoreTrouble, match="another copy"):
        Journal.open(tmp_path / "n.jsonl")


def test_looking_is_always_possible(match: Path) -> None:
    with Journal.open(match):
        assert Journal.read(match)[0] == HEADER
        assert Journal.peek(match) == HEADER


def test_a_lock_goes_with_its_process_even_when_that_is_killed(match: Path) -> None:
    command = [sys.executable, "-c", OPENS, str(match)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        with pytest.raises(StoreTrouble, match="another copy"):
            Journal.open(match)
        other.kill()
    Journal.open(match).close()


def test_a_place_without_locks_is_no_reason_not_to_play(match: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none_here(fd: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(lock, "_lock", none_here)
    with Journal.open(match), Journal.open(match):
        pass


def test_a_refused_opening_leaves_nothing_open(match: Path) -> None:
    before = _open_files()
    with Journal.open(match):
        for _ in range(5):
            with pytest.raises(StoreTrouble):
                Journal.open(match)
    assert _open_files() == before


WAITS = """
import sys
from pathlib import Path
from companion.store.lock import in_turn
with in_turn(Path(sys.argv[1])):
    print("in", flush=True)
    sys.stdin.readline()
"""


def test_a_turn_waits_for_the_other_copy_and_says_so_if_that_takes_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "shelf.lock"
    monkeypatch.setattr(lock, "PATIENCE", 0.05)
    command = [sys.executable, "-c", WAITS, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as other:
        assert other.stdout is not None
        assert other.stdin is not None
        assert other.stdout.readline() == b"in\n"
        with pytest.raises(StoreTrouble, match="does not let go"), in_turn(path):
            pytest.fail("both are in")
        monkeypatch.setattr(lock, "PATIENCE", 20.0)
        other.stdin.write(b"\n")
        other.stdin.flush()
        with in_turn(path):
            assert other.wait() == 0


def test_a_turn_goes_with_its_process_even_when_that_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "shelf.lock"
    command = [sys.executable, "-c", WAITS, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"in\n"
        other.kill()
    with in_turn(path):
        pass


def test_turns_leave_nothing_open(tmp_path: Path) -> None:
    before = _open_files()
    for _ in range(3):
        with in_turn(tmp_path / "shelf.lock"):
            pass
    assert _open_files() == before


def _open_files() -> int:
    """How many files this process has open, where the system tells."""
    listed = Path("/proc/self/fd")
    return len(list(listed.iterdir())) if listed.exists() else 0
