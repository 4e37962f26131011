"""Milady's notes put themselves away, keep what was written, and leave nothing lying about."""

import pytest
from kivy.cache import Cache
from kivy.core.window import Window

from companion.app import headless
from companion.app.widgets.curtain import IDLE
from companion.app.widgets.notes import SOON, NotesSheet
from companion.store.cabinet import LONGEST


class Writing:
    def __init__(self, text=""):
        self.kept = []
        self.sheet = NotesSheet(text, self.kept.append)
        self.sheet.open(animation=False)
        headless.frames(3)

    @property
    def field(self):
        return self.sheet.ids.field

    @property
    def open(self):
        return self.sheet in Window.children


@pytest.fixture
def write(stand):
    return Writing


def test_what_was_written_is_there_and_what_is_added_is_kept(write):
    writing = write("Planchet")
    assert writing.field.text == "Planchet"
    writing.field.insert_text(" is mine")
    headless.frames(round(SOON / headless.FRAME) + 2)
    assert writing.kept == [writing.field.text]
    writing.sheet.put_away()
    headless.frames(2)
    assert len(writing.kept) == 1
    assert not writing.open


def test_put_away_at_once_it_is_kept_all_the_same(write):
    writing = write()
    writing.field.insert_text("Bazin listens")
    writing.sheet.put_away()
    assert writing.kept == ["Bazin listens"]


def test_unchanged_notes_are_not_written_again(write):
    writing = write("as it was")
    writing.sheet.put_away()
    assert writing.kept == []


def test_left_alone_it_closes_and_a_letter_keeps_it_open(write):
    writing = write()
    almost = round(IDLE / headless.FRAME) - 10
    headless.frames(almost)
    writing.field.insert_text("x")
    headless.frames(almost)
    assert writing.open
    headless.frames(20)
    assert not writing.open
    assert writing.kept == ["x"]


@pytest.mark.parametrize(
    "away",
    [
        lambda: setattr(Window, "_focus", False),
        lambda: Window.dispatch("on_hide"),
        lambda: Window.dispatch("on_minimize"),
    ],
    ids=["focus", "hidden", "minimised"],
)
def test_it_closes_when_the_window_is_left(write, away):
    writing = write("for nobody else")
    away()
    Window._focus = True
    headless.frames(2)
    assert not writing.open


def test_nothing_of_it_is_left(write):
    writing = write("a most remarkable secret")
    writing.field.insert_text("!")
    headless.frames(3)
    writing.sheet.put_away()
    headless.frames(2)
    for widget in writing.sheet.walk(restrict=True):
        assert "remarkable" not in str(getattr(widget, "text", ""))
    assert not writing.field._undo
    assert not writing.field._lines[0]
    for name in ("textinput.label", "textinput.width"):
        assert not any("remarkable" in str(key) for key in Cache._objects[name])


def test_nobody_writes_more_than_fits(write):
    writing = write()
    writing.field.text = "x" * (LONGEST + 5)
    assert len(writing.field.text) == LONGEST


def test_a_keyboard_does_not_learn_from_it(write):
    assert not write().field.keyboard_suggestions


def test_done_is_a_button(write, find):
    writing = write()
    headless.tap(find(writing.sheet, text="Put it away"))
    headless.frames(2)
    assert not writing.open
