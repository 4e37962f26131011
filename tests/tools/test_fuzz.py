from __future__ import annotations

import random
import signal
import time
from pathlib import Path

import pytest

from companion.core.record import Header, Record
from companion.store.files import StoreTrouble
from companion.store.journal import Journal
from companion.store.table import OpenMatch
from tools import fuzz
from tools.fuzz import SPOILERS, Fault, Spoiler, games, main, opened, operated, run, spoiled

GAMES = games()


@pytest.mark.parametrize("part", range(4))
def test_two_thousand_spoiled_files_open_or_are_refused_in_one_line(tmp_path: Path, part: int) -> None:
    found = run(500, f"part {part}", tmp_path)
    assert sum(found.values()) == 500
    # If all of them were refused, nothing but the first line would be tested.
    assert min(found["whole"], found["in part"], found["refused"]) > 10


@pytest.mark.parametrize("spoil", list(dict.fromkeys(SPOILERS)))
def test_every_spoiler_spoils(spoil: Spoiler) -> None:
    whole = [b"".join(lines) for lines in GAMES]
    results = {spoil(GAMES[0], random.Random(number)) for number in range(20)}
    assert len(results) > 5
    assert not results <= set(whole)


def test_an_operation_leaves_a_chain_that_holds(tmp_path: Path) -> None:
    """Otherwise the engine would never get to see what is wrong."""
    path, sound = tmp_path / "m.jsonl", 0
    for number in range(40):
        path.write_bytes(operated(GAMES[0], random.Random(number)))
        try:
            header, records, damage = Journal.read(path)
        except StoreTrouble:
            continue
        assert isinstance(header, Header)
        sound += damage is None and all(isinstance(record, Record) for record in records)
    assert sound > 5


def test_the_same_seed_spoils_the_same_file_whatever_was_spoiled_before() -> None:
    first, again = ([spoiled(GAMES, random.Random(f"{number}")) for number in range(300)] for _ in range(2))
    assert first == again


def test_a_sound_file_opens_whole_and_a_torn_one_in_part(tmp_path: Path) -> None:
    data = b"".join(GAMES[0])
    assert opened(tmp_path / "a.jsonl", data) == "whole"
    assert opened(tmp_path / "b.jsonl", data[:-5]) == "in part"
    assert opened(tmp_path / "c.jsonl", b"hello") == "refused"


def test_a_traceback_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object, **__: object) -> OpenMatch:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(OpenMatch, "resume", crash)
    with pytest.raises(Fault, match="ZeroDivisionError: oh"):
        run(1, "x", tmp_path)
    assert list(tmp_path.rglob("match.jsonl"))  # for whoever wants to look


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="there is no alarm clock here")
def test_a_hang_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(*_: object, **__: object) -> OpenMatch:
        time.sleep(60)
        raise AssertionError("nobody woke us")

    monkeypatch.setattr(fuzz, "SECONDS", 1)
    monkeypatch.setattr(OpenMatch, "resume", hang)
    with pytest.raises(Fault, match="after 1 seconds"):
        run(1, "x", tmp_path)


def test_a_lost_byte_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = OpenMatch.resume

    def careless(path: Path, load: object) -> OpenMatch:
        path.write_bytes(path.read_bytes()[:-5])
        return real(path, load)  # type: ignore[arg-type]

    monkeypatch.setattr(OpenMatch, "resume", careless)
    with pytest.raises(Fault, match="nowhere any more"):
        opened(tmp_path / "a.jsonl", b"".join(GAMES[0]))


def test_it_says_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--files", "20", "--seed", "s"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("20 files: ")
    assert said.count("\n") == 1
