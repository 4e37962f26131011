from __future__ import annotations

from pathlib import Path

import pytest

from tools import record_games
from tools.games.themes import THEMES


def test_a_match_is_recorded_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(record_games, "GAMES", tmp_path)
    assert record_games.main(["overruled"]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["overruled.json", "overruled.jsonl"]
    (line,) = capsys.readouterr().out.splitlines()
    assert line.split()[1:] == ["kB", "overruled.jsonl"]


def test_an_unknown_name_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert record_games.main(["overruled", "nonsense"]) == 2
    assert capsys.readouterr().err == "there is no match called nonsense\n"


def test_every_theme_and_nothing_else_is_recorded() -> None:
    names = {theme.name for theme in THEMES}
    assert len(names) == len(THEMES) >= 20
    assert {path.stem for path in record_games.GAMES.glob("*.jsonl")} == names
    assert {path.stem for path in record_games.GAMES.glob("*.json")} == names
