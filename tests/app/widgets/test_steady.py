"""A scroll that stays where the eye is."""

import pytest
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app import headless
from companion.app.widgets.steady import Steady


@pytest.fixture
def scroll(lay):
    column = BoxLayout(orientation="vertical", size_hint_y=None)
    column.bind(minimum_height=column.setter("height"))
    for _ in range(10):
        column.add_widget(Widget(size_hint_y=None, height=100))
    scroll = Steady()
    scroll.add_widget(column)
    scroll.watch(column)
    scroll.column = column
    return lay(scroll, 200, 400)


def _grow(scroll, height):
    scroll.column.add_widget(Widget(size_hint_y=None, height=height))
    headless.frames(3)


def test_content_that_grows_below_moves_nothing(scroll):
    scroll.scroll_y = 0.5
    headless.frames(2)
    watched = scroll.column.children[5]
    before = watched.to_window(*watched.pos)
    _grow(scroll, 500)
    assert watched.to_window(*watched.pos) == pytest.approx(before, abs=1)


def test_what_is_pinned_stays_on_top_until_a_finger_moves_it(scroll, touch):
    pinned = scroll.column.children[4]
    scroll.pin(pinned)
    headless.frames(2)

    def lies_on_top():
        return abs(pinned.to_window(0, pinned.top)[1] - scroll.to_window(0, scroll.top)[1]) < 1

    assert lies_on_top()
    scroll.column.children[-1].height = 250
    headless.frames(3)
    assert lies_on_top()
    touch(100, 200, hold=2, to=(100, 330))
    scroll.column.children[-1].height = 120
    headless.frames(3)
    assert not lies_on_top()


def test_it_never_swings_beyond_the_end(scroll):
    scroll.scroll_y = 0
    headless.frames(2)
    for child in scroll.column.children[:5]:
        child.height = 40
    for _ in range(12):
        headless.frames(1)
        assert 0 <= scroll.scroll_y <= 1
