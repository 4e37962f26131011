"""Words with a sign: the sign stands before them, or behind them, and the words keep clear of it."""

import pytest

from companion.app import headless
from companion.app.palette import DAY
from companion.app.theme import icon
from companion.app.widgets.signed import SignedWords


def test_the_sign_is_drawn_with_the_words(lay, written):
    words = lay(SignedWords(text="Two cards", icon="sword"), 200)
    assert written[-1][0] == icon("sword")
    written.clear()
    words.icon = "shield"
    headless.frames(1)
    assert written[-1][0] == icon("shield")


@pytest.mark.pixels
@pytest.mark.parametrize("mirror", [False, True])
def test_sign_and_words_stand_side_by_side(lay, picture, mirror):
    words = lay(SignedWords(text="", icon="sword", mirror=mirror), 200, 40)
    sign = [x for x, _ in picture().places(DAY.ink, words)]
    assert sign
    words.text, words.icon = "Two", ""
    headless.frames(2)
    letters = [x for x, _ in picture().places(DAY.ink, words)]
    if mirror:
        assert max(letters) < min(sign)
        assert min(sign) > 150
    else:
        assert max(sign) < min(letters)
        assert max(sign) < 50


def test_the_sign_grows_with_the_text(stand, lay, written):
    words = lay(SignedWords(text="Two cards", icon="sword"), 200)
    before, room = written[-1][2], words.padding[0]
    stand.theme.scale = 2
    headless.frames(2)
    assert written[-1][2] > before * 1.8
    assert words.padding[0] > room * 1.8
