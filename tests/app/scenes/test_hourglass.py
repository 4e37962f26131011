"""The hourglass page under real fingers, with sand that runs on a clock set by hand."""

import pytest

from companion.app import desk, headless
from companion.store import table as store_table


class Shift:
    """The wall clock, some milliseconds later."""

    def __init__(self):
        self.ms = 0

    def __call__(self):
        return store_table.now() + self.ms


@pytest.fixture
def later(monkeypatch):
    shift = Shift()
    monkeypatch.setattr(desk, "now", shift)
    return shift


@pytest.fixture
def evening(sit_down, tmp_path, later):
    evening = sit_down(tmp_path)
    evening.app.start("mousquetaires", {"players": 5, "depth": "clerk"})
    evening.app.go("hourglass")
    evening.wait(4)
    return evening


def _act(evening, do, **fields):
    evening.table.act(do, fields)
    evening.app.desk.wait()
    evening.wait(4)


@pytest.fixture
def hurry(evening):
    for do, fields in (("next", {}), ("next", {}), ("perfidy", {"how": "play", "card": "hurry"})):
        _act(evening, do, **fields)
    evening.wait(400)  # until what was told of it is gone
    return evening


def _scene(evening):
    return evening.table.scene


def test_at_rest_it_explains_itself_and_nothing_ticks(evening):
    assert _scene(evening).title == "The hourglass rests"
    assert _scene(evening).time == ""
    assert not evening.app.sand.ticking
    assert not _scene(evening).ids.deeds.children
    evening.tap(text="Why?")
    assert "Hurry!" in evening.texts


def test_the_sand_runs_and_the_time_is_counted(hurry, later):
    scene = _scene(hurry)
    assert (scene.state, scene.time) == ("running", "2:00")
    assert hurry.app.sand.ticking
    later.ms = 60_000
    headless.frames(8)
    assert scene.time in ("1:00", "0:59")
    assert 0.4 < scene.ids.glass.share < 0.51


def test_it_is_laid_down_and_runs_on_by_touches(hurry):
    hurry.tap(text="Lay the hourglass down")
    scene = _scene(hurry)
    assert hurry.app.desk.match.view()["sand"]["holds"] == ["table"]
    assert scene.why == "Paused: laid down by hand"
    assert not hurry.app.sand.ticking
    hurry.tap(text="Let the sand run on")
    assert hurry.app.desk.match.view()["sand"]["holds"] == []
    assert hurry.app.sand.ticking


def test_a_button_that_has_just_changed_takes_no_tap(hurry):
    hurry.wait(24)
    headless.tap(hurry.seek(text="Lay the hourglass down"))
    hurry.app.desk.wait()
    headless.frames(2)
    headless.tap(hurry.seek(text="Let the sand run on"))
    hurry.app.desk.wait()
    hurry.wait(3)
    assert hurry.app.desk.match.view()["sand"]["holds"] == ["table"]


def test_when_it_runs_out_the_page_says_so_by_itself(hurry, later):
    heard = []
    hurry.app.sand.bind(on_cue=lambda _, name: heard.append(name))
    later.ms = 121_000
    headless.frames(8)
    scene = _scene(hurry)
    assert (scene.state, scene.time, scene.title) == ("out", "0:00", "The sand has run out")
    assert [plate.text for plate in scene.ids.deeds.children] == ["End the musketeers' phase"]
    assert heard == ["half", "ten", "out"]
    assert not hurry.app.sand.ticking


def test_nothing_ticks_when_the_page_is_left_and_it_is_right_when_one_comes_back(hurry, later):
    hurry.app.go("table")
    headless.frames(20)
    assert hurry.app.screens.get_screen("hourglass").scene.ids.glass not in hurry.app.sand._eyes
    later.ms = 90_000
    hurry.app.go("hourglass")
    headless.frames(2)
    assert _scene(hurry).time in ("0:30", "0:29", "0:28")
    hurry.app.go("shelf")
    headless.frames(20)
    assert not hurry.app.sand.ticking


def test_every_word_follows_the_language(hurry):
    hurry.app.tr.language = "de"
    hurry.wait(3)
    words = hurry.app.tr.words.gettext
    assert _scene(hurry).title == words("The sand is running")


@pytest.mark.parametrize("size", [(360, 640), (731, 411), (1280, 800)])
def test_glass_and_button_stand_inside_the_window(hurry, size):
    headless.resize(size)
    hurry.wait(8)
    for widget in (hurry.seek(text="Lay the hourglass down"), _scene(hurry).ids.glass):
        x, y = widget.to_window(*widget.pos)
        assert x >= 0
        assert y >= 0
        assert x + widget.width <= size[0]
        assert y + widget.height <= size[1]
        assert min(widget.size) >= 48
