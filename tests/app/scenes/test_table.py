"""The board on its page: in large letters it gives way to what comes now."""

import pytest
from kivy.uix.scrollview import ScrollView

from companion.app import headless
from companion.app.theme import TOUCH
from companion.app.widgets.now import MainPlate

SMALL = (360, 640)


@pytest.fixture
def evening(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    evening.app.theme.still = True
    evening.app.start("mousquetaires", {"players": 5, "depth": "clerk"})
    evening.wait(24)
    return evening


def _open(evening, size, scale, language="de"):
    headless.resize(size)
    evening.app.theme.scale, evening.app.tr.language = scale, language
    evening.wait(12)


def _seen(widget, view):
    """Which share of it can be seen."""
    low, floor = widget.to_window(*widget.pos)[1], view.to_window(*view.pos)[1]
    return (low + widget.height - max(low, floor)) / widget.height


@pytest.mark.parametrize("scale", [1.0, 1.3, 1.6, 2.0])
@pytest.mark.parametrize(
    "deeds", [(), ("next",), ("next", "next")], ids=["destination", "first Paris card", "treachery"]
)
def test_headline_and_main_button_are_seen_at_once(evening, deeds, scale):
    for do in deeds:
        evening.app.desk.act(do, {}, lambda _: None)
        evening.app.desk.wait()
        evening.wait(6)
    _open(evening, SMALL, scale)
    card, scroll = evening.table.ids.now, evening.table.ids.scroll
    mains = [plate for plate in card.ids.choices.children if isinstance(plate, MainPlate)]
    assert mains
    assert card.to_window(card.x, card.top)[1] <= scroll.to_window(scroll.x, scroll.top)[1] + 1
    assert _seen(mains[-1], scroll) >= 0.85


def test_the_board_is_scrolled_where_it_has_too_little_room(evening, touch):
    scene = evening.table.scene
    assert not isinstance(scene.children[0], ScrollView)
    _open(evening, SMALL, 2.0)
    [view] = scene.children
    assert scene.height < scene.board.least
    assert isinstance(view, ScrollView)
    assert all(min(track.size) >= TOUCH - 0.5 for track in scene.board.tracks.values())
    evening.tap(name="constance")  # the lowest of all
    assert evening.table.open_sheet.parent
    _open(evening, headless.PHONE, 1.0)
    assert scene.children == [scene.board]
    assert scene.board.size == scene.size
