"""Real touches on the about screen: everything can be scrolled to, the licences can be read."""

import pytest

from companion import __version__
from companion.app.viewmodels.about import LICENCES, AboutModel
from companion.app.widgets.basics import Words


@pytest.fixture
def evening(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    evening.app.go("about")
    evening.wait(4)
    return evening


def test_name_version_and_whose_game_it_is(evening):
    told = " ".join(evening.texts)
    for words in ("The Musketeers' Companion", __version__, "Ystari Games", "EB Garamond", "KivyMD"):
        assert words in told


@pytest.mark.parametrize("name", LICENCES)
def test_every_licence_can_be_read_from_its_notices_to_its_end(evening, name):
    evening.tap(text=f"Read the licence {name}")
    told = [widget.text for widget in evening.table.open_sheet.walk(restrict=True) if isinstance(widget, Words)]
    whole = AboutModel(str).licence(name)
    assert [text for text in told if text in whole] == list(whole)


def test_no_text_is_higher_than_a_texture_may_be(evening):
    evening.app.theme.scale = 2
    for name in LICENCES:
        evening.table.show_licence(name)
        evening.wait(4)
        for widget in evening.table.open_sheet.walk(restrict=True):
            assert getattr(widget, "texture_size", (0, 0))[1] < 2048
        evening.table.open_sheet.dismiss(animation=False)


def test_the_way_back(evening):
    evening.tap(text="Back to the settings")
    assert evening.app.screens.current == "settings"


def test_the_language_changes_live(evening):
    evening.app.tr.language = "de"
    evening.wait(3)
    assert "The Musketeers' Companion" not in " ".join(
        widget.text for widget in evening.table.walk(restrict=True) if type(widget).__name__ == "Title"
    )
