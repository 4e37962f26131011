"""`companion odds`, as people and scripts type it."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from companion.boxes.mousquetaires.odds import Duel, duel_odds, more_cards
from companion.boxes.mousquetaires.siege_odds import siege_odds
from companion.boxes.mousquetaires.throws import Faces
from companion.cli import main

LILIES = ("lily", "lily", "lily")
THRUST = ("sword", "sword", "shield")


class Said:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def form(self) -> dict[str, Any]:
        assert (self.code, self.err) == (0, "")
        form: dict[str, Any] = json.loads(self.out)
        return form

    @property
    def lines(self) -> list[str]:
        assert (self.code, self.err) == (0, "")
        return self.out.splitlines()

    @property
    def complaint(self) -> str:
        assert (self.code, self.out) == (2, "")
        (line,) = self.err.splitlines()
        return line


Odds = Callable[[str], Said]


@pytest.fixture
def odds(capsys: pytest.CaptureFixture[str]) -> Odds:
    def odds(options: str) -> Said:
        try:
            code = main(["odds", *options.split()])
        except SystemExit as done:
            code = int(done.code or 0)
        return Said(code, *capsys.readouterr())

    return odds


# a duel


def test_a_duel_as_json_has_its_endings_in_lowest_terms(odds: Odds) -> None:
    assert odds("--blue 1 --red 1 --json").form == {
        "outcomes": [
            {"foe_wounds": 0, "wounds": 0, "p": "2/3"},
            {"foe_wounds": 0, "wounds": 1, "p": "1/6"},
            {"foe_wounds": 1, "wounds": 1, "p": "1/6"},
        ],
        "win": "1/6",
        "out_of_action": "0",
        "more_cards": [
            {
                "cards": cards,
                "win": str(it.win),
                "out_of_action": str(it.out_of_action),
                "wounded": str(it.wounded),
            }
            for cards, it in enumerate(more_cards(Duel(1, 1)))
        ],
    }


@pytest.mark.parametrize(
    ("options", "duel"),
    [
        ("--blue 4 --red 3", Duel(4, 3)),
        ("--blue 4 --red 3 --blue-botte lily,lily,lily", Duel(4, 3, (LILIES,))),
        (
            "--blue 4 --red 3 --blue-botte lily,lily,lily --blue-botte sword,sword,shield",
            Duel(4, 3, (LILIES, THRUST)),
        ),
        ("--blue 4 --red 3 --red-botte sword,sword,shield", Duel(4, 3, red_bottes=(THRUST,))),
        ("--blue 3 --red 4 --pistol", Duel(3, 4, pistol=True)),
        ("--blue 3 --red 4 --cuirass", Duel(3, 4, cuirass=True)),
        ("--blue 3 --red 4 --toledo", Duel(3, 4, toledo=True)),
        ("--blue 3 --red 4 --foe-cuirass", Duel(3, 4, foe_cuirass=True)),
        ("--blue 3 --red 4 --jussac --life 2", Duel(3, 4, jussac=1, life=2)),
        ("--blue 3 --red 4 --foe-life 2", Duel(3, 4, foe_life=2)),
        ("--blue 3 --fixed sword,shield", Duel(3, fixed=("sword", "shield"))),
        ("--blue 3 --red 4 --fixed sword,shield", Duel(3, fixed=("sword", "shield"))),
        ("--blue 3 --red 2 --blue-faces sword=3,lily=3", Duel(3, 2, blue_faces=Faces(3, 0, 3))),
        ("--blue 3 --red 2 --red-faces shield=2,sword=4,lily=0", Duel(3, 2, red_faces=Faces(4, 2))),
    ],
)
def test_every_option_reaches_the_duel(odds: Odds, options: str, duel: Duel) -> None:
    form, found = odds(f"{options} --json").form, duel_odds(duel)
    endings = {(it["foe_wounds"], it["wounds"]): Fraction(it["p"]) for it in form["outcomes"]}
    assert endings == found.outcomes
    assert (form["win"], form["out_of_action"]) == (str(found.win), str(found.out_of_action))


def test_a_duel_for_people(odds: Odds) -> None:
    """Small enough to check by hand: nothing but swords and shields against a foe with five lives and no dice."""
    assert odds("--blue 5 --red 0 --foe-life 5 --blue-faces sword=1,shield=1").lines == [
        "5 blue dice against 0 red dice",
        "",
        "more cards  dice    win  wounded  out of action",
        "         0     5   3.1%     0.0%           0.0%",
        "         1     6  11.0%     0.0%           0.0%",
        "         2     6  11.0%     0.0%           0.0%",
        "         3     6  11.0%     0.0%           0.0%",
        "",
        "foe's wounds  wounds  chance",
        "           0       0   <0.1%",
        "           1       0   16.5%",
        "           2       0   32.5%",
        "           3       0   32.1%",
        "           4       0   15.8%",
        "           5       0    3.1%",
    ]


def test_a_fixed_foe_for_people(odds: Odds) -> None:
    assert odds("--blue 1 --fixed sword,shield").lines[0] == "1 blue die against a foe who always shows sword, shield"


def test_people_are_never_told_of_a_certainty_that_is_none(odds: Odds) -> None:
    said = odds("--blue 6 --red 0 --blue-faces sword=99,shield=1").out
    assert ">99.9%" in said
    assert "<0.1%" in said
    assert "100.0%" in odds("--blue 6 --red 0 --blue-faces sword=1").out


# the siege and Constance


def test_the_siege_as_json(odds: Odds) -> None:
    assert odds("--siege --blue 1 --red 1 --json").form == {
        "moves": [{"by": -1, "p": "1/3"}, {"by": 0, "p": "1/2"}, {"by": 1, "p": "1/6"}],
        "left": "1/3",
        "stays": "1/2",
        "right": "1/6",
    }


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("--blue 2 --red 3 --smuggled", siege_odds(2, 3, smuggled=1)),
        ("--blue 2 --red 4 --second-throw", siege_odds(2, 4, second_throw=True)),
        (
            "--blue 2 --red 2 --blue-faces sword=1,shield=5 --red-faces sword=1",
            siege_odds(2, 2, blue_faces=Faces(1, 5), red_faces=Faces(1, 0)),
        ),
    ],
)
def test_every_option_reaches_the_siege(odds: Odds, options: str, expected: dict[int, Fraction]) -> None:
    form = odds(f"--siege {options} --json").form
    assert {move["by"]: Fraction(move["p"]) for move in form["moves"]} == expected
    assert sum(Fraction(form[way]) for way in ("left", "stays", "right")) == 1


def test_the_siege_for_people(odds: Odds) -> None:
    assert odds("--siege --blue 1 --red 1 --smuggled").lines == [
        "1 blue die against 1 red die and a smuggled sword at La Rochelle",
        "",
        "marker  chance",
        "    -2   33.3%",
        "    -1   50.0%",
        "     0   16.7%",
        "",
        " left  stays  right",
        "83.3%  16.7%   0.0%",
    ]


def test_constance_as_json(odds: Odds) -> None:
    form = odds("--constance --red 2 --at 4 --json").form
    assert form == {
        "swords": [{"swords": 0, "p": "1/4"}, {"swords": 1, "p": "1/2"}, {"swords": 2, "p": "1/4"}],
        "reached": "1/4",
    }
    assert odds("--constance --red 2 --json").form["reached"] == "0"
    assert odds("--constance --red 2 --at 4 --red-faces sword=1 --json").form["reached"] == "1"


def test_constance_for_people(odds: Odds) -> None:
    assert odds("--constance --red 1 --at 5").lines == [
        "1 red die for Constance, from 5 successes",
        "",
        "swords  chance",
        "     0   50.0%",
        "     1   50.0%",
        "",
        "6 are reached: 50.0%",
    ]


# what makes no sense


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("", "--blue is missing"),
        ("--red 3", "--blue is missing"),
        ("--blue 3", "--red is missing"),
        ("--siege --blue 3", "--red is missing"),
        ("--constance", "--red is missing"),
        ("--blue many --red 3", "invalid int value"),
        ("--blue -1 --red 3", "0 to 10 blue dice"),
        ("--blue 11 --red 3", "0 to 10 blue dice"),
        ("--blue 3 --red 11", "0 to 10 red dice"),
        ("--siege --blue 3 --red 11", "0 to 10 red dice"),
        ("--blue 3 --red 3 --life 0", "less than 1 life"),
        ("--blue 3 --red 3 --foe-life 0", "less than 1 life"),
        ("--blue 3 --red 3 --blue-botte rose", 'no face "rose"'),
        ("--blue 3 --red 3 --blue-botte lily,,lily", 'no face ""'),
        ("--blue 3 --red 3 --red-botte lily", 'red dice have no "lily"'),
        ("--blue 3 --fixed rose", 'no face "rose"'),
        ("--blue 3 --red 3 --blue-faces sword", "not a list of faces"),
        ("--blue 3 --red 3 --blue-faces sword=-1", "not a list of faces"),
        ("--blue 3 --red 3 --blue-faces sword=1,sword=2", "not a list of faces"),
        ("--blue 3 --red 3 --blue-faces rose=1", 'no face "rose"'),
        ("--blue 3 --red 3 --red-faces sword=0", "1 to 100 sides"),
        ("--blue 3 --red 3 --red-faces sword=" + "9" * 5000, "digits"),
        ("--constance --red 4 --at -1", "-1 successes"),
        ("--siege --constance --red 4", "not allowed with"),
        ("--siege --blue 2 --red 2 --pistol", "--pistol has nothing to do with the siege"),
        ("--siege --blue 2 --red 2 --foe-life 0", "--foe-life has nothing to do with the siege"),
        ("--constance --red 2 --blue 0", "--blue has nothing to do with Constance's dice"),
        ("--blue 2 --red 2 --second-throw", "--second-throw has nothing to do with a duel"),
    ],
)
def test_what_makes_no_sense_is_one_line(odds: Odds, options: str, why: str) -> None:
    assert why in odds(options).complaint
