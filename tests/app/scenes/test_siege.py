"""The page of La Rochelle: it opens by itself, counts along, and can be corrected."""

import pytest

from companion.app import headless
from companion.app.widgets import ink

BEGIN = {"players": 5, "depth": "clerk", "paris": "missing"}


@pytest.fixture
def evening(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    evening.app.start("mousquetaires", BEGIN)
    evening.wait(20)
    _act(evening, "correct", what="step", to="siege")
    return evening


@pytest.fixture
def written(monkeypatch):
    """What is drawn as text from now on."""
    lines = []
    texture = ink._texture
    monkeypatch.setattr(ink, "_texture", lambda text, *how: (lines.append(text), texture(text, *how))[1])
    return lines


def _act(evening, do, **fields):
    evening.table.act(do, fields)
    evening.app.desk.wait()
    evening.wait(30)


def _part(evening, name):
    return evening.table.scene.ids[name]


def test_it_opens_by_itself_and_goes_again(evening):
    assert evening.app.screens.current == "siege"
    assert _part(evening, "road").shown == 5
    evening.tap(text="Roll")
    assert evening.app.screens.current == "siege"
    assert _part(evening, "outlook").siege.thrown
    _act(evening, "march")
    assert evening.app.screens.current == "table"


def test_the_odds_follow_the_number_in_the_now_card(evening):
    outlook = _part(evening, "outlook")
    assert outlook.siege.gained == "0% gained"
    evening.tap(icon="plus-circle-outline")
    evening.tap(icon="plus-circle-outline")
    assert len(outlook.siege.blue.faces) == 2
    assert outlook.siege.gained != "0% gained"
    # Drawn again, they still are what the card shows.
    evening.table.draw()
    assert len(outlook.siege.blue.faces) == 2


def test_the_throw_is_drawn_with_both_numbers_of_swords(evening, written):
    _act(evening, "siege", blue=2, faces=["sword", "sword", "shield"])
    for sign in ("sword", "shield"):
        assert ink.icon(sign) in written, sign
    assert {"0", "2", "2 spaces gained"} <= set(written)
    assert _part(evening, "outlook").siege.to == 7


def test_the_marker_is_corrected_on_the_road(evening):
    evening.tap(name="rochelle")
    evening.tap(text="7")
    assert _part(evening, "road").shown == 7
    assert evening.app.desk.match.state.rochelle == 7


def test_the_blue_dice_are_corrected_in_their_camp(evening):
    evening.wait(24)
    headless.tap(_part(evening, "blue"))
    evening.wait(30)
    evening.tap(text="4")
    assert evening.app.desk.match.state.siege_dice == 4
    assert len(_part(evening, "blue").siege.blue.faces) == 4


def test_chances_are_drawn_in_every_language(evening, written):
    _part(evening, "outlook").again()
    _part(evening, "blue").again()
    assert {"50%", "50% lost", "50% stays", "0% gained", "No card lies here."} <= set(written)
    evening.app.tr.language = "de"
    evening.wait(5)
    assert evening.app.tr.words.gettext("Milady") in written


def test_everything_lies_inside_the_scene(evening):
    scene = evening.table.scene
    for size in ((360, 640), (731, 411), (800, 1280), (1280, 800)):
        headless.resize(size)
        evening.wait(8)
        left, low = scene.to_window(*scene.pos)
        for name in ("red", "fortress", "blue", "road", "outlook"):
            part = scene.ids[name]
            x, y = part.to_window(*part.pos)
            assert x >= left, (name, size)
            assert y >= low, (name, size)
            assert x + part.width <= left + scene.width + 1, (name, size)
            assert y + part.height <= low + scene.height + 1, (name, size)
        for name in ("blue", "road"):
            assert min(scene.ids[name].size) >= 48, (name, size)
        # Bars stand over the road's spaces, not on them.
        _, foot, _, height = scene.ids.road._field(5)
        assert scene.ids.outlook.y >= foot + height - 1, size


def test_the_arrow_does_not_creep_when_motion_is_reduced(evening):
    evening.app.theme.still = True
    evening.table.act("siege", {"blue": 1, "faces": ["sword", "shield"]})
    evening.app.desk.wait()
    headless.frames(2)
    assert _part(evening, "outlook").siege.thrown
    assert _part(evening, "outlook").grown == 1


@pytest.mark.pixels
def test_red_dice_have_cut_corners_and_blue_ones_do_not(evening):
    _act(evening, "correct", what="siege_dice", to=1)
    (width, height), rgb = headless.pixels()

    def at(x, y):
        start = ((height - 1 - int(y)) * width + int(x)) * 3
        return tuple(rgb[start : start + 3])

    c = evening.app.theme.c
    for name, colour, cut in (("red", c.red, True), ("blue", c.blue, False)):
        x, y, side = _part(evening, name).dice[0]
        want = tuple(round(part * 255) for part in colour[:3])
        assert at(x + side / 2, y + side / 2) == want, name
        assert (at(x + side * 0.06, y + side * 0.06) == want) is not cut, name


def _in_large_letters(evening):
    headless.resize((360, 640))
    evening.app.theme.scale = 2.0
    evening.wait(12)
    assert _part(evening, "outlook").height < 60


def test_where_there_is_no_room_for_bars_the_chances_are_told(evening, written):
    evening.tap(icon="plus-circle-outline")
    chances = {chance.text for chance in _part(evening, "outlook").siege.chances}
    assert chances <= set(written)
    _in_large_letters(evening)
    written.clear()
    _part(evening, "outlook").again()
    siege = _part(evening, "outlook").siege
    assert {siege.lost, siege.stays, siege.gained} <= set(written)
    assert not chances & set(written)


def test_where_there_is_no_room_for_a_bow_it_is_told_where_the_marker_goes(evening, written, monkeypatch):
    _act(evening, "correct", what="aramis.place", to="larochelle")
    _act(evening, "siege", blue=3, faces=["sword", "lily", "lily", "sword"])
    outlook, bows = _part(evening, "outlook"), []
    monkeypatch.setattr(outlook, "_arc", lambda *_: bows.append(1))
    outlook.again()
    for large in (False, True):
        if large:
            _in_large_letters(evening)
            bows.clear()
        written.clear()
        outlook.again()
        assert outlook.siege.movement in written
        assert (outlook.siege.givers in written) is not large
    assert not bows
