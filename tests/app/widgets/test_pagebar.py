"""The pages under the thumb."""

import pytest

from companion.app.pages import tabs_of
from companion.core.words import ENGLISH

TABS = tabs_of("mousquetaires")


@pytest.fixture
def bar(window, frames, open_app, tmp_path):
    from companion.app.app import CompanionApp
    from companion.app.widgets.pagebar import PageBar

    open_app(CompanionApp(folder=tmp_path, hints=False))
    bar = PageBar(size_hint=(None, None), size=(360, 60))
    bar.show(TABS, "table", lambda line: line.read(ENGLISH))
    window.add_widget(bar)
    frames(3)
    return bar


def tabs(bar):
    from companion.app.widgets.pagebar import PageTab

    return [tab for tab in reversed(bar.children) if isinstance(tab, PageTab)]


def test_each_page_has_a_tab_and_the_open_one_is_marked(bar):
    assert [tab.text for tab in tabs(bar)] == ["Board", "Musketeers", "Missions", "Dice", "Log"]
    assert [tab.chosen for tab in tabs(bar)] == [True, False, False, False, False]
    bar.show(TABS, "dice", lambda line: line.read(ENGLISH))
    assert [tab.page for tab in tabs(bar) if tab.chosen] == ["dice"]


def test_a_tap_opens_its_page(bar, touch):
    opened = []
    bar.bind(on_page=lambda _, name: opened.append(name))
    touch(tabs(bar)[2])
    assert opened == ["missions"]


def test_shown_again_the_tabs_are_the_same_ones(bar):
    before = tabs(bar)
    bar.show(TABS, "log", lambda line: line.read(ENGLISH))
    assert tabs(bar) == before


def test_as_a_rail_they_stand_together_at_the_top(bar, frames):
    from companion.app.widgets.pagebar import PageBar

    rail = PageBar(upright=True, size_hint=(None, None), size=(84, 700))
    rail.show(TABS, "table", lambda line: line.read(ENGLISH))
    bar.parent.add_widget(rail)
    frames(3)
    assert [tab.y for tab in tabs(rail)] == sorted((tab.y for tab in tabs(rail)), reverse=True)
    assert tabs(rail)[-1].y > 200
    assert all(tab.height >= 48 for tab in tabs(rail))


def test_in_a_low_window_the_tabs_of_a_rail_share_what_there_is(bar, frames):
    from companion.app.widgets.pagebar import PageBar

    rail = PageBar(upright=True, size_hint=(None, None), size=(84, 300))
    rail.show(TABS, "table", lambda line: line.read(ENGLISH))
    bar.parent.add_widget(rail)
    frames(3)
    assert {round(tab.height) for tab in tabs(rail)} == {60}
    assert tabs(rail)[0].top == rail.top
    assert tabs(rail)[-1].y == rail.y
