"""A profile refuses what nobody could play with, and never forgets what is only assumed."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.profile import CORRECTED, HEADER, LARGEST, LONGEST_LIST, LONGEST_TEXT, OWNER, Fact, Profile

SMALL = """
[tracks.time]
spaces = { v = 12, sure = "assumed", src = "our default", lo = 6, hi = 20 }
dice = { v = [1, 1, 2], sure = "assumed", src = "our default", lo = 1, hi = 4 }

[musketeers.athos]
life = { v = 3, sure = "printed", src = "German rules" }
avoids = { v = true, sure = "printed", src = "German rules" }
start = { v = "colombier", sure = "printed", src = "German rules", choices = ["paris", "colombier"] }
botte = { v = ["lily", "lily", "lily"], sure = "assumed", src = "inferred", choices = ["sword", "lily"] }

[musketeers.aramis]
life = { v = 3, sure = "printed", src = "German rules" }
titles = { v = [], sure = "assumed", src = "our default" }
"""


@pytest.fixture(scope="module")
def small() -> Profile:
    return Profile.load(SMALL)


def test_a_fact_keeps_its_value_its_certainty_and_its_source(small: Profile) -> None:
    assert small.fact("tracks.time.spaces") == Fact("tracks.time.spaces", 12, "assumed", "our default", 6, 20, ())
    assert small.fact("musketeers.athos.start").choices == ("paris", "colombier")


def test_nobody_can_be_sure_in_a_way_of_their_own() -> None:
    with pytest.raises(ValueError, match=r"^purse\.start: nobody can be 'certain'"):
        Fact("purse.start", 3, "certain", "our default")


def test_facts_keep_the_order_of_the_file(small: Profile) -> None:
    assert list(small) == [
        "tracks.time.spaces",
        "tracks.time.dice",
        "musketeers.athos.life",
        "musketeers.athos.avoids",
        "musketeers.athos.start",
        "musketeers.athos.botte",
        "musketeers.aramis.life",
        "musketeers.aramis.titles",
    ]
    assert len(small) == 8


def test_values_are_looked_up_by_path(small: Profile) -> None:
    assert small["tracks.time.spaces"] == 12
    assert small["tracks.time.dice"] == (1, 1, 2)
    assert "tracks.time.spaces" in small
    assert "tracks.time" not in small
    with pytest.raises(KeyError, match=r"tracks\.time\.length"):
        small["tracks.time.length"]


def test_typed_lookups_return_their_kind(small: Profile) -> None:
    assert small.number("musketeers.athos.life") == 3
    assert small.flag("musketeers.athos.avoids") is True
    assert small.text("musketeers.athos.start") == "colombier"
    assert small.numbers("tracks.time.dice") == (1, 1, 2)
    assert small.texts("musketeers.athos.botte") == ("lily", "lily", "lily")
    assert small.texts("musketeers.aramis.titles") == ()


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        ("number", "musketeers.athos.avoids"),
        ("number", "musketeers.athos.start"),
        ("flag", "musketeers.athos.life"),
        ("text", "musketeers.athos.botte"),
        ("numbers", "musketeers.athos.botte"),
        ("numbers", "musketeers.athos.life"),
        ("texts", "tracks.time.dice"),
        ("texts", "musketeers.athos.start"),
    ],
)
def test_typed_lookups_refuse_another_kind(small: Profile, kind: str, path: str) -> None:
    with pytest.raises(TypeError, match=path.replace(".", r"\.")):
        getattr(small, kind)(path)


def test_a_table_is_read_with_names_relative_to_it(small: Profile) -> None:
    assert small.under("tracks.time") == {"spaces": 12, "dice": (1, 1, 2)}
    assert small.under("musketeers")["aramis.life"] == 3
    with pytest.raises(KeyError):
        small.under("musketeers.porthos")


def test_reading_a_table_gives_a_copy(small: Profile) -> None:
    small.under("tracks.time")["spaces"] = 99
    assert small.under("tracks.time")["spaces"] == 12


def test_child_tables_are_named_in_order(small: Profile) -> None:
    assert small.names("musketeers") == ("athos", "aramis")
    assert small.names() == ("tracks", "musketeers")
    assert small.names("tracks.time") == ()
    with pytest.raises(KeyError):
        small.names("ladders")


def test_a_profile_does_not_follow_the_mapping_it_was_made_from() -> None:
    facts = dict(Profile.load(SMALL).facts)
    profile = Profile(facts)
    facts.clear()
    assert profile["tracks.time.spaces"] == 12


def test_a_profile_can_be_copied_and_compared(small: Profile) -> None:
    assert copy.deepcopy(small) == small
    assert small.corrected({"tracks.time.spaces": 13}) != small


@pytest.mark.parametrize(
    ("leaf", "reason"),
    [
        ('{ sure = "printed", src = "x" }', "v, the value, is missing"),
        ('{ v = 1, src = "x" }', "sure must be"),
        ('{ v = 1, sure = "certain", src = "x" }', "certain"),
        ('{ v = 1, sure = "corrected", src = "x" }', "sure must be"),
        ('{ v = 1, sure = ["printed"], src = "x" }', "sure must be"),
        ('{ v = 1, sure = "printed" }', "src must"),
        ('{ v = 1, sure = "printed", src = "" }', "where is it from"),
        ('{ v = 1, sure = "printed", src = 3 }', "src must"),
        ('{ v = 1, sure = "printed", src = "x", max = 3 }', "'max'"),
        ('{ v = 5, sure = "printed", src = "x", lo = 6 }', r"5 is not within 6\.\."),
        ('{ v = 5, sure = "printed", src = "x", hi = 4 }', r"5 is not within 0\.\.4"),
        ('{ v = 5, sure = "printed", src = "x", lo = 9, hi = 1 }', "not within"),
        ('{ v = -1, sure = "printed", src = "x" }', "-1 is not within 0"),
        ('{ v = 5, sure = "printed", src = "x", lo = "1" }', "lo must be"),
        ('{ v = 5, sure = "printed", src = "x", hi = true }', "hi must be"),
        ('{ v = [1, 9], sure = "printed", src = "x", hi = 4 }', "9 is not within"),
        ('{ v = "a", sure = "printed", src = "x", lo = 1 }', "only whole numbers have bounds"),
        ('{ v = true, sure = "printed", src = "x", hi = 1 }', "only whole numbers have bounds"),
        ('{ v = "c", sure = "printed", src = "x", choices = ["a", "b"] }', "'c' is not one of a, b"),
        ('{ v = ["a", "c"], sure = "printed", src = "x", choices = ["a", "b"] }', "'c' is not one of"),
        ('{ v = 1, sure = "printed", src = "x", choices = ["a"] }', "only texts have choices"),
        ('{ v = "a", sure = "printed", src = "x", choices = "abc" }', "choices must be"),
        ('{ v = "a", sure = "printed", src = "x", choices = ["a", 1] }', "choices must be"),
        ('{ v = [1, "a"], sure = "printed", src = "x" }', "whole numbers only or texts only"),
        ('{ v = [1, true], sure = "printed", src = "x" }', "whole numbers only or texts only"),
        ('{ v = [true], sure = "printed", src = "x" }', "whole numbers only or texts only"),
        ('{ v = [[1]], sure = "printed", src = "x" }', "whole numbers only or texts only"),
        ('{ v = 1.5, sure = "printed", src = "x" }', "1.5 is no whole number"),
        ('{ v = 2010-12-21, sure = "printed", src = "x" }', "is no whole number"),
        ('{ v = { w = 1 }, sure = "printed", src = "x" }', "is no whole number"),
        ("{}", "a fact is written"),
        ("7", "a fact is written"),
        ('"text"', "a fact is written"),
    ],
)
def test_loading_names_the_path_of_a_bad_fact(leaf: str, reason: str) -> None:
    with pytest.raises(ValueError, match=rf"^tracks\.time\.odd: .*{reason}"):
        Profile.load(f"[tracks.time]\nodd = {leaf}\n")


def test_a_stray_value_is_named_and_not_the_table_around_it() -> None:
    with pytest.raises(ValueError, match=r"^tracks\.time\.odd: a fact is written"):
        Profile.load('[tracks.time]\nspaces = { v = 1, sure = "printed", src = "x" }\nodd = 3\n')


def test_a_fact_may_be_called_like_a_part_of_a_fact() -> None:
    assert Profile.load('[range]\nhi = { v = 1, sure = "printed", src = "x" }\n').names("range") == ()


def test_loading_refuses_a_name_that_hides_a_path() -> None:
    with pytest.raises(ValueError, match="no dot of its own"):
        Profile.load('"tracks.time" = { v = 1, sure = "printed", src = "x" }')


def test_loading_refuses_what_is_no_toml() -> None:
    with pytest.raises(ValueError, match="line 1"):
        Profile.load("tracks = = 3")


def test_a_correction_replaces_the_value_and_says_that_the_owner_looked(small: Profile) -> None:
    mine = small.corrected({"tracks.time.spaces": 14, "musketeers.athos.botte": ["lily", "sword", "sword"]})
    assert mine.fact("tracks.time.spaces") == Fact("tracks.time.spaces", 14, CORRECTED, OWNER, 6, 20, ())
    assert mine["musketeers.athos.botte"] == ("lily", "sword", "sword")
    assert mine.under("tracks.time")["spaces"] == 14
    assert mine.fact("musketeers.athos.life").sure == "printed"
    assert small["tracks.time.spaces"] == 12
    assert list(mine) == list(small)


def test_confirming_a_value_makes_it_certain(small: Profile) -> None:
    assert small.corrected({"tracks.time.spaces": 12}).fact("tracks.time.spaces").sure == CORRECTED


def test_a_correction_can_be_corrected_again(small: Profile) -> None:
    mine = small.corrected({"tracks.time.spaces": 14}).corrected({"tracks.time.spaces": 15})
    assert mine["tracks.time.spaces"] == 15


def test_a_list_may_change_its_length(small: Profile) -> None:
    assert small.corrected({"tracks.time.dice": [1, 2, 3, 4]})["tracks.time.dice"] == (1, 2, 3, 4)
    assert small.corrected({"musketeers.aramis.titles": ["A", "B"]})["musketeers.aramis.titles"] == ("A", "B")
    assert small.corrected({"musketeers.athos.botte": []})["musketeers.athos.botte"] == ()


def test_numbers_without_bounds_cannot_be_emptied_into_texts() -> None:
    bare = Profile.load('steps = { v = [1, 2], sure = "printed", src = "x" }')
    with pytest.raises(ValueError, match=r"^steps: a list of numbers is never empty"):
        bare.corrected({"steps": []})


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("tracks.time.spaces", 5),
        ("tracks.time.spaces", 21),
        ("tracks.time.spaces", "12"),
        ("tracks.time.spaces", True),
        ("tracks.time.spaces", 12.0),
        ("tracks.time.spaces", None),
        ("tracks.time.spaces", [12]),
        ("tracks.time.dice", 1),
        ("tracks.time.dice", [1, 5]),
        ("tracks.time.dice", ["1"]),
        ("tracks.time.dice", []),
        ("tracks.time.dice", [1] * (LONGEST_LIST + 1)),
        ("musketeers.athos.life", -1),
        ("musketeers.athos.life", LARGEST + 1),
        ("musketeers.athos.avoids", 1),
        ("musketeers.athos.start", "bastille"),
        ("musketeers.athos.start", 3),
        ("musketeers.athos.botte", ["lily", "rose"]),
        ("musketeers.athos.botte", [1]),
        ("musketeers.aramis.titles", [1]),
        ("musketeers.aramis.titles", ["x" * (LONGEST_TEXT + 1)]),
        ("musketeers.aramis.titles", ["\ud800"]),
        ("musketeers.porthos.life", 5),
    ],
)
def test_a_wrong_correction_is_refused_with_its_path(small: Profile, path: str, value: object) -> None:
    with pytest.raises(ValueError, match="^" + path.replace(".", r"\.") + ": "):
        small.corrected({path: value})


def test_plain_values_are_json(small: Profile) -> None:
    plain = small.plain()
    assert json.loads(json.dumps(plain)) == plain
    assert plain["tracks.time.dice"] == [1, 1, 2]
    assert list(plain) == list(small)


def test_an_old_match_keeps_its_own_values(small: Profile) -> None:
    header = small.corrected({"tracks.time.spaces": 15}).plain()
    old = small.with_values(header)
    assert old["tracks.time.spaces"] == 15
    assert old.fact("tracks.time.spaces").sure == CORRECTED
    assert old.fact("tracks.time.spaces").source == HEADER
    assert old.fact("tracks.time.dice") == small.fact("tracks.time.dice")


def test_an_old_match_survives_facts_that_came_and_went(small: Profile) -> None:
    old = small.with_values({"tracks.time.length": 40, "tracks.time.spaces": 10})
    assert old["tracks.time.spaces"] == 10
    assert "tracks.time.length" not in old
    assert old["musketeers.athos.life"] == 3


@pytest.mark.parametrize("value", [10**12, "12", [12], None, {"v": 12}])
def test_a_forged_header_is_refused(small: Profile, value: object) -> None:
    with pytest.raises(ValueError, match=r"^tracks\.time\.spaces: "):
        small.with_values({"tracks.time.spaces": value})


@given(
    spaces=st.integers(6, 20),
    dice=st.lists(st.integers(1, 4), min_size=1, max_size=LONGEST_LIST),
    botte=st.lists(st.sampled_from(["sword", "lily"]), max_size=6),
)
def test_a_header_carries_every_correction(small: Profile, spaces: int, dice: list[int], botte: list[str]) -> None:
    mine = small.corrected({"tracks.time.spaces": spaces, "tracks.time.dice": dice, "musketeers.athos.botte": botte})
    assert small.with_values(json.loads(json.dumps(mine.plain()))).plain() == mine.plain()


@given(st.integers() | st.text() | st.booleans() | st.none() | st.lists(st.integers() | st.text(), max_size=4))
def test_no_correction_leaves_the_bounds(small: Profile, value: object) -> None:
    try:
        mine = small.corrected({"tracks.time.spaces": value})
    except ValueError:
        return
    assert 6 <= mine.number("tracks.time.spaces") <= 20


@pytest.mark.parametrize(
    ("value", "raw", "same"),
    [
        (3, 3, True),
        (3, 4, False),
        (1, True, False),
        (True, 1, False),
        ("held", "held", True),
        ((1, 2), [1, 2], True),
        ((1, 2), [1, 3], False),
        ((1, 0), [True, False], False),
        ((1, 2), "12", False),
        ((), [], True),
    ],
)
def test_a_fact_knows_what_it_says_anyway(value: Any, raw: object, same: bool) -> None:
    assert Fact("a.b", value, "assumed", "ours").says(raw) is same
