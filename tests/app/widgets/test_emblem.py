"""Our sign, drawn in the middle of its place."""

import pytest

from companion.app import headless
from companion.app.palette import CANDLE, DAY
from companion.app.widgets.emblem import Emblem


def _middle(places):
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


@pytest.mark.pixels
@pytest.mark.parametrize("size", [(300, 190), (120, 190)])
def test_the_seal_lies_in_the_middle(lay, picture, size):
    emblem = lay(Emblem(), *size)
    seen = picture()
    for colour in (DAY.blue, DAY.red):
        assert _middle(seen.places(colour, emblem)) == pytest.approx((size[0] / 2, size[1] / 2), abs=4)


@pytest.mark.pixels
def test_it_follows_the_light(stand, lay, picture):
    emblem = lay(Emblem(), 190, 190)
    stand.theme.dark = True
    headless.frames(1)
    seen = picture()
    assert len(seen.places(CANDLE.blue, emblem)) > 5000
    assert not seen.places(DAY.blue, emblem)


def test_where_there_is_no_room_nothing_is_drawn(lay, written):
    emblem = lay(Emblem(), 190, 190)
    assert written
    written.clear()
    emblem.size = (12, 12)
    headless.frames(1)
    assert written == []
    assert not emblem.canvas.children
