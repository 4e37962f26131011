"""The phase ribbon: four signs, their names, and which of them is now."""

import pytest

from companion.app import headless
from companion.app.palette import CANDLE, DAY
from companion.app.theme import TITLE
from companion.app.widgets.ribbon import Ribbon

NAMES = [("I", "Milady"), ("II", "Musketeers"), ("III", "La Rochelle"), ("IV", "Time")]


def _phases(now):
    return [(sign, name, at == now) for at, (sign, name) in enumerate(NAMES)]


def test_every_phase_has_its_sign_and_its_name(lay, written):
    lay(Ribbon(phases=_phases(0)), 400, 52)
    texts = [text for text, _, _ in written]
    for sign, name in NAMES:
        assert sign in texts
        assert name in texts
    assert {font for text, font, _ in written if text == "IV"} == {TITLE}


def test_new_phases_are_drawn_at_once(lay, written):
    ribbon = lay(Ribbon(phases=_phases(0)), 400, 52)
    written.clear()
    ribbon.phases = [("I", "Milady", False), ("V", "Pause", True)]
    assert [text for text, _, _ in written] == ["I", "Milady", "V", "Pause"]


def test_names_fit_their_part_of_the_ribbon(stand, lay, written):
    stand.theme.scale = 1.3
    ribbon = lay(Ribbon(phases=_phases(0)), 800, 52)
    roomy = {text: size for text, _, size in written}
    written.clear()
    ribbon.width = 320
    headless.frames(2)
    tight = {text: size for text, _, size in written}
    assert tight["La Rochelle"] < roomy["La Rochelle"]
    assert tight["I"] == roomy["I"]


def test_where_there_is_room_for_one_name_it_is_that_of_now(lay, written):
    ribbon = lay(Ribbon(phases=_phases(2)), 800, 52)
    roomy = {text: size for text, _, size in written}
    written.clear()
    ribbon.width = 240
    headless.frames(2)
    tight = {text: size for text, _, size in written}
    assert set(tight) == {sign for sign, _, _ in _phases(2)} | {"La Rochelle"}
    assert tight["La Rochelle"] == roomy["La Rochelle"]


@pytest.mark.pixels
@pytest.mark.parametrize(("now", "colour"), [(0, DAY.red), (1, DAY.blue), (2, DAY.slate), (3, DAY.slate)])
def test_the_phase_of_now_wears_its_camp(lay, picture, now, colour):
    ribbon = lay(Ribbon(phases=_phases(now)), 380, 52)
    seen = picture()
    places = seen.places(colour, ribbon)
    assert len(places) > 95 * 52 / 2
    assert all(now * 95 <= x <= (now + 1) * 95 for x, _ in places)
    for other in {DAY.red, DAY.blue, DAY.slate} - {colour}:
        assert not seen.places(other, ribbon)


@pytest.mark.pixels
def test_it_follows_the_light(stand, lay, picture):
    ribbon = lay(Ribbon(phases=_phases(0)), 380, 52)
    stand.theme.dark = True
    headless.frames(1)
    assert len(picture().places(CANDLE.red, ribbon)) > 95 * 52 / 2
