"""How the evening is summed up, without a window."""

import pytest

from companion.app.viewmodels.table import TableModel
from companion.app.viewmodels.verdict import PAUSE, evening_of
from companion.boxes import load
from companion.core.match import Match, open_header
from companion.core.record import Intent


def _read(line):
    return line.read() if line else ""


class Watch:
    def __init__(self):
        self.now = 0

    def __call__(self):
        return self.now


@pytest.fixture
def watch():
    return Watch()


def _match(watch, depth="clerk"):
    box = load("mousquetaires")
    options = {"players": 5, "depth": depth, "paris": "missing"}
    return Match(box, open_header(box, "m", options, box.profile(), 0, ""), clock=watch)


def _do(match, do, **fields):
    record = match.act(Intent(do, fields))
    assert record.seq == len(match.records), record


def _evening(match):
    return evening_of(TableModel(match, _read), _read)


def _numbers(match):
    return {number.label: number.value for number in _evening(match).numbers}


def test_before_the_end_there_is_nothing_to_say(watch):
    assert _evening(_match(watch)) is None


@pytest.mark.parametrize(
    ("what", "to", "winner", "headline"),
    [("queen", 8, "milady", "Milady wins"), ("chapters_done", 4, "musketeers", "The musketeers win")],
)
def test_who_has_won_and_why(watch, what, to, winner, headline):
    match = _match(watch)
    _do(match, "correct", what=what, to=to)
    evening = _evening(match)
    assert (evening.winner, evening.headline, evening.round) == (winner, headline, "Round 1")
    assert evening.reason


def test_the_numbers_of_the_evening(watch):
    match = _match(watch)
    for do, fields in (
        ("next", {}),
        ("next", {}),
        ("perfidy", {"how": "play", "card": "conscripts"}),
        ("louvre_mission", {"card": "poisons", "foes": ["boisrenard", "lubin"]}),
        ("turn", {"who": "porthos"}),
        ("duel", {"foe": "lubin"}),
        ("let_pass", {}),
        ("commit", {"cards": 1}),
    ):
        _do(match, do, **fields)
    fight = match.state.duel
    _do(match, "clash", faces=["sword"] * fight.blue + ["shield"] + ["sword"] * (fight.red - 1))
    _do(match, "paris_solved")
    _do(match, "correct", what="round", to=4)
    _do(match, "correct", what="chapters_done", to=4)
    numbers = _numbers(match)
    assert numbers["Rounds"] == "4"
    assert numbers["Duels"] == "1"
    assert numbers["Missions done"] == "1"
    assert numbers["Chapters"] == "4"
    assert numbers["Treachery played"] == "1"


def test_what_was_taken_back_does_not_count(watch):
    match = _match(watch)
    _do(match, "next")
    _do(match, "next")
    _do(match, "perfidy", how="play", card="plot")
    _do(match, "undo")
    _do(match, "correct", what="queen", to=8)
    assert _numbers(match)["Treachery played"] == "0"


def test_the_time_at_the_table_leaves_out_the_nights(watch):
    match = _match(watch)
    watch.now = 5_000_000
    _do(match, "next")
    watch.now += 50 * 60_000
    _do(match, "next")
    watch.now += PAUSE + 86_400_000  # they went home
    _do(match, "correct", what="purse", to=5)
    watch.now += 15 * 60_000
    _do(match, "correct", what="queen", to=8)
    assert _numbers(match)["At the table"] == "1 h 5 min"


def test_a_short_evening_has_minutes_only(watch):
    match = _match(watch)
    _do(match, "next")
    watch.now = 7 * 60_000
    _do(match, "correct", what="queen", to=8)
    assert _numbers(match)["At the table"] == "7 min"


def test_the_scorekeeper_counts_no_duels(watch):
    match = _match(watch, depth="scorekeeper")
    _do(match, "correct", what="queen", to=8)
    assert "Duels" not in _numbers(match)
