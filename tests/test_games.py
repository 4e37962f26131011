"""Whole evenings, recorded with `companion play --seed NAME`. A rule that changes shows here, in the game it changes.

Beside each match stands a file with its seed and how it ended.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.boxes import load
from companion.core.dice import SeededChance
from companion.core.match import Match
from companion.store.journal import Journal

GAMES = sorted((Path(__file__).parent / "games").glob("*.jsonl"))
ENDINGS = {"time", "queen", "rochelle", "constance", "diamonds", None}


def expected(game: Path) -> dict[str, Any]:
    form: dict[str, Any] = json.loads(game.with_suffix(".json").read_text("utf-8"))
    return form


def ending(match: Match[Any]) -> dict[str, Any]:
    view, verdict = match.view(), match.verdict()
    kept = ("round", "step", "treachery_cards", "one_for_all", "chapters_done", "paris", "paris_gone")
    return {
        **{name: view[name] for name in kept},
        "records": len(match.records),
        "verdict": {"winner": verdict.winner, "cause": verdict.cause} if verdict else None,
        "tracks": {name: track["at"] for name, track in view["tracks"].items()},
        "paid": view["siege"]["paid"],
        "undone": [line.seq for line in match.log() if line.undone],
        "rulings": [line.seq for line in match.log() if line.ruling],
    }


def test_every_ending_is_among_the_recorded_games() -> None:
    verdicts = [expected(game)["verdict"] for game in GAMES]
    assert {verdict and verdict["cause"] for verdict in verdicts} == ENDINGS


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_a_recorded_game_replays_to_its_end(game: Path) -> None:
    header, records, damage = Journal.read(game)
    assert damage is None
    match = Match.replay(load(header.box), header, records)
    assert {"seed": expected(game)["seed"], **ending(match)} == expected(game)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_a_recorded_game_played_again_makes_the_same_records(game: Path) -> None:
    """Replay folds what was decided; this decides it all again, with the same dice and the same clock."""
    header, records, _ = Journal.read(game)
    times = iter([record.at for record in records])
    chance = SeededChance(expected(game)["seed"])
    match = Match(load(header.box), header, clock=lambda: next(times), chance=chance)
    for record in records:
        assert match.act(replace(record.intent, id="")) == record


def test_the_games_use_every_way_to_change_ones_mind() -> None:
    seen = {record.intent.do for game in GAMES for record in Journal.read(game)[1]}
    assert seen >= {"undo", "redo", "back_to", "correct", "roll", "note", "one_for_all", "accept"}
    assert any("faces" in record.intent.fields for game in GAMES for record in Journal.read(game)[1])
