"""Choices that need answers: nothing is sent before everything is answered."""

import pytest

from companion.app import headless
from companion.app.app import CompanionApp
from companion.app.widgets.form import form_sheet, needs_form
from companion.core.prompt import Ask, Choice, Pick
from companion.core.words import say

PLACES = (("paris", say("Paris")), ("louvre", say("The Louvre")))
GOODS = (("horse", say("Horse")), ("pistol", say("Pistol")), ("balm", say("Balm")))
TO = Pick("to", say("where to"), PLACES)
BUY = Pick("buy", say("what"), GOODS, 1, 2, many=True)
EXTRA = Pick("ambush", say("ambush"), PLACES, 0)
CARDS = Ask("cards", say("cards"), 0, 3, 1)


@pytest.fixture
def asked(open_app, tmp_path, find, touch):
    """`asked(choice)`: the sheet is open; `tap(text)` touches it, `sent` is what came of it."""
    open_app(CompanionApp(folder=tmp_path, hints=False))

    class Asked:
        def __init__(self):
            self.sent = []

        def __call__(self, choice, known=None):
            self.sheet = form_sheet("Ride", choice, known or {}, lambda line: line.read(), "Done", self.sent.append)
            self.sheet.open(animation=False)
            headless.frames(24)
            return self

        def tap(self, **values):
            touch(find(self.sheet, **values))
            headless.frames(4)

    return Asked()


def test_one_tap_answers_a_single_pick(asked):
    asked(Choice(say("Ride"), "move", picks=(TO,)))
    asked.tap(text="The Louvre")
    assert asked.sent == [{"to": "louvre"}]


def test_a_list_is_gathered_and_the_oldest_makes_way(asked, find):
    asked(Choice(say("Equip"), "equip", picks=(BUY,)))
    assert find(asked.sheet, text="Done").disabled
    asked.tap(text="Done")
    assert asked.sent == []
    for name in ("Horse", "Pistol", "Balm"):
        asked.tap(text=name)
    assert [find(asked.sheet, value=value).chosen for value, _ in GOODS] == [False, True, True]
    asked.tap(text="Done")
    assert asked.sent == [{"buy": ["pistol", "balm"]}]


def test_what_was_picked_can_be_put_back(asked, find):
    asked(Choice(say("Equip"), "equip", picks=(BUY,)))
    asked.tap(text="Horse")
    asked.tap(text="Horse")
    assert find(asked.sheet, text="Done").disabled


def test_an_answer_that_may_be_left_out_is_left_out(asked):
    asked(Choice(say("Lay"), "lay", picks=(EXTRA,), asks=(CARDS,)))
    asked.tap(text="Done")
    assert asked.sent == [{"cards": 1}]


def test_numbers_are_stepped_and_known_ones_are_not_asked_again(asked, find):
    asked(Choice(say("Meet"), "meet", ask=CARDS, picks=(EXTRA,)))
    asked.tap(text="More")
    asked.tap(text="Done")
    assert asked.sent == [{"cards": 2}]
    asked(Choice(say("Meet"), "meet", ask=CARDS, picks=(EXTRA,)), {"cards": 0})
    with pytest.raises(LookupError):
        find(asked.sheet, text="More")


def test_only_what_is_not_known_needs_a_form():
    assert needs_form(Choice(say("Ride"), "move", picks=(TO,)), {})
    assert needs_form(Choice(say("Meet"), "meet", ask=CARDS), {})
    assert not needs_form(Choice(say("Meet"), "meet", ask=CARDS), {"cards": 1})
    assert not needs_form(Choice(say("Draw"), "draw"), {})
