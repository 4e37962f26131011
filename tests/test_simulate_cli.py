from __future__ import annotations

import json

import pytest

from companion.cli import main


def test_a_series_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "mousquetaires", "--games", "9", "--seed", "3"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("9 matches, ")
    assert "intents a second, all of them checked" in out[1]
    assert out[2].startswith("the longest match: game ")
    assert any(line.startswith("milady: ") for line in out[3:])


def test_a_series_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["simulate", "mousquetaires", "--games", "6", "--player", "random", "--players", "1", "--json"]
    assert main(asked) == 0
    form = json.loads(capsys.readouterr().out)
    assert form["games"] == 6 == sum(sum(causes.values()) for causes in form["wins"].values())
    assert set(form) == {
        "games",
        "intents",
        "seconds",
        "games_per_second",
        "intents_per_second",
        "longest",
        "wins",
        "broken",
    }
    assert form["broken"] is None
    assert form["intents_per_second"] > form["games_per_second"] > 0


def test_the_same_seed_plays_the_same_series(capsys: pytest.CaptureFixture[str]) -> None:
    def played(seed: str) -> tuple[int, object]:
        assert main(["simulate", "mousquetaires", "--games", "4", "--seed", seed, "--json"]) == 0
        form = json.loads(capsys.readouterr().out)
        return form["intents"], form["wins"]

    assert played("x") == played("x") != played("y")


def test_whatever_does_not_hold_is_one_line_and_exit_code_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.simulate.watch.LONGEST", 20)
    assert main(["simulate", "mousquetaires", "--games", "5", "--json"]) == 1
    out, error = capsys.readouterr()
    assert json.loads(out)["broken"] in error
    assert error.startswith("companion: game 0 of seed 1, ")
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (["chess"], 'there is no box called "chess"'),
        (["mousquetaires", "--games", "0"], "--games must be at least 1"),
        (["mousquetaires", "--players", "9"], "1 to 6 people"),
    ],
)
def test_bad_usage_is_one_line_and_exit_code_2(
    asked: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *asked]) == 2
    error = capsys.readouterr().err
    assert reason in error
    assert len(error.splitlines()) == 1


def test_an_unknown_player_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["simulate", "mousquetaires", "--player", "clever"])
    assert left.value.code == 2
    assert "invalid choice: 'clever'" in capsys.readouterr().err
