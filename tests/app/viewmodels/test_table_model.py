"""The table's view-model, without a window."""

import pytest

from companion.app.viewmodels.table import TableModel
from companion.boxes import load
from companion.core.match import Match, open_header
from companion.core.record import Intent
from companion.core.words import Line, say


def _read(line: Line | None) -> str:
    return line.read() if line else ""


@pytest.fixture
def match():
    box = load("mousquetaires")
    return Match(box, open_header(box, "m", {"players": 4}, box.profile(), 0, ""))


def test_many_choices_are_folded_behind_one_button(match):
    match.act(Intent("next"))
    model = TableModel(match, _read)
    assert model.now.folded == "Lay out a card"
    assert len(model.now.others) == 6
    match.act(Intent("next"))
    match.act(Intent("perfidy", {"how": "draw"}))
    model.refresh()
    assert model.now.folded == ""
    assert model.now.detail.startswith("4 actions")


def test_what_happened_names_moves_and_instructions(match):
    match.act(Intent("correct", {"what": "step", "to": "louvre"}))
    match.act(Intent("correct", {"what": "louvre", "to": 3}))
    match.act(Intent("next"))
    model = TableModel(match, _read)
    assert "The Queen's honour: 0 › 2" in model.happened
    assert "Milady draws 1 treachery card." in model.happened
    assert [why.title for why in model.why_happened()] == ["The Louvre marker falls", "A Louvre mission failed"]


def test_near_defeats_are_marked(match):
    match.act(Intent("correct", {"what": "time", "to": 10}))
    near = {danger.name: danger.close for danger in TableModel(match, _read).nearness}
    assert near == {"Time": True, "La Rochelle": False, "The Queen": False}


def test_a_verdict_replaces_the_question(match):
    match.act(Intent("correct", {"what": "queen", "to": 8}))
    model = TableModel(match, _read)
    assert model.now is None
    assert model.verdict[:2] == ("milady", "Milady wins")
    assert model.why_now()[0].title == "The Queen dishonoured"


def test_undo_and_redo_are_named(match):
    model = TableModel(match, _read)
    assert model.undo == ""
    match.act(Intent("next"))
    assert model.undo == "Undo: Milady has chosen her destination"
    match.act(Intent("undo"))
    assert (model.undo, model.redo) == ("", "Redo: Milady has chosen her destination")


def test_every_line_of_what_happened_begins_with_a_capital(match, monkeypatch):
    monkeypatch.setattr(type(match), "last_change", lambda self: {"tells": [say("the henchman falls.").plain()]})
    assert TableModel(match, _read).happened == ("The henchman falls.",)
