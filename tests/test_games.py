"""Whole evenings, recorded with `python -m tools.record_games`. A rule that changes shows here, in the game it changes.

Beside each match stands a file with its seed and how it ended.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.boxes import load
from companion.core.dice import SeededChance
from companion.core.match import Match
from companion.core.record import Header, Record
from companion.store.journal import Journal
from tools.games.recorder import ending

# A match without such a file is a bug report: tests/test_reported_games.py plays it again.
GAMES = sorted(game for game in (Path(__file__).parent / "games").glob("*.jsonl") if game.with_suffix(".json").exists())

# A table that played as it liked: a seal laid late, and never opened.
UNPROVED = {"overruled": [1]}

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)


def expected(game: Path) -> dict[str, Any]:
    form: dict[str, Any] = json.loads(game.with_suffix(".json").read_text("utf-8"))
    return form


@cache
def read(game: Path) -> tuple[Header, list[Record]]:
    header, records, damage = Journal.read(game)
    assert damage is None
    return header, list(records)


@cache
def replayed(game: Path) -> Match[Any]:
    header, records = read(game)
    return Match.replay(load(header.box), header, records)


@each_game
def test_a_recorded_game_replays_to_its_end(game: Path) -> None:
    assert {"seed": expected(game)["seed"], **ending(replayed(game))} == expected(game)


@each_game
def test_a_recorded_game_played_again_makes_the_same_records(game: Path) -> None:
    """Replay folds what was decided; this decides it all again, with the same dice and the same clock."""
    header, records = read(game)
    times = iter([record.at for record in records])
    chance = SeededChance(expected(game)["seed"])
    match = Match(load(header.box), header, clock=lambda: next(times), chance=chance)
    for record in records:
        assert match.act(replace(record.intent, id="")) == record
    again = replayed(game)
    assert (match.state, match.head, match.log()) == (again.state, again.head, again.log())
    assert [prompt.read() for prompt in match.prompts()] == [prompt.read() for prompt in again.prompts()]


@each_game
def test_a_recorded_game_was_drawn_as_it_had_been_sealed(game: Path) -> None:
    """Every round that was opened proves Milady's word, or, where nobody plays her, the draws."""
    header, records = read(game)
    audit = load(header.box).audit(header.match, records)
    assert [number for number, good in audit.items() if not good] == UNPROVED.get(game.stem, [])
    if header.options.get("milady", True) is False:
        assert len(audit) >= replayed(game).state.round - 1


@each_game
def test_a_recorded_game_is_small_enough_to_keep(game: Path) -> None:
    assert game.stat().st_size < 300_000
