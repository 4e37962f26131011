"""Swiping through the pages: a finger that goes sideways, and everything that is no swipe."""

import pytest

from companion.app import headless


@pytest.fixture
def evening(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    evening.app.start("mousquetaires", {"players": 5, "depth": "clerk"})
    evening.wait(30)
    return evening


def _swipe(evening, start, by, *, late=0.0):
    finger = headless.finger(*start)
    finger.touch_down()
    evening.wait(8)  # longer than a scrolling list waits before it hands a touch on
    finger.time_start -= late
    for part in (0.25, 0.5, 0.75, 1):
        finger.touch_move(start[0] + by[0] * part, start[1] + by[1] * part)
        headless.frames(1)
    finger.touch_up()
    evening.app.desk.wait()
    evening.wait(10)


def _page(evening):
    return evening.app.screens.current


def test_to_the_left_comes_the_next_page_and_back(evening):
    _swipe(evening, (300, 840), (-160, 5))
    assert _page(evening) == "company"
    _swipe(evening, (100, 840), (160, 5))
    assert _page(evening) == "table"


def test_before_the_first_and_after_the_last_there_is_nothing(evening):
    _swipe(evening, (100, 840), (160, 0))
    assert _page(evening) == "table"
    evening.app.go("log")
    _swipe(evening, (300, 840), (-160, 0))
    assert _page(evening) == "log"


def test_one_swipe_turns_one_page(evening):
    _swipe(evening, (400, 840), (-390, 0))
    assert _page(evening) == "company"


@pytest.mark.parametrize(("by", "late"), [((-60, 0), 0), ((-160, 90), 0), ((0, -200), 0), ((-160, 0), 2)])
def test_too_short_too_steep_or_too_slow_is_no_swipe(evening, by, late):
    _swipe(evening, (300, 840), by, late=late)
    assert _page(evening) == "table"


def test_a_swipe_across_a_button_does_not_press_it(evening):
    button = evening.seek(text="The card is down")
    x, y = button.to_window(*button.center)
    _swipe(evening, (x + 90, y), (-170, 0))
    assert _page(evening) == "company"
    assert not evening.app.desk.match.records
    assert button.state == "normal"


def test_a_swipe_across_the_board_opens_no_sheet(evening):
    track = evening.table.scene.board.tracks["queen"]
    x, y = track.to_window(*track.center)
    _swipe(evening, (x + 60, y), (-160, 0))
    assert _page(evening) == "company"
    assert evening.app.screens.get_screen("table").open_sheet is None


def test_a_figure_that_is_dragged_is_no_page(evening):
    evening.app.go("company")
    evening.wait(30)
    figure = evening.table.scene.plates["athos"].ids.portrait
    x, y = figure.to_window(*figure.center)
    _swipe(evening, (x, y), (-160 if x > 200 else 160, 0))
    assert _page(evening) == "company"
