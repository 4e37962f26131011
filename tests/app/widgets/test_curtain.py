"""The curtain: up only while a finger holds it, and nothing behind it while it hangs."""

import pytest
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.textinput import TextInput

from companion.app import headless
from companion.app.widgets.basics import Words
from companion.app.widgets.behind import Behind, DeedTarget
from companion.app.widgets.curtain import IDLE, Cloth, Curtain, Target, forget

SECRET = "behind the arras"
IDLE_FRAMES = round(IDLE / headless.FRAME)


class Stage:
    """A curtain with two things behind it."""

    def __init__(self, lay):
        self.curtain = lay(Curtain(), 340, 480)
        self.curtain.build = self._build
        self.taken, self.built, self.moves = [], 0, []
        self.curtain.bind(on_move=lambda *_: self.moves.append(self.curtain.up))
        self.fingers = []

    def _build(self):
        self.built += 1
        sheet = Behind(text=SECRET, columns=1)
        for name in ("first", "second"):
            target = DeedTarget(text=f"{name} secret")
            target.bind(on_release=self.curtain.taken(lambda name=name: self.taken.append(name)))
            sheet.ids.grid.add_widget(target)
        return sheet

    def down(self, where):
        finger = headless.finger(*where)
        finger.touch_down()
        self.fingers.append(finger)
        headless.frames(3)
        return finger

    def hold(self):
        grip = self.curtain.ids.grip
        return self.down(grip.to_window(*grip.center))

    def target(self, at):
        return [one for one in self.curtain.walk(restrict=True) if isinstance(one, Target)][at]

    def place(self, at):
        target = self.target(at)
        return target.to_window(*target.center)

    @property
    def texts(self):
        return [text for one in self.curtain.walk(restrict=True) if (text := getattr(one, "text", ""))]

    @property
    def open(self):
        return any(SECRET in text for text in self.texts)


@pytest.fixture
def stage(lay):
    return Stage(lay)


def test_while_it_hangs_nothing_is_behind_it_and_it_says_so(stage):
    assert stage.built == 0
    assert "Safe to show" in stage.texts
    assert not stage.open


def test_it_is_up_while_the_grip_is_held_and_not_a_frame_longer(stage):
    finger = stage.hold()
    assert stage.open
    assert "Safe to show" not in stage.texts
    headless.frames(30)
    assert stage.open
    finger.touch_up()
    assert not stage.open  # before another frame is drawn
    assert "Safe to show" in stage.texts
    assert stage.moves == [True, False]


def test_each_time_what_lies_behind_is_made_anew(stage):
    for times in (1, 2, 3):
        finger = stage.hold()
        assert stage.built == times
        finger.touch_up()
        headless.frames(1)


def test_the_grip_is_large_enough_and_anywhere_on_it_will_do(stage):
    grip = stage.curtain.ids.grip
    assert grip.height >= dp(64)
    x, y = grip.to_window(*grip.pos)
    for at in ((x + 3, y + 3), (x + grip.width - 3, y + grip.height - 3)):
        finger = stage.down(at)
        assert stage.open
        finger.touch_up()
        headless.frames(1)


def test_pressing_anywhere_else_lifts_nothing(stage):
    finger = stage.down(stage.curtain.ids.stage.to_window(*stage.curtain.ids.stage.center))
    assert not stage.open
    finger.touch_up()


def test_one_finger_is_enough_press_slide_and_lift(stage):
    finger = stage.hold()
    finger.touch_move(*stage.place(1))
    headless.frames(1)
    assert (stage.target(1).pointed, stage.target(0).pointed) == (True, False)
    finger.touch_move(*stage.place(0))
    headless.frames(1)
    assert (stage.target(1).pointed, stage.target(0).pointed) == (False, True)
    finger.touch_up()
    assert stage.taken == ["first"]
    assert not stage.open


def test_lifted_beside_everything_nothing_is_chosen(stage):
    finger = stage.hold()
    finger.touch_move(*stage.place(1))
    grip = stage.curtain.ids.grip
    finger.touch_move(*grip.to_window(*grip.center))
    finger.touch_up()
    assert stage.taken == []
    finger = stage.hold()
    finger.touch_move(2, Window.height - 2)  # outside of it all
    finger.touch_up()
    assert stage.taken == []
    assert not stage.open


def test_a_second_finger_taps_while_the_first_one_holds(stage):
    holding = stage.hold()
    for at in (1, 0):
        second = stage.down(stage.place(at))
        second.touch_up()
        headless.frames(2)
        assert stage.open
    holding.touch_up()
    assert stage.taken == ["second", "first"]
    assert not stage.open


def test_a_second_finger_that_outlasts_the_curtain_chooses_nothing(stage):
    holding = stage.hold()
    target, second = stage.target(1), stage.down(stage.place(1))
    holding.touch_up()
    headless.frames(1)
    second.touch_up()
    headless.frames(1)
    assert stage.taken == []
    # Wherever a thing that was taken away may come to lie, and although the curtain is up again.
    target.dispatch("on_release")
    stage.hold()
    target.dispatch("on_release")
    assert stage.taken == []


def test_a_second_finger_on_the_grip_does_not_take_over(stage):
    holding, second = stage.hold(), stage.hold()
    holding.touch_up()
    assert not stage.open
    second.touch_up()
    assert not stage.open


def test_after_a_while_it_falls_although_it_is_held(stage):
    finger = stage.hold()
    headless.frames(IDLE_FRAMES - 10)
    assert stage.open
    headless.frames(20)
    assert not stage.open
    finger.touch_move(*stage.curtain.ids.stage.to_window(*stage.curtain.ids.stage.center))
    finger.touch_up()
    assert not stage.open
    assert stage.taken == []


def test_whoever_points_at_something_is_still_there(stage):
    finger = stage.hold()
    headless.frames(IDLE_FRAMES - 10)
    finger.touch_move(*stage.place(1))
    headless.frames(IDLE_FRAMES - 10)
    assert stage.open
    finger.touch_up()


@pytest.mark.parametrize(
    "away",
    [
        lambda: setattr(Window, "_focus", False),
        lambda: Window.dispatch("on_hide"),
        lambda: Window.dispatch("on_minimize"),
    ],
    ids=["focus", "hidden", "minimised"],
)
def test_it_falls_when_the_window_is_left(stage, away):
    finger = stage.hold()
    away()
    assert not stage.open
    Window._focus = True
    headless.frames(2)
    assert not stage.open  # it does not rise by itself again
    finger.touch_up()
    assert stage.taken == []
    stage.hold()
    assert stage.open


def test_what_was_behind_is_wiped_and_not_only_hidden(stage):
    finger = stage.hold()
    behind = stage.curtain._behind
    parts = list(behind.walk(restrict=True))
    finger.touch_up()
    headless.frames(2)
    assert behind.parent is None
    texts = [str(getattr(one, "text", "")) for one in parts]
    assert not [text for text in texts if "secret" in text or SECRET in text]


def test_what_is_shown_anew_while_it_is_up_replaces_what_was_there(stage):
    finger = stage.hold()
    before = stage.curtain._behind
    stage.curtain.rebuild()
    headless.frames(2)
    assert before.parent is None
    assert stage.open
    finger.touch_up()
    built = stage.built
    stage.curtain.rebuild()
    assert stage.built == built  # there is nothing to show


def test_without_anything_behind_it_it_stays_down(lay):
    curtain = lay(Curtain(), 340, 480)
    curtain.lift()
    assert not curtain.up


def test_what_is_forgotten_says_nothing_any_more(lay):
    field, words = TextInput(text=SECRET), Words(text=SECRET)
    field.insert_text("more")
    assert field._undo
    forget(field)
    forget(words)
    assert (field.text, words.text) == ("", "")
    assert not field._undo


@pytest.mark.pixels
def test_the_cloth_lets_nothing_through(stand, lay, picture):
    from kivy.graphics import Color, Rectangle

    with stand.root.canvas.before:
        Color(0, 1, 0, 1)
        Rectangle(size=(2000, 2000))
    lay(Cloth(), 300, 300)
    for dark in (False, True):
        stand.theme.dark = dark
        headless.frames(3)
        seen = picture()
        for x in range(25, 315, 7):
            for y in range(45, 325, 7):
                red, green, _ = seen.at(x, y)
                assert not (green > 200 and red < 60), (x, y)
