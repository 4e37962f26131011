"""Keys for a number: what is typed is counted, and stands in no property."""

import pytest

from companion.app import headless
from companion.app.pin import LONGEST, SHORTEST
from companion.app.widgets.pinpad import BACKSPACE, KEYPAD, PinKey, PinPad


@pytest.fixture
def pad(lay):
    pad = lay(PinPad(title="Number"), 380, 600)
    pad.pins = []
    pad.bind(on_entered=lambda _, pin: pad.pins.append(pin))
    return pad


def _key(pad, value):
    return next(key for key in pad.walk(restrict=True) if isinstance(key, PinKey) and key.value == value)


def _tap(pad, *values):
    for value in values:
        headless.tap(_key(pad, value))


def test_digits_are_typed_and_taken(pad):
    _tap(pad, "4", "7", "1", "0")
    assert pad.typed == 4
    _tap(pad, "done")
    assert pad.pins == ["4710"]
    assert pad.typed == 0


def test_a_slip_is_taken_back(pad):
    _tap(pad, "4", "9", "back", "7", "1", "1", "done")
    assert pad.pins == ["4711"]
    _tap(pad, "back", "back")
    assert pad.typed == 0


def test_too_few_digits_are_not_taken_and_too_many_not_typed(pad):
    _tap(pad, *"123", "done")
    assert pad.pins == []
    assert pad.typed == SHORTEST - 1
    _tap(pad, *"4567890")
    assert pad.typed == LONGEST
    _tap(pad, "done")
    assert pad.pins == ["12345678"]


def test_one_dot_for_each_digit(pad):
    empty = pad.dots
    _tap(pad, "1")
    one = pad.dots
    _tap(pad, "2", "3", "4", "5")
    assert len({empty, one, pad.dots}) == 3
    assert len(pad.dots.split()) == 5


def test_what_is_typed_is_in_no_property(pad):
    _tap(pad, *"80808080")
    for widget in pad.walk(restrict=True):
        for name in widget.properties():
            assert "8080" not in str(getattr(widget, name))


def test_while_it_waits_nothing_is_taken(pad):
    _tap(pad, *"1234")
    pad.wait = 5
    headless.frames(2)
    _tap(pad, "5", "done", "back")
    pad.press_key(ord("6"))
    assert (pad.pins, pad.typed) == ([], 4)


def test_a_keyboard_will_do(pad):
    for key in (ord("1"), KEYPAD + 2, ord("9"), BACKSPACE, ord("3"), ord("4"), 13):
        assert pad.press_key(key)
    assert pad.pins == ["1234"]
    assert not pad.press_key(ord("a"))
    assert not pad.press_key(27)
