"""The dice page under real fingers: throw, keep, throw the rest, type in, shake."""

import pytest

from companion.app import headless
from companion.app.scenes import dice as scene_module
from companion.app.widgets.tray import TrayDie


@pytest.fixture
def evening(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    evening.app.theme.still = True
    evening.app.start("mousquetaires", {"players": 4})
    evening.app.go("dice")
    evening.wait(4)
    return evening


def _scene(evening):
    return evening.table.scene


def _dice(evening):
    return [tile for tile in reversed(_scene(evening).tray.ids.dice.children) if isinstance(tile, TrayDie)]


def _rolls(evening):
    return [record.result["rolls"][0] for record in evening.app.desk.match.records if record.intent.do == "roll"]


def _rows(evening):
    return [row.title for row in reversed(_scene(evening).ids.rows.children)]


def test_a_tap_throws_the_dice_and_numbers_the_result(evening):
    assert [die.face for die in _dice(evening)] == [""] * 5
    evening.tap(text="Throw 5 dice")
    [roll] = _rolls(evening)
    assert roll["dice"] == "3b 2r"
    assert [die.face for die in _dice(evening)] == roll["faces"]
    assert [die.colour for die in _dice(evening)] == ["blue"] * 3 + ["red"] * 2
    assert "Roll 1" in evening.texts
    swords = roll["faces"].count("sword")
    assert f"{swords} sword{'' if swords == 1 else 's'}" in evening.texts


def test_minus_and_plus_choose_how_many(evening):
    blue = _scene(evening).ids.kinds.children[1].children[0]
    fewer, more = (one for one in blue.walk(restrict=True) if getattr(one, "icon", ""))
    for _ in range(3):
        evening._touch(fewer)
    assert len(_dice(evening)) == 2
    evening.tap(text="Throw 2 dice")
    assert _rolls(evening)[0]["dice"] == "2r"
    for _ in range(30):
        more.dispatch("on_release")
    assert blue.value == 12


def test_with_no_dice_there_is_nothing_to_throw(evening):
    scene = _scene(evening)
    for row in scene.ids.kinds.children:
        row.children[0].value = 0
    scene.roll()
    scene.type_in()
    evening.app.desk.wait()
    evening.wait(3)
    assert not scene.can_throw
    assert evening.table.open_sheet is None
    assert not evening.app.desk.match.records


def test_kept_dice_stay_and_the_rest_is_thrown_again(evening):
    evening.tap(text="Throw 5 dice")
    before = [die.face for die in _dice(evening)]
    evening.wait(24)
    for place in (0, 4):
        evening._touch(_dice(evening)[place])
    assert [die.kept for die in _dice(evening)] == [True, False, False, False, True]
    evening.tap(text="Throw the other 3 dice again")
    again = _rolls(evening)[1]
    assert (again["kept"], again["faces"][0], again["faces"][4]) == ([0, 4], before[0], before[4])
    assert [die.kept for die in _dice(evening)] == [True, False, False, False, True]
    evening._touch(_dice(evening)[0])
    assert "Throw the other 4 dice again" in evening.texts
    evening.tap(text="Throw 5 dice")  # all of them anew
    assert _rolls(evening)[2]["kept"] == []


def test_the_second_of_two_quick_taps_throws_nothing(evening):
    plate = evening.seek(text="Throw 5 dice")
    evening.wait(24)
    headless.tap(plate)
    headless.tap(plate)
    evening.app.desk.wait()
    headless.frames(2)
    headless.tap(plate)
    evening.app.desk.wait()
    evening.wait(3)
    assert len(_rolls(evening)) == 1


def test_real_dice_are_typed_in(evening):
    evening.tap(text="Real dice")
    evening.tap(text="So it is")
    [roll] = _rolls(evening)
    assert (roll["typed"], roll["dice"]) == (True, "3b 2r")
    assert [die.face for die in _dice(evening)] == roll["faces"]


def test_the_history_is_newest_first_and_strikes_out_what_was_taken_back(evening):
    for _ in range(2):
        evening.tap(text="Throw 5 dice")
    assert _rows(evening) == ["Roll 2", "Roll 1"]
    evening.table.act("undo", {})
    evening.app.desk.wait()
    evening.wait(3)
    assert [row.undone for row in reversed(_scene(evening).ids.rows.children)] == [True, False]
    assert "Taken back" in evening.texts
    assert _scene(evening).tray.title == "Roll 1"


def test_a_long_history_waits_behind_a_button(evening):
    for _ in range(10):
        evening.app.desk.act("roll", {"dice": "1b"}, lambda outcome: None)
    evening.app.desk.wait()
    evening.table.draw()
    evening.wait(3)
    assert len(_rows(evening)) == 8
    evening.tap(text="Earlier rolls")
    assert _rows(evening)[-1] == "Roll 1"
    assert "Earlier rolls" not in evening.texts


def test_dice_tumble_unless_motion_is_reduced(evening):
    evening.tap(text="Throw 5 dice")
    assert [die.turn for die in _dice(evening)] == [0] * 5
    evening.app.theme.still = False
    evening.wait(24)
    headless.tap(evening.seek(text="Throw 5 dice"))
    evening.app.desk.wait()
    headless.frames(6)
    assert all(die.turn > 0 for die in _dice(evening))
    evening.wait(80)
    assert [die.turn for die in _dice(evening)] == [0] * 5
    assert [die.seen for die in _dice(evening)] == _rolls(evening)[1]["faces"]


def test_coming_back_to_the_page_throws_nothing_anew(evening):
    evening.tap(text="Throw 5 dice")
    evening.app.theme.still = False
    evening.app.go("table")
    evening.app.go("dice")
    headless.frames(2)
    assert [die.turn for die in _dice(evening)] == [0] * 5


def test_shaking_is_felt_only_on_this_page(evening, monkeypatch):
    felt, stopped = [], []

    def shaken(then, every):
        felt.append(then)
        return lambda: stopped.append(then)

    monkeypatch.setattr(scene_module, "shaken", shaken)
    evening.app.go("table")
    assert felt == []
    evening.app.go("dice")
    evening.wait(24)
    [shake] = felt
    assert "Shake the device to throw." in evening.texts
    shake()
    evening.app.desk.wait()
    evening.wait(30)
    assert len(_rolls(evening)) == 1
    evening.tap(text="Real dice")
    shake()  # a sheet lies over the tray
    evening.app.desk.wait()
    assert len(_rolls(evening)) == 1
    evening.table.open_sheet.dismiss(animation=False)
    evening.app.go("table")
    assert len(stopped) == 1


def test_a_device_that_feels_nothing_promises_nothing(evening):
    assert "Shake the device to throw." not in evening.texts


@pytest.mark.parametrize("size", [(360, 640), (731, 411), (1280, 800)])
def test_tray_and_button_stand_inside_the_window(evening, size):
    evening.tap(text="Throw 5 dice")
    headless.resize(size)
    evening.wait(8)
    for widget in (evening.seek(text="Throw 5 dice"), _dice(evening)[0], _dice(evening)[2]):
        x, y = widget.to_window(*widget.pos)
        assert x >= 0
        assert y >= 0
        assert x + widget.width <= size[0]
        assert min(widget.size) >= 48
