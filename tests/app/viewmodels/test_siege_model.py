"""What the page of La Rochelle is told, without a window."""

import pytest

from companion.app.viewmodels.siege import Heart, siege_of
from companion.app.viewmodels.table import TableModel
from companion.boxes import load
from companion.core.match import Match, open_header
from companion.core.record import Intent


def _read(line):
    return line.read() if line else ""


def _match(**options):
    box = load("mousquetaires")
    given = {"players": 5, "depth": "clerk", "paris": "missing", **options}
    return Match(box, open_header(box, "m", given, box.profile(), 0, ""))


def _do(match, do, **fields):
    record = match.act(Intent(do, fields))
    assert record.seq == len(match.records), record
    return record


def _siege(match, blue=None):
    return siege_of(TableModel(match, _read), _read, blue)


@pytest.fixture
def match():
    match = _match()
    _do(match, "correct", what="step", to="siege")
    return match


def _throw(match, blue, red):
    _do(match, "siege", blue=len(blue), faces=[*blue, *red])


def test_the_camps_before_the_throw(match):
    _do(match, "correct", what="time", to=5)
    siege = _siege(match)
    assert not siege.thrown
    assert siege.red.faces == ("", "")
    assert siege.red.notes == ("2 dice from Time",)
    assert siege.blue.faces == ()
    assert siege.blue.notes == ("No card lies here.",)
    assert [card.name for card in siege.blue.cards] == ["", "", ""]


def test_cards_that_were_laid_are_worth_dice():
    match = _match()
    for do, fields in (
        ("next", {}),
        ("next", {}),
        ("perfidy", {"how": "play", "card": "reinforcements"}),
        ("turn", {"who": "aramis"}),
        ("reinforce", {"card": "double"}),
        ("correct", {"what": "step", "to": "siege"}),
    ):
        _do(match, do, **fields)
    siege = _siege(match)
    assert [(card.name, card.dice) for card in siege.blue.cards] == [("double", 2), ("", 0), ("", 0)]
    assert len(siege.blue.faces) == 2
    assert siege.red.notes == ("1 die from Time", "Reinforcements: +1")
    assert len(siege.red.faces) == 2


def test_the_scorekeeper_sees_dice_and_no_empty_places_for_cards():
    match = _match(depth="scorekeeper")
    _do(match, "correct", what="siege_dice", to=4)
    siege = _siege(match)
    assert (len(siege.blue.faces), siege.blue.cards, siege.blue.notes) == (4, (), ())


def test_a_smuggled_sword_lies_beside_the_dice():
    match = _match(paris="traffickers")
    _do(match, "correct", what="step", to="siege")
    siege = _siege(match)
    assert siege.red.extra == 1
    assert siege.red.notes[-1] == "The black marketeers"
    # Her sword is there without a throw: with no blue die the marker cannot stay.
    assert [chance.space for chance in siege.chances] == [siege.at - 2, siege.at - 1]


def test_the_odds_follow_the_dice_about_to_be_thrown(match):
    none = _siege(match, 0)
    assert [(chance.space - none.at, chance.text) for chance in none.chances] == [(-1, "50%"), (0, "50%")]
    assert (none.lost, none.stays, none.gained) == ("50% lost", "50% stays", "0% gained")
    one = _siege(match, 1)
    assert [chance.space - one.at for chance in one.chances] == [-1, 0, 1]
    assert one.gained == "17% gained"
    assert len(one.blue.faces) == 1


def test_what_lies_beyond_an_end_is_counted_at_the_end(match):
    _do(match, "correct", what="rochelle", to=8)
    siege = _siege(match, 6)
    assert siege.chances[-1].space == 9
    assert sum(chance.share for chance in siege.chances) == pytest.approx(1)


def test_something_unlikely_is_not_called_impossible(match):
    _do(match, "correct", what="rochelle", to=2)
    texts = [chance.text for chance in _siege(match, 6).chances]
    assert "<1%" in texts
    assert "0%" not in texts


def test_after_the_throw_the_dice_and_the_way_are_known(match):
    _do(match, "correct", what="time", to=5)
    _throw(match, ["sword", "lily"], ["sword", "sword"])
    siege = _siege(match)
    assert siege.thrown
    assert siege.chances == ()
    assert (siege.blue.faces, siege.red.faces) == (("sword", "lily"), ("sword", "sword"))
    assert (siege.blue.swords, siege.red.swords) == (1, 2)
    assert (siege.by, siege.to, siege.movement) == (-1, siege.at - 1, "1 space lost")
    # Aramis alone is at La Rochelle.
    assert siege.hearts == (Heart(1, siege.at),)
    assert siege.givers == "May give a heart: Aramis"


def test_a_throw_that_was_taken_back_is_not_shown(match):
    _throw(match, ["sword"], ["shield"])
    _do(match, "undo")
    assert _siege(match).blue.faces == ()
    _throw(match, ["lily"], ["sword"])
    assert _siege(match).blue.faces == ("lily",)
    assert _siege(match).movement == "1 space lost"


def test_a_step_set_by_hand_has_no_faces(match):
    _do(match, "correct", what="step", to="march")
    siege = _siege(match)
    assert siege.movement == "the marker stays"
    assert siege.red.faces == ("",)
