"""Buttons a finger can hit, and text that has room."""

import pytest
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label

from companion.app import headless
from companion.app.palette import CANDLE, DAY
from companion.app.theme import ICONS, TITLE, TOUCH, icon
from companion.app.widgets.basics import Glyph, IconPlate, Plate, Sheet, Title, Words

LONG = "Each musketeer at La Rochelle may give one heart to cancel one of Milady's swords."


@pytest.fixture(params=[Plate, IconPlate])
def plate(request, lay):
    return lay(request.param(text="Roll", icon="castle"))


def test_a_finger_finds_room_on_every_button(plate):
    assert min(plate.size) >= TOUCH


def test_even_on_one_that_would_be_smaller(lay):
    assert lay(Plate(text="", least=10)).height >= TOUCH


def test_a_tap_fires_once(plate, touch):
    taps = []
    plate.bind(on_release=taps.append)
    touch(plate)
    assert taps == [plate]


def test_a_disabled_one_does_not_fire(plate, touch):
    taps = []
    plate.bind(on_press=taps.append, on_release=taps.append)
    plate.disabled = True
    touch(plate)
    assert taps == []


def test_a_disabled_one_can_still_be_read(plate):
    plate.disabled = True
    headless.frames(1)
    for label in plate.walk(restrict=True):
        if isinstance(label, Label):
            assert tuple(label.disabled_color) == DAY.ink


def test_a_plate_grows_with_its_words(lay):
    plate = lay(Plate(text=LONG), 200)
    assert plate.height >= plate.ids.words.texture_size[1] + 8 > TOUCH


def test_a_plate_grows_with_the_letters(stand, lay):
    plate = lay(Plate(text=LONG), 200)
    before = plate.height
    stand.theme.scale = 2
    headless.frames(2)
    assert plate.height > before * 1.8
    assert plate.height >= plate.ids.words.texture_size[1]


def test_without_a_symbol_the_words_have_the_whole_width(lay):
    plate = lay(Plate(text="Roll"), 200)
    alone = plate.ids.words.width
    plate.icon = "castle"
    headless.frames(2)
    assert alone > plate.ids.words.width
    assert alone == pytest.approx(200 - 24 - plate.spacing)


@pytest.mark.parametrize("kind", [Plate, IconPlate])
def test_the_symbol_is_in_the_icon_font(lay, find, kind):
    plate = lay(kind(icon="castle"))
    assert find(plate, Label, text=icon("castle")).font_name == ICONS


def test_words_wrap_and_are_as_high_as_they_need_to_be(lay):
    words = lay(Words(text=LONG), 300)
    one_line = Words(text="Time").font_size * 1.5
    assert words.height == words.texture_size[1] > one_line
    assert words.texture_size[0] <= 300
    words.width = 150
    headless.frames(2)
    assert words.texture_size[0] <= 150


def test_a_title_has_its_own_voice(lay):
    assert lay(Title(text="The siege")).font_name == TITLE


def test_text_follows_light_and_scale(stand, lay):
    words, glyph = lay(Words(text="Time")), lay(Glyph(icon="crown"))
    small = (words.font_size, glyph.font_size)
    stand.theme.dark, stand.theme.scale = True, 1.5
    assert (words.font_size, glyph.font_size) == pytest.approx((small[0] * 1.5, small[1] * 1.5))
    assert tuple(words.color) == tuple(glyph.color) == CANDLE.ink


@pytest.mark.pixels
def test_a_sheet_is_paper(stand, lay, picture):
    sheet = lay(Sheet(), 100, 80)
    assert len(picture().places(DAY.panel, sheet)) > 7000
    assert picture().at(20, 30) == (0, 0, 0)  # its corners are round
    stand.theme.dark = True
    headless.frames(1)
    assert len(picture().places(CANDLE.panel, sheet)) > 7000


@pytest.mark.pixels
def test_a_plate_shows_its_colours(lay, picture):
    plate = lay(Plate(text="Roll", fill=DAY.gold, edge=DAY.red), 100)
    seen = picture()
    assert len(seen.places(DAY.gold, plate)) > 3000
    assert seen.at(60, 30) != (0, 0, 0)


def test_what_lies_in_a_row_is_hit_on_its_own(lay, touch):
    taps = []
    row = BoxLayout()
    for text in "ABC":
        plate = Plate(text=text)
        plate.bind(on_release=lambda touched: taps.append(touched.text))
        row.add_widget(plate)
    lay(row, 300, 48)
    for plate in row.children:
        assert isinstance(plate, ButtonBehavior)
        touch(plate)
    assert taps == ["C", "B", "A"]
