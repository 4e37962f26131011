"""Answers come back from a file, and only those that still make sense count."""

import pytest

from companion.app.viewmodels.draft import OpenForm, form_name
from companion.core.prompt import Choice
from companion.core.words import say


@pytest.mark.parametrize(("kept", "shown"), [(3, 3), (0, 0), (9, 1), (-1, 1), (True, 1), ("3", 1), (None, 1)])
def test_a_number_stays_within_its_bounds(kept, shown):
    assert OpenForm({"cards": kept}).number("cards", 0, 5, 1) == shown


@pytest.mark.parametrize(
    ("kept", "shown"),
    [
        (["horse"], ["horse"]),
        (["horse", "pistol", "balm"], ["pistol", "balm"]),
        (["horse", "horse"], ["horse"]),
        (["dragon", 7, None], []),
        ("horse", []),
        (None, []),
    ],
)
def test_only_what_can_be_picked_is_picked_again(kept, shown):
    assert OpenForm({"buy": kept}).picks("buy", ("horse", "pistol", "balm"), 2) == shown


@pytest.mark.parametrize("kept", [["sword"], ["sword", "lily"], ["sword", 1], "sword", None])
def test_other_dice_are_not_turned(kept):
    assert OpenForm({"faces": kept}).faces("faces", [("sword",), ("shield",)]) is None


def test_the_same_dice_are():
    assert OpenForm({"faces": ["sword", "shield"]}).faces("faces", [("sword",), ("shield",)]) == ["sword", "shield"]


def test_a_text_is_a_text():
    assert OpenForm({"reason": "dropped"}).text("reason") == "dropped"
    assert OpenForm({"reason": 7}).text("reason") == ""
    assert OpenForm().text("reason") == ""


def test_where_nobody_remembers_nothing_happens():
    OpenForm().keep({"cards": 1})


def test_each_choice_has_a_form_of_its_own():
    ride = Choice(say("Ride"), "move", {"who": "athos"})
    assert form_name(ride, {}) != form_name(Choice(say("Ride"), "move", {"who": "aramis"}), {})
    assert form_name(ride, {}) != form_name(ride, {"cards": 1})
    assert form_name(ride, {}) == form_name(Choice(say("Reiten"), "move", {"who": "athos"}), {})
