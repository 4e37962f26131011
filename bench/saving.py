"""What it costs that nothing is ever lost: a durable tap as the evening grows, and opening a very long one.

A tap is measured through the real journal, with its sync. The peers are TinyDB's own JSONStorage, which syncs nothing
and would lose the file in a kill, and Python's json on the same lines, which checks nothing.
"""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tinydb import TinyDB

from companion.boxes import load
from companion.core.record import Intent
from companion.store.table import OpenMatch

FEW, SOME, MANY = 50, 500, 5_000
EACH = 100  # taps a round, so that a p95 means something
ROUNDS = 7
SLOWEST = 95  # percent
INSERTS = 20
OPENINGS = 5


def measure() -> list[tuple[str, float, float]]:
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{count}.jsonl" for count in (FEW, SOME, MANY)]
        few, some, many = _taps(paths)
        insert = _document_store(Path(folder) / "peer.json")
        whole, parsed = _median(lambda: _open(paths[-1])), _median(lambda: _parse(paths[-1]))
    opening = f"opening a match of {MANY} records, checked and replayed,"
    return [
        (f"p95 of a durable tap at {SOME} records against one at {FEW}", some / few, 1.5),
        (f"p95 of a durable tap at {MANY} records against one at {FEW}", many / few, 1.5),
        (f"p95 of a durable tap against an insert into a plain TinyDB file, both at {MANY}", many / insert, 0.25),
        (f"{opening} against json.loads of its lines", whole / parsed, 15),
    ]


def _taps(paths: list[Path]) -> list[float]:
    """The p95 at each length. The three matches are tapped in turn, so that a busy moment of the machine hits all;
    of several rounds the one in the middle counts, so that a very busy one hits none."""
    tables = [OpenMatch.start(load("mousquetaires"), {}, path) for path in paths]
    for table, count in zip(tables, (FEW, SOME, MANY), strict=True):
        for turn in range(count):
            _tap(table, turn)
    rounds: list[list[float]] = []
    for _ in range(ROUNDS):
        times = [[_tap(table, turn) for table in tables] for turn in range(EACH)]
        rounds.append([_p95(list(one)) for one in zip(*times, strict=True)])
    for table in tables:
        table.close()
    return [statistics.median(one) for one in zip(*rounds, strict=True)]


def _tap(table: OpenMatch, turn: int) -> float:
    intent = Intent("correct", {"what": "purse", "to": turn % 20})
    begin = time.perf_counter()
    table.match.act(intent)
    return time.perf_counter() - begin


def _document_store(path: Path) -> float:
    database = TinyDB(path)
    database.insert_multiple({"seq": seq, "do": "correct", "to": seq % 20} for seq in range(MANY))
    times: list[float] = []
    for seq in range(INSERTS):
        begin = time.perf_counter()
        database.insert({"seq": MANY + seq, "do": "correct"})
        times.append(time.perf_counter() - begin)
    database.close()
    return _p95(times)


def _open(path: Path) -> None:
    OpenMatch.resume(path, load).close()


def _parse(path: Path) -> list[object]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def _p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=100)[SLOWEST - 1]


def _median(work: Callable[[], object]) -> float:
    times: list[float] = []
    for _ in range(OPENINGS):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return statistics.median(times)
