"""The NOW card: what it asks, what a tap sends, and when it does not listen."""

import pytest

from companion.app import headless
from companion.app.palette import CANDLE, DAY
from companion.app.viewmodels.table import Button, Now
from companion.app.widgets.now import GUARD, MainPlate, NowCard, OtherPlate, QuietPlate, Stepper
from companion.core.prompt import Ask, Choice
from companion.core.words import Line

WORDS = {"typed": "Real dice", "verdict": "Verdict"}
LONG_ENOUGH = round(GUARD * 60) + 2  # frames


def _button(text, **how):
    return Button(text, "castle", Choice(Line(text), text.lower(), **how))


def _now(*, camp="milady", main=(), others=(), quiet=(), folded=""):
    return Now(camp, "Milady", "Where were you?", "Turn the card.", "reveal", main, others, quiet, folded)


class Listener:
    """Everything that comes out of the card."""

    def __init__(self, card):
        self.heard = []
        for event in NowCard.__events__:
            card.bind(**{event: lambda _, *given, event=event: self.heard.append((event, *given))})


@pytest.fixture
def card(lay):
    return lay(NowCard())


@pytest.fixture
def listener(card):
    return Listener(card)


@pytest.fixture
def show(card):
    """`show(now)` and let the guard pass."""

    def show_(now=None, verdict=None):
        card.show(now, verdict, WORDS)
        headless.frames(LONG_ENOUGH)

    return show_


def _plates(card):
    return [(type(widget), widget.text) for widget in reversed(card.ids.choices.children)]


def test_it_says_who_and_what(card, show, find):
    show(_now())
    for text in ("Milady", "Where were you?", "Turn the card."):
        assert find(card, text=text).height > 10


@pytest.mark.parametrize("camp", ["milady", "musketeers", "table"])
def test_it_wears_the_colour_of_the_camp(card, show, camp):
    show(_now(camp=camp, main=(_button("Go on"),)))
    assert tuple(card.band) == DAY.camp(camp)
    assert tuple(card.band_ink) == DAY.camp_ink(camp)
    assert tuple(card.ids.choices.children[0].fill) == DAY.camp(camp)


def test_the_camp_keeps_its_colour_by_candle_light(stand, card, show):
    show(_now(camp="musketeers"))
    stand.theme.dark = True
    card.paint()
    assert tuple(card.band) == CANDLE.blue


@pytest.mark.pixels
def test_the_band_runs_down_the_left_edge(card, show, picture):
    show(_now())
    band = [(x, y) for x, y in picture().places(DAY.red, card) if x < 7]
    assert len({y for _, y in band}) > card.height * 0.9


def test_choices_are_weighed_by_their_place_and_look(card, show):
    show(_now(main=(_button("Roll"),), others=(_button("Paris"), _button("Louvre")), quiet=(_button("Neither"),)))
    assert _plates(card) == [
        (MainPlate, "Roll"),
        (OtherPlate, "Paris"),
        (OtherPlate, "Louvre"),
        (QuietPlate, "Neither"),
    ]


def test_a_tap_sends_the_choice(card, listener, show, find, touch):
    main, other, quiet = _button("Roll"), _button("Paris"), _button("Neither")
    show(_now(main=(main,), others=(other,), quiet=(quiet,)))
    for button in (quiet, main, other):
        touch(find(card, text=button.text))
    assert listener.heard == [("on_choice", quiet, {}), ("on_choice", main, {}), ("on_choice", other, {})]


def test_too_many_choices_wait_behind_one_button(card, listener, show, find, touch):
    show(_now(main=(_button("No new card"),), others=tuple(map(_button, "ABCD")), folded="Lay out a card"))
    assert _plates(card) == [(MainPlate, "No new card"), (OtherPlate, "Lay out a card")]
    touch(find(card, text="Lay out a card"))
    assert listener.heard == [("on_fold",)]


def test_only_a_throw_can_be_typed_in(card, listener, show, find, touch):
    throw, walk = _button("Roll", dice="2r"), _button("March")
    show(_now(main=(throw, walk)))
    assert [text for _, text in _plates(card)] == ["Roll", "Real dice", "March"]
    touch(find(card, text="Real dice"))
    assert listener.heard == [("on_typed", throw, {})]


def test_the_asked_number_goes_with_the_choice_and_with_typed_dice(card, listener, show, find, touch):
    throw = _button("Roll", dice="2r", ask=Ask("blue", Line("Blue dice"), 1, 4, 2))
    show(_now(main=(throw,)))
    assert find(card, text="Blue dice")
    touch(find(card, text="More"))
    assert find(card, text="3")
    touch(find(card, text="Roll"))
    touch(find(card, text="Fewer"))
    touch(find(card, text="Real dice"))
    assert listener.heard == [("on_choice", throw, {"blue": 3}), ("on_typed", throw, {"blue": 2})]


def test_each_choice_asks_for_its_own_number(card, listener, show, find, touch):
    blue, hearts = Ask("blue", Line("Blue dice"), 0, 4, 2), Ask("hearts", Line("Hearts"), 0, 4, 1)
    roll, give = _button("Roll", ask=blue), _button("Give", ask=hearts)
    show(_now(main=(roll,), others=(give,)))
    touch(find(card, text="Roll"))
    touch(find(card, text="Give"))
    assert listener.heard == [("on_choice", roll, {"blue": 2}), ("on_choice", give, {"hearts": 1})]


def test_the_number_stays_between_its_bounds(lay, find, touch):
    stepper = lay(Stepper(lo=1, hi=4, value=2))
    seen = []
    for text in ["More"] * 3 + ["Fewer"] * 5:
        touch(find(stepper, text=text))
        seen.append(stepper.value)
        assert find(stepper, text=str(seen[-1]))
    assert seen == [3, 4, 4, 3, 2, 1, 1, 1]


@pytest.mark.parametrize("which", ["Roll", "Real dice", "More cards", "Paris"])
def test_a_button_that_has_just_changed_takes_no_tap(card, listener, find, touch, which):
    others = (_button("Paris"),)
    folded = "More cards" if which == "More cards" else ""
    card.show(_now(main=(_button("Roll", dice="1r"),), others=others, folded=folded), None, WORDS)
    headless.frames(1)
    touch(find(card, text=which))
    headless.frames(LONG_ENOUGH - 6)
    assert listener.heard == []
    headless.frames(6)
    touch(find(card, text=which))
    assert len(listener.heard) == 1


def test_the_same_question_again_keeps_listening_and_keeps_the_number(card, listener, show, find, touch):
    now = _now(main=(_button("Roll", ask=Ask("blue", Line("Blue dice"), 0, 4, 0)),))
    show(now)
    touch(find(card, text="More"))
    card.show(now, None, WORDS)
    touch(find(card, text="Roll"))
    assert [asked for _, _, asked in listener.heard] == [{"blue": 1}]


def test_why_can_be_asked_at_any_time(card, listener, find, touch):
    card.show(_now(), None, WORDS)
    headless.frames(1)
    touch(find(card, text="Why?"))
    assert listener.heard == [("on_why",)]


def test_a_verdict_leaves_nothing_to_choose(card, show, find):
    show(_now(main=(_button("Roll", ask=Ask("blue", Line("Blue dice"), 0, 4, 0)),)))
    show(verdict=("musketeers", "The musketeers win", "The quest is done."))
    assert _plates(card) == []
    assert card.ended
    assert tuple(card.band) == DAY.blue
    for text in ("Verdict", "The musketeers win", "The quest is done."):
        assert find(card, text=text)
    show(_now())
    assert not card.ended


def test_where_the_words_of_a_stepper_would_be_squeezed_they_stand_above(lay):
    stepper = lay(Stepper(label="Cards of combat", lo=1, hi=4, value=2), 330)
    beside = stepper.height
    stepper.width = 200
    headless.frames(2)
    words = stepper.ids.words
    assert stepper.height > beside
    assert words.width == 200
    assert all(other.top <= words.y for other in stepper.children if other is not words.__self__)
