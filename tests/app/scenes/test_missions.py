"""The page of the missions under a finger."""

import pytest

from companion.app import headless
from companion.app.theme import TOUCH


@pytest.fixture
def evening(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    evening.app.theme.still = True
    evening.app.start("mousquetaires", {"players": 5, "depth": "clerk", "paris": "abducted"})
    evening.app.desk.act("correct", {"what": "step", "to": "actions"}, lambda _: None)
    evening.app.desk.wait()
    evening.app.go("missions")
    evening.wait(24)
    return evening


def _act(evening, do, **fields):
    evening.table.act(do, fields)
    evening.app.desk.wait()
    evening.wait(3)


def _louvre(evening):
    _act(evening, "louvre_mission", card="poisons", skill="panache", value=6, reward=2, foes=["lubin"])


def _in(evening, page):
    return [w.text for w in evening.table.scene.pages[page].walk(restrict=True) if getattr(w, "text", "")]


def test_the_mission_is_read_out_from_its_parchment(evening):
    assert "Not read out yet" in _in(evening, "louvre")
    page = evening.table.scene.pages["louvre"]
    button = next(w for w in page.walk(restrict=True) if getattr(w, "text", "") == "Read out the mission in the Louvre")
    headless.tap(button)
    evening.wait(30)
    evening.tap(value="panache")
    evening.tap(text="So it is")
    assert evening.app.desk.match.state.louvre_mission.skill == "panache"
    assert "Not read out yet" not in _in(evening, "louvre")


def test_what_was_read_out_stands_there(evening):
    _louvre(evening)
    texts = _in(evening, "louvre")
    assert "The affair of the poisons" in texts
    assert "Challenge: Panache 6" in texts


def test_constance_is_put_right_by_a_tap_on_her_line(evening):
    evening.tap(slot="constance")
    evening.tap(text="3")
    assert evening.app.desk.match.state.constance == 3
    assert "Constance in danger: 3 of 6" in _in(evening, "paris")


def test_another_paris_card_is_chosen_with_the_pencil(evening):
    evening.table.scene.pages["paris"].change()
    evening.wait(24)
    evening.tap(text="Constance missing")
    assert evening.app.desk.match.state.paris == "missing"


def test_the_chapter_is_put_right_with_the_pencil(evening):
    evening.table.scene.pages["quest"].change()
    evening.wait(24)
    evening.tap(text="2")
    assert evening.app.desk.match.state.chapters == 2
    assert "Return to Paris" in _in(evening, "quest")
    assert [len(lane) for lane in evening.table.scene.map.chapter.lanes] == [3]


@pytest.mark.pixels
def test_a_token_that_is_turned_looks_different(evening):
    _act(evening, "correct", what="chapters_done", to=3)
    evening.app.go("missions")
    evening.table.ids.scene.children[0].children[0].scroll_y = 0
    evening.wait(6)
    (_, before) = headless.pixels()
    _act(evening, "gallery", skill="gallantry")
    evening.wait(6)
    (_, after) = headless.pixels()
    assert before != after
    assert evening.table.scene.map.chapter.lanes[0][0].kind == "gold"


def test_the_scorekeeper_lets_the_clerk_follow(evening):
    _act(evening, "depth", to="scorekeeper")
    evening.tap(text="Let the clerk follow the missions")
    assert evening.app.desk.match.state.depth == "clerk"


def test_every_control_is_large_enough_and_no_line_is_cut(evening):
    from companion.app.widgets.basics import IconPlate, Plate, Words

    _louvre(evening)
    evening.app.tr.language = "de"
    for size, scale in (((360, 640), 1.6), ((731, 411), 1.0), ((1280, 800), 1.0)):
        evening.app.theme.scale = scale
        headless.resize(size)
        evening.wait(10)
        for widget in evening.table.scene.walk(restrict=True):
            if isinstance(widget, IconPlate | Plate) and not widget.disabled:
                assert min(widget.width, widget.height) >= TOUCH - 1, widget
            if isinstance(widget, Words) and widget.text:
                x, _ = widget.to_window(*widget.pos)
                assert -1 <= x <= x + widget.width <= size[0] + 1
                assert widget.texture_size[1] <= widget.height + 1
                assert widget.width > 60


def test_where_everything_fits_nothing_is_scrolled_out_of_sight(evening):
    scroll, content = evening.table.scene.ids.scroll, evening.table.scene.ids.all
    assert content.height > scroll.height
    scroll.scroll_y = 0
    headless.resize((1280, 1400))
    evening.wait(6)
    assert content.height < scroll.height
    assert scroll.scroll_y == 1
