"""Check your box, without a window: what is shown, and what a tap changes."""

import pytest

from companion.app.viewmodels.boxcheck import BoxcheckModel
from companion.boxes.mousquetaires.checkable import CHECKABLE
from companion.core.words import Line

GROUPS = [(chapter.name, group.name) for chapter in CHECKABLE for group in chapter.groups]


def _model(kept=None):
    return BoxcheckModel(kept or {}, lambda line: line.read() if line else "")


@pytest.fixture
def model():
    return _model()


def _row(model, chapter, group, name):
    return next(row for row in model.rows(chapter, group) if row.name == name)


def _card(model, chapter, group):
    return next(card for card in model.groups(chapter) if card.name == group)


@pytest.mark.parametrize(("chapter", "group"), GROUPS)
def test_every_card_can_be_opened_confirmed_and_is_then_certain(model, chapter, group):
    for row in model.rows(chapter, group):
        assert row.label
        assert row.source
    doubtful = [row for row in model.rows(chapter, group) if row.confirms]
    changes = model.confirm_all(chapter, group)
    assert bool(changes) == bool(doubtful)
    assert not any(row.confirms for row in model.rows(chapter, group))
    card = _card(model, chapter, group)
    assert card.certain
    assert card.count == "All of it is certain."
    again = _model(changes)
    assert _card(again, chapter, group).certain
    # To confirm is to change nothing.
    assert again.profile.plain() == _model().profile.plain()


def test_a_number_is_set_marked_and_can_be_as_it_was(model):
    row = _row(model, "tracks", "purse", "tracks.purse.start")
    assert (row.value, row.sure, row.source, row.confirms, row.was) == (
        3,
        "assumed",
        "Assumed: our own guess",
        True,
        "",
    )
    assert model.put("tracks.purse.start", 5) == {"tracks.purse.start": 5}
    row = _row(model, "tracks", "purse", "tracks.purse.start")
    assert (row.value, row.sure, row.source, row.confirms) == (5, "corrected", "Checked: your box", False)
    assert row.was == "As it was: 3"
    assert model.restore("tracks.purse.start") == {"tracks.purse.start": None}
    assert _row(model, "tracks", "purse", "tracks.purse.start").sure == "assumed"


def test_the_four_marks_are_told_apart_by_symbol_and_word(model):
    model.put("tracks.purse.most", 25)
    rows = [row for chapter, group in GROUPS for row in model.rows(chapter, group)]
    marks = {row.sure: (row.icon, row.source.split(":")[0]) for row in rows}
    assert set(marks) == {"printed", "reported", "assumed", "corrected"}
    assert len(set(marks.values())) == 4


def test_counters_go_down(model):
    before = model.total(), _card(model, "tracks", "purse").count
    model.confirm("tracks.purse.start")
    assert before[1] == "Not yet certain: 2 of 2"
    assert _card(model, "tracks", "purse").count == "Not yet certain: 1 of 2"
    assert model.total() != before[0]


def test_what_makes_the_box_impossible_is_one_line_and_changes_nothing(model):
    model.put("tracks.time.spaces", 6)
    profile = model.profile
    refused = model.put("tracks.time.start", 6)
    assert isinstance(refused, Line)
    assert "does not go together" in refused.read()
    assert model.profile is profile


def test_what_is_out_of_bounds_is_one_line_too(model):
    assert isinstance(model.put("tracks.time.spaces", 99), Line)
    assert model.profile["tracks.time.spaces"] == 12


def test_the_siege_track_keeps_its_middle(model):
    assert _row(model, "tracks", "rochelle", "tracks.rochelle.spaces").step == 2
    model.put("tracks.rochelle.spaces", 11)
    assert model.view()["tracks"]["rochelle"]["at"] == 6
    model.restore("tracks.rochelle.spaces")
    assert model.view()["tracks"]["rochelle"]["at"] == 5


def test_milady_s_dice_follow_the_length_of_time(model):
    name = "tracks.time.siege_dice"
    model.put("tracks.time.spaces", 14)
    assert len(_row(model, "tracks", "time", name).value) == 13
    assert _row(model, "tracks", "time", name).sure == "assumed"
    changes = model.put_at(name, 12, 3)
    assert changes[name] == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 3]
    assert model.view()["siege_dice_by_time"] == changes[name]
    model.put("tracks.time.spaces", 8)
    assert len(_row(model, "tracks", "time", name).value) == 7


def test_a_die_always_has_six_faces(model):
    for _ in range(12):
        die = model.rows("dice", "blue")[0]
        assert len(die.value) == 6
        changes = model.turn("dice.blue", max(die.value, key=die.value.count))
        assert set(changes) == {"dice.blue.sword", "dice.blue.shield", "dice.blue.lily"}
    assert model.rows("dice", "blue")[0].sure == "corrected"
    model.restore("dice.blue")
    die = model.rows("dice", "blue")[0]
    assert die.value == ("sword", "sword", "shield", "shield", "lily", "lily")
    assert die.confirms


def test_the_last_sword_of_a_die_stays(model):
    while model.rows("dice", "red")[0].value.count("sword") > 1:
        model.turn("dice.red", "sword")
    assert isinstance(model.turn("dice.red", "sword"), Line)
    assert len(model.rows("dice", "red")[0].value) == 6


def test_a_botte_nobody_has_can_be_given_and_taken(model):
    row = _row(model, "adversaries", "lubin", "adversaries.lubin.botte")
    assert (row.kind, row.value, row.optional) == ("faces", (), True)
    model.put(row.name, ["sword"] * 3)
    model.put_at(row.name, 1, "shield")
    assert model.profile[row.name] == ("sword", "shield", "sword")
    model.put(row.name, [])
    assert model.profile[row.name] == ()
    assert model.profile.fact(row.name).sure == "corrected"


def test_damaged_corrections_do_not_keep_anybody_out():
    model = _model({"tracks.time.spaces": "x", "tracks.purse.start": 5})
    assert model.profile["tracks.time.spaces"] == 12
    assert model.profile["tracks.purse.start"] == 5


def test_a_card_shows_itself_at_a_glance(model):
    assert ("heart", "2") in _card(model, "adversaries", "cavois").signs
    model.put("adversaries.cavois.life", 3)
    assert ("heart", "3") in _card(model, "adversaries", "cavois").signs
