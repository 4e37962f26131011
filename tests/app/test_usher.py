"""The hints of the first match, from the first board to the last hint, and never again."""

import pytest
from kivy.core.window import Window

from companion.app.app import CompanionApp
from companion.app.viewmodels.hints import HINTS
from companion.app.widgets.hint import HintNote


@pytest.fixture
def newcomer(open_app, tmp_path):
    app = open_app(CompanionApp(folder=tmp_path))
    app.start("mousquetaires", {"players": 5})
    return app


def _note():
    return next((child for child in Window.children if isinstance(child, HintNote)), None)


def _read_all(touch, frames):
    while note := _note():
        touch(note.ids.on)
        frames(2)


def test_the_first_match_begins_with_a_hint(newcomer, frames):
    frames(24)
    assert _note().text == HINTS[0][1].read()


def test_every_hint_points_at_something_on_the_page(newcomer, frames):
    frames(24)
    page = newcomer.screens.current_screen
    places = [page.landmark(target) for target, _ in HINTS]
    assert len(set(places)) == len(HINTS)
    assert all(place.width > 20 and place.height > 20 for place in places)


def test_leafing_away_hides_it_and_back_it_is_there(newcomer, frames):
    frames(24)
    newcomer.go("dice")
    assert _note() is None
    newcomer.go("table")
    frames(2)
    assert _note()


def test_once_read_it_does_not_come_back(newcomer, frames, touch, open_app, tmp_path):
    frames(24)
    _read_all(touch, frames)
    newcomer.go("shelf")
    newcomer.start("mousquetaires", {"players": 4})
    assert _note() is None
    newcomer.stop()
    again = open_app(CompanionApp(folder=tmp_path))
    again.start("mousquetaires", {"players": 5})
    frames(4)
    assert _note() is None


def test_whoever_had_enough_is_left_in_peace(newcomer, frames, touch):
    frames(24)
    touch(_note().ids.skip)
    newcomer.go("shelf")
    newcomer.start("mousquetaires", {"players": 4})
    frames(4)
    assert _note() is None
    newcomer.desk.wait()
    assert newcomer.desk.shelf.setting("hints_seen") is True


def test_the_help_shows_them_again(newcomer, frames, touch, find):
    frames(24)
    _read_all(touch, frames)
    newcomer.go("help")
    frames(24)
    from companion.app.tour import _scroll_to

    plate = find(newcomer.screens.current_screen, text="Show the first hints again")
    _scroll_to(plate)
    touch(plate)
    frames(24)
    assert newcomer.screens.current == "table"
    assert _note().text == HINTS[0][1].read()


def test_on_the_shelf_nothing_is_hinted(open_app, tmp_path, frames):
    open_app(CompanionApp(folder=tmp_path))
    frames(24)
    assert _note() is None
