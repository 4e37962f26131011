"""The hourglass's view-model, without a window."""

import pytest

from companion.app.viewmodels.hourglass import HourglassModel, glass_of, numerals
from companion.boxes import load
from companion.core.match import Match, open_header
from companion.core.record import Intent
from companion.core.words import Line


def _read(line: Line | None) -> str:
    return line.read() if line else ""


class Table:
    """A match whose clock is set by hand, with the glass turned at 1,000."""

    def __init__(self):
        self.now = 1_000
        box = load("mousquetaires")
        header = open_header(box, "m", {"players": 5, "depth": "clerk"}, box.profile(), 0, "")
        self.match = Match(box, header, clock=lambda: self.now)

    def hurry(self):
        for intent in (Intent("next"), Intent("next"), Intent("perfidy", {"how": "play", "card": "hurry"})):
            self.match.act(intent)
        return self

    def look(self):
        return HourglassModel(self.match, _read).look(self.now)

    @property
    def deeds(self):
        return [deed.how for deed in self.look().deeds]


@pytest.fixture
def table():
    return Table()


def test_nobody_has_turned_it(table):
    look = table.look()
    assert (look.state, look.deeds) == ("none", ())
    assert "Hurry!" in look.why[0]
    assert glass_of(table.match.view()) is None


def test_it_runs_and_can_be_laid_down(table):
    table.hurry()
    assert (table.look().state, table.look().why, table.deeds) == ("running", (), ["pause"])
    assert glass_of(table.match.view()).left(31_000) == 90_000


def test_laid_down_it_says_why_and_can_run_on(table):
    table.hurry().match.act(Intent("sand", {"how": "pause"}))
    assert (table.look().state, table.look().why) == ("held", ("Paused: laid down by hand",))
    assert table.deeds == ["go_on"]


@pytest.mark.parametrize(
    ("hold", "words"),
    [
        ("duel", "Paused: duel"),
        ("louvre", "Paused: a new Louvre card is laid out"),
        ("paris", "Paused: a new Paris card is laid out"),
        ("chapter", "Paused: the next chapter is prepared"),
        ("something new", "Paused"),
    ],
)
def test_every_reason_has_its_words(table, hold, words):
    model = HourglassModel(table.hurry().match, _read)
    model.glass = model.glass.hold(hold, table.now)
    assert model.look(table.now).why == (words,)


def test_when_it_is_out_only_the_end_of_the_phase_is_left(table):
    table.hurry().now += 120_000
    assert (table.look().state, table.deeds) == ("out", ["out"])
    assert table.look().why == ("All actions that are left are lost.",)
    table.match.act(Intent("sand", {"how": "out"}))
    assert table.look().state == "none"


def test_what_has_begun_must_be_finished_first(table):
    table.hurry()
    table.match.act(Intent("correct", {"what": "step", "to": "reveal"}))
    table.now += 120_000
    look = table.look()
    assert look.deeds == ()
    assert look.why == ("All actions that are left are lost.", "The musketeers act in phase II.")


def test_after_the_verdict_nothing_is_offered(table):
    table.hurry().match.act(Intent("correct", {"what": "queen", "to": 8}))
    assert table.deeds == []


@pytest.mark.parametrize(
    ("left", "shown"),
    [(120_000, "2:00"), (119_999, "2:00"), (67_000, "1:07"), (9_001, "0:10"), (1, "0:01"), (0, "0:00")],
)
def test_numerals(left, shown):
    assert numerals(left) == shown
