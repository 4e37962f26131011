"""The last picture: the winner's colours and sign, the numbers, and the ways on."""

import pytest

from companion.app import headless
from companion.app.widgets import ink


@pytest.fixture
def evening(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    evening.app.start("mousquetaires", {"players": 5, "depth": "clerk", "paris": "missing"})
    evening.wait(20)
    return evening


def _end(evening, what="queen", to=8):
    evening.table.act("correct", {"what": what, "to": to})
    evening.app.desk.wait()
    evening.wait(60)


@pytest.mark.parametrize(
    ("what", "to", "winner", "headline", "sign"),
    [
        ("queen", 8, "milady", "Milady wins", "cross"),
        ("chapters_done", 4, "musketeers", "The musketeers win", "diamond-stone"),
    ],
)
def test_it_opens_by_itself_in_the_winners_colours(evening, monkeypatch, what, to, winner, headline, sign):
    drawn = []
    texture = ink._texture
    monkeypatch.setattr(ink, "_texture", lambda text, *how: (drawn.append(text), texture(text, *how))[1])
    _end(evening, what, to)
    assert evening.app.screens.current == "verdict"
    scene = evening.table.scene
    assert (scene.winner, scene.headline, scene.round) == (winner, headline, "Round 1")
    assert scene.ids.portrait.winner == winner
    assert ink.icon(sign) in drawn
    assert {headline, scene.reason, "Rounds", "Duels", "Missions done", "Chapters", "At the table"} <= set(
        evening.texts
    )


def test_back_to_the_shelf(evening):
    _end(evening)
    evening.tap(text="Back to the shelf", icon="bookshelf")
    assert evening.app.screens.current == "shelf"


def test_a_look_at_the_board(evening):
    _end(evening)
    evening.tap(text="Look at the board")
    assert evening.app.screens.current == "table"
    assert evening.board["queen"] == 8


def test_a_verdict_can_be_taken_back(evening):
    _end(evening)
    evening.tap(icon="undo-variant", text="Undo: The Queen's honour set to 8")
    assert evening.app.screens.current == "table"
    assert evening.app.desk.match.verdict() is None
    _end(evening, "chapters_done", 4)
    assert evening.table.scene.winner == "musketeers"


def test_the_language_changes_live(evening):
    _end(evening)
    evening.app.tr.language = "fr"
    evening.wait(4)
    assert evening.table.scene.headline == evening.app.tr.words.gettext("Milady wins")


def test_both_ways_on_can_be_reached(evening):
    from companion.app.tour import _scroll_to

    _end(evening)
    scene = evening.table.scene
    for scale in (1, 1.6):
        for size in ((360, 640), (731, 411), (800, 1280), (1280, 800)):
            evening.app.theme.scale = scale
            headless.resize(size)
            evening.wait(8)
            for name in ("table", "shelf"):
                button, words = scene.ids[name], scene.ids[name].ids.words
                _scroll_to(button)
                y, low = button.to_window(*button.pos)[1], scene.to_window(*scene.pos)[1]
                case = (name, scale, size)
                assert button.height >= 48, case
                assert low - 1 <= y, case
                assert y + button.height <= low + scene.height + 1, case
                # No word is torn apart.
                longest = max(button.text.split(), key=len)
                assert words.width >= len(longest) * words.font_size * 0.5, case


def test_nothing_moves_when_motion_is_reduced(evening):
    evening.app.theme.still = True
    evening.table.act("correct", {"what": "queen", "to": 8})
    evening.app.desk.wait()
    headless.frames(3)
    assert evening.table.scene.ids.portrait.risen == 1


@pytest.mark.pixels
@pytest.mark.parametrize(("what", "to", "camp"), [("queen", 8, "milady"), ("chapters_done", 4, "musketeers")])
def test_the_picture_has_the_winners_colour(evening, what, to, camp):
    _end(evening, what, to)
    picture = evening.table.scene.ids.portrait
    (width, height), rgb = headless.pixels()
    x, y = picture.to_window(*picture.pos)
    want = tuple(round(part * 255) for part in evening.app.theme.c.camp(camp)[:3])
    row = (height - 1 - int(y + picture.height * 0.5)) * width
    seen = [tuple(rgb[(row + at) * 3 : (row + at) * 3 + 3]) for at in range(int(x), int(x + picture.width))]
    assert seen.count(want) > 30


@pytest.mark.parametrize("size", [headless.PHONE, (1280, 800)])
def test_no_room_is_kept_for_dangers_that_are_over(evening, size):
    _end(evening)
    headless.resize(size)
    evening.wait(6)
    ids = evening.table.ids
    assert ids.scroll.top == pytest.approx(ids.aside.top)


def test_all_numbers_stand_on_one_line(evening):
    _end(evening)
    headless.resize((1280, 800))
    evening.app.tr.language = "fr"
    evening.wait(6)
    tallies = evening.table.scene.ids.tallies.children
    assert len({tally.children[1].height for tally in tallies}) > 1  # one of the names takes two lines
    assert len({round(tally.children[-1].top) for tally in tallies}) == 1
