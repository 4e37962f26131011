"""One line at the lower edge: it comes, is read, and goes."""

import pytest
from kivy.core.window import Window
from kivy.uix.label import Label

from companion.app import headless
from companion.app.widgets.basics import Plate
from companion.app.widgets.notice import STAYS, WAITS, Notice

LONG = "The list of matches was damaged and kept aside in shelf.json.damaged. The copy before it is used."


@pytest.fixture
def tell(stand):
    def tell_(text):
        notice = Notice(text=text)
        notice.open()
        headless.frames(2)
        return notice

    return tell_


def _shown():
    return [child.text for child in Window.children if isinstance(child, Notice)]


def test_it_shows_its_line(tell, find):
    notice = tell("The disk is full.")
    assert _shown() == ["The disk is full."]
    assert find(notice, Label, text="The disk is full.").height > 10


def test_it_goes_by_itself(tell):
    tell("The disk is full.")
    headless.frames(round(STAYS * 60) - 5)
    assert _shown() == ["The disk is full."]
    headless.frames(10)
    assert _shown() == []


def test_a_tap_sends_it_away(tell, touch):
    touch(tell("The disk is full."))
    assert _shown() == []


def test_a_tap_on_it_does_not_reach_what_lies_below(lay, tell, touch):
    taps = []
    below = lay(Plate(text="Roll"))
    below.y = 12
    below.bind(on_release=taps.append)
    notice = tell("The disk is full.")
    touch(*notice.center)
    assert taps == []
    touch(*below.center)
    assert taps == [below]


def test_a_tap_beside_it_reaches_the_table(lay, tell, touch):
    taps = []
    above = lay(Plate(text="Roll"))
    above.y = 300
    above.bind(on_release=taps.append)
    tell("The disk is full.")
    touch(above)
    assert taps == [above]
    assert _shown() == ["The disk is full."]


def test_a_new_one_takes_the_place_of_the_old_one_and_stays_its_time(tell):
    tell("The disk is full.")
    headless.frames(round(STAYS * 30))
    tell("There is no file.")
    assert _shown() == ["There is no file."]
    headless.frames(round(STAYS * 30) + 5)  # now the first one would have gone
    assert _shown() == ["There is no file."]


@pytest.mark.parametrize("size", [(320, 480), (412, 915), (1280, 800)])
def test_a_long_line_wraps_inside_the_window(tell, size):
    headless.resize(size)
    headless.frames(3)
    notice = tell(LONG)
    assert notice.x >= 0
    assert notice.right <= size[0]
    assert notice.height >= notice.ids.words.texture_size[1] + 20
    assert notice.y < 20


@pytest.fixture
def offer(stand):
    def offer_(*words, text="Purse set to 7"):
        done = []
        notice = Notice([(word, lambda given=word: done.append(given)) for word in words], text=text)
        notice.open()
        headless.frames(24)
        return notice, done

    return offer_


def test_what_can_be_done_about_it_is_done_once(offer, find, touch):
    notice, done = offer("Undo")
    plate = find(notice, Plate, text="Undo")
    touch(plate)
    assert done == ["Undo"]
    assert _shown() == []
    plate.dispatch("on_release")  # the second half of a double tap
    assert done == ["Undo"]


def test_of_two_things_each_is_its_own(offer, find, touch):
    notice, done = offer("Why?", "Do it anyway")
    touch(find(notice, Plate, text="Do it anyway"))
    assert done == ["Do it anyway"]


def test_a_tap_beside_what_can_be_done_sends_it_away_undone(offer, touch):
    notice, done = offer("Undo")
    touch(notice.x + 30, notice.center_y)
    assert (_shown(), done) == ([], [])


def test_a_finger_that_was_on_its_way_does_nothing(offer, stand, find, touch):
    notice = Notice([("Undo", lambda: pytest.fail("too early"))], text="Purse set to 7")
    notice.open()
    headless.frames(2)
    touch(find(notice, Plate, text="Undo"))
    assert _shown() == ["Purse set to 7"]


def test_there_is_longer_to_decide_than_to_read(offer):
    offer("Undo")
    headless.frames(round(STAYS * 60))
    assert _shown() == ["Purse set to 7"]
    headless.frames(round(WAITS * 60) - round(STAYS * 60))
    assert _shown() == []


@pytest.mark.parametrize("words", [("Undo",), ("Why?", "Do it anyway")])
def test_line_and_plates_have_room(offer, words):
    notice, _ = offer(*words, text=LONG)
    plates = [plate for plate in notice.walk(restrict=True) if isinstance(plate, Plate)]
    assert [plate.height >= 48 and plate.width >= 48 for plate in plates] == [True] * len(words)
    line = notice.ids.words
    assert line.texture_size[1] <= line.height + 1
    for plate in plates:
        assert plate.x >= line.right or plate.top <= line.y
