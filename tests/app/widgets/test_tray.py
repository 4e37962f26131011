"""Thrown dice lie in their shape and colour, tumble, and show that they are kept."""

import pytest

from companion.app import headless
from companion.app.palette import DAY
from companion.app.viewmodels.dice import DieShown
from companion.app.widgets.tray import MiniDice, TrayDie

FACES = ["sword", "shield", "lily"]


def test_it_tumbles_through_other_faces_and_comes_to_rest_on_its_own(lay):
    die = lay(TrayDie(faces=FACES, face="lily"), 100, 120)
    seen = []
    die.bind(seen=lambda _, face: seen.append(face))
    die.tumble()
    headless.frames(60)
    assert set(seen) == set(FACES)
    assert (die.turn, die.seen) == (0, "lily")


def test_with_reduced_motion_it_simply_lies_there(lay, stand):
    stand.theme.still = True
    die = lay(TrayDie(faces=FACES, face="lily"), 100, 120)
    die.tumble()
    assert die.turn == 0


def test_the_word_under_it_says_the_face_or_that_it_is_kept(lay, written):
    die = lay(TrayDie(faces=FACES, face="shield"), 100, 120)
    assert "shield" in [text for text, *_ in written]
    written.clear()
    die.kept = True
    assert [text for text, font, _ in written if font == "Roboto"] == ["kept"]


@pytest.mark.pixels
def test_a_kept_die_has_a_golden_edge(lay, picture):
    die = lay(TrayDie(faces=FACES, face="shield"), 100, 120)
    assert picture().places(DAY.gold, die) == []
    die.kept = True
    headless.frames(1)
    assert len(picture().places(DAY.gold, die)) > 200


@pytest.mark.pixels
@pytest.mark.parametrize("colour", ["blue", "red"])
def test_each_wears_its_camp_and_its_shape(lay, picture, colour):
    die = lay(TrayDie(faces=FACES, face="sword", colour=colour), 100, 120)
    places = picture().places(getattr(DAY, colour), die)
    assert len(places) > 2000
    assert (any(x < 12 and y > 108 for x, y in places)) is (colour == "blue")  # the upper left corner


def test_small_dice_go_on_in_the_next_line(lay):
    row = lay(MiniDice(dice=[DieShown("blue", (), "sword")] * 5), 160)
    one_line = row.height
    row.dice = [DieShown("red", (), "sword")] * 12
    headless.frames(2)
    assert row.height == one_line * 3
