from __future__ import annotations

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.checkable import (
    CHECKABLE,
    LEFT_OUT,
    choice_word,
    goes_with,
    label,
    turned,
    uncertain,
    why_left_out,
)

PROFILE = BOX.profile()
DECLARED = [path for chapter in CHECKABLE for path in chapter.paths]


def test_every_value_that_is_not_certain_is_asked_about_or_left_out_for_a_reason() -> None:
    doubtful = {path for path, fact in PROFILE.facts.items() if fact.sure != "printed"}
    assert {path for path in doubtful - set(DECLARED) if not why_left_out(path)} == set()
    assert uncertain(PROFILE, DECLARED) > 250


def test_nothing_is_asked_twice_or_asked_and_left_out() -> None:
    assert len(DECLARED) == len(set(DECLARED))
    assert set(DECLARED) <= set(PROFILE)
    assert [path for path in DECLARED if why_left_out(path)] == []


def test_every_reason_leaves_something_out() -> None:
    paths = set(PROFILE)
    for name in LEFT_OUT:
        assert name in paths or any(path.startswith(f"{name}.") or path.endswith(f".{name}") for path in paths), name


def test_a_fact_that_nobody_thought_of_would_be_noticed() -> None:
    assert why_left_out("tracks.moon.spaces") == ""
    assert why_left_out("adversaries.lubin.fr")


@pytest.mark.parametrize("path", DECLARED)
def test_every_value_has_plain_words(path: str) -> None:
    fact = PROFILE.fact(path)
    assert label(path).read()
    values = fact.value if isinstance(fact.value, tuple) else (fact.value,)
    for value in (*fact.choices, *(value for value in values if isinstance(value, (bool, str)))):
        assert choice_word(path, value).read()


def test_no_two_values_on_one_card_have_the_same_name() -> None:
    for chapter in CHECKABLE:
        assert len({group.name for group in chapter.groups}) == len(chapter.groups)
        for group in chapter.groups:
            assert len({label(path).read() for path in group.paths}) == len(group.paths), group.name


def test_every_number_has_bounds() -> None:
    for path in DECLARED:
        fact = PROFILE.fact(path)
        if type(fact.value) is int:
            assert fact.lo is not None, path
            assert fact.hi is not None, path


def test_the_siege_starts_in_the_middle_of_its_track() -> None:
    assert goes_with(PROFILE, "tracks.rochelle.spaces", 13) == {
        "tracks.rochelle.spaces": 13,
        "tracks.rochelle.start": 7,
    }
    assert goes_with(PROFILE, "tracks.time.spaces", 13) == {"tracks.time.spaces": 13}


@pytest.mark.parametrize("colour", ["blue", "red"])
def test_a_die_keeps_six_faces_and_everything_it_must_have(colour: str) -> None:
    profile, faces = PROFILE, ("sword", "shield", "lily")
    seen = set()
    for turn in range(40):
        have = [face for face in faces if profile.number(f"dice.{colour}.{face}")]
        profile = profile.corrected(turned(profile, colour, have[turn % len(have)]))
        counts = tuple(profile.number(f"dice.{colour}.{face}") for face in faces)
        assert sum(counts) == 6
        assert min(counts[: 3 if colour == "blue" else 2]) >= 1
        seen.add(counts)
    assert len(seen) >= 2
    assert all(counts[2] == 0 for counts in seen) == (colour == "red")


def test_the_last_of_its_kind_cannot_be_turned_away() -> None:
    lopsided = PROFILE.corrected({"dice.red.sword": 1, "dice.red.shield": 5})
    assert turned(lopsided, "red", "sword") == {}
    assert turned(lopsided, "red", "shield") == {"dice.red.sword": 2, "dice.red.shield": 4}
