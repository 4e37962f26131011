from __future__ import annotations

import pytest

from companion.core.record import BadForm
from companion.simulate import series
from companion.simulate.mousquetaires.table import Mousquetaires as Table
from companion.simulate.series import Tally, simulate

# Three depths in turn and seven sets of variants: after 21 matches of each kind of table all of them have met.
ALL = 21


@pytest.mark.parametrize(("players", "games"), [(1, ALL), (2, 2 * ALL), (3, 2 * ALL), (4, 2 * ALL), (5, ALL), (6, ALL)])
def test_matches_of_every_kind_come_to_their_end(players: int, games: int) -> None:
    """A few hundred matches with every variant, depth and pairing of players; `companion simulate` plays more."""
    tally = simulate("mousquetaires", games, "tests", "mixed", players)
    assert not tally.broken
    assert tally.games == games == tally.wins.total()
    assert tally.longest < tally.records


@pytest.mark.parametrize("who", ["random", "sensible"])
def test_both_camps_win_whoever_plays(who: str) -> None:
    tally = simulate("mousquetaires", 27, "tests", who)
    assert not tally.broken
    assert {winner for winner, _ in tally.wins} == {"musketeers", "milady"}


def test_every_pairing_of_players_comes_to_every_kind_of_table() -> None:
    for kinds in (1, 2, 9):
        met = {(number % kinds, *series._sensible(Table(), "mixed", number).values()) for number in range(5 * kinds)}
        assert len(met) == 4 * kinds
    assert series._sensible(Table(), "random", 3) == {"musketeers": False, "milady": False}
    assert series._sensible(Table(), "sensible", 0) == {"musketeers": True, "milady": True}


def test_nobody_plays_a_box_that_has_no_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series, "_TABLES", {})
    with pytest.raises(BadForm, match="nobody has learned to play mousquetaires"):
        simulate("mousquetaires", 1, "1")


def test_the_first_broken_match_ends_the_series_and_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.simulate.watch.LONGEST", 60)
    tally = simulate("mousquetaires", 50, "1", "random")
    assert tally.games < 50
    assert tally.broken.startswith(f"game {tally.games} of seed 1, {{")
    assert "after record 60, step" in tally.broken


def test_a_tally_as_data() -> None:
    tally = Tally(games=4, records=100, seconds=2.0, longest=40, longest_game=3)
    tally.wins.update({("milady", "time"): 2, ("milady", "queen"): 1, ("musketeers", "diamonds"): 1})
    assert tally.plain() == {
        "games": 4,
        "intents": 100,
        "seconds": 2.0,
        "games_per_second": 2.0,
        "intents_per_second": 50,
        "longest": {"intents": 40, "game": 3},
        "wins": {"milady": {"queen": 1, "time": 2}, "musketeers": {"diamonds": 1}},
        "broken": None,
    }
    assert Tally(broken="game 0").plain()["games_per_second"] == 0
