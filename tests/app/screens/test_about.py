"""Real touches on the about screen: everything can be scrolled to, the licences can be read."""

import pytest

from companion import __version__


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


def test_the_licence_of_the_font_can_be_read_to_its_end(evening):
    evening.tap(text="Read the font's licence")
    assert "PREAMBLE" in evening.texts
    assert any("OTHER DEALINGS IN THE FONT SOFTWARE" in text for text in evening.texts)


def test_the_licence_of_the_software_can_be_read(evening):
    evening.tap(text="Read the MIT licence")
    assert any(text.startswith("Permission is hereby granted") for text in evening.texts)


def test_no_text_is_higher_than_a_texture_may_be(evening):
    evening.app.theme.scale = 2
    evening.tap(text="Read the font's licence")
    for widget in evening.table.open_sheet.walk(restrict=True):
        assert getattr(widget, "texture_size", (0, 0))[1] < 2048


def test_the_way_back(evening):
    evening.tap(text="Back to the settings")
    assert evening.app.screens.current == "settings"


def test_the_language_changes_live(evening):
    evening.app.tr.language = "de"
    evening.wait(3)
    assert "The Musketeers' Companion" not in " ".join(
        widget.text for widget in evening.table.walk(restrict=True) if type(widget).__name__ == "Title"
    )
