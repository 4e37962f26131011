from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.state import State
from companion.core import commons
from companion.core.dice import SeededChance
from companion.core.match import PLEDGE, TRAVEL, Match
from companion.core.pen import Pen
from companion.core.prompt import Refusal
from companion.core.record import BadForm, Header, Intent, Record

SLOTS = BOX.slots(BOX.setup({}, BOX.profile()))


@pytest.fixture
def match() -> Match[State]:
    return Match(BOX, Header("m", BOX.name, {}, {}), chance=SeededChance(3))


def do(match: Match[State], name: str, /, **fields: Any) -> Record:
    outcome = match.act(Intent(name, fields))
    assert isinstance(outcome, Record), outcome
    return outcome


# correct


def test_a_correction_changes_one_value_and_says_why(match: Match[State]) -> None:
    before = match.state.purse
    record = do(match, "correct", what="purse", to=before + 2, reason="we counted again")
    assert record.result == {"changes": [{"what": "purse", "from": before, "to": before + 2, "why": "correction"}]}
    assert record.intent.fields["reason"] == "we counted again"


def test_a_correction_may_go_by_another_name_than_its_place(match: Match[State]) -> None:
    assert SLOTS["treachery_cards"].path == "perfidy"
    do(match, "correct", what="treachery_cards", to=6)
    assert match.state.perfidy == 6


def test_what_would_be_lost_is_kept_before_the_value_changes(match: Match[State]) -> None:
    def keep(pen: Pen[State]) -> None:
        pen.write("epic", pen.state.purse, "correction")

    def put_right(pen: Pen[State]) -> None:
        pen.write("constance", pen.state.epic, "correction")

    match.slots = {**match.slots, "purse": replace(match.slots["purse"], first=keep, then=put_right)}
    before = match.state.purse
    record = do(match, "correct", what="purse", to=before + 1)
    assert [change["what"] for change in record.result["changes"]] == ["epic", "purse", "constance"]
    assert match.state.epic == before
    assert do(match, "correct", what="purse", to=before + 1).result == {}


def test_a_correction_to_what_is_there_already_changes_nothing(match: Match[State]) -> None:
    assert do(match, "correct", what="purse", to=match.state.purse).result == {}


@pytest.mark.parametrize(
    ("what", "to"),
    [
        ("purse", True),
        ("purse", "3"),
        ("purse", None),
        ("purse", [3]),
        ("purse", 1.5),
        ("step", 3),
        ("step", True),
        ("time_held", 1),
        ("time_held", "yes"),
        ("time_held", None),
        ("players", 3),
        ("musketeers.0", "aramis"),
        (3, 3),
    ],
)
def test_a_value_of_another_kind_is_no_correction(match: Match[State], what: Any, to: Any) -> None:
    before = match.state
    with pytest.raises(BadForm):
        match.act(Intent("correct", {"what": what, "to": to}))
    assert (match.state, match.records) == (before, [])


@pytest.mark.parametrize("anyway", [False, True])
@pytest.mark.parametrize(
    ("what", "to"),
    [("purse", SLOTS["purse"].lo - 1), ("purse", SLOTS["purse"].hi + 1), ("step", "ball"), ("paris", "ball")],
)
def test_what_is_not_on_the_track_is_refused_even_if_the_table_insists(
    match: Match[State], what: str, to: Any, anyway: bool
) -> None:
    outcome = match.act(Intent("correct", {"what": what, "to": to}, anyway=anyway))
    assert isinstance(outcome, Refusal)
    assert (outcome.rule, outcome.overridable) == ("correction", False)
    assert SLOTS[what].label.read() in outcome.reason.read()
    assert str(to) in outcome.reason.read()
    assert match.records == []


def test_both_ends_of_a_track_are_on_it(match: Match[State]) -> None:
    for to in (SLOTS["purse"].lo, SLOTS["purse"].hi):
        do(match, "correct", what="purse", to=to)
        assert match.state.purse == to


def test_flags_and_words_can_be_corrected(match: Match[State]) -> None:
    do(match, "correct", what="time_held", to=True)
    do(match, "correct", what="step", to="siege")
    do(match, "correct", what="paris", to="")
    assert (match.state.time_held, match.state.step, match.state.paris) == (True, "siege", "")


def test_what_hangs_on_a_value_is_put_right_in_the_same_record(match: Match[State]) -> None:
    seen: list[int] = []

    def drop_one(pen: Pen[State]) -> None:
        seen.append(pen.state.purse)
        pen.write("epic", pen.state.epic + 1, "correction")

    pen = Pen(match.state, Intent("correct", {"what": "purse", "to": 7}), commons.RULES, SeededChance(1), 0)
    slots = {"purse": replace(SLOTS["purse"], then=drop_one)}
    commons.decide_correct(pen, slots)
    assert seen == [7]
    assert [(change["what"], change["to"]) for change in pen.result()["changes"]] == [("purse", 7), ("epic", 1)]
    same = Pen(pen.state, Intent("correct", {"what": "purse", "to": 7}), commons.RULES, SeededChance(1), 0)
    commons.decide_correct(same, slots)
    assert (seen, same.result()) == ([7], {})


# roll


def test_a_free_roll_moves_nothing(match: Match[State]) -> None:
    before = match.state
    record = do(match, "roll", dice="4b 3r")
    (roll,) = record.result["rolls"]
    assert (roll["dice"], len(roll["faces"]), roll["typed"], roll["why"]) == ("4b 3r", 7, False, "free-roll")
    assert set(record.result) == {"rolls"}
    assert match.state == before


def test_real_dice_are_written_down_as_they_lie(match: Match[State]) -> None:
    (roll,) = do(match, "roll", dice="1b 1r", faces=["lily", "sword"]).result["rolls"]
    assert (roll["faces"], roll["typed"]) == (["lily", "sword"], True)


def test_kept_dice_stay_and_the_others_fall_anew(match: Match[State]) -> None:
    first = do(match, "roll", dice="20b", faces=["lily"] * 20)
    (again,) = do(match, "roll", dice="20b", of=first.seq, keep=[0, 19]).result["rolls"]
    assert again["kept"] == [0, 19]
    assert (again["faces"][0], again["faces"][19], again["typed"]) == ("lily", "lily", False)
    assert again["faces"] != ["lily"] * 20
    (all_anew,) = do(match, "roll", dice="20b", of=first.seq).result["rolls"]
    assert all_anew["kept"] == []


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"dice": ""},
        {"dice": "b"},
        {"dice": "2x"},
        {"dice": "100b"},
        {"dice": "2b", "faces": ["sword"]},
        {"dice": "1r", "faces": ["lily"]},
        {"dice": "1b", "faces": "sword"},
        {"dice": "2b", "keep": [0]},
        {"dice": "2b", "of": 1, "keep": [2]},
        {"dice": "2b", "of": 1, "keep": [-1]},
        {"dice": "2b", "of": 1, "keep": [True]},
        {"dice": "2b", "of": 1, "faces": ["sword", "sword"]},
        {"dice": "3b", "of": 1},
        {"dice": "2r", "of": 1},
        {"dice": "2b", "of": 2},  # a note
        {"dice": "2b", "of": 9},
    ],
)
def test_what_is_no_roll_is_refused(match: Match[State], fields: dict[str, Any]) -> None:
    do(match, "roll", dice="2b")
    do(match, "note", text="hm")
    with pytest.raises(BadForm):
        match.act(Intent("roll", fields))
    assert len(match.records) == 2


# names


def test_a_note_changes_nothing_and_stands_in_the_log(match: Match[State]) -> None:
    before = match.state
    record = do(match, "note", text="{purse} of tea")
    assert (record.result, match.state) == ({}, before)
    assert match.label(record).read() == "Note: {purse} of tea"


@pytest.mark.parametrize(
    ("name", "fields", "shown"),
    [
        ("correct", {"what": "purse", "to": 3}, "Purse set to 3"),
        ("correct", {"what": "time_held", "to": True}, "Time stands still set to yes"),
        ("correct", {"what": "gone", "to": False}, "gone set to no"),  # by a version that knew more values
        ("roll", {"dice": "2b"}, "2 dice rolled"),
    ],
)
def test_every_record_has_a_name(name: str, fields: dict[str, Any], shown: str) -> None:
    record = Record.make(1, 0, Intent(name, fields), {}, "")
    assert commons.label_of(record, SLOTS).read() == shown


def test_other_records_are_not_named_here() -> None:
    with pytest.raises(LookupError):
        commons.label_of(Record.make(1, 0, Intent("next"), {}, ""), SLOTS)


def test_every_common_intent_has_fields_and_help() -> None:
    assert set(commons.FIELDS) == set(commons.HELP) == {"correct", "roll", "note", PLEDGE} | TRAVEL
    assert not set(commons.FIELDS) & set(BOX.verbs)
    assert all(rule.id == name and rule.text.read() and rule.where.read() for name, rule in commons.RULES.items())


def test_the_vocabulary_names_every_intent_of_a_box() -> None:
    words = {entry["do"]: entry for entry in commons.vocabulary(BOX)}
    assert list(words) == [*BOX.verbs, *commons.FIELDS]
    assert words["note"] == {
        "do": "note",
        "help": "Write a line into the log.",
        "fields": {"text": {"kind": "text", "needed": True, "help": "the note"}},
    }
