"""A few things to do, each on its own button."""

import pytest

from companion.app import headless
from companion.app.widgets.menu import Entry, menu_sheet


@pytest.fixture
def menu(stand, find, touch):
    done = []

    def menu_(note=""):
        entries = [Entry(text, "castle", lambda text=text: done.append(text)) for text in ("Export", "Import")]
        sheet = menu_sheet("Files", entries, note)
        sheet.open(animation=False)
        headless.frames(24)
        return sheet

    menu_.done = done
    return menu_


def test_a_tap_closes_the_sheet_and_does_it(menu, find, touch, window):
    sheet = menu()
    touch(find(sheet, text="Import"))
    headless.frames(30)
    assert menu.done == ["Import"]
    assert sheet not in window.children


def test_a_note_stands_above(menu, find):
    sheet = menu("Nothing is overwritten.")
    assert find(sheet, text="Nothing is overwritten.").y > find(sheet, text="Export").y


def test_without_one_there_is_none(menu, find):
    with pytest.raises(LookupError):
        find(menu(), px=15)
