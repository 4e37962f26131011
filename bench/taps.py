"""What a tap costs: flat as the match grows, and cheaper than keeping records in a document store."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

from tinydb import TinyDB

from companion.boxes import load
from companion.core.record import Intent
from companion.store.table import OpenMatch

EARLY, LATE, EACH = 50, 1_000, 40


def measure() -> list[tuple[str, float, float]]:
    with tempfile.TemporaryDirectory() as folder:
        early, late = _taps(Path(folder) / "match.jsonl")
        peer = _document_store(Path(folder) / "peer.json")
    return [
        (f"a durable tap at record {LATE} against one at record {EARLY}", late / early, 1.5),
        (f"a durable tap against an insert into a plain TinyDB file of {LATE} documents", late / peer, 1.0),
    ]


def _taps(path: Path) -> tuple[float, float]:
    table = OpenMatch.start(load("mousquetaires"), {}, path)
    times: list[float] = []
    for turn in range(LATE + EACH):
        intent = Intent("correct", {"what": "purse", "to": turn % 20})
        begin = time.perf_counter()
        table.match.act(intent)
        times.append(time.perf_counter() - begin)
    table.close()
    return statistics.median(times[EARLY : EARLY + EACH]), statistics.median(times[LATE : LATE + EACH])


def _document_store(path: Path) -> float:
    database = TinyDB(path)
    database.insert_multiple({"seq": seq, "do": "correct", "to": seq % 20} for seq in range(LATE))
    times: list[float] = []
    for seq in range(EACH):
        begin = time.perf_counter()
        database.insert({"seq": seq, "do": "correct"})
        times.append(time.perf_counter() - begin)
    database.close()
    return statistics.median(times)
