"""The duel page, by touches."""

from itertools import pairwise, product

import pytest

from companion.app import headless
from companion.app.scenes.duel import hearts_of


@pytest.fixture
def evening(sit_down, tmp_path):
    """Porthos, with pistol and Toledo blade, has called out Lubin."""
    evening = sit_down(tmp_path)
    evening.app.start("mousquetaires", {"players": 5, "depth": "clerk", "paris": "missing"})
    for do, fields in (
        ("next", {}),
        ("next", {}),
        ("perfidy", {"how": "draw"}),
        ("correct", {"what": "purse", "to": 20}),
        ("louvre_mission", {"card": "poisons", "foes": ["lubin"]}),
        ("turn", {"who": "porthos"}),
        ("equip", {"buy": ["pistol", "toledo"]}),
        ("duel", {"foe": "lubin"}),
        ("let_pass", {}),
    ):
        evening.app.desk.act(do, fields, lambda outcome: None)
        evening.app.desk.wait()
    evening.table.draw()
    evening.wait(3)
    return evening


def _act(evening, do, **fields):
    evening.table.act(do, fields)
    evening.app.desk.wait()
    evening.wait(3)


def _dice(evening, side):
    return evening.table.scene.ids[side].ids.dice


def test_the_page_opens_by_itself_with_both_sides_and_the_odds(evening):
    assert evening.table.name == "duel"
    texts = evening.texts
    for text in ("Porthos", "Lubin", "Pistol", "Toledo blade", "Botte", "Foe beaten", "Wounded"):
        assert text in texts, text
    assert len(_dice(evening, "blue").faces) == 3
    assert len(_dice(evening, "red").faces) == 2
    odds = evening.table.scene.bout.odds
    for row in odds.rows:
        assert all(chance.text in texts for chance in row.chances)


def test_a_throw_tumbles_and_is_explained(evening):
    evening.tap(text="To arms")
    evening.table.act("clash", {"faces": ["shield", "shield", "lily", "shield", "shield"]})
    evening.app.desk.wait()
    headless.frames(4)
    assert 0 < _dice(evening, "blue").spin < 1
    evening.wait(60)
    assert _dice(evening, "blue").spin == 0
    assert _dice(evening, "blue").faces == ["shield", "shield", "lily"]
    assert "Nobody is hurt" in evening.texts
    _act(evening, "undo")
    assert _dice(evening, "blue").spin == 0  # nothing was thrown


def test_with_reduced_motion_the_dice_lie_still_at_once(evening):
    evening.app.theme.still = True
    evening.tap(text="To arms")
    _act(evening, "clash", faces=["shield", "shield", "lily", "shield", "shield"])
    assert _dice(evening, "blue").spin == 0
    assert _dice(evening, "blue").faces == ["shield", "shield", "lily"]


def test_a_die_is_tapped_to_be_thrown_again(evening):
    evening.app.theme.still = True
    _act(evening, "commit", cards=0)
    _act(evening, "clash", faces=["shield", "shield", "lily", "shield", "shield"])
    evening.tap(text="Throw die 2 again")
    evening.tap(text="Throw one die again")
    last = evening.app.desk.match.records[-1].intent
    assert (last.do, last.fields["die"]) == ("toledo", 2)


def test_dice_that_can_be_tapped_fit_a_finger(evening):
    from companion.app.widgets.dicerow import PickDie

    headless.resize((360, 640))
    _act(evening, "commit", cards=3)
    _act(evening, "clash", faces=["shield"] * 4 + ["lily"] * 2 + ["shield", "shield"])
    evening.wait(60)
    dice = [child for child in _dice(evening, "blue").children if isinstance(child, PickDie)]
    assert len(dice) == 6
    assert min(min(die.size) for die in dice) >= 48
    side = evening.table.scene.ids.blue
    assert all(side.x <= die.x and die.right <= side.right for die in dice)


def test_why_explains_the_throw(evening):
    evening.app.theme.still = True
    _act(evening, "commit", cards=0)
    _act(evening, "clash", faces=["shield", "shield", "lily", "shield", "shield"])
    evening.table.scene.why()
    evening.wait(30)
    assert "Duels are to first blood" in evening.texts


def test_nothing_lies_outside_or_on_each_other(evening):
    ids = evening.table.scene.ids
    for size, scale in product([(360, 640), (731, 411), (1280, 800)], [1, 2]):
        headless.resize(size)
        evening.app.theme.scale = scale
        evening.wait(12)
        blue, red, odds = ids.blue, ids.red, ids.odds
        assert blue.right <= red.x or blue.y >= red.top
        assert odds.top <= min(blue.y, red.y)
        for side in (blue, red):
            parts = sorted((child for child in side.children if child.height), key=lambda child: -child.y)
            for upper, lower in pairwise(parts):
                assert lower.top <= upper.y + 1
            assert all(side.x <= part.x and part.right <= side.right + 1 for part in parts)
            assert parts[-1].y >= side.y


@pytest.mark.pixels
def test_the_camps_are_blue_and_red(evening):
    evening.wait(6)
    (width, height), rgb = headless.pixels()
    for side, colour in (("blue", evening.app.theme.c.blue), ("red", evening.app.theme.c.red)):
        widget = evening.table.scene.ids[side]
        x, y = widget.to_window(widget.center_x, widget.top - 4)
        at = ((height - 1 - int(y)) * width + int(x)) * 3
        assert tuple(rgb[at : at + 3]) == pytest.approx([round(part * 255) for part in colour[:3]], abs=3)


@pytest.mark.parametrize(
    ("have", "most", "hits", "signs"),
    [
        (3, 3, 0, "www"),
        (1, 3, 2, "wbb"),
        (1, 3, 1, "wbo"),  # one was lost before
        (0, 1, 3, "b"),  # more than he had
        (3, 3, 1, "www"),  # caught by something
    ],
)
def test_there_are_never_more_hearts_than_a_fighter_had(have, most, hits, signs):
    names = {"w": "heart", "b": "heart-broken", "o": "heart-outline"}
    assert hearts_of(have, most, hits) == [names[sign] for sign in signs]


def test_both_names_stand_on_bands_of_the_same_height(evening):
    blue, red = (evening.table.scene.ids[side] for side in ("blue", "red"))
    assert blue.head == red.head
    red.name = "A guard with a very long name that needs a second line"
    evening.wait(6)
    assert red.wants > blue.wants
    assert blue.head == red.head == red.wants
    red.name = "Lubin"
    evening.wait(6)
    assert blue.head == red.head < 40
