"""The badge in the head of every page: shape, colour and number, and nothing for a device that is alone."""

import pytest

from companion.app.gathering import HOSTING, JOINED, LOOKING, LOST, REFUSED, Standing
from companion.app.palette import CANDLE, DAY, contrast
from companion.app.theme import TOUCH, icon
from companion.app.widgets.linkbadge import LinkBadge, ink_of

SEATS = (("Board", "table"), *((f"Phone {n}", "onlooker") for n in range(12)))


def test_alone_it_takes_no_room(lay):
    badge = lay(LinkBadge())
    assert (badge.width, badge.opacity, badge.disabled, badge.text) == (0, 0, True, "")


@pytest.mark.parametrize(
    ("standing", "sign", "number"),
    [
        (Standing(HOSTING, seats=SEATS[:3]), "access-point", "2"),
        (Standing(HOSTING, seats=SEATS), "access-point", "12"),
        (Standing(LOOKING), "radar", ""),
        (Standing(JOINED), "link-variant", ""),
        (Standing(JOINED, waiting=3), "link-variant", "3"),
        (Standing(LOST), "link-variant-off", ""),
        (Standing(REFUSED), "close-octagon-outline", ""),
    ],
)
def test_what_it_shows(lay, written, standing, sign, number):
    badge = lay(LinkBadge())
    written.clear()
    badge.standing = standing
    texts = [text for text, _, _ in written]
    assert icon(sign) in texts
    assert (number in texts) == bool(number)
    assert badge.width >= TOUCH
    assert not badge.disabled
    assert badge.text


def test_it_follows_the_language_and_goes_again(lay, stand):
    badge = lay(LinkBadge(standing=Standing(HOSTING, seats=SEATS[:2])))
    assert badge.text == "1 other device at this table"
    stand.tr.language = "de"
    assert badge.text != "1 other device at this table"
    badge.standing = Standing()
    assert badge.width == 0


@pytest.mark.parametrize("kind", ["gold", "blue", "red", "faded"])
@pytest.mark.parametrize("palette", [DAY, CANDLE])
def test_its_sign_stands_out_from_its_paper(palette, kind):
    assert contrast(ink_of(palette, kind), palette.panel) >= 4.5
