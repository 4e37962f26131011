"""The set-up's view-model, without a window."""

import pytest

from companion.app.viewmodels.setup import SetupModel
from companion.boxes import load


@pytest.fixture
def model():
    return SetupModel(lambda line: line.read())


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
