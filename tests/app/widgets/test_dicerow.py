"""Dice in a row: they find room, tumble when they are new, and can be taken up when that is allowed."""

import pytest

from companion.app import headless
from companion.app.palette import DAY
from companion.app.theme import TOUCH, icon
from companion.app.widgets.dicerow import TUMBLE, DiceRow, PickDie

THROWN = ["sword", "shield", "lily"]
WAY = round(TUMBLE / headless.FRAME) + 4


def _picks(row):
    return sorted((child for child in row.children if isinstance(child, PickDie)), key=lambda die: die.at)


def _faces(written):
    names = {icon(sign): face for sign, face in (("sword", "sword"), ("shield", "shield"), ("fleur-de-lis", "lily"))}
    return [names[text] for text, *_ in written if text in names]


def test_dice_lie_in_as_many_rows_as_they_need(lay):
    row = lay(DiceRow(faces=["sword"] * 4), 300)
    one = row.height
    row.faces = ["sword"] * 14
    headless.frames(2)
    assert row.height > one * 1.3
    row.faces = []
    assert row.height == 0


def test_a_fresh_throw_tumbles_and_ends_on_what_was_thrown(lay, written):
    row = lay(DiceRow(), 300)
    row.show(THROWN, True, True)
    headless.frames(3)
    assert 0 < row.spin < 1
    headless.frames(WAY)
    assert row.spin == 0
    assert _faces(written)[-3:] == THROWN


def test_without_motion_they_simply_lie_there(lay, written):
    row = lay(DiceRow(), 300)
    row.show(THROWN, False, True)
    assert row.spin == 0
    assert _faces(written)[-3:] == THROWN


def test_only_the_die_that_was_thrown_again_tumbles(lay):
    row = lay(DiceRow(), 300)
    row.show(THROWN, False, True)
    row.show(["sword", "sword", "lily"], True, False)
    assert row._moving == {1}


def test_a_die_can_be_taken_up_only_when_it_means_something(lay, touch):
    row = lay(DiceRow(), 300)
    taken = []
    row.bind(on_die=lambda _, place: taken.append(place))
    row.show(THROWN, False, True)
    assert _picks(row) == []
    row.picks = ["again", "again", "again"]
    headless.frames(2)
    dice = _picks(row)
    assert [die.text for die in dice] == row.picks
    assert all(die.width >= TOUCH and die.height >= TOUCH for die in dice)
    touch(dice[2])
    assert taken == [2]


def test_tumbling_dice_cannot_be_taken_up(lay):
    row = lay(DiceRow(picks=["again"] * 3), 300)
    row.show(THROWN, True, True)
    headless.frames(3)
    assert _picks(row) == []
    headless.frames(WAY)
    assert len(_picks(row)) == 3


@pytest.mark.pixels
def test_the_foes_dice_lie_at_the_right(lay, picture):
    row = lay(DiceRow(colour="red", faces=["sword"] * 2, mirror=True), 300)
    assert min(x for x, _ in picture().places(DAY.red, row)) > 150
    row.mirror = False
    row.faces = ["shield"] * 2
    headless.frames(2)
    assert max(x for x, _ in picture().places(DAY.red, row)) < 150


@pytest.mark.pixels
def test_dice_in_the_hand_are_empty_outlines(lay, picture):
    row = lay(DiceRow(faces=["", ""]), 300)
    waiting = len(picture().places(DAY.blue, row))
    row.faces = THROWN[:2]
    headless.frames(2)
    assert len(picture().places(DAY.blue, row)) > 3 * max(waiting, 100)
