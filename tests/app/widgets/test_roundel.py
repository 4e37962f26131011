"""Small round marks: full for what counts, a ring for what was taken back, wax for a house ruling."""

import pytest

from companion.app import headless
from companion.app.palette import DAY
from companion.app.theme import icon
from companion.app.widgets.roundel import Roundel, WaxSeal


def _last(written):
    return written[-1][0]


def test_it_shows_the_phase_or_a_symbol(lay, written):
    mark = lay(Roundel(icon="undo-variant"), 38, 38)
    assert _last(written) == icon("undo-variant")
    mark.sign = "II"
    assert _last(written) == "II"


@pytest.mark.pixels
@pytest.mark.parametrize(("camp", "colour"), [("musketeers", DAY.blue), ("milady", DAY.red), ("table", DAY.slate)])
def test_a_move_wears_its_camp_until_it_is_taken_back(lay, picture, camp, colour):
    mark = lay(Roundel(sign="II", camp=camp), 60, 60)
    assert len(picture().places(colour, mark)) > 800
    mark.undone = True
    headless.frames(1)
    assert not picture().places(colour, mark)
    assert len(picture().places(DAY.panel, mark)) > 800


def test_what_was_taken_back_keeps_its_sign(lay, written):
    mark = lay(Roundel(sign="II"), 38, 38)
    written.clear()
    mark.undone = True
    assert _last(written) == "II"


@pytest.mark.pixels
def test_wax_only_on_a_ruling(lay, picture, written):
    seal = lay(WaxSeal(), 34, 34)
    assert not picture().places(DAY.red, seal)
    assert written == []
    seal.shown = True
    headless.frames(1)
    assert len(picture().places(DAY.red, seal)) > 300
    assert _last(written) == icon("fleur-de-lis")
