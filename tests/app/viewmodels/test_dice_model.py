"""The dice page's view-model, without a window."""

import pytest

from companion.app.viewmodels.dice import DiceModel, pool_text
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


def _roll(match, dice="2b 1r", faces=("sword", "lily", "shield"), **more):
    return match.act(Intent("roll", {"dice": dice, "faces": list(faces), **more}))


def test_the_box_says_which_dice_there_are(match):
    assert [(kind.colour, kind.letter, kind.label) for kind in DiceModel(match, _read).kinds] == [
        ("blue", "b", "Blue dice"),
        ("red", "r", "Red dice"),
    ]


def test_before_the_first_throw_blank_dice_wait(match):
    model = DiceModel(match, _read)
    assert model.lying is None
    assert model.first_numbers() == {"b": 3, "r": 2}
    assert [(die.colour, die.face) for die in model.waiting({"b": 1, "r": 2})] == [
        ("blue", ""),
        ("red", ""),
        ("red", ""),
    ]
    assert model.waiting({"b": 0, "r": 0}) == ()


def test_a_throw_is_numbered_and_counted_in_words(match):
    _roll(match)
    _roll(match, "3r", ("sword", "sword", "shield"))
    lying = DiceModel(match, _read).lying
    assert (lying.title, lying.typed, lying.pool) == ("Roll 2", True, "3r")
    assert [one.text for one in lying.tally] == ["2 swords", "1 shield"]  # a red die has no lily
    assert [one.text for one in DiceModel(match, _read).throws[1].tally] == ["1 sword", "1 shield", "1 lily"]


def test_as_many_dice_are_offered_as_were_thrown_last(match):
    _roll(match)
    assert DiceModel(match, _read).first_numbers() == {"b": 2, "r": 1}


def test_the_history_has_the_throws_of_the_rules_too_newest_first(match):
    _roll(match)
    match.act(Intent("correct", {"what": "step", "to": "siege"}))
    match.act(Intent("siege", {"blue": 1}))
    throws = DiceModel(match, _read).throws
    assert [throw.number for throw in throws] == sorted((throw.number for throw in throws), reverse=True)
    assert [throw.free for throw in throws][-1] is True
    assert throws[0].free is False
    assert throws[0].about.startswith("Siege: ")
    assert DiceModel(match, _read).lying.number == 1


def test_a_number_stays_when_a_throw_is_taken_back(match):
    _roll(match)
    _roll(match, "1b", ("lily",))
    match.act(Intent("undo"))
    model = DiceModel(match, _read)
    assert (model.lying.title, model.throws[0].undone) == ("Roll 1", True)
    _roll(match, "1b", ("sword",))
    assert DiceModel(match, _read).lying.title == "Roll 3"


def test_the_rest_can_be_thrown_again_and_what_was_kept_stays_kept(match):
    _roll(match)
    model = DiceModel(match, _read)
    lying = model.lying
    assert model.again_text(lying, set()) == ""
    assert model.again_text(lying, {0, 1, 2}) == ""
    assert model.again_text(lying, {1}) == "Throw the other 2 dice again"
    assert model.again_text(lying, {0, 1}) == "Throw the other die again"
    match.act(Intent("roll", {"dice": lying.pool, "of": lying.seq, "keep": [0, 1]}))
    again = DiceModel(match, _read).lying
    assert (again.kept, again.dice[0].face, again.dice[1].face) == ((0, 1), "sword", "lily")


def test_the_button_says_how_many(match):
    model = DiceModel(match, _read)
    assert model.throw_text({"b": 1, "r": 0}) == "Throw 1 die"
    assert model.throw_text({"b": 2, "r": 3}) == "Throw 5 dice"
    assert pool_text({"b": 2, "r": 0}) == "2b"
    assert pool_text({"b": 0, "r": 0}) == ""
