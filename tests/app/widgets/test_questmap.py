"""The quest as it lies on the table: every token where it lies, and the words at both ends."""

import pytest

from companion.app import headless
from companion.app.palette import DAY
from companion.app.theme import icon
from companion.app.viewmodels.company import Tag
from companion.app.viewmodels.missions import Chapter, Spot
from companion.app.widgets.figures import Drawn
from companion.app.widgets.questmap import QuestMap, token

START, GOAL = Tag("sail-boat", "Calais"), Tag("crown", "Buckingham")


def _chapter(*lanes, framed=False):
    return Chapter("III", "The crossing", START, GOAL, lanes, (), (), framed)


class Sketch(Drawn):
    def __init__(self, spot, **how):
        self._spot = spot
        super().__init__(**how)

    def draw(self, c):
        token(self._spot, self.x + 50, self.y + 50, 30, c)


def _texts(written):
    return [text for text, *_ in written]


# --- one token ---


@pytest.mark.parametrize(
    ("spot", "signs"),
    [
        (Spot("hidden"), ["help"]),
        (Spot("gone", ("sword",)), ["check"]),
        (Spot("waiting", ("sword",)), ["dots-horizontal"]),
        (Spot("open", ("sword",)), ["sword"]),
        (Spot("open", ("sword", "shield")), ["sword", "shield"]),
        (Spot("open", ("sword", "shield", "crown")), ["sword", "shield", "crown"]),
    ],
)
def test_a_token_shows_its_signs_or_that_it_is_hidden_gone_or_yet_to_come(lay, written, spot, signs):
    lay(Sketch(spot), 100, 100)
    assert _texts(written)[-len(signs) :] == [icon(sign) for sign in signs]
    assert len(set(_texts(written))) == len(signs)


def test_a_number_stands_beside_its_sign(lay, written):
    lay(Sketch(Spot("open", ("sword",), number="7")), 100, 100)
    assert _texts(written)[-2:] == [icon("sword"), "7"]


def test_whoever_stands_on_a_token_is_seen(lay, written):
    lay(Sketch(Spot("open", ("sword",), figures=("A", "P"))), 100, 100)
    assert _texts(written)[-2:] == ["A", "P"]


def _shape(lay, picture, spot):
    """Is it filled in the direction of its corner, and how far?"""
    sketch = lay(Sketch(spot), 100, 100)
    seen = picture()
    reach = max(step for step in range(50) if seen.at(20 + 50 + step, 30 + 50 + step) != (0, 0, 0))
    sketch.parent.remove_widget(sketch)
    return reach


@pytest.mark.pixels
def test_a_challenge_is_square_a_foe_has_cut_corners_a_token_is_round(lay, picture):
    square = _shape(lay, picture, Spot("open", ("sword",), kind="gold"))
    cut = _shape(lay, picture, Spot("open", ("sword",), kind="milady"))
    round_ = _shape(lay, picture, Spot("open", ("sword",)))
    assert square > cut + 2 > round_ + 2


# --- the whole way ---


def test_both_ends_are_named_word_by_word(lay, written):
    lay(QuestMap(chapter=_chapter((Spot("open", ("sword",)), Spot("hidden")))), 380, 120)
    for text in ("Calais", "Buckingham", icon("sail-boat"), icon("crown")):
        assert text in _texts(written)


def test_a_chapter_that_is_known_by_name_writes_the_names_and_has_no_goal(lay, written):
    lanes = tuple((Spot("open", ("sword",), label=name),) for name in ("The inn", "The ford"))
    lay(QuestMap(chapter=_chapter(*lanes)), 380, 160)
    told = _texts(written)
    assert {"The inn", "The ford", "Calais"} <= set(told)
    assert "Buckingham" not in told


@pytest.mark.pixels
def test_tokens_lie_side_by_side_between_the_ends_and_lanes_below_one_another(lay, picture):
    foe = Spot("open", ("sword",), kind="milady")
    quest = lay(QuestMap(chapter=_chapter((foe, foe), (foe, foe))), 380, 160)
    places = picture().places(DAY.red, quest)
    quarters = {(x > 190, y > 80) for x, y in places}
    assert len(quarters) == 4
    assert all(30 < x < 350 for x, _ in places)
    middle = [x for x, y in places if abs(x - 190) < 4]
    assert not middle


@pytest.mark.pixels
def test_rooms_have_walls(lay, picture):
    lane = (Spot("hidden"), Spot("hidden"), Spot("hidden"))
    quest = lay(QuestMap(chapter=_chapter(lane)), 380, 120)
    assert len(picture().places(DAY.raised, quest)) < 50
    quest.chapter = _chapter(lane, framed=True)
    headless.frames(1)
    assert len(picture().places(DAY.raised, quest)) > 8000


def test_without_a_chapter_nothing_is_drawn(lay, written):
    quest = lay(QuestMap(), 380, 120)
    assert written == []
    quest.chapter = _chapter()
    assert written == []


def test_what_is_shown_follows_the_chapter(lay, written):
    quest = lay(QuestMap(chapter=_chapter((Spot("hidden"), Spot("hidden")))), 380, 120)
    written.clear()
    quest.chapter = _chapter((Spot("open", ("flower-tulip",)), Spot("hidden")))
    assert icon("flower-tulip") in _texts(written)
