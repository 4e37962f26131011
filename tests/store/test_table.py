from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion import __version__
from companion.boxes import load
from companion.core.dice import SeededChance
from companion.core.record import BadForm, Header, Intent, Record
from companion.store import table
from companion.store.files import StoreTrouble
from companion.store.journal import Journal
from companion.store.table import OpenMatch, new_name

BOX = load("mousquetaires")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.jsonl"


def note(text: str) -> Intent:
    return Intent("note", {"text": text})


def test_a_new_match_is_in_its_file_before_anything_happens(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "now", lambda: 1_700_000_000_000)
    open_match = OpenMatch.start(BOX, {"players": 3}, path, name="m1")
    open_match.close()
    header = Header("m1", BOX.name, {"players": 3}, BOX.profile().plain(), 1_700_000_000_000, __version__)
    assert Journal.read(path) == (header, [], None)
    assert open_match.match.header == header


def test_a_record_is_in_the_file_when_act_returns_and_carries_the_clock(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "now", lambda: 1_700_000_000_000)
    open_match = OpenMatch.start(BOX, {}, path)
    record = open_match.match.act(note("one"))
    assert isinstance(record, Record)
    assert record.at == 1_700_000_000_000
    assert Journal.read(path)[1] == [record]
    open_match.close()


def test_a_resumed_match_stands_where_it_was_and_goes_on_in_the_same_file(path: Path) -> None:
    first = OpenMatch.start(BOX, {"players": 4}, path, chance=SeededChance("s"))
    for do in ("next", "next", "undo"):
        first.match.act(Intent(do))
    first.close()
    again = OpenMatch.resume(path, load, chance=SeededChance("s"))
    assert again.match.view() == first.match.view()
    assert again.match.redo_label() == first.match.redo_label() is not None
    assert again.damage is None
    again.match.act(note("later"))
    again.close()
    _, records, damage = Journal.read(path)
    assert [record.intent.do for record in records] == ["next", "next", "undo", "note"]
    assert damage is None


def test_dice_come_from_the_chance_that_was_given(path: Path) -> None:
    opened = [
        OpenMatch.start(BOX, {}, path, chance=SeededChance("s")),
        OpenMatch.start(BOX, {}, None, chance=SeededChance("s")),
    ]
    rolls = [one.match.act(Intent("roll", {"dice": "6b 4r"})) for one in opened]
    for one in opened:
        one.close()
    thrown = [roll.result["rolls"][0]["faces"] for roll in rolls if isinstance(roll, Record)]
    assert len(thrown) == 2
    assert thrown[0] == thrown[1]


def test_a_torn_end_is_reported_and_kept_aside(path: Path) -> None:
    first = OpenMatch.start(BOX, {}, path)
    first.match.act(note("whole"))
    first.close()
    path.write_bytes(path.read_bytes() + b'{"seq": 2, "at"')
    again = OpenMatch.resume(path, load)
    again.close()
    assert len(again.match.records) == 1
    assert again.damage is not None
    assert again.damage.kept is not None
    assert again.damage.kept.read_bytes() == b'{"seq": 2, "at"'


def test_without_a_file_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    open_match = OpenMatch.start(BOX, {}, None)
    assert isinstance(open_match.match.act(note("gone tomorrow")), Record)
    assert open_match.damage is None
    open_match.close()
    assert list(tmp_path.iterdir()) == []


def test_a_closed_match_takes_no_more_records(path: Path) -> None:
    open_match = OpenMatch.start(BOX, {}, path)
    open_match.close()
    open_match.close()  # a second time is harmless
    with pytest.raises(ValueError, match="closed"):
        open_match.match.act(note("too late"))
    assert open_match.match.records == []


def test_start_never_writes_over_a_match(path: Path) -> None:
    OpenMatch.start(BOX, {}, path, name="first").close()
    with pytest.raises(StoreTrouble):
        OpenMatch.start(BOX, {}, path, name="second")
    assert Journal.peek(path).match == "first"


def test_bad_options_leave_no_file(path: Path) -> None:
    with pytest.raises(BadForm, match="players"):
        OpenMatch.start(BOX, {"players": 9}, path)
    assert not path.exists()


def test_a_match_of_an_unknown_box_is_refused_and_its_file_let_go(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Journal.create(path, Header("m1", "chess", {}, {})).close()
    closed: list[Path] = []
    close = Journal.close

    def closing(journal: Journal) -> None:
        closed.append(journal.path)
        close(journal)

    monkeypatch.setattr(Journal, "close", closing)
    with pytest.raises(BadForm, match="chess"):
        OpenMatch.resume(path, load)
    assert closed == [path]


def test_names_differ() -> None:
    names = {new_name() for _ in range(50)}
    assert len(names) == 50
    assert all(re.fullmatch("[0-9a-f]{16}", name) for name in names)
