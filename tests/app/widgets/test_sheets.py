"""Sheets over the table: what they show, what a tap sends, and how they go away."""

import pytest
from kivy.core.window import Window
from kivy.uix.label import Label
from kivy.uix.textinput import TextInput

from companion.app import headless
from companion.app.viewmodels.table import Button, Why
from companion.app.widgets.dice import DieTile
from companion.app.widgets.now import GUARD
from companion.app.widgets.sheets import Drawer, Reason, ValuePlate, choice_sheet, dice_sheet, value_sheet, why_sheet
from companion.core.prompt import Choice
from companion.core.words import Line

LONG_ENOUGH = round(GUARD * 60) + 2  # frames
BUTTONS = [Button(text, "castle", Choice(Line(text), text.lower())) for text in ("Paris", "Louvre")]
DICE = [("blue", ("sword", "sword", "shield")), ("red", ("sword", "shield", "lily"))]


@pytest.fixture
def spread(stand):
    """`spread(sheet)` opens it and lets the guard pass."""

    def spread_(sheet):
        sheet.open()
        headless.frames(LONG_ENOUGH)
        return sheet

    return spread_


@pytest.fixture
def tap(touch):
    """A sheet scrolls, so a touch arrives a moment later."""

    def tap_(*where):
        touch(*where)
        headless.frames(30)

    return tap_


def _texts(sheet):
    return [widget.text for widget in sheet.walk(restrict=True) if isinstance(widget, Label) and widget.text]


def _is_open(sheet):
    return sheet in Window.children


def _all_sheets():
    return [
        why_sheet("Why?", [Why("Time", "It passes.", "Rules, phase IV")]),
        choice_sheet("Play a card", BUTTONS, lambda button: None),
        value_sheet("Purse", 3, range(5), "Reason", lambda value, reason: None),
        dice_sheet("Turn the dice", DICE, "So it is", lambda faces: None),
    ]


@pytest.mark.parametrize("which", range(4), ids=["why", "choice", "value", "dice"])
class TestEverySheet:
    def test_the_cross_closes_it(self, spread, find, tap, which):
        sheet = spread(_all_sheets()[which])
        tap(find(sheet, text="Close"))
        assert not _is_open(sheet)

    def test_a_tap_beside_closes_it(self, spread, tap, which):
        sheet = spread(_all_sheets()[which])
        tap(200, 900)
        assert not _is_open(sheet)

    def test_a_tap_on_its_paper_does_not(self, spread, find, tap, which):
        sheet = spread(_all_sheets()[which])
        tap(find(sheet, Label, text=sheet.title))
        assert _is_open(sheet)

    def test_it_stands_at_the_lower_edge_inside_the_window(self, spread, which):
        sheet = spread(_all_sheets()[which])
        for size in ((412, 915), (320, 480), (1280, 800)):
            headless.resize(size)
            headless.frames(6)
            assert sheet.x >= 0
            assert sheet.right <= size[0]
            assert 0 <= sheet.y < 12
            assert sheet.top < size[1]


def test_why_tells_every_reason_and_where_it_is_printed(spread):
    reasons = [Why("Time", "It passes.", "Rules, phase IV"), Why("Louvre", "It falls.", "Rules, page 5")]
    sheet = spread(why_sheet("Why was that?", reasons))
    for text in ("Why was that?", "Time", "It passes.", "Rules, phase IV", "Louvre", "It falls.", "Rules, page 5"):
        assert text in _texts(sheet)


def test_a_long_explanation_scrolls(spread, touch):
    reasons = [Why(f"Rule {n}", "It passes. " * 20, "Rules") for n in range(12)]
    sheet = spread(why_sheet("Why?", reasons))
    last = sheet.ids.content.children[0]
    assert (type(last), last.title) == (Reason, "Rule 11")
    below = last.to_window(*last.pos)[1]
    assert below < sheet.y
    touch(200, 100, hold=2, to=(200, 600))
    headless.frames(5)
    assert last.to_window(*last.pos)[1] > below + 400


def test_a_choice_is_sent_and_closes_the_sheet(spread, find, tap):
    taken = []
    sheet = spread(choice_sheet("Play a card", BUTTONS, taken.append))
    assert {"Play a card", "Paris", "Louvre"} <= set(_texts(sheet))
    tap(find(sheet, text="Louvre"))
    assert taken == [BUTTONS[1]]
    assert not _is_open(sheet)


def test_closing_without_a_choice_sends_nothing(spread, find, tap):
    taken = []
    for way in ("cross", "beside"):
        sheet = spread(choice_sheet("Play a card", BUTTONS, taken.append))
        tap(find(sheet, text="Close")) if way == "cross" else tap(200, 900)
    assert taken == []


def test_every_value_is_one_tap_away(spread, find, tap):
    taken = []
    sheet = spread(value_sheet("Purse", 3, range(9), "Reason", lambda *given: taken.append(given)))
    plates = [widget for widget in sheet.walk(restrict=True) if isinstance(widget, ValuePlate)]
    assert [plate.text for plate in plates] == [str(value) for value in range(9)]
    assert [plate.text for plate in plates if plate.chosen] == ["3"]
    assert all(plate.width >= 48 and plate.height >= 48 for plate in plates)
    tap(find(sheet, ValuePlate, text="7"))
    assert taken == [(7, "")]
    assert not _is_open(sheet)


def test_a_reason_goes_with_the_value(spread, find, tap):
    taken = []
    sheet = spread(value_sheet("Purse", 3, range(9), "Reason (if you like)", lambda *given: taken.append(given)))
    field = find(sheet, TextInput)
    assert field.hint_text == "Reason (if you like)"
    tap(field)
    assert field.focus
    Window.dispatch("on_textinput", " the cat ")
    tap(find(sheet, ValuePlate, text="7"))
    assert taken == [(7, "the cat")]


def test_a_reason_has_an_end(spread, find):
    field = find(spread(value_sheet("Purse", 3, range(9), "", lambda *given: None)), TextInput)
    field.insert_text("x" * 500)
    assert len(field.text) == 120


def test_a_sheet_of_dice_says_which_throw_it_is(spread, find):
    sheet = spread(dice_sheet("Turn the dice", DICE, "So it is", lambda faces: None, what="The siege"))
    assert find(sheet, text="The siege").top > find(sheet, DieTile).top


def test_dice_are_sent_as_they_lie(spread, find, tap):
    taken = []
    sheet = spread(dice_sheet("Turn the dice", DICE, "So it is", taken.append))
    tiles = [widget for widget in sheet.walk(restrict=True) if isinstance(widget, DieTile)]
    assert [(tile.colour, tile.face) for tile in tiles] == [("blue", "sword"), ("red", "sword")]
    tap(tiles[0])
    for _ in range(2):
        tap(tiles[1])
    assert taken == []
    tap(find(sheet, text="So it is"))
    assert taken == [["shield", "lily"]]
    assert not _is_open(sheet)


def test_many_dice_lie_side_by_side(spread):
    sheet = spread(dice_sheet("Turn the dice", DICE * 4, "So it is", lambda faces: None))
    tiles = [widget for widget in sheet.walk(restrict=True) if isinstance(widget, DieTile)]
    assert 1 < len({tile.y for tile in tiles}) < len(tiles)
    assert all(tile.width >= 64 for tile in tiles)


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda take: choice_sheet("Play a card", BUTTONS, take), "Louvre"),
        (lambda take: value_sheet("Purse", 3, range(9), "", lambda value, reason: take(value)), "7"),
        (lambda take: dice_sheet("Turn the dice", DICE, "So it is", take), "So it is"),
    ],
    ids=["choice", "value", "dice"],
)
def test_a_second_tap_on_a_sheet_that_is_going_sends_nothing(spread, find, touch, make, text):
    taken = []
    sheet = spread(make(taken.append))
    button = find(sheet, text=text)
    touch(button)
    headless.frames(5)
    touch(button)
    headless.frames(40)
    assert len(taken) == 1


def test_a_sheet_that_has_just_come_takes_no_tap(stand, find, touch):
    taken = []
    sheet = choice_sheet("Play a card", BUTTONS, taken.append)
    sheet.open()
    headless.frames(3)
    touch(find(sheet, text="Louvre"))
    touch(200, 900)
    headless.frames(LONG_ENOUGH + 20)
    assert taken == []
    assert _is_open(sheet)


def test_a_closed_sheet_no_longer_follows_the_window(spread, tap):
    sheet = spread(Drawer(title="Why?"))
    tap(200, 900)
    before = sheet.width
    headless.resize((300, 500))
    headless.frames(3)
    assert sheet.width == before
