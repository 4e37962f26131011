"""What people read off their own box: what fits is in force, what does not is left out."""

from __future__ import annotations

from typing import Any

import pytest

from companion.boxes import load
from companion.store.corrections import checked, fits

BOX = load("mousquetaires")
PRINTED = BOX.profile()


def test_without_corrections_it_is_the_profile_of_the_box() -> None:
    assert checked(BOX, {}) is PRINTED


def test_what_fits_is_in_force_and_says_where_it_is_from() -> None:
    profile = checked(BOX, {"tracks.time.spaces": 14, "tracks.queen.richelieu": 8})
    assert profile["tracks.time.spaces"] == 14
    assert profile.fact("tracks.time.spaces").sure == "corrected"
    assert profile.fact("tracks.queen.richelieu").sure == "corrected"
    assert profile.fact("tracks.purse.start").sure == "assumed"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("tracks.time.spaces", 21),
        ("tracks.time.spaces", "12"),
        ("tracks.time.spaces", True),
        ("tracks.time.spaces", 12.0),
        ("tracks.time.spaces", None),
        ("tracks.time.spaces", [12]),
        ("tracks.time.siege_dice", []),
        ("tracks.time.siege_dice", [1, "2"]),
        ("tracks.time.siege_dice", [1] * 61),
        ("tracks.time.siege_dice", 3),
        ("arsenal.horse.pay", "buttons"),
        ("arsenal.horse.pay", {"a": 1}),
        ("tracks.moon.spaces", 3),
        ("", 3),
    ],
)
def test_a_damaged_one_is_left_out_and_the_others_stay(path: str, value: Any) -> None:
    profile = checked(BOX, {path: value, "tracks.purse.start": 5})
    assert profile["tracks.purse.start"] == 5
    assert {at for at in profile if profile[at] != PRINTED[at]} == {"tracks.purse.start"}


def test_values_that_are_only_impossible_together_are_left_out_together() -> None:
    kept = {"tracks.rochelle.spaces": 5, "tracks.rochelle.start": 9, "tracks.purse.start": 5}
    profile = checked(BOX, kept)
    assert profile["tracks.rochelle.spaces"] == PRINTED["tracks.rochelle.spaces"]
    assert profile["tracks.rochelle.start"] == PRINTED["tracks.rochelle.start"]
    assert profile["tracks.purse.start"] == 5


def test_values_that_are_only_possible_together_are_taken_together() -> None:
    kept = {
        "tracks.rochelle.spaces": 21,
        "tracks.rochelle.start": 11,
        "tracks.queen.richelieu": 3,
        "tracks.queen.start": 4,
    }
    assert not fits(BOX, PRINTED.corrected({"tracks.queen.richelieu": 3, "tracks.queen.start": 4}))
    profile = checked(BOX, kept)
    assert (profile["tracks.rochelle.spaces"], profile["tracks.rochelle.start"]) == (21, 11)
    assert profile["tracks.queen.start"] == 0


def test_a_match_that_would_be_over_before_it_begins_does_not_fit() -> None:
    assert fits(BOX, PRINTED)
    assert not fits(BOX, PRINTED.corrected({"tracks.time.spaces": 6, "tracks.time.start": 6}))
