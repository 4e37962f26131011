"""Milady's desk: what she notes, what everybody counts, and what leaves her hand by itself."""

import pytest

from companion import boxes
from companion.app.viewmodels.cabinet import CabinetModel
from companion.core.record import Intent, Record
from companion.store.cabinet import Papers
from companion.store.table import OpenMatch


class Desk:
    def __init__(self, **options):
        options = {"players": 5, "depth": "clerk", **options}
        self.match = OpenMatch.start(boxes.load("mousquetaires"), options, None).match
        self.model = CabinetModel(self.match, lambda line: line.read() if line else "")
        self.papers = Papers()

    def act(self, do, **fields):
        outcome = self.match.act(Intent(do, fields))
        assert isinstance(outcome, Record), outcome

    def take(self, *cards):
        for card in cards:
            self.papers = self.model.with_card(self.papers, card)

    @property
    def held(self):
        return {tile.card: tile.held for tile in self.model.hand(self.papers) if tile.held}

    def plays(self, card, **fields):
        self.act("correct", what="step", to="perfidy")
        self.act("perfidy", how="play", card=card, **fields)


@pytest.fixture
def desk():
    return Desk()


def test_each_touch_is_one_more_and_after_the_last_one_none(desk):
    desk.take("plot")
    assert desk.held == {"plot": 1}
    desk.take("plot")
    assert desk.held == {"plot": 2}
    desk.take("plot")
    assert desk.held == {}
    desk.take("conscripts", "conscripts")
    assert desk.held == {}


def test_every_card_of_the_match_has_a_tile(desk):
    cards = [tile.card for tile in desk.model.hand(desk.papers)]
    assert len(cards) == len(set(cards)) == 10
    assert "hurry" not in [tile.card for tile in Desk(no_hourglass=True).model.hand(Papers())]


def test_a_card_she_plays_leaves_her_hand_by_itself_and_comes_back_with_an_undo(desk):
    desk.take("plot", "plot", "conscripts")
    desk.plays("plot")
    assert desk.held == {"plot": 1, "conscripts": 1}
    desk.act("undo")
    assert desk.held == {"plot": 2, "conscripts": 1}
    desk.act("redo")
    assert desk.held == {"plot": 1, "conscripts": 1}


def test_a_card_that_was_never_noted_leaves_no_gap(desk):
    desk.plays("plot")
    assert desk.held == {}
    desk.take("plot")
    assert desk.held == {"plot": 1}
    tile = next(tile for tile in desk.model.hand(desk.papers) if tile.card == "plot")
    assert tile.most == 1  # of two copies one has been played


def test_after_the_deck_was_shuffled_anew_what_was_played_stays_played():
    """The discards are empty then, and a card from before must not turn up in her hand again."""
    desk = Desk()
    desk.take("plot")
    desk.plays("plot")
    desk.act("correct", what="treachery_cards", to=14)
    desk.act("correct", what="step", to="perfidy")
    desk.act("perfidy", how="draw")
    assert desk.match.state.perfidy_gone == ()
    assert desk.held == {}
    desk.take("plot")
    assert desk.held == {"plot": 1}


def test_the_public_count_stands_beside_her_own(desk):
    assert desk.model.hand_line(desk.papers) == ("3 cards in your hand; 0 are noted here", False)
    desk.take("plot", "balm", "hurry")
    assert desk.model.hand_line(desk.papers) == ("3 cards in your hand", True)
    desk.take("other")
    assert desk.model.hand_line(desk.papers) == ("3 cards in your hand; 4 are noted here", False)


def test_her_paris_cards(desk):
    papers = desk.model.with_plot(Papers(), "held")
    desk.act("correct", what="paris_cards", to=1)
    assert desk.model.plots_line(papers) == ("1 Paris card in your hand", True)
    desk.act("next")
    desk.act("paris_card", card="held")
    tiles = {tile.card: tile for tile in desk.model.plots(papers)}
    assert (tiles["held"].held, tiles["held"].most) == (0, 0)
    assert desk.model.with_plot(papers, "held") == papers  # it lies in Paris: it is in nobody's hand
    desk.act("undo")
    assert desk.model.plots(papers)[[tile.card for tile in desk.model.plots(papers)].index("held")].held == 1
    assert desk.model.with_plot(papers, "held").paris == ()
    assert desk.model.plots_line(Papers())[1] is False


def test_her_people_are_those_who_lie_nowhere(desk):
    assert "Lubin" in desk.model.adversaries()
    assert "Beggars" in desk.model.ambushes()
    desk.act("louvre_mission", card="poisons", skill="panache", value=6, foes=["lubin"], ambush="beggars")
    assert "Lubin" not in desk.model.adversaries()
    assert "Beggars" not in desk.model.ambushes()
    assert desk.model.adversaries().startswith("Boisrenard · The henchman")


def test_rochefort_and_where_he_stands(desk):
    assert desk.model.rochefort() == ("Rochefort: 5 of 5 hearts", "He waits for your word.")
    desk.act("correct", what="rochefort", to=0)
    hearts, where = desk.model.rochefort()
    assert hearts == "Rochefort: 0 of 5 hearts"
    assert where.startswith("He is out of action")
