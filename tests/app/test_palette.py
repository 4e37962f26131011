"""Readable by day and by candle light."""

import pytest
from kivy.uix.label import Label

from companion.app.palette import CANDLE, DAY, colour, contrast
from companion.app.theme import ICONS

TEXT, LARGE = 4.5, 3.0  # what small text needs, and what large signs and lines that mean something need

# Every ink that is used as text, and what it is written on: where.
WRITTEN = (
    ("ink", "panel", "sheets, the board, cards"),
    ("ink", "raised", "plates, rungs, rooms of a quest"),
    ("ink", "glow", "headings straight on the table"),
    ("ink", "ground", "headings straight on the table"),
    ("faded", "panel", "notes on sheets, names of tracks"),
    ("faded", "raised", "numbers of a road, a medallion that lies down"),
    ("faded", "glow", "under the title of the shelf, the ribbon"),
    ("faded", "ground", "under the title of the shelf, the ribbon"),
    ("gold_ink", "panel", "headings of sheets, kept dice"),
    ("gold_ink", "raised", "signs of a line that is open"),
    ("gold_ink", "glow", "headings straight on the table"),
    ("gold_ink", "ground", "headings straight on the table"),
    ("blue_ink", "panel", "whose turn it is; a duel's side"),
    ("red_ink", "panel", "whose turn it is; a defeat that is near"),
    ("slate_ink", "panel", "whose turn it is"),
    ("blue_ink", "raised", "the siege, a medallion"),
    ("red_ink", "raised", "the siege, a trap"),
    ("on_gold", "gold", "what was chosen, tokens"),
    ("on_camp", "blue", "main buttons, dice, the phase that is now"),
    ("on_camp", "red", "main buttons, dice, the phase that is now"),
    ("on_camp", "slate", "main buttons, hidden tokens"),
    ("on_camp", "velvet", "words on Milady's curtain"),
    ("on_camp", "shade", "headings of Milady's pad"),
)
# Surfaces whose shape says something, and what they lie on.
SEEN = (
    ("blue", "panel", "dice and coins on a sheet"),
    ("red", "panel", "dice, seals, a defeat's bar"),
    ("slate", "panel", "hidden tokens, the wood of the hourglass"),
    ("blue", "raised", "dice in a camp of the siege"),
    ("red", "raised", "dice beside the ladder of time"),
)


@pytest.fixture(params=[DAY, CANDLE], ids=["day", "candle"])
def palette(request):
    return request.param


@pytest.mark.parametrize(("ink", "ground", "where"), WRITTEN)
def test_text_has_enough_contrast(palette, ink, ground, where):
    assert contrast(getattr(palette, ink), getattr(palette, ground)) >= TEXT, where


@pytest.mark.parametrize(("shape", "ground", "where"), SEEN)
def test_shapes_stand_out_by_day(shape, ground, where):
    assert contrast(getattr(DAY, shape), getattr(DAY, ground)) >= LARGE, where


@pytest.mark.parametrize(("shape", "ground", "where"), SEEN)
def test_shapes_by_candle_light_carry_a_sign_that_stands_out(shape, ground, where):
    """A dark camp on dark paper is told by its bright sign, which needs to be seen on the shape and on the paper."""
    assert contrast(CANDLE.on_camp, getattr(CANDLE, shape)) >= TEXT, where
    assert contrast(CANDLE.on_camp, getattr(CANDLE, ground)) >= LARGE, where


def test_every_ink_of_the_palette_is_looked_at():
    inks = {name for name in DAY.__slots__ if name.endswith("ink") or name.startswith("on_") or name == "faded"}
    assert inks == {ink for ink, _, _ in WRITTEN}


def test_contrast_is_the_published_formula():
    assert contrast(colour("#ffffff"), colour("#000000")) == pytest.approx(21)
    assert contrast(colour("#777777"), colour("#ffffff")) == pytest.approx(4.48, abs=0.01)


# --- what is really on the screens ---


@pytest.fixture
def evening(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    evening.app.start("mousquetaires", {"players": 4, "depth": "clerk"})
    evening.wait(4)
    return evening


@pytest.mark.parametrize("dark", [False, True], ids=["day", "candle"])
def test_every_label_of_every_screen_can_be_read(evening, dark):
    evening.app.theme.dark = dark
    seen = 0
    for name in (
        "table",
        "company",
        "missions",
        "dice",
        "log",
        "help",
        "hourglass",
        "settings",
        "about",
        "pad",
        "setup",
        "shelf",
    ):
        evening.app.go(name)
        evening.wait(4)
        for label in evening.table.walk(restrict=True):
            if isinstance(label, Label) and label.text.strip() and _is_shown(label):
                need = LARGE if label.font_name == ICONS else TEXT
                grounds = _behind(label, evening.app.theme.c)
                assert min(contrast(label.color, ground) for ground in grounds) >= need, (name, label.text)
                seen += 1
    assert seen > 100


def _is_shown(widget):
    while widget is not None and widget is not widget.parent:
        if widget.opacity < 1 or widget.disabled:
            return False  # faint because it cannot be used now
        widget = widget.parent
    return True


def _behind(label, c):
    """What the label is written on: the paper of the nearest sheet or button around it, or else the table."""
    around = label
    while around is not None and around is not around.parent:
        fill = getattr(around, "fill", None)
        if fill and fill[3] == 1:
            return (fill,)
        around = around.parent
    return (c.ground, c.glow)


def test_a_label_that_cannot_be_read_is_found(evening):
    evening.app.go("settings")
    evening.wait(4)
    label = next(widget for widget in evening.table.walk(restrict=True) if isinstance(widget, Label) and widget.text)
    label.color = evening.app.theme.c.line
    assert min(contrast(label.color, ground) for ground in _behind(label, evening.app.theme.c)) < TEXT
