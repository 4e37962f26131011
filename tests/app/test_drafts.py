"""Whatever stood in an open form stands there again: after closing the sheet, and after a kill."""

import pytest
from kivy.uix.textinput import TextInput

from companion.app import headless
from companion.app.viewmodels.table import Button
from companion.app.widgets.dice import DieTile
from companion.app.widgets.now import Stepper
from companion.core.prompt import Ask, Choice, Pick
from companion.core.words import say

GOODS = (("horse", say("Horse")), ("pistol", say("Pistol")), ("balm", say("Balm")))
FORM = Choice(
    say("Equip"),
    "equip",
    picks=(Pick("buy", say("what"), GOODS, 1, 2, many=True),),
    asks=(Ask("cards", say("cards"), 0, 5, 1),),
)


@pytest.fixture
def evening(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    evening.app.start("mousquetaires", {"players": 5})
    headless.frames(20)
    return evening


@pytest.fixture
def killed(sit_down, tmp_path):
    """`killed(evening)`: the process is gone, and somebody opens the match again."""

    def killed_(evening):
        name = evening.app.desk.opened
        evening.app.desk.wait()
        evening.app.desk.abandon()
        evening.close()
        again = sit_down(tmp_path)
        again.app.resume(name)
        headless.frames(20)
        return again

    return killed_


def _open_form(evening):
    evening.table.choose(Button("Equip", "", FORM), {})
    headless.frames(30)
    return evening.table.open_sheet


def _stepper(root, find):
    return find(root, Stepper)


def test_a_form_survives_a_kill(evening, killed, find):
    _open_form(evening)
    evening.tap(text="Pistol")
    evening.tap(text="Balm")
    evening.tap(text="More")
    evening = killed(evening)
    sheet = _open_form(evening)
    assert [find(sheet, value=value).chosen for value, _ in GOODS] == [False, True, True]
    assert _stepper(sheet, find).value == 2
    assert not find(sheet, text="So it is").disabled


def test_a_form_survives_closing_it(evening, find):
    sheet = _open_form(evening)
    evening.tap(text="Horse")
    sheet.dismiss(animation=False)
    assert find(_open_form(evening), value="horse").chosen


def test_after_another_tap_the_form_is_empty(evening, find):
    sheet = _open_form(evening)
    evening.tap(text="Horse")
    sheet.dismiss(animation=False)
    headless.frames(3)
    evening.tap(text="The card is down")
    assert not find(_open_form(evening), value="horse").chosen


def test_a_reason_survives_a_kill(evening, killed, find):
    evening.table.correct("purse")
    headless.frames(30)
    find(evening.table.open_sheet, TextInput).text = "it fell off the table"
    headless.frames(3)
    evening = killed(evening)
    evening.table.correct("purse")
    headless.frames(3)
    assert find(evening.table.open_sheet, TextInput).text == "it fell off the table"
    evening.table.open_sheet.dismiss(animation=False)
    evening.table.correct("time")
    headless.frames(3)
    assert find(evening.table.open_sheet, TextInput).text == ""


def test_real_dice_survive_a_kill(evening, killed):
    throw = Button("Roll", "", Choice(say("Roll"), "roll", {"dice": "2r"}, dice="2r"))

    def faces(sheet):
        return [tile for tile in sheet.walk(restrict=True) if isinstance(tile, DieTile)]

    evening.table.type_dice(throw, {})
    headless.frames(30)
    first = faces(evening.table.open_sheet)[0]
    before = first.face
    first.dispatch("on_release")
    turned = [tile.face for tile in faces(evening.table.open_sheet)]
    assert turned[0] != before
    evening = killed(evening)
    evening.table.type_dice(throw, {})
    headless.frames(3)
    assert [tile.face for tile in faces(evening.table.open_sheet)] == turned


def test_a_number_on_the_card_survives_a_kill(evening, killed, find):
    evening.table.act("correct", {"what": "step", "to": "siege"})
    evening.app.desk.wait()
    headless.frames(30)
    stepper = _stepper(evening.table.ids.now, find)
    stepper.step(1)
    value = stepper.value
    assert value > stepper.lo
    evening = killed(evening)
    assert _stepper(evening.table.ids.now, find).value == value
