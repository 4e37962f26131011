"""How near each defeat is, for every eye."""

import pytest

from companion.app import headless
from companion.app.palette import CANDLE, DAY
from companion.app.theme import icon
from companion.app.viewmodels.table import Nearness
from companion.app.widgets.nearness import NearnessBar

FAR = Nearness("timer-sand", "Time", 9, 12)
CLOSE = Nearness("crown", "The Queen's honour", 2, 8)


def _texts(written):
    return [text for text, _, _ in written]


def test_each_danger_has_a_sign_a_number_and_a_name(lay, written):
    lay(NearnessBar(dangers=[FAR, CLOSE]), 380, 54)
    for text in (icon("timer-sand"), "9", "Time", icon("crown"), "2", "The Queen's honour"):
        assert text in _texts(written)


def test_a_close_one_is_marked_by_more_than_colour(lay, written):
    bar = lay(NearnessBar(dangers=[FAR]), 380, 54)
    assert icon("alert") not in _texts(written)
    bar.dangers = [CLOSE]
    assert icon("alert") in _texts(written)


def test_it_is_drawn_again_when_the_danger_grows(lay, written):
    bar = lay(NearnessBar(dangers=[FAR]), 380, 54)
    written.clear()
    bar.dangers = [Nearness("timer-sand", "Time", 8, 12)]
    assert "8" in _texts(written)
    assert "9" not in _texts(written)


def test_a_long_name_fits(lay, written):
    bar = lay(NearnessBar(dangers=[CLOSE]), 380, 54)
    free = max(size for text, _, size in written if text == CLOSE.name)
    written.clear()
    bar.dangers = [CLOSE] * 4
    assert min(size for text, _, size in written if text == CLOSE.name) < free


@pytest.mark.pixels
def test_the_frame_of_a_close_one_is_thicker(lay, picture):
    bar = lay(NearnessBar(dangers=[FAR]), 200, 54)

    def frame():
        """Pixels of the frame on the way through the bar's left edge, at half its height."""
        seen = picture()
        paper = tuple(round(part * 255) for part in DAY.panel[:3])
        return sum(seen.at(x, 30 + 40) not in (paper, (0, 0, 0)) for x in range(15, 26))

    calm = frame()
    bar.dangers = [CLOSE]
    headless.frames(1)
    assert frame() > calm


@pytest.mark.pixels
def test_the_bar_empties(lay, picture):
    bar = lay(NearnessBar(), 200, 54)
    lengths = []
    for left in (12, 8, 4, 3):
        bar.dangers = [Nearness("timer-sand", "Time", left, 12)]
        headless.frames(1)
        lengths.append(len([place for place in picture().places(DAY.ink, bar) if 4 <= place[1] < 5]))
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] == pytest.approx(192, abs=4)
    assert lengths[2] == pytest.approx(64, abs=4)


@pytest.mark.pixels
def test_it_follows_the_light(stand, lay, picture):
    bar = lay(NearnessBar(dangers=[FAR]), 200, 54)
    stand.theme.dark = True
    headless.frames(1)
    assert len(picture().places(CANDLE.panel, bar)) > 200 * 54 / 2


def test_without_dangers_it_is_empty(lay, written):
    lay(NearnessBar(), 200, 54)
    assert written == []


def test_on_a_tablet_the_names_are_larger(lay, written):
    sizes = []
    for width in (380, 500):
        written.clear()
        lay(NearnessBar(dangers=[FAR] * 4), width, 54)
        sizes.append([size for text, _, size in written if text == "Time"][-1])
    assert sizes[0] < sizes[1]
