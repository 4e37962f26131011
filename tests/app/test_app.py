"""The app as a whole: how it starts, goes back, sleeps and wakes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.app import headless
from companion.app.app import ESCAPE, CompanionApp
from companion.app.widgets.notice import Notice
from companion.locale import catalogue
from companion.store.shelf import Shelf

PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture
def escape(window):
    """`escape()` presses the key: is it left to the system? Whoever listened first, as we do here, is asked last."""
    left = []

    def listen(_, key, *__):
        left.append(key)
        return True

    window.bind(on_keyboard=listen)

    def press():
        left.clear()
        window.dispatch("on_keyboard", ESCAPE, 0, "", [])
        headless.frames(15)
        return left == [ESCAPE]

    yield press
    window.unbind(on_keyboard=listen)


def _keep(folder, **settings):
    with Shelf(folder) as shelf:
        for name, value in settings.items():
            shelf.set_setting(name, value)


def test_only_the_shelf_exists_after_the_start(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    assert evening.app.screens.screen_names == ["shelf"]
    evening.tap(text="New match")
    assert evening.app.screens.screen_names == ["shelf", "setup"]
    evening.tap(text="Begin")
    assert evening.app.screens.screen_names == ["shelf", "setup", "table"]


def test_screens_and_boards_are_not_even_imported_before_they_are_shown(tmp_path):
    code = (
        "import sys\nfrom companion.app import headless\nheadless.prepare('mock')\n"
        "from companion.app.app import CompanionApp\napp = CompanionApp()\nheadless.start(app)\nheadless.frames(3)\n"
        "print(app.screens.current, [name for name in sys.modules if name.startswith(('companion.app.screens.',"
        " 'companion.app.boards'))])\napp.stop()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=PROJECT,
        env={**os.environ, "COMPANION_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.strip() == "shelf ['companion.app.screens.shelf']"
    assert (tmp_path / "shelf.json").exists()  # COMPANION_HOME is where everything is kept


def test_every_screen_is_built_once(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    first = evening.app.screens.get_screen("shelf")
    evening.app.go("setup")
    evening.app.go("shelf")
    assert evening.app.screens.get_screen("shelf") is first
    assert len(evening.app.screens.screens) == 2


def test_escape_goes_back_to_the_shelf(sit_down, tmp_path, escape):
    evening = sit_down(tmp_path)
    evening.app.go("setup")
    assert not escape()
    assert evening.app.screens.current == "shelf"
    evening.app.start("mousquetaires", {})
    assert evening.app.screens.current == "table"
    assert not escape()
    assert evening.app.screens.current == "shelf"
    assert evening.app.desk.match is None  # written and closed


def test_on_the_shelf_escape_is_left_to_the_system(sit_down, tmp_path, escape):
    evening = sit_down(tmp_path)
    assert escape()
    assert evening.app.screens.current == "shelf"


def test_escape_first_closes_what_lies_on_top(sit_down, tmp_path, window, escape):
    evening = sit_down(tmp_path)
    evening.app.start("mousquetaires", {})
    evening.table.why()
    headless.frames(10)
    assert not escape()
    assert evening.table.open_sheet not in window.children
    assert evening.app.screens.current == "table"
    assert not escape()
    assert evening.app.screens.current == "shelf"


def test_other_keys_are_nobody_s(sit_down, tmp_path, window):
    evening = sit_down(tmp_path)
    evening.app.go("setup")
    window.dispatch("on_keyboard", ord("a"), 0, "a", [])
    assert evening.app.screens.current == "setup"


def test_before_a_pause_everything_is_on_the_disk(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    evening.app.start("mousquetaires", {})
    name = evening.app.desk.match.header.match
    evening.table.act("correct", {"what": "round", "to": 6})
    assert evening.app.on_pause() is True  # or Android would end the app
    # Looked at from outside, as after a kill.
    with Shelf(tmp_path) as shelf:
        assert shelf.entry(name).round == 6
    evening.app.on_resume()
    headless.frames(2)
    assert evening.app.desk.match.header.match == name
    evening.tap(text="The card is down")
    assert evening.table.ids.now.what == "A new Paris card?"


def test_after_a_pause_the_picture_is_drawn_again(sit_down, tmp_path, window):
    evening = sit_down(tmp_path)
    headless.frames(5)
    drawn = []

    def note(*_):
        drawn.append(True)

    window.bind(on_draw=note)
    headless.frames(3)
    assert drawn == []
    evening.app.on_resume()
    headless.frames(3)
    window.unbind(on_draw=note)
    assert drawn


@pytest.mark.parametrize("language", ["tlh", "", 7, None, ["fr"], {"en": 1}])
def test_an_unreadable_language_falls_back(sit_down, tmp_path, language):
    _keep(tmp_path, language=language)
    assert "New match" in sit_down(tmp_path).texts


@pytest.mark.parametrize("dark", ["yes", 1, None, [True]])
def test_an_unreadable_light_is_day(sit_down, tmp_path, dark):
    _keep(tmp_path, dark=dark)
    assert sit_down(tmp_path).app.theme.dark is False


def test_the_first_start_speaks_the_language_of_the_system(sit_down, tmp_path, monkeypatch):
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    evening = sit_down(tmp_path)
    assert catalogue("it").gettext("New match") in evening.texts


def test_a_choice_outweighs_the_system(sit_down, tmp_path, monkeypatch):
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    _keep(tmp_path, language="de")
    assert catalogue("de").gettext("New match") in sit_down(tmp_path).texts


def test_a_damaged_shelf_is_told_at_the_start(sit_down, tmp_path, window):
    _keep(tmp_path, language="en", dark=True)
    (tmp_path / "shelf.json").write_text("{ once a list", encoding="utf-8")
    evening = sit_down(tmp_path)
    assert [child.text for child in window.children if isinstance(child, Notice)] == [evening.app.last_notice]
    assert evening.app.last_notice.startswith("The list of matches was damaged")
    assert "New match" in evening.texts


def test_one_notice_replaces_the_other(sit_down, tmp_path, window):
    from companion.core.words import say

    evening = sit_down(tmp_path)
    for line in (say("That did not work."), say("The disk is full.")):
        evening.app.notice(line)
    assert [child.text for child in window.children if isinstance(child, Notice)] == ["The disk is full."]


def test_the_window_has_our_name(sit_down, tmp_path, window):
    evening = sit_down(tmp_path)
    assert evening.app.title == "The Musketeers' Companion"
    assert Path(evening.app.icon).exists()


def test_stopped_it_lets_go_of_everything(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    evening.app.start("mousquetaires", {})
    desk = evening.app.desk
    evening.close()
    assert evening.app.desk is None
    assert desk.match is None
    evening.app.on_stop()  # Android may say it twice


def test_stopped_before_it_began():
    CompanionApp().on_stop()
