"""The code field under fingers and keyboards, and sheets that are only touched where something has changed."""

import pytest
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app import headless
from companion.app.viewmodels.devices import Option, Sign
from companion.app.widgets.doors import CodeField, CodeLine, RolePlate, SignSheet
from companion.app.widgets.doors import lay as lay_out
from companion.link.invitation import Invitation


@pytest.fixture
def field(lay):
    field = lay(CodeField(), 300)
    field.focus = True
    headless.frames(2)
    return field


def _type(field, text):
    for letter in text:
        field.insert_text(letter)


def test_what_is_typed_shows_in_two_halves(field):
    _type(field, "7kq2")
    assert (field.text, field.cursor) == ("7KQ2", (4, 0))
    _type(field, "wm9d")
    assert (field.text, field.cursor) == ("7KQ2 WM9D", (9, 0))
    _type(field, "X")
    assert field.text == "7KQ2 WM9D"


def test_in_the_middle_the_cursor_stays_behind_what_was_typed(field):
    _type(field, "7Q2WM9D")
    field.cursor = (1, 0)
    _type(field, "k")
    assert (field.text, field.cursor) == ("7KQ2 WM9D", (2, 0))


def test_the_blank_goes_with_the_letter_after_it(field):
    _type(field, "7kq2w")
    field.do_backspace()
    assert (field.text, field.cursor) == ("7KQ2", (4, 0))
    field.do_backspace()
    assert field.text == "7KQ"


def test_an_invitation_fills_in_both(field):
    heard = []
    field.bind(on_invitation=lambda _, invitation: heard.append(invitation))
    field.insert_text("musketeers://192.168.1.7:47471/7kq2wm9d")
    assert field.text == "7KQ2 WM9D"
    assert heard == [Invitation("192.168.1.7", 47471, "7KQ2WM9D")]


@pytest.mark.parametrize("width", [200, 312, 640])
def test_the_code_is_as_large_as_it_can_be_in_one_line(lay, width):
    line = lay(CodeLine(text="WWWW\u00a0\u00a0WWWW"), width)
    headless.frames(2)
    assert line.texture_size[0] <= width
    assert line.texture_size[0] > width * 0.85 or line.font_size == line.wish
    assert line.texture_size[1] < 2 * line.font_size


def test_a_chosen_role_carries_a_tick(lay):
    plate = lay(RolePlate(), 180)
    for chosen in (False, True):
        plate.show(Option("milady", "drama-masks", "Milady", "Seals her place.", "milady", chosen))
        headless.frames(2)
        icons = [child.icon for child in plate.walk(restrict=True) if hasattr(child, "icon") and child is not plate]
        assert ("check-bold" in icons) is chosen


def test_a_sign_follows_the_light(lay, stand):
    sheet = lay(SignSheet(), 300)
    sheet.show(Sign("link-variant-off", "red", "The table is out of reach", "It comes back by itself."))
    assert tuple(sheet.ink) == stand.theme.c.red_ink
    stand.theme.dark = True
    sheet.paint()
    assert tuple(sheet.ink) == stand.theme.c.red_ink


def test_what_lies_there_already_is_left_alone():
    box, other, parts = BoxLayout(), BoxLayout(), [Widget() for _ in range(3)]
    cleared = []
    box.bind(children=lambda *_: cleared.append(True))
    lay_out(box, parts[:2])
    assert list(reversed(box.children)) == parts[:2]
    cleared.clear()
    lay_out(box, parts[:2])
    assert not cleared
    lay_out(other, parts[1:])
    assert list(reversed(other.children)) == parts[1:]
    assert box.children == [parts[0]]
