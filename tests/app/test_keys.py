"""Keys on a desktop, pressed as the window hears them."""

import pytest
from kivy.core.window import Window

from companion.app import headless
from companion.app.keys import ENTER, F1


@pytest.fixture
def evening(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    evening.app.start("mousquetaires", {"players": 5})
    evening.wait(30)
    return evening


def _press(evening, key, *modifiers, release=True):
    code = ord(key) if isinstance(key, str) else key
    Window.dispatch("on_key_down", code, 0, None, list(modifiers))
    if release:
        Window.dispatch("on_key_up", code, 0)
    evening.app.desk.wait()
    evening.wait(30)


def _step(evening):
    return evening.app.desk.match.view()["step"]


@pytest.mark.parametrize("key", [ENTER, " ", "n"])
def test_next_presses_the_main_button(evening, key):
    _press(evening, key)
    assert _step(evening) == "1.paris"


def test_a_key_held_down_counts_once(evening):
    for _ in range(5):
        _press(evening, ENTER, release=False)
    assert _step(evening) == "1.paris"
    _press(evening, ENTER)  # still down as far as anybody knows; released now
    _press(evening, ENTER)
    assert _step(evening) == "1.perfidy"


def test_two_quick_presses_advance_once(evening):
    for _ in range(2):
        Window.dispatch("on_key_down", ENTER, 0, None, [])
        Window.dispatch("on_key_up", ENTER, 0)
        evening.app.desk.wait()
        headless.frames(2)
    assert _step(evening) == "1.paris"


def test_next_does_not_choose_for_people(evening):
    """Where Milady was is hers to say: six places, and none of them is "next"."""
    for _ in range(4):
        _press(evening, ENTER)
    before = len(evening.app.desk.match.records)
    assert evening.table.ids.now.what == "Where were you?"
    _press(evening, ENTER)
    assert len(evening.app.desk.match.records) == before


@pytest.mark.parametrize(
    ("undo", "redo"), [(("u",), ("y",)), (("z", "ctrl"), ("y", "ctrl")), (("z", "meta"), ("z", "ctrl", "shift"))]
)
def test_undo_and_redo(evening, undo, redo):
    _press(evening, ENTER)
    _press(evening, *undo)
    assert _step(evening) == "1.destination"
    _press(evening, *redo)
    assert _step(evening) == "1.paris"


def test_undo_of_nothing_is_nothing(evening):
    _press(evening, "u")
    assert not evening.app.desk.match.records
    assert evening.app.last_notice == ""


def test_roll_throws_where_dice_are_asked_for(evening):
    for text in ("The card is down", "No new card", "Draw a treachery card", "All have acted"):
        _press(evening, "r")
        evening.tap(text=text)
    evening.tap(text="Milady's house")
    _press(evening, "r")
    assert evening.app.desk.match.last_change()["rolls"]


def test_roll_throws_what_lies_on_the_dice_page(evening):
    _press(evening, "4")
    assert evening.app.screens.current == "dice"
    _press(evening, "r")
    assert [record.intent.do for record in evening.app.desk.match.records] == ["roll"]


def test_why_and_help(evening):
    _press(evening, "w")
    assert "Milady's secret destination" in evening.texts
    evening.table.open_sheet.dismiss(animation=False)
    evening.wait(2)
    _press(evening, F1)
    assert evening.app.screens.current == "help"


def test_numbers_open_the_pages(evening):
    for number, page in enumerate(("table", "company", "missions", "dice", "log"), 1):
        _press(evening, str(number))
        assert evening.app.screens.current == page
    _press(evening, "9")
    assert evening.app.screens.current == "log"


def test_next_leads_from_a_page_without_a_card_to_what_is_going_on(evening):
    _press(evening, "5")
    _press(evening, ENTER)
    assert (evening.app.screens.current, _step(evening)) == ("table", "1.destination")


def test_whoever_writes_in_a_sheet_presses_nothing_else(evening):
    evening.tap(name="purse")
    for key in ("n", "u", "1", ENTER):
        _press(evening, key)
    assert not evening.app.desk.match.records
    assert evening.table.open_sheet.parent


def test_with_alt_or_another_letter_nothing_happens(evening):
    _press(evening, "n", "alt")
    _press(evening, "q")
    _press(evening, "n", "ctrl")
    assert not evening.app.desk.match.records


def test_outside_a_match_keys_do_nothing(evening):
    evening.app.go("settings")
    _press(evening, ENTER)
    _press(evening, "3")
    assert evening.app.screens.current == "settings"
    assert not evening.app.desk.match.records


def test_a_closed_app_hears_nothing(evening):
    evening.app.stop()
    Window.dispatch("on_key_down", ENTER, 0, None, [])  # would raise


def test_the_keys_are_told_in_the_help(evening):
    evening.app.go("help")
    evening.tap(text="Keys")
    assert "U or Ctrl+Z: undo" in evening.texts
