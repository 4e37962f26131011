"""A die is turned by tapping, and told apart by its shape."""

import pytest

from companion.app import headless
from companion.app.palette import DAY
from companion.app.widgets.dice import DieTile

FACES = ["sword", "shield", "lily"]


def _names(written):
    return [text for text, font, _ in written if font == "Roboto"]


def test_a_tap_turns_the_die_through_its_faces_and_round(lay, touch):
    die = lay(DieTile(faces=FACES), 76)
    shown = [die.face]
    for _ in FACES:
        touch(die)
        shown.append(die.face)
    assert shown == ["sword", "shield", "lily", "sword"]


def test_a_die_may_lie_on_another_face_first(lay, touch):
    die = lay(DieTile(faces=FACES, face="lily"), 76)
    assert die.face == "lily"
    touch(die)
    assert die.face == "sword"


def test_the_face_is_also_a_word(lay, touch, written):
    die = lay(DieTile(faces=FACES), 76)
    assert _names(written)[-1] == "sword"
    touch(die)
    assert _names(written)[-1] == "shield"


def test_the_word_follows_the_language(stand, lay, written):
    lay(DieTile(faces=FACES), 76)
    for language in ("de", "fr", "it"):
        stand.tr.language = language
        assert _names(written)[-1] == stand.tr.words.gettext("sword") != "sword"


def test_a_face_without_a_name_of_its_own_is_shown_as_it_is(lay, written):
    lay(DieTile(faces=["3", "4"]), 76)
    assert _names(written)[-1] == "3"


@pytest.mark.pixels
@pytest.mark.parametrize("right", [False, True])
@pytest.mark.parametrize("upper", [False, True])
def test_red_and_blue_differ_in_their_corners(lay, picture, right, upper):
    die = lay(DieTile(faces=FACES), 64, 84)  # the die itself is a square of 64 above its name
    spot = (20 + (58 if right else 5), 30 + 20 + (58 if upper else 5))
    assert picture().at(*spot) != (0, 0, 0)
    die.colour = "red"
    headless.frames(1)
    assert picture().at(*spot) == (0, 0, 0)


@pytest.mark.pixels
@pytest.mark.parametrize("colour", ["red", "blue"])
def test_each_wears_its_camp(lay, picture, colour):
    die = lay(DieTile(faces=FACES, colour=colour), 64, 84)
    assert len(picture().places(getattr(DAY, colour), die)) > 64 * 64 / 3


@pytest.mark.pixels
def test_each_face_looks_different(lay, touch, picture):
    die = lay(DieTile(faces=FACES), 76)
    seen = []
    for _ in FACES:
        seen.append(tuple(sorted(picture().colours(die).items())))
        touch(die)
    assert len(set(seen)) == 3
