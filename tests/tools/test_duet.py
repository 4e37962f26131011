"""Two processes of the app at one table: phone and tablet play a whole match by touches, over a real connection."""

from __future__ import annotations

import json
from pathlib import Path

from companion.boxes import load
from companion.core.fairness import look_again
from companion.core.record import Record
from companion.store.journal import Journal
from tools.duet.__main__ import duet


def test_a_whole_match_between_two_devices(tmp_path: Path) -> None:
    told = duet(tmp_path, None)
    table, milady = told["table"], told["milady"]
    assert table["head"] == milady["head"]
    assert table["records"] == milady["records"] > 100
    assert table["winner"] == milady["winner"]
    assert table["touches"] > 100
    assert milady["touches"] > 20
    found = [path for side in ("table", "milady") for path in (tmp_path / side / "matches").glob("*.jsonl")]
    (header, ours, _), (_, theirs, _) = map(Journal.read, found)
    assert [record.line() for record in ours] == [record.line() for record in theirs]
    throws = look_again(load(header.box), header, ours)
    assert len(throws.joint) > 5
    assert not throws.unfair
    assert sum(record.intent.do == "seal" for record in ours) > 3, "Milady seals in every round"
    _no_secret_at_the_table(tmp_path, ours)


def _no_secret_at_the_table(folder: Path, records: list[Record]) -> None:
    """What opens Milady's seals lies on her device. On the table's disk it is where a record has shown it, only."""
    vaults = list((folder / "milady").rglob("*.secret"))
    nonces = [json.loads(line)["nonce"] for path in vaults for line in path.read_text("ascii").splitlines() if line]
    assert len(nonces) > 3
    for record in records:
        if record.intent.do not in ("reveal", "rochefort", "richelieu"):
            assert not any(nonce in record.line() for nonce in nonces)
    for path in (folder / "table").rglob("*"):
        if path.is_file() and path.suffix not in (".jsonl", ".match"):  # the journal, and its copy
            data = path.read_bytes()
            assert not any(nonce.encode() in data for nonce in nonces)
    assert not list((folder / "table").rglob("*.secret"))
