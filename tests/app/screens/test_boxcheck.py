"""Real touches in Check your box: what is set there is kept, and begins every later match."""

import pytest
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label

from companion.app import headless
from companion.app.boards.mousquetaires import Board
from companion.app.screens.boxcheck import ChapterPlate, GroupCard
from companion.app.tour import _scroll_to
from companion.app.widgets.factrow import Count, FaceTile, FactRow, RungRow
from companion.app.widgets.tracks import Road
from companion.core.words import Line
from companion.store.files import StoreTrouble


@pytest.fixture
def evening(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    evening.app.go("setup")
    evening.table.check_box()
    headless.frames(1)
    return evening


def _all(evening, kind):
    return [widget for widget in evening.table.walk(restrict=True) if isinstance(widget, kind)]


def _open(evening, chapter, group=""):
    evening.tap(name=chapter)
    if group:
        head = next(card for card in _all(evening, GroupCard) if card.name == group).ids.head
        _press(evening, head)


def _press(evening, widget):
    evening.wait(24)
    _scroll_to(widget)
    headless.tap(widget)
    evening.app.desk.wait()
    evening.wait(12)


def _row(evening, name):
    return next(row for row in _all(evening, FactRow) if row.row.name == name)


def _step(evening, name, icon):
    row = _row(evening, name)
    count = next(widget for widget in row.walk(restrict=True) if isinstance(widget, Count))
    _press(evening, next(child for child in count.children if getattr(child, "icon", "") == icon))


def _kept(evening):
    evening.app.desk.wait()
    return evening.app.desk.shelf.corrections("mousquetaires")


def _act(evening, name):
    _press(evening, _row(evening, name).ids.act)


def test_a_number_is_set_kept_and_begins_every_later_match(evening, sit_down, tmp_path):
    _open(evening, "tracks", "purse")
    _step(evening, "tracks.purse.start", "plus-circle-outline")
    _step(evening, "tracks.purse.start", "plus-circle-outline")
    assert _kept(evening) == {"tracks.purse.start": 5}
    assert _row(evening, "tracks.purse.start").sure == "corrected"
    evening.close()
    again = sit_down(tmp_path)
    again.tap(text="New match")
    again.tap(text="Begin")
    assert again.board["purse"] == 5
    assert again.app.desk.match.header.profile["tracks.purse.start"] == 5


def test_a_value_is_confirmed_and_then_as_it_was(evening):
    _open(evening, "tracks", "purse")
    assert _row(evening, "tracks.purse.most").act == "It is so"
    _act(evening, "tracks.purse.most")
    assert _kept(evening) == {"tracks.purse.most": 20}
    assert _row(evening, "tracks.purse.most").act == "As it was: 20"
    _act(evening, "tracks.purse.most")
    assert _kept(evening) == {}
    assert _row(evening, "tracks.purse.most").sure == "assumed"


def test_a_printed_value_can_be_put_right_and_is_as_it_was_again(evening):
    _open(evening, "tracks", "constance")
    assert _row(evening, "tracks.constance.goal").act == ""
    _step(evening, "tracks.constance.goal", "minus-circle-outline")
    assert _kept(evening) == {"tracks.constance.goal": 5}
    _act(evening, "tracks.constance.goal")
    evening.wait(40)  # until the ring of the tap has faded
    assert _kept(evening) == {}
    assert _row(evening, "tracks.constance.goal").sure == "printed"


def test_a_double_tap_does_not_confirm_and_take_back(evening, touch):
    _open(evening, "tracks", "purse")
    plate = _row(evening, "tracks.purse.most").ids.act
    evening.wait(24)
    _scroll_to(plate)
    for _ in range(2):
        touch(plate)
    assert _kept(evening) == {"tracks.purse.most": 20}


def test_a_whole_card_is_confirmed_with_one_tap(evening):
    _open(evening, "adversaries", "lubin")
    evening.tap(text="All of this is so on my box")
    assert len(_kept(evening)) == 9
    card = next(card for card in _all(evening, GroupCard) if card.name == "lubin")
    assert card.certain
    assert card.count == "All of it is certain."


def test_what_cannot_be_is_one_line_and_not_kept(evening):
    evening.app.desk.shelf.correct("mousquetaires", {"tracks.time.spaces": 6, "tracks.time.start": 5})
    evening.table.on_pre_enter()
    _open(evening, "tracks", "time")
    _step(evening, "tracks.time.start", "plus-circle-outline")
    assert "does not go together" in evening.app.last_notice
    assert _kept(evening)["tracks.time.start"] == 5
    assert _row(evening, "tracks.time.start").row.value == 5


def test_a_full_disk_is_one_line_and_the_old_value_is_back(evening, monkeypatch):
    _open(evening, "tracks", "purse")

    def full(*_):
        raise StoreTrouble(Line("The disk is full."))

    monkeypatch.setattr(evening.app.desk.shelf, "correct", full)
    _step(evening, "tracks.purse.start", "plus-circle-outline")
    assert evening.app.last_notice == "The disk is full."
    assert evening.table.model.profile["tracks.purse.start"] == 3


def test_milady_s_dice_are_set_on_their_space(evening):
    _open(evening, "tracks", "time")
    rungs = _all(evening, RungRow)
    assert [(rung.space, rung.value) for rung in rungs][-1] == (11, 4)
    _press(evening, rungs[2].ids.count.children[0])
    assert _kept(evening) == {"tracks.time.siege_dice": [1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4]}
    assert _all(evening, RungRow)[2].value == 2
    assert _all(evening, Board)[0].tracks["time"].pips[2] == 2


def test_the_drawn_board_follows_and_leads_to_its_tracks(evening):
    _open(evening, "tracks")
    board = _all(evening, Board)[0]
    assert not _all(evening, FactRow)
    _press(evening, board.tracks["rochelle"])
    _step(evening, "tracks.rochelle.spaces", "plus-circle-outline")
    assert _kept(evening) == {"tracks.rochelle.spaces": 11, "tracks.rochelle.start": 6}
    roads = [road for road in _all(evening, Road) if road.name == "rochelle"]
    assert [(road.hi, road.at) for road in roads] == [(11, 6), (11, 6)]


def test_the_faces_of_a_die_are_turned_and_stay_six(evening):
    _open(evening, "dice")
    tiles = [tile for tile in _all(evening, FaceTile) if tile.colour == "blue"]
    assert [tile.face for tile in tiles] == ["sword", "sword", "shield", "shield", "lily", "lily"]
    _press(evening, tiles[0])
    tiles = [tile for tile in _all(evening, FaceTile) if tile.colour == "blue"]
    assert [tile.face for tile in tiles] == ["sword", "shield", "shield", "shield", "lily", "lily"]
    assert _kept(evening) == {"dice.blue.sword": 1, "dice.blue.shield": 3, "dice.blue.lily": 2}


def test_a_botte_is_given_turned_and_taken(evening):
    _open(evening, "adversaries", "lubin")
    name = "adversaries.lubin.botte"
    evening.tap(text="No botte")
    tiles = _all(evening, FaceTile)
    assert len(tiles) == 3
    _press(evening, tiles[1])
    assert _kept(evening)[name] == ["sword", "shield", "sword"]
    evening.tap(text="No botte")
    assert _kept(evening)[name] == []
    assert not _all(evening, FaceTile)


def test_words_are_picked_one_several_or_in_their_places(evening):
    _open(evening, "paris", "held")
    _press(evening, evening.seek(text="Nobility"))
    assert _kept(evening) == {"paris.held.skill": "nobility"}
    evening.table.open("silent")
    evening.table.unfold(evening.table._cards["six"])
    name = "players.6.without_perfidy"
    for tap, left in (("Separated", ["separated"]), ("Hurry!", ["separated", "hurry"]), ("Separated", ["hurry"])):
        _press(evening, evening.seek(text=tap))
        assert _kept(evening)[name] == left
    evening.table.open("quest")
    evening.table.unfold(evening.table._cards["calais"])
    headless.frames(1)
    _press(evening, evening.seek(place="Trial 1"))
    assert _kept(evening)["quest.chapters.calais.skills"][0] == "nobility"


def test_back_leads_to_the_contents_and_then_to_the_set_up_with_its_choices(evening):
    evening.tap(text="Back")
    assert evening.app.screens.current == "setup"
    before = evening.table.check
    evening.tap(value="3")
    evening.tap(text=before)
    assert evening.app.screens.current == "boxcheck"
    _open(evening, "tracks", "purse")
    _step(evening, "tracks.purse.start", "plus-circle-outline")
    evening.app.back()  # as the key does
    assert evening.table.chapter == ""
    assert len(_all(evening, ChapterPlate)) == 12
    evening.tap(text="Back")
    assert evening.app.screens.current == "setup"
    assert evening.table.model.players == 3
    assert evening.table.check != before
    evening.tap(text="What goes where on the table")
    assert "Purse: 4 pistoles" in evening.texts


def test_on_a_wide_screen_the_contents_stay_beside_the_chapter(evening):
    headless.resize((1280, 800))
    headless.frames(6)
    assert len(_all(evening, ChapterPlate)) == 12
    evening.tap(name="dice")
    assert len(_all(evening, ChapterPlate)) == 12
    assert {card.name for card in _all(evening, GroupCard)} == {"blue", "red"}
    evening.tap(text="Back")
    assert evening.app.screens.current == "setup"


def test_values_are_made_only_when_their_card_is_opened(evening):
    assert not _all(evening, GroupCard)
    _open(evening, "adversaries")
    assert len(_all(evening, GroupCard)) == 14
    assert not _all(evening, FactRow)


def test_the_language_changes_live(evening):
    _open(evening, "tracks", "purse")
    evening.app.tr.language = "de"
    headless.frames(4)
    assert evening.table.chapter == "tracks"
    assert {card.title for card in _all(evening, GroupCard)} & {"Zeit"}
    assert len(_all(evening, FactRow)) == 2  # what was open stays open


SIZES = [((360, 640), 1.0), ((360, 640), 2.0), ((731, 411), 1.0), ((1280, 800), 1.6)]
CARDS = [("tracks", "time"), ("musketeers", "treville"), ("silent", "six")]


def test_everything_has_room_and_can_be_touched(evening):
    for size, scale in SIZES:
        headless.resize(size)
        evening.app.theme.scale = scale
        for chapter, group in CARDS:
            evening.table.open(chapter)
            card = next(card for card in _all(evening, GroupCard) if card.name == group)
            evening.table.unfold(card)
            evening.wait(6)
            _measure(card, size)


def _measure(card, size):
    for widget in card.walk(restrict=True):
        left, right = widget.to_window(widget.x, 0)[0], widget.to_window(widget.right, 0)[0]
        if isinstance(widget, ButtonBehavior):
            assert min(widget.width, widget.height) >= 47.9, widget
            assert left >= -1
            assert right <= size[0] + 1
        if isinstance(widget, Label) and widget.text and widget.height:
            assert widget.texture_size[1] <= widget.height + 2, widget.text
            assert widget.texture_size[0] <= widget.width + 2, widget.text
