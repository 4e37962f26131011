"""Figures cut out of paper: each his own, and what is drawn says what is so."""

import pytest

from companion.app import headless
from companion.app.palette import CANDLE, DAY
from companion.app.theme import icon
from companion.app.viewmodels.company import Stand as Place
from companion.app.widgets.figures import CountRow, Drawn, PlaceChip, Portrait, coin, medallion

WHO = ("dartagnan", "aramis", "athos", "porthos", "treville")
LOUVRE = Place("louvre", "The Louvre", "crown", ("A", "P"), ("R",), False)


class Sketch(Drawn):
    """Whatever is to be drawn, in the middle of a square of 100."""

    def __init__(self, what, **how):
        self._what = what
        super().__init__(**how)

    def draw(self, c):
        self._what(self.x + 50, self.y + 50, c)


def _texts(written):
    return [text for text, *_ in written]


# --- the profiles ---


@pytest.mark.pixels
def test_no_two_musketeers_look_alike(lay, picture):
    portrait = lay(Portrait(), 120, 120)
    seen = {}
    for who in WHO:
        portrait.who = who
        headless.frames(1)
        seen[who] = frozenset(picture().places(DAY.blue_ink, portrait))
    for one in WHO:
        assert len(seen[one]) > 1500
        for other in WHO:
            assert one == other or len(seen[one] ^ seen[other]) > 250, (one, other)


@pytest.mark.pixels
def test_whoever_is_out_of_action_lies_and_has_lost_his_colour(lay, picture):
    portrait = lay(Portrait(who="athos"), 120, 120)
    standing = picture().places(DAY.blue_ink, portrait)
    portrait.down = True
    headless.frames(1)
    assert not picture().places(DAY.blue_ink, portrait)
    lying = picture().places(DAY.faded, portrait)
    # The shoulders were below, and are at one side now.
    assert sum(y < 40 for _, y in standing) > 2 * sum(x > 80 for x, _ in standing)
    assert sum(x > 80 for x, _ in lying) > 2 * sum(y < 40 for _, y in lying)


@pytest.mark.pixels
def test_the_frame_keeps_everything_inside(lay, picture):
    sketch = lay(Sketch(lambda x, y, c: medallion("porthos", x, y, 40, c)), 100, 100)
    for x, y in picture().places(DAY.blue_ink, sketch):
        assert (x - 50) ** 2 + (y - 50) ** 2 < 41**2


def test_the_monogram_stands_beside_the_profile(lay, written):
    portrait = lay(Portrait(who="athos"), 120, 120)
    assert "At" not in _texts(written)
    portrait.monogram = "At"
    assert "At" in _texts(written)


@pytest.mark.pixels
def test_nobody_is_drawn_for_no_name(lay, picture):
    portrait = lay(Portrait(), 120, 120)
    assert not picture().places(DAY.gold, portrait)


# --- coins ---


@pytest.mark.pixels
def test_friends_are_round_and_foes_are_lozenges(lay, picture):
    friend = lay(Sketch(lambda x, y, c: coin("", x, y, 30, c)), 100, 100)
    seen = picture()
    assert seen.at(20 + 50 + 19, 30 + 50 + 19) != (0, 0, 0)
    assert seen.at(20 + 50 + 34, 30 + 50) == (0, 0, 0)
    friend.parent.remove_widget(friend)
    lay(Sketch(lambda x, y, c: coin("", x, y, 30, c, foe=True)), 100, 100)
    seen = picture()
    assert seen.at(20 + 50 + 19, 30 + 50 + 19) == (0, 0, 0)
    assert seen.at(20 + 50 + 34, 30 + 50) != (0, 0, 0)


def test_letters_on_a_coin(lay, written):
    lay(Sketch(lambda x, y, c: coin("d'A", x, y, 30, c)), 100, 100)
    assert _texts(written) == ["d'A"] * len(written)
    assert written


# --- hearts and actions ---


def test_every_heart_is_drawn_and_a_tap_puts_them_right(lay, touch, written):
    row = lay(CountRow(signs=[("heart", "heart"), ("heart", "heart"), ("heart-outline", "")]), 120, 48)
    assert _texts(written)[-3:] == [icon("heart"), icon("heart"), icon("heart-outline")]
    taps = []
    row.bind(on_release=taps.append)
    touch(row)
    assert taps == [row]
    written.clear()
    row.signs = [("heart", "heart")]
    assert _texts(written) == [icon("heart")]


@pytest.mark.pixels
def test_hearts_stand_in_a_row_inside_their_place(lay, picture):
    row = lay(CountRow(signs=[("heart", "heart")] * 4), 90, 48)
    columns = [x for x, _ in picture().places(DAY.red_ink, row)]
    assert min(columns) < 22
    assert 68 < max(columns) < 90


# --- places ---


def test_a_place_names_itself_and_everybody_who_stands_there(lay, written):
    lay(PlaceChip(stand=LOUVRE), 110, 80)
    told = _texts(written)
    for text in (icon("crown"), "The", "Louvre", "A", "P", "R"):
        assert text in told
    assert icon("horse") not in told


def test_a_place_that_can_be_ridden_to_shows_a_horse(lay, written):
    chip = lay(PlaceChip(stand=LOUVRE), 110, 80)
    written.clear()
    chip.stand = Place("louvre", "The Louvre", "crown", (), (), True)
    assert icon("horse") in _texts(written)


@pytest.mark.pixels
def test_a_place_under_a_held_figure_turns_gold(lay, picture):
    chip = lay(PlaceChip(stand=LOUVRE), 110, 80)
    assert len(picture().places(DAY.gold, chip)) < 800
    chip.aimed = True
    headless.frames(1)
    assert len(picture().places(DAY.gold, chip)) > 3000


def test_a_place_can_be_tapped(lay, touch):
    taps = []
    chip = lay(PlaceChip(stand=LOUVRE), 110, 80)
    chip.bind(on_release=taps.append)
    touch(chip)
    assert taps == [chip]


@pytest.mark.pixels
@pytest.mark.parametrize("count", [1, 3, 5])
def test_many_figures_still_stand_inside_their_place(lay, picture, count):
    chip = lay(PlaceChip(stand=Place("louvre", "The Louvre", "crown", ("A",) * count, (), False)), 92, 70)
    columns = [x for x, _ in picture().places(DAY.blue, chip)]
    assert columns
    assert max(columns) < 90


# --- all of them ---


@pytest.mark.pixels
def test_what_is_drawn_follows_the_light(stand, lay, picture):
    chip = lay(PlaceChip(stand=LOUVRE), 110, 80)
    stand.theme.dark = True
    headless.frames(1)
    assert len(picture().places(CANDLE.panel, chip)) > 1000


def test_nothing_is_drawn_before_there_is_room(lay, written):
    chip = lay(PlaceChip(stand=LOUVRE), 5, 5)
    written.clear()
    chip.aimed = True
    assert written == []
