"""The log without a window: order, rounds, what is struck through, what is behind a line."""

import pytest

from companion.app.viewmodels.log import START, LogModel
from companion.boxes import load
from companion.core.match import Match, open_header
from companion.core.record import Intent
from companion.core.words import Line


def _read(line: Line | None) -> str:
    return line.read() if line else ""


@pytest.fixture
def match():
    box = load("mousquetaires")
    return Match(box, open_header(box, "m", {"players": 4}, box.profile(), 0, ""))


def _log(match):
    return LogModel(match, _read)


def _next_round(match):
    match.act(Intent("correct", {"what": "step", "to": "aftermath"}))
    match.act(Intent("next"))


def test_the_newest_line_is_on_top_and_the_beginning_at_the_bottom(match):
    match.act(Intent("next"))
    match.act(Intent("note", {"text": "wine"}))
    assert [row.text for row in _log(match).rows()] == [
        "Round 1",
        "Note: wine",
        "Milady has chosen her destination",
        "The match begins",
    ]


def test_an_empty_log_says_so(match):
    assert [row.kind for row in _log(match).rows()] == ["empty", "start"]


def test_lines_stand_under_the_round_in_which_they_were_written(match):
    _next_round(match)
    match.act(Intent("note", {"text": "new"}))
    assert [row.text for row in _log(match).rows() if row.kind == "round"] == ["Round 2", "Round 1"]
    assert [row.text for row in _log(match).rows()][:3] == ["Round 2", "Note: new", "Round 1"]


def test_whoever_goes_back_to_an_earlier_round_writes_under_that_one(match):
    _next_round(match)
    match.act(Intent("back_to", {"seq": 0}))
    match.act(Intent("note", {"text": "again"}))
    rows = _log(match).rows()
    assert [row.text for row in rows if row.kind == "round"] == ["Round 1", "Round 2", "Round 1"]
    assert rows[1].text == "Note: again"
    match.act(Intent("undo"))
    match.act(Intent("redo"))
    assert _log(match).rows()[0].text == "Round 1"


def test_moves_carry_their_phase_and_other_lines_a_symbol(match):
    match.act(Intent("next"))
    match.act(Intent("correct", {"what": "purse", "to": 5}))
    correction, move = _log(match).rows()[1:3]
    assert (move.sign, move.icon, move.camp) == ("I", "", "milady")
    assert (correction.sign, correction.icon) == ("", "pencil")


def test_what_was_taken_back_is_marked_in_words(match):
    match.act(Intent("correct", {"what": "purse", "to": 5}))
    match.act(Intent("undo"))
    undo, taken = _log(match).rows()[1:3]
    assert taken.undone
    assert taken.meta.endswith("taken back")
    assert not undo.undone
    match.act(Intent("redo"))
    assert not _log(match).rows()[3].undone


def test_a_house_ruling_is_marked_in_words(match):
    match.act(Intent("march", {"sacrifices": 0}, anyway=True))
    (ruling,) = [row for row in _log(match).rows() if row.kind == "entry"]
    assert ruling.ruling
    assert ruling.meta.endswith("house ruling")


def test_behind_a_line_is_what_changed_and_why(match):
    match.act(Intent("correct", {"what": "purse", "to": 5, "reason": "miscounted"}))
    behind = _log(match).unfold(1)
    assert behind.changes == ("Reason given: miscounted", "Purse: 3 › 5")
    assert [why.title for why in behind.reasons] == ["The table is the truth"]


def test_behind_a_ruling_is_the_rule_that_was_set_aside(match):
    match.act(Intent("march", {"sacrifices": 0}, anyway=True))
    assert _log(match).unfold(1).reasons[0].title == "The marker moves"


def test_behind_a_roll_are_its_dice(match):
    match.act(Intent("roll", {"dice": "2b", "faces": ["sword", "shield"]}))
    assert _log(match).unfold(1).changes == ("Rolled: sword, shield",)


def test_back_to_here_says_what_it_costs(match):
    for n in range(3):
        match.act(Intent("correct", {"what": "purse", "to": 5 + n}))
    log = _log(match)
    assert log.unfold(1).back == "Back to here"
    assert log.unfold(1).cost.startswith("Takes back 2 later entries.")
    assert log.unfold(2).cost.startswith("Takes back 1 later entry.")
    assert log.unfold(START).cost.startswith("Takes back 3 later entries.")


def test_where_there_is_nothing_to_go_back_to_it_is_not_offered(match):
    for n in range(3):
        match.act(Intent("correct", {"what": "purse", "to": 5 + n}))
    assert _log(match).unfold(3).back == ""  # the newest
    match.act(Intent("undo"))
    assert _log(match).unfold(3).back == ""  # taken back itself
    assert _log(match).unfold(4).back == ""  # a journey, not a move
    assert _log(match).unfold(4).changes == ("Purse set to 7",)


def test_an_hour_nobody_knows_does_not_lose_the_line():
    box = load("mousquetaires")
    match = Match(box, open_header(box, "m", {"players": 4}, box.profile(), 2**53, ""))
    assert _log(match).rows()[-1].meta == "?"
