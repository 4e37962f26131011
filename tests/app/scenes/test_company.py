"""The musketeers' page under a finger."""

import pytest

from companion.app import headless
from companion.app.theme import TOUCH

SMALL, TABLET = (360, 640), (1280, 800)


@pytest.fixture
def evening(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    evening.app.theme.still = True
    evening.app.start("mousquetaires", {"players": 5, "depth": "clerk"})
    evening.app.desk.act("correct", {"what": "step", "to": "actions"}, lambda _: None)
    evening.app.desk.wait()
    evening.app.go("company")
    evening.wait(24)
    return evening


def _act(evening, do, **fields):
    evening.table.act(do, fields)
    evening.app.desk.wait()
    evening.wait(3)


def _of(evening, who):
    return evening.app.desk.match.state.of(who)


def _tap(evening, who):
    """On his name, where nothing else can be tapped."""
    scene = evening.table.scene
    scene.ids.scroll.scroll_to(scene.plates[who], animate=False)
    evening.wait(24)
    headless.tap(scene.plates[who].ids.title)
    evening.app.desk.wait()
    evening.wait(24)


def _carry(evening, touch, who, place):
    scene = evening.table.scene
    scene.ids.scroll.scroll_to(scene.plates[who], animate=False)
    evening.wait(3)
    chip = scene.chips[place]
    touch(scene.plates[who].ids.portrait, to=chip.to_window(*chip.center))
    evening.app.desk.wait()
    evening.wait(24)


def test_a_tap_on_a_plate_takes_his_turn_and_one_on_a_place_is_his_ride(evening):
    scene = evening.table.scene
    _tap(evening, "dartagnan")
    plate = scene.plates["dartagnan"]
    assert (_of(evening, "dartagnan").turn, plate.acting, plate.hint) == ("acting", True, "")
    assert len(plate.ids.pips.signs) == 3
    headless.tap(scene.chips["louvre"])
    evening.app.desk.wait()
    evening.wait(3)
    assert _of(evening, "dartagnan").place == "louvre"
    before = len(evening.app.desk.match.records)
    headless.tap(scene.chips["rochelle"])  # too soon: the second half of a double tap
    evening.app.desk.wait()
    assert len(evening.app.desk.match.records) == before


def test_hearts_place_and_state_are_put_right(evening):
    scene = evening.table.scene
    evening.tap(text="Hearts: 3 of 3")
    evening.tap(text="1")
    hurt = next(one for one in evening.app.desk.match.state.company if one.life == 1)
    signs = [name for name, _ in scene.plates[hurt.id].ids.hearts.signs]
    assert signs == ["heart", "heart-outline", "heart-outline"]
    scene.choose_place("athos")
    evening.tap(text="The Bastille")
    assert _of(evening, "athos").place == "bastille"
    assert "bastille" in scene.chips
    scene.choose_turn("athos")
    evening.tap(text="Out of action")
    assert _of(evening, "athos").down
    assert scene.plates["athos"].ids.portrait.down


def test_whoever_acts_rides_where_he_is_carried_and_the_others_are_put_right(evening, touch):
    _tap(evening, "dartagnan")
    _carry(evening, touch, "dartagnan", "rochelle")
    rider = _of(evening, "dartagnan")
    assert (rider.place, rider.left) == ("rochelle", 2)
    _carry(evening, touch, "aramis", "quest")
    assert (_of(evening, "aramis").place, _of(evening, "aramis").turn) == ("quest", "waiting")
    assert evening.table.scene.ghost is None


def test_carrying_somebody_who_waits_asks_what_is_meant(evening, touch):
    portrait = evening.table.scene.plates["dartagnan"].ids.portrait
    x, y = portrait.to_window(*portrait.center)
    touch(portrait, to=(x + 60, y))  # beside every place
    evening.app.desk.wait()
    assert len(evening.app.desk.match.records) == 1
    _carry(evening, touch, "dartagnan", "rochelle")
    assert _of(evening, "dartagnan").place != "rochelle"
    evening.tap(text="His turn begins with this ride")
    assert (_of(evening, "dartagnan").place, _of(evening, "dartagnan").left) == ("rochelle", 2)


def test_a_finger_that_moves_up_scrolls(evening, touch):
    headless.resize(SMALL)
    evening.wait(8)
    scene = evening.table.scene
    portrait = scene.plates["dartagnan"].ids.portrait
    x, y = portrait.to_window(*portrait.center)
    finger = headless.finger(x, y)
    finger.touch_down()
    for step in range(1, 8):
        finger.touch_move(x, y + 20 * step)
        headless.frames(1)
    finger.touch_up()
    headless.frames(2)
    assert scene.ghost is None
    assert scene.ids.scroll.scroll_y < 1


def test_the_scorekeeper_lets_the_clerk_follow(evening):
    _act(evening, "depth", to="scorekeeper")
    assert "The scorekeeper does not follow the figures" in evening.texts
    evening.tap(text="Let the clerk follow the figures")
    assert evening.app.desk.match.state.depth == "clerk"
    assert "The scorekeeper does not follow the figures" not in evening.texts


def test_every_control_is_large_enough_and_inside(evening):
    from kivy.uix.behaviors import ButtonBehavior

    _act(evening, "correct", what="athos.place", to="bastille")
    evening.app.tr.language = "de"
    scene = evening.table.scene
    for size, scale in ((SMALL, 1.6), ((731, 411), 1.0), (TABLET, 1.0)):
        evening.app.theme.scale = scale
        headless.resize(size)
        evening.wait(10)
        for widget in scene.walk(restrict=True):
            if isinstance(widget, ButtonBehavior):
                assert min(widget.width, widget.height) >= TOUCH - 1, widget
                x, _ = widget.to_window(*widget.pos)
                assert -1 <= x <= x + widget.width <= size[0] + 1
        for chip in scene.chips.values():
            _, y = chip.to_window(*chip.pos)
            assert scene.to_window(*scene.pos)[1] - 1 <= y


def test_what_he_carries_is_put_right_by_hand(evening):
    evening.table.scene.choose_turn("athos")
    evening.tap(text="What he carries …")
    evening.tap(value="pistol")
    evening.tap(value="panache")
    evening.tap(text="So it is")
    athos = evening.app.desk.match.state.of("athos")
    assert (athos.gear, athos.skills) == (("pistol",), ("panache",))
    evening.table.scene.choose_turn("athos")
    evening.tap(text="What he carries …")
    assert evening.seek(value="pistol").chosen  # what the clerk believes is ticked already
    evening.tap(value="pistol")
    evening.tap(text="So it is")
    assert evening.app.desk.match.state.of("athos").gear == ()


def test_side_by_side_plates_stand_on_the_same_lines_whatever_is_carried(evening):
    headless.resize(TABLET)
    _act(evening, "correct", what="purse", to=20)
    _act(evening, "turn", who="porthos")
    _act(evening, "equip", buy=["pistol"])
    evening.wait(6)
    plates = evening.table.scene.plates
    porthos, other = (
        plates["porthos"],
        next(p for p in plates.values() if p.who != "porthos" and p.y == plates["porthos"].y),
    )
    assert porthos.ids.tags.children
    assert not other.ids.tags.children
    assert porthos.ids.hearts.y == pytest.approx(other.ids.hearts.y, abs=1)
    assert porthos.ids.portrait.height == pytest.approx(other.ids.portrait.height, abs=1)
