"""Bug reports: a match file in games/ with nothing beside it. It is played again from itself alone."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.boxes import load
from companion.core.record import Intent, Record
from companion.store.report import save_report
from companion.store.table import OpenMatch
from tools.games.again import play_again

GAMES = Path(__file__).parent / "games"


def reports(folder: Path) -> list[Path]:
    return sorted(game for game in folder.glob("*.jsonl") if not game.with_suffix(".json").exists())


def test_every_reported_game_is_decided_as_it_was() -> None:
    for game in reports(GAMES):
        play_again(game)


def test_a_report_needs_only_to_be_dropped_there(tmp_path: Path) -> None:
    opened = OpenMatch.start(load("mousquetaires"), {"players": 5}, tmp_path / "evening.jsonl")
    for intent in (
        Intent("note", {"text": "Anna rolls"}, "Anna"),
        Intent("roll", {"dice": "4b 3r"}),
        Intent("next"),
        Intent("undo"),
        Intent("correct", {"what": "purse", "to": 4, "reason": "Anna miscounted"}),
    ):
        assert isinstance(opened.match.act(intent), Record)
    assert isinstance(opened.seal("rochelle"), Record)
    opened.close()
    save_report(tmp_path / "evening.jsonl", tmp_path / "report.jsonl")
    dropped = shutil.copy(tmp_path / "report.jsonl", tmp_path / "games.jsonl")
    assert Path(dropped) in reports(tmp_path)
    assert len(play_again(Path(dropped)).records) == 6


@pytest.mark.parametrize("beside", [True, False])
def test_only_a_match_with_nothing_beside_it_is_a_report(tmp_path: Path, beside: bool) -> None:
    (tmp_path / "one.jsonl").touch()
    if beside:
        (tmp_path / "one.json").touch()
    assert bool(reports(tmp_path)) is not beside
