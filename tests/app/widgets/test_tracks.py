"""Tokens walk where people can see them, and every track can be tapped."""

from itertools import pairwise

import pytest

from companion.app import headless
from companion.app.palette import DAY
from companion.app.theme import ICONS, MOVE, icon
from companion.app.widgets import tracks
from companion.app.widgets.tracks import Ladder, Purse, Road, Row

KINDS = [Ladder, Road, Row, Purse]
WALK = round(MOVE * 60) + 2  # frames


def _middle(places):
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


@pytest.mark.parametrize("kind", KINDS)
def test_the_token_walks_to_its_place(lay, kind):
    track = lay(kind(hi=8), 300, 120)
    track.show(6, walk=True)
    headless.frames(WALK // 2)
    assert 0 < track.shown < 6
    headless.frames(WALK // 2 + 2)
    assert track.shown == 6


def test_the_token_jumps_where_motion_is_reduced(stand, lay):
    stand.theme.still = True
    track = lay(Road(hi=8), 300, 120)
    track.show(6, walk=True)
    assert track.shown == 6


def test_the_token_jumps_when_nobody_watched_it_move(lay):
    track = lay(Road(hi=8), 300, 120)
    track.show(6, walk=False)
    assert track.shown == 6


def test_a_token_on_its_way_turns_round(lay):
    track = lay(Road(hi=8), 300, 120)
    track.show(8, walk=True)
    headless.frames(WALK // 2)
    track.show(1, walk=True)
    headless.frames(WALK * 2)
    assert track.shown == 1


def test_a_jump_ends_a_walk(lay):
    track = lay(Road(hi=8), 300, 120)
    track.show(8, walk=True)
    headless.frames(WALK // 2)
    track.show(2, walk=False)
    headless.frames(WALK * 2)
    assert track.shown == 2


@pytest.mark.parametrize("kind", KINDS)
def test_a_tap_anywhere_on_a_track_counts(lay, touch, kind):
    taps = []
    track = lay(kind(name="queen"), 300, 120)
    track.bind(on_release=lambda touched: taps.append(touched.name))
    touch(24, 34)
    touch(track)
    touch(24, 160)  # beside it
    assert taps == ["queen", "queen"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_title_fits_beside_its_neighbour(lay, written, kind):
    track = lay(kind(title="The Queen's honour"), 300, 120)
    wide = [size for text, _, size in written if text == "The Queen's honour"]
    written.clear()
    track.width = 80
    headless.frames(2)
    assert min(size for text, _, size in written if text == "The Queen's honour") < min(wide)


def test_the_purse_counts(lay, written):
    purse = lay(Purse(hi=20), 200, 120)
    purse.show(13, walk=False)
    assert "13" in [text for text, _, _ in written]


def test_in_a_row_what_is_there_and_what_is_missing_have_different_signs(lay, written):
    row = lay(Row(hi=3), 200, 70)
    written.clear()
    row.show(1, walk=False)
    symbols = [text for text, font, _ in written if font == ICONS]
    assert symbols == [icon("heart"), icon("heart-outline"), icon("heart-outline")]


@pytest.mark.pixels
@pytest.mark.parametrize("space", [0, 3, 7])
def test_on_a_road_the_token_lies_on_its_space(lay, picture, space):
    track = lay(Road(hi=7), 320, 120)
    track.show(space, walk=False)
    headless.frames(1)
    x, _ = _middle(picture().places(DAY.gold, track))
    assert x == pytest.approx((space + 0.5) * 320 / 8, abs=3)


@pytest.mark.pixels
@pytest.mark.parametrize("space", [0, 3, 7])
def test_on_a_ladder_the_token_comes_down_from_the_top(lay, picture, space):
    track = lay(Ladder(hi=7), 100, 420)
    track.show(space, walk=False)
    headless.frames(1)
    _, y = _middle(picture().places(DAY.gold, track))
    assert y == pytest.approx((420 - track.head) * (7.5 - space) / 8, abs=5)


@pytest.mark.pixels
def test_the_last_rung_is_richelieus_as_soon_as_it_is_known(lay, picture):
    track = lay(Ladder(hi=7), 100, 420)
    assert not picture().places(DAY.red, track)
    track.danger = [7]
    headless.frames(1)
    places = picture().places(DAY.red, track)
    assert len(places) > 1000
    assert max(y for _, y in places) < 420 / 8


@pytest.mark.pixels
@pytest.mark.parametrize("dice", [1, 2, 3])
def test_beside_each_rung_lie_as_many_dice_as_are_thrown(lay, picture, dice):
    track = lay(Ladder(hi=3), 120, 220)
    track.pips = [0, dice]
    headless.frames(1)
    places = picture().places(DAY.red, track)
    middle = round(_middle(places)[1])
    columns = sorted(x for x, y in places if y == middle)
    assert 1 + sum(right - left > 1 for left, right in pairwise(columns)) == dice


@pytest.mark.pixels
def test_signs_mark_the_spaces_that_bring_something(lay, picture):
    track = lay(Road(hi=7), 320, 120)
    track.signs = {2: ("skull-outline", "milady"), 7: ("cross", "danger")}
    headless.frames(1)
    red = [x for x, _ in picture().places(DAY.red, track)]
    assert any(80 < x < 120 for x in red)  # the skull's own ink
    assert sum(x > 280 for x in red) > sum(x < 280 for x in red) > 0
    assert not any(120 < x < 280 or x < 80 for x in red)


@pytest.mark.pixels
def test_rungs_carry_their_signs(lay, picture, written):
    track = lay(Ladder(hi=7), 120, 420)
    bare = picture().colours(track)
    written.clear()
    track.signs = {3: ("crown", "-1", ""), 5: ("star-four-points", "+2", "gold")}
    headless.frames(1)
    assert {"-1", "+2"} <= {text for text, _, _ in written}
    assert picture().colours(track) != bare


@pytest.mark.pixels
def test_a_row_fills_one_thing_after_the_other(lay, picture):
    row = lay(Row(hi=5, full="star-four-points", empty="star-four-points-outline", kind="gold"), 220, 70)
    filled = []
    for at in range(6):
        row.show(at, walk=False)
        headless.frames(1)
        filled.append(len(picture().places(DAY.gold_ink, row)))
    assert filled == sorted(set(filled))


@pytest.mark.pixels
@pytest.mark.parametrize("kind", KINDS)
def test_tracks_follow_the_light(stand, lay, picture, kind):
    track = lay(kind(title="Time"), 200, 120)
    day = picture().colours(track)
    stand.theme.dark = True
    headless.frames(1)
    assert picture().colours(track) != day


@pytest.mark.parametrize(("width", "height"), [(70, 290), (82, 370), (150, 640)])
def test_no_die_hides_behind_the_token(lay, monkeypatch, width, height):
    ladder, dice = lay(Ladder(hi=11, token="timer-sand"), width, height), []
    monkeypatch.setattr(tracks, "draw_block", lambda x, y, side, *_: dice.append((x, y, side)))
    ladder.pips = [1, 1, 2, 2, 3, 3, 4, 4]
    assert len(dice) == 20
    for space, (x, y, tall) in enumerate((x, y, tall) for x, y, _, tall in map(ladder._rung, range(8))):
        here = [die for die in dice if y <= die[1] < y + tall]
        assert len(here) == ladder.pips[space]
        assert min(left for left, _, _ in here) >= x + 2 + 2 * ladder._radius(tall)
        assert all(y - 1 <= low and low + side <= y + tall + 1 for _, low, side in here)
