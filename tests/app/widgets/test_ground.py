"""The table top: one picture under everything, brightest where the light stands."""

import pytest
from kivy.graphics import Rectangle

from companion.app import headless
from companion.app.palette import CANDLE, DAY
from companion.app.widgets.basics import Plate
from companion.app.widgets.ground import Ground


def _picture(ground):
    [picture] = [part for part in ground.canvas.before.children if isinstance(part, Rectangle)]
    return picture


def test_it_covers_the_window_at_every_size(lay):
    ground = lay(Ground())
    ground.pos = (0, 0)
    for size in ((412, 915), (1280, 800), (360, 640)):
        headless.resize(size)
        headless.frames(3)
        assert tuple(_picture(ground).size) == size
        assert tuple(_picture(ground).pos) == (0, 0)


def test_light_and_dark_are_two_pictures_made_once(stand, lay):
    ground = lay(Ground())
    day = _picture(ground).texture
    stand.theme.dark = True
    candle = _picture(ground).texture
    assert candle is not day
    stand.theme.dark = False
    assert _picture(ground).texture is day


def test_what_stands_on_it_can_be_touched(lay, touch):
    ground = lay(Ground())
    taps = []
    plate = Plate(text="Roll")
    plate.bind(on_release=taps.append)
    ground.add_widget(plate)
    headless.frames(2)
    touch(plate)
    assert taps == [plate]


@pytest.mark.pixels
@pytest.mark.parametrize(("dark", "palette"), [(False, DAY), (True, CANDLE)], ids=["day", "candle"])
def test_it_is_brightest_a_little_above_the_middle(stand, lay, picture, dark, palette):
    stand.theme.dark = dark
    ground = lay(Ground())
    ground.pos = (0, 0)
    headless.frames(2)
    seen = picture()
    spots = [seen.at(206, round(915 * share)) for share in (0.01, 0.3, 0.58, 0.8, 0.99)]
    bright = [sum(spot) for spot in spots]
    assert max(bright) == bright[2]
    assert bright[0] < bright[1] < bright[2] > bright[3] > bright[4]
    assert sum(seen.at(206, round(915 * 0.72))) > sum(seen.at(206, round(915 * 0.28)))
    corner, middle = seen.at(0, 0), spots[2]
    assert corner == pytest.approx([part * 255 for part in palette.ground[:3]], abs=3)
    assert middle == pytest.approx([part * 255 for part in palette.glow[:3]], abs=6)
