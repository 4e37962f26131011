"""Readable by day and by candle light."""

import pytest

from companion.app.palette import CANDLE, DAY, colour, contrast


@pytest.mark.parametrize("palette", [DAY, CANDLE], ids=["day", "candle"])
def test_text_has_enough_contrast(palette):
    for ground in (palette.panel, palette.raised, palette.glow, palette.ground):
        for ink in (palette.ink, palette.faded):
            assert contrast(ink, ground) >= 4.5
    for ink in (palette.gold_ink, palette.blue_ink, palette.red_ink, palette.slate_ink):
        assert contrast(ink, palette.panel) >= 4.5
    for camp in ("musketeers", "milady", "table"):
        assert contrast(palette.on_camp, palette.camp(camp)) >= 4.5
    assert contrast(palette.on_gold, palette.gold) >= 4.5


def test_contrast_is_the_published_formula():
    assert contrast(colour("#ffffff"), colour("#000000")) == pytest.approx(21)
