"""What a One for all card would do, before it is played."""

import pytest

from companion.app.viewmodels.oneforall import OneForAllModel
from companion.boxes import load
from companion.core.match import Match, open_header
from companion.core.record import Intent, Record


def _read(line):
    return line.read() if line else ""


class Table:
    def __init__(self):
        box = load("mousquetaires")
        self.match = Match(box, open_header(box, "m", {"players": 5}, box.profile(), 0, ""))

    def set(self, **values):
        for what, to in values.items():
            assert isinstance(self.match.act(Intent("correct", {"what": what, "to": to})), Record)
        return self

    def uses(self):
        return {use.name: use for use in OneForAllModel(self.match, _read).uses()}

    def play(self, use):
        assert isinstance(self.match.act(Intent("one_for_all", {"use": use})), Record)
        return self


@pytest.fixture
def table():
    return Table()


def test_without_a_card_nothing_is_possible(table):
    assert not any(use.possible for use in table.uses().values())
    assert OneForAllModel(table.match, _read).held == "The musketeers hold no One for all card."


def test_with_a_card_everything_is(table):
    table.set(one_for_all=1)
    assert all(use.possible for use in table.uses().values())
    assert OneForAllModel(table.match, _read).held == "The musketeers hold 1 One for all card."


@pytest.mark.parametrize(("lost", "told"), [(5, "Honour lost: 5 › 3"), (1, "Honour lost: 1 › 0")])
def test_what_it_foretells_for_the_queen_happens(table, lost, told):
    table.set(one_for_all=1, queen=lost)
    assert table.uses()["queen"].effect == told
    table.play("queen")
    assert told.endswith(str(table.match.state.queen))


def test_honour_that_is_not_lost_cannot_be_regained(table):
    assert "wasted" in table.set(one_for_all=1, queen=0).uses()["queen"].effect


@pytest.mark.parametrize(("held", "told"), [(0, "Epic tokens: 0 › 2"), (6, "Epic tokens: 6 › 7")])
def test_what_it_foretells_for_the_epic_tokens_happens(table, held, told):
    table.set(one_for_all=1, epic=held)
    assert table.uses()["epic"].effect == told
    table.play("epic")
    assert told.endswith(str(table.match.state.epic))


def test_an_empty_stock_is_told(table):
    assert "stock is empty" in table.set(one_for_all=1, epic=7).uses()["epic"].effect


def test_time_is_held_once(table):
    table.set(one_for_all=2, time=4)
    assert table.uses()["time"].effect == "At the end of this round the marker stays on space 4."
    uses = table.play("time").uses()
    assert (uses["time"].possible, uses["time"].effect) == (False, "Time stands still already.")
    assert uses["queen"].possible


def test_it_undoes_the_move_that_lost_the_match(table):
    table.set(one_for_all=1, time=12)
    assert "did not happen" in table.uses()["time"].effect
    assert table.uses()["time"].possible
    table.play("time")
    assert table.match.state.time == 11
