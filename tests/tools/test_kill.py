from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.boxes import load
from companion.core.record import Intent, Record
from companion.store.table import OpenMatch

if sys.platform == "win32":
    pytest.skip("SIGKILL and fork are POSIX matters", allow_module_level=True)

from tools.kill import Lost, Tally, check, power_cut

ROOT = Path(__file__).parents[2]


def test_three_hundred_kills_lose_nothing_that_was_acknowledged() -> None:
    """In a process of its own: this one may have threads, and those do not survive a fork."""
    seed = os.environ.get("COMPANION_KILL_SEED", "musketeers")
    command = [sys.executable, "-m", "tools.kill", "--times", "300", "--seed", seed]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("300 kills")
    # Kills that fall only between records, or only before the first, would prove nothing.
    found = {name: int(count) for count, name in re.findall(r"(\d+) ([a-z, ]+?)(?=, \d|\))", done.stdout)}
    assert found["in the middle of a record"] > 20
    assert found["after a record, before its acknowledgement"] > 5
    assert found["with a power cut"] > 5
    assert int(re.findall(r"(\d+) acknowledged", done.stdout)[0]) > 600


@pytest.fixture
def played(tmp_path: Path) -> tuple[Path, list[str]]:
    path = tmp_path / "m.jsonl"
    table = OpenMatch.start(load("mousquetaires"), {}, path)
    safe: list[str] = []
    for number in range(4):
        record = table.match.act(Intent("correct", {"what": "purse", "to": number + 1}))
        assert isinstance(record, Record)
        safe.append(record.hash)
    table.close()
    return path, safe


def test_the_check_lets_one_unacknowledged_record_pass_and_takes_it_over(played: tuple[Path, list[str]]) -> None:
    path, safe = played
    known = safe[:3]
    check(path, known, Tally())
    assert known == safe


@pytest.mark.parametrize("missing", [1, 2])
def test_the_check_sees_a_lost_record(played: tuple[Path, list[str]], missing: int) -> None:
    path, safe = played
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-missing]))
    with pytest.raises(Lost, match="4 records were acknowledged"):
        check(path, safe, Tally())


def test_the_check_sees_a_lost_file_and_too_many_records(played: tuple[Path, list[str]], tmp_path: Path) -> None:
    path, safe = played
    with pytest.raises(Lost, match="gone"):
        check(tmp_path / "other.jsonl", safe, Tally())
    with pytest.raises(Lost, match="nobody acknowledged"):
        check(path, safe[:2], Tally())


def test_a_power_cut_spares_what_was_synced(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    lengths = set()
    for number in range(50):
        path.write_bytes(b"synced, not synced")
        assert power_cut(path, 6, random.Random(number))
        data = path.read_bytes()
        assert data.startswith(b"synced")
        lengths.add(len(data))
    assert len(lengths) > 5
    assert not power_cut(path, 100, random.Random(1))
