"""Played again from its file alone, a match must be the same; a rule that changed must show."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.boxes import load
from companion.core.dice import SeededChance
from companion.core.record import Intent, Record
from companion.store.table import OpenMatch
from tools.games.again import NotTheSame, play_again

BOX = load("mousquetaires")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.jsonl"


def test_dice_fall_as_they_fell(path: Path) -> None:
    opened = OpenMatch.start(BOX, {}, path, chance=SeededChance("x"))
    opened.match.act(Intent("roll", {"dice": "5b 4r"}))
    opened.match.act(Intent("roll", {"dice": "5b 4r", "of": 1, "keep": [0, 3, 8]}, id="a tap of a phone"))
    opened.match.act(Intent("roll", {"dice": "2r", "faces": ["sword", "shield"]}))
    opened.close()
    assert play_again(path).records == opened.match.records
    assert len(opened.match.records) == 3


def test_a_changed_rule_shows(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = OpenMatch.start(BOX, {}, path)
    for _ in range(3):
        assert isinstance(opened.match.act(Intent("next")), Record)
    opened.close()
    from companion.core import pen

    write = pen.Pen.write
    monkeypatch.setattr(
        pen.Pen, "write", lambda self, what, to, why: None if what == "step" else write(self, what, to, why)
    )
    with pytest.raises(NotTheSame, match="record 1, next"):
        play_again(path)


def test_a_damaged_file_is_not_the_same(path: Path) -> None:
    opened = OpenMatch.start(BOX, {}, path)
    opened.match.act(Intent("next"))
    opened.close()
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(NotTheSame, match="damaged"):
        play_again(path)


def test_what_only_the_vault_knew_is_taken_as_written_and_proved_by_its_opening(path: Path) -> None:
    opened = OpenMatch.start(BOX, {"players": 3, "milady": False}, path)
    while opened.match.view()["round"] == 1 and not opened.match.verdict():
        choice = opened.match.prompts()[0].choices[0]
        assert isinstance(opened.match.act(Intent(choice.do, choice.fields)), Record)
    opened.close()
    assert any(record.result.get("draws") for record in opened.match.records)
    assert BOX.audit(opened.match.header.match, opened.match.records) == {1: True}
    assert play_again(path).records == opened.match.records
