"""The set-up's view-model, without a window."""

import pytest

from companion.app.viewmodels.setup import SetupModel
from companion.boxes import load


@pytest.fixture
def model():
    return SetupModel(lambda line: line.read() if line else "")


@pytest.mark.parametrize(
    ("milady", "players"), [(True, n) for n in (2, 3, 4, 5, 6)] + [(False, n) for n in (1, 2, 3, 4)]
)
def test_the_options_are_accepted_by_the_box(model, milady, players):
    model.play_milady(milady)
    assert players in model.player_choices()
    model.seat(players)
    model.paris = "held"
    box = load("mousquetaires")
    state = box.setup(model.options(), box.profile())
    assert (state.players, state.paris) == (players, "held")


def test_with_four_players_a_tap_swaps_who_stays_at_home(model):
    model.seat(4)
    assert model.riding == ["dartagnan", "aramis", "athos"]
    model.swap("aramis")
    assert model.riding == ["dartagnan", "athos", "porthos"]
    model.swap("aramis")
    assert "aramis" in model.riding
    assert len(model.riding) == 3


def test_with_five_players_everybody_rides(model):
    model.swap("aramis")
    assert not model.chooses_company
    assert len(model.riding) == 4


def test_hands_and_actions_come_from_the_profile(model):
    model.seat(4)
    assert model.deal() == "3 hands of 7 adventure cards; 4 actions for each musketeer."


def _read(line):
    return line.read() if line else ""


def test_a_checked_box_deals_and_lays_out_what_was_checked():
    profile = load("mousquetaires").profile().corrected({"tracks.purse.start": 7, "players.6.hand": 4})
    model = SetupModel(_read, profile)
    assert "Purse: 7 pistoles" in model.pieces()
    model.seat(6)
    assert model.deal().startswith("5 hands of 4 ")


def test_the_next_match_begins_with_the_choices_of_the_last():
    model = SetupModel(_read)
    model.seat(4)
    model.swap("aramis")
    model.paris, model.depth = "held", "clerk"
    model.toggle("deadly_quest")
    model.house.switch("recovery")
    kept = model.to_remember()
    assert "paris" not in kept
    assert kept["house"] == {"recovery": "own_turn"}
    assert SetupModel(_read, None, kept).options() == kept


@pytest.mark.parametrize(
    "last",
    [
        7,
        "five",
        [],
        {},
        {"players": "5"},
        {"players": 9},
        {"players": 6, "milady": False},
        {"players": 4, "musketeers": ["athos"]},
        {"players": 4, "musketeers": 3},
        {"depth": "spy", "house": {"recovery": "never"}, "head_start": "yes"},
        {"depth": ["clerk"]},
    ],
)
def test_choices_that_make_no_sense_still_make_a_match(last):
    model = SetupModel(_read, None, last)
    box = load("mousquetaires")
    box.setup(model.options(), box.profile())
    assert "house" not in model.options()


def test_a_checked_box_keeps_what_was_chosen_meanwhile(model):
    before = model.check
    model.house.switch("recovery")
    model.seat(3)
    profile = load("mousquetaires").profile().corrected({"tracks.purse.start": 7})
    model.use(profile)
    assert (model.players, model.house.chosen) == (3, {"recovery": "own_turn"})
    assert "Purse: 7 pistoles" in model.pieces()
    assert model.check != before
