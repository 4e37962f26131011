"""From what came of a tap to what is heard, without a window."""

import pytest

from companion.app.viewmodels.cues import NONE, REFUSED, Cue, cue_of, spoken, told
from companion.app.viewmodels.table import TableModel
from companion.boxes import load
from companion.core.match import Match, open_header
from companion.core.prompt import Refusal
from companion.core.record import Intent, Record
from companion.core.words import say


@pytest.fixture
def model():
    box = load("mousquetaires")
    match = Match(box, open_header(box, "m", {"players": 4}, box.profile(), 0, ""))
    return TableModel(match, lambda line: line.read() if line else "")


def _hear(model, do, **fields):
    """What is heard of this tap, as the screen asks for it."""
    cue = told(model.match.act(Intent(do, fields)), model)
    model.refresh()
    return cue.sound


def test_a_token_that_moves(model):
    assert _hear(model, "correct", what="queen", to=3) == "token"


def test_the_round_going_on_is_not_heard(model):
    assert _hear(model, "next") == ""


def test_a_note_is_not_heard(model):
    assert _hear(model, "note", text="Well fought.") == ""


def test_dice_the_app_throws(model):
    assert _hear(model, "roll", dice="3b") == "dice"


def test_dice_on_the_table_were_heard_already(model):
    assert _hear(model, "roll", dice="1b", faces=["lily"]) == ""


def test_a_page_is_turned_back_and_forth(model):
    _hear(model, "correct", what="queen", to=3)
    assert _hear(model, "undo") == "page"
    assert _hear(model, "redo") == "page"


def _nearly_lost(model):
    _hear(model, "correct", what="queen", to=7)


def test_the_end_is_heard_once_and_again_when_it_comes_again(model):
    _nearly_lost(model)
    assert _hear(model, "correct", what="queen", to=8) == "defeat"
    assert _hear(model, "roll", dice="1b") == "dice"
    assert _hear(model, "undo") == "page"
    assert _hear(model, "undo") == "page"
    assert _hear(model, "redo") == "defeat"


def test_the_musketeers_have_a_fanfare(model):
    record = model.match.act(Intent("correct", {"what": "queen", "to": 1}))
    assert cue_of(record, False, "musketeers", ()).sound == "fanfare"
    assert cue_of(record, True, "musketeers", {"queen"}).sound == "token"


def test_no_is_a_knock_and_a_buzz_and_too_late_is_nothing(model):
    no = Refusal(say("No."), "round")
    assert told(no, model) == REFUSED
    assert REFUSED.sound == "refusal"
    assert REFUSED.buzz
    assert told(Refusal(say("No."), "round", stale=True), model) == NONE
    assert told(say("The disk is full."), model) == REFUSED


def test_actions_that_are_left_are_no_tokens(model):
    changes = [{"what": "company.athos.left", "from": 2, "to": 1, "why": "draw"}]
    drawn = Record.make(1, 0, Intent("draw"), {"changes": changes}, "")
    assert cue_of(drawn, False, "", {"company.athos.left"}) == Cue()


def test_what_is_spoken_is_who_and_what(model):
    assert spoken(model) == f"{model.now.who}\n{model.now.what}"
    assert model.now.detail not in spoken(model)
    _nearly_lost(model)
    _hear(model, "correct", what="queen", to=8)
    assert spoken(model).startswith("Milady wins\n")
