"""The number before Milady's pad."""

from __future__ import annotations

import pytest

from companion.app.pin import SETTING, TRIES, WAIT, Patience, fits, hashed, is_kept, is_pin
from companion.store.archive import PRIVATE


@pytest.mark.parametrize(("text", "good"), [("1234", True), ("12345678", True), ("123", False), ("123456789", False)])
def test_it_has_four_to_eight_digits(text, good):
    assert is_pin(text) == good


@pytest.mark.parametrize("text", ["", "12a4", "١٢٣٤", "12 4", "-123"])
def test_it_is_nothing_but_digits(text):
    assert not is_pin(text)


def test_only_the_right_one_fits_and_it_is_not_kept_itself():
    kept = hashed("4711")
    assert is_kept(kept)
    assert fits(kept, "4711")
    assert not fits(kept, "4712")
    assert "4711" not in str(kept)


def test_the_same_number_is_kept_differently_each_time():
    assert hashed("4711") != hashed("4711")


@pytest.mark.parametrize(
    "form", [None, 7, {}, {"salt": "", "hash": ""}, {"salt": "zz", "hash": "zz"}, {"salt": 1, "hash": 2}]
)
def test_a_setting_that_makes_no_sense_asks_for_nothing(form):
    assert not is_kept(form)
    assert not fits(form, "4711")


def test_it_stays_on_this_device():
    assert SETTING.startswith(PRIVATE)


def test_five_wrong_tries_wait_and_a_right_one_forgives():
    now = [100.0]
    patience = Patience(lambda: now[0])
    for _ in range(TRIES - 1):
        patience.tried(False)
        assert patience.wait == 0
    patience.tried(True)
    for _ in range(TRIES - 1):
        patience.tried(False)
    assert patience.wait == 0
    patience.tried(False)
    assert patience.wait == WAIT == 30.0
    now[0] += 29
    assert patience.wait == 1
    now[0] += 1
    assert patience.wait == 0
    for _ in range(TRIES):
        patience.tried(False)
    assert patience.wait == WAIT
