from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.record import (
    DEEPEST,
    FORMAT,
    LARGEST,
    LONGEST_LINE,
    LONGEST_TEXT,
    BadForm,
    Header,
    Intent,
    Record,
    canonical,
    check_plain,
    check_text,
    digest,
    parse,
)

whole = st.one_of(st.none(), st.booleans(), st.integers(-LARGEST, LARGEST), st.text(max_size=12))
values = st.recursive(
    whole,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
objects = st.dictionaries(st.text(max_size=6), values, max_size=4)
words = st.text(min_size=1, max_size=12)
intents = st.builds(
    Intent,
    do=words,
    fields=objects,
    seat=words,
    id=st.text(max_size=12),
    step=st.none() | words,
    anyway=st.booleans(),
)
records = st.builds(
    Record.make,
    st.integers(0, LARGEST),
    st.integers(-LARGEST, LARGEST),
    intents,
    objects,
    st.text("0123456789abcdef", max_size=64),
)

RECORD = Record.make(3, 1_700, Intent("note", {"text": "hé"}, "aramis", "tap-1"), {"seen": True}, "ab")
HEADER = Header("m-1", "mousquetaires", {"players": 4}, {"time": 12}, 1_700, "0.1")


# the spelling that is hashed


def test_the_canonical_spelling_is_this() -> None:
    assert canonical({"b": [1, None, True], "a": "é\n"}) == '{"a":"é\\n","b":[1,null,true]}'


@given(objects)
def test_the_order_of_names_does_not_change_the_digest(value: dict[str, Any]) -> None:
    assert digest(dict(reversed(list(value.items())))) == digest(value)


@given(values)
def test_reading_the_spelling_back_gives_the_same_spelling(value: Any) -> None:
    assert canonical(json.loads(canonical(value))) == canonical(value)


def test_the_digest_is_sha_256_of_the_utf_8_spelling() -> None:
    assert digest({"a": "é"}) == hashlib.sha256('{"a":"é"}'.encode()).hexdigest()


def test_what_is_not_a_number_has_no_spelling() -> None:
    with pytest.raises(ValueError, match="JSON"):
        canonical(float("nan"))


# one line


def test_a_line_is_read_from_text_and_from_bytes() -> None:
    assert parse('{"do":"é"}') == parse('{"do":"é"}'.encode()) == {"do": "é"}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ('{"a":1} x', "not JSON: Extra data"),
        ('{"a":NaN}', "NaN is not a number"),
        ('{"a":-Infinity}', "-Infinity is not a number"),
        ('{"a":' + "9" * 5_000 + "}", "not JSON"),
        ("[1]", "not a JSON object"),
        ("null", "not a JSON object"),
        (b'{"a":"\xff"}', "not UTF-8"),
        ("[" * 200_000, "nested too deeply"),
        (" " * (LONGEST_LINE + 1), "too long"),
        (b" " * (LONGEST_LINE + 1), "too long"),
    ],
)
def test_what_is_no_object_is_refused_with_one_clear_line(line: str | bytes, says: str) -> None:
    with pytest.raises(BadForm, match=says) as refused:
        parse(line)
    assert "\n" not in str(refused.value)


@given(st.text() | st.binary())
def test_any_line_is_an_object_or_a_bad_form(line: str | bytes) -> None:
    with suppress(BadForm):
        assert isinstance(parse(line), dict)


# values that are the same everywhere


@given(values)
def test_whole_values_pass(value: Any) -> None:
    check_plain(value)


def nested(depth: int) -> object:
    value: object = 0
    for _ in range(depth):
        value = [value]
    return value


def test_the_limits_are_where_they_say() -> None:
    check_plain([LARGEST, -LARGEST, "x" * LONGEST_TEXT, nested(DEEPEST - 1)])


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (1.0, "float is not allowed"),
        ([{"a": 0.5}], "float is not allowed"),
        (b"x", "bytes is not allowed"),
        ({"a": {1, 2}}, "set is not allowed"),
        (LARGEST + 1, "too large"),
        (-LARGEST - 1, "too large"),
        ("x" * (LONGEST_TEXT + 1), "too long"),
        ({"x" * (LONGEST_TEXT + 1): 1}, "too long"),
        ("\ud800", "not valid Unicode"),
        ({"\ud800": 1}, "not valid Unicode"),
        ({1: "a"}, "a name is not text"),
        (nested(DEEPEST + 1), "nested too deeply"),
    ],
)
def test_what_other_machines_would_read_differently_is_refused(value: object, says: str) -> None:
    with pytest.raises(BadForm, match=says):
        check_plain(value)


def test_a_text_can_be_held_to_less() -> None:
    check_text("abc", 3)
    with pytest.raises(BadForm, match="too long"):
        check_text("abcd", 3)


# intents


@given(intents)
def test_an_intent_survives_being_written_down(intent: Intent) -> None:
    assert Intent.from_plain(parse(canonical(intent.plain()))) == intent


def test_a_bare_word_is_an_intent() -> None:
    intent = Intent.from_plain({"do": "undo"})
    assert intent == Intent("undo", {}, "table", "", None, False)
    assert intent.plain() == {"do": "undo", "with": {}, "seat": "table", "id": ""}


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({}, '"do"'),
        ({"do": ""}, '"do"'),
        ({"do": 3}, '"do"'),
        ({"do": "x", "wiht": {}}, "'wiht'"),
        ({"do": "x", "with": []}, '"with"'),
        ({"do": "x", "with": {"a": 0.5}}, "float"),
        ({"do": "x", "seat": None}, '"seat"'),
        ({"do": "x", "seat": "s" * 201}, "too long"),
        ({"do": "x", "id": 7}, '"id"'),
        ({"do": "x", "step": 7}, '"step"'),
        ({"do": "x", "step": "\ud800"}, "Unicode"),
        ({"do": "\ud800"}, "Unicode"),
        ({"do": "x", "anyway": 1}, '"anyway"'),
        ({"do": "x", "anyway": None}, '"anyway"'),
    ],
)
def test_what_is_no_intent_is_refused(form: dict[str, Any], says: str) -> None:
    with pytest.raises(BadForm, match=says):
        Intent.from_plain(form)


def test_an_intent_does_not_share_the_object_it_was_read_from() -> None:
    form = {"do": "x", "with": {"a": 1}}
    intent = Intent.from_plain(form)
    form["with"]["a"] = 2  # type: ignore[index]
    assert intent.fields == {"a": 1}


# records


@given(records)
def test_a_record_survives_being_written_down(record: Record) -> None:
    again = Record.from_plain(parse(record.line()))
    assert again == record
    assert again.is_whole()
    assert "\n" not in record.line()


def test_the_line_of_a_record_is_this() -> None:
    body = '"id":"tap-1","prev":"ab","result":{"seen":true},"seat":"aramis","seq":3,"with":{"text":"hé"}}'
    hashed = hashlib.sha256(('{"at":1700,"do":"note",' + body).encode()).hexdigest()
    assert RECORD.line() == '{"at":1700,"do":"note","hash":"' + hashed + '",' + body


@pytest.mark.parametrize(
    "change",
    [
        {"seq": 4},
        {"at": 1_701},
        {"intent": Intent("note", {"text": "he"}, "aramis", "tap-1")},
        {"intent": Intent("note", {"text": "hé"}, "athos", "tap-1")},
        {"intent": Intent("note", {"text": "hé"}, "aramis", "tap-2")},
        {"intent": Intent("note", {"text": "hé"}, "aramis", "tap-1", step="x")},
        {"intent": Intent("note", {"text": "hé"}, "aramis", "tap-1", anyway=True)},
        {"result": {"seen": 1}},
        {"before": "ac"},
        {"_hash": "00" * 32},
    ],
)
def test_no_part_of_a_record_can_be_edited_unseen(change: dict[str, Any]) -> None:
    assert RECORD.is_whole()
    assert not replace(RECORD, **change).is_whole()


@pytest.mark.parametrize("name", ["seq", "at", "result", "prev", "hash", "do"])
def test_a_record_needs_all_its_parts(name: str) -> None:
    form = RECORD.plain()
    del form[name]
    with pytest.raises(BadForm):
        Record.from_plain(form)


@pytest.mark.parametrize(
    "change",
    [
        {"more": 1},
        {"seq": True},
        {"seq": "3"},
        {"seq": LARGEST + 1},
        {"at": 1.5},
        {"result": []},
        {"result": {"a": 0.5}},
        {"prev": None},
        {"hash": 7},
        {"with": {"a": 0.5}},
        {"seat": 1},
    ],
)
def test_what_is_no_record_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BadForm):
        Record.from_plain({**RECORD.plain(), **change})


# the header


def test_a_header_survives_being_written_down() -> None:
    again = Header.from_plain(parse(HEADER.line()))
    assert again == HEADER
    assert again.hash() == HEADER.hash() == digest(json.loads(HEADER.line()))


@pytest.mark.parametrize(
    "change",
    [{"match": "m-2"}, {"box": "pendants"}, {"options": {}}, {"profile": {"time": 13}}, {"at": 0}, {"app": ""}],
)
def test_every_part_of_a_header_counts(change: dict[str, Any]) -> None:
    assert replace(HEADER, **change).hash() != HEADER.hash()


def test_a_newer_format_is_refused_and_says_so() -> None:
    with pytest.raises(BadForm, match="newer version"):
        Header.from_plain({**HEADER.plain(), "format": FORMAT + 1})


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"format": None}, "not a match file"),
        ({"format": True}, "not a match file"),
        ({"format": "1"}, "not a match file"),
        ({"match": 1}, "damaged"),
        ({"box": None}, "damaged"),
        ({"app": []}, "damaged"),
        ({"at": "now"}, "damaged"),
        ({"at": True}, "damaged"),
        ({"options": []}, "damaged"),
        ({"profile": None}, "damaged"),
        ({"options": {"a": 0.5}}, "float"),
        ({"profile": {"a": 0.5}}, "float"),
    ],
)
def test_a_damaged_header_is_refused(change: dict[str, Any], says: str) -> None:
    with pytest.raises(BadForm, match=says):
        Header.from_plain({**HEADER.plain(), **change})


@pytest.mark.parametrize("bad", [{"x": 0.5}, {"x": LARGEST + 1}, {"x": "x" * (LONGEST_TEXT + 1)}, {"x": "\ud800"}])
def test_what_no_record_can_hold_is_not_read(bad: dict[str, Any]) -> None:
    """That none is made either is seen to at the door of the match."""
    form = RECORD.plain()
    for damaged in ({**form, "result": bad}, {**form, "with": bad}):
        with pytest.raises(BadForm):
            Record.from_plain(damaged)


def test_a_chain_is_hashed_when_it_is_asked_for_however_long_it_is() -> None:
    """A match of a whole evening in the memory, and then somebody wants its last line."""
    before: Record | str = "ab"
    for seq in range(1, 5_001):
        before = Record.make(seq, 0, Intent("note", id=str(seq)), {}, before)
    assert isinstance(before, Record)
    last = Record.from_plain(json.loads(before.line()))
    assert last.is_whole()
    assert isinstance(before.before, Record)
    assert last.prev == before.before.hash
    assert before.before.is_whole()


def test_an_empty_hash_is_no_hash() -> None:
    with pytest.raises(BadForm):
        Record.from_plain({**RECORD.plain(), "hash": ""})


def test_records_are_equal_when_all_they_say_is() -> None:
    again = Record.from_plain(json.loads(RECORD.line()))
    assert again == RECORD
    assert hash(again) == hash(RECORD)
    assert again != replace(RECORD, at=1)
    assert again != "record"


def test_a_record_does_not_spill_what_is_in_it() -> None:
    assert repr(RECORD) == "Record 3 (note)"
