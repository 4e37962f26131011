"""What is said on the link, and what nobody says."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.prompt import Refusal
from companion.core.record import LARGEST, BadForm, Intent, Record
from companion.core.words import say
from companion.link import frames
from companion.link.frames import Lane
from companion.link.messages import (
    CHUNK,
    FROM_GUEST,
    FROM_HOST,
    LONGEST_INTENT,
    LONGEST_WORD,
    checked,
    chunks,
    intent_of,
    refusal_of,
    refused,
    seats_of,
)
from tests.link.at_table import note, on_the_wire, played

EXAMPLES: dict[type, Any] = {int: 7, str: "word", dict: {"x": 1}, list: [1], bool: True}
EVERY = [(shapes, kind) for shapes in (FROM_GUEST, FROM_HOST) for kind in shapes]


def example(shapes: Any, kind: str) -> dict[str, Any]:
    return {"m": kind, **{name: EXAMPLES[what] for name, what in shapes[kind].items()}}


@pytest.mark.parametrize(("shapes", "kind"), EVERY)
def test_each_message_has_its_parts_and_no_others(shapes: Any, kind: str) -> None:
    good = example(shapes, kind)
    assert checked(good, shapes) == kind
    for name, what in shapes[kind].items():
        with pytest.raises(BadForm):
            checked({key: value for key, value in good.items() if key != name}, shapes)
        for other in (None, *(value for kind_, value in EXAMPLES.items() if kind_ is not what)):
            with pytest.raises(BadForm):
                checked({**good, name: other}, shapes)
    with pytest.raises(BadForm):
        checked({**good, "more": 1}, shapes)


@pytest.mark.parametrize("kind", [None, 1, "", "beat", [], {}, "table", ["have"]])
def test_a_guest_says_nothing_else(kind: Any) -> None:
    with pytest.raises(BadForm):
        checked({"m": kind}, FROM_GUEST)
    with pytest.raises(BadForm):
        checked({}, FROM_GUEST)


@pytest.mark.parametrize("number", [LARGEST + 1, -LARGEST - 1, 10**300, 1.0])
def test_a_number_that_another_device_would_round_is_none(number: Any) -> None:
    assert checked({"m": "time", "t": LARGEST}, FROM_GUEST)
    with pytest.raises(BadForm):
        checked({"m": "time", "t": number}, FROM_GUEST)


def test_a_word_is_short_and_can_be_spelled() -> None:
    assert checked({"m": "coin", "toss": 1, "coin": "x" * LONGEST_WORD}, FROM_GUEST)
    for word in ("x" * (LONGEST_WORD + 1), "\ud800"):
        with pytest.raises(BadForm):
            checked({"m": "coin", "toss": 1, "coin": word}, FROM_GUEST)


# --- records ---


def test_records_come_in_their_order_and_in_frames_of_a_moderate_size() -> None:
    match = played(*(f"{number} {'x' * 1_500}" for number in range(100)))
    found = chunks(match.records)
    assert len(found) > 2
    assert all(checked(on_the_wire(form), FROM_HOST) == "records" for form in found)
    assert all(len(str(form)) < CHUNK * 1.2 for form in found)
    read = [Record.from_plain(one) for form in found for one in form["records"]]
    assert read == match.records
    assert chunks([]) == []


def test_a_long_record_has_a_frame_of_its_own() -> None:
    match = played("a")
    keep = [0] * 40_000
    match.act(Intent("roll", {"dice": "1b"}))
    assert isinstance(match.act(Intent("roll", {"dice": "1b", "of": 2, "keep": keep})), Record)
    match.act(note("b"))
    assert [len(form["records"]) for form in chunks(match.records)] == [2, 1, 1]
    assert [len(form["records"]) for form in chunks(match.records[2:])] == [1, 1]


def longest() -> Intent:
    """Of the widest letters, as many as may be."""
    size = LONGEST_INTENT // 2
    while True:
        intent = Intent("roll", {"dice": "1b", "faces": ["\U0001f3b2" * 1_000] * (size // 1_000)}, id="x")
        try:
            intent_of(intent.plain())
        except BadForm:
            return intent
        size += 1_000


def test_whatever_is_said_fits_into_a_frame() -> None:
    lane = Lane(b"k")
    match = played(*(f"{number} " + "\U0001f3b2" * 1_990 for number in range(40)))
    assert all(lane.sign(form) for form in chunks(match.records))
    widest = longest()
    assert len(lane.sign({"m": "do", "intent": widest.plain()})) * 2 < frames.LARGEST


def test_an_intent_is_not_as_long_as_a_frame() -> None:
    """Its record would be longer than a frame, and nobody could ever be told of it."""
    given = note("x" * 2_000)
    assert intent_of(given.plain()) == given
    with pytest.raises(BadForm, match="not so long"):
        intent_of(Intent("roll", {"dice": "1b", "of": 1, "keep": [0] * LONGEST_INTENT}).plain())
    with pytest.raises(BadForm):
        intent_of({"do": 1})


# --- refusals and seats ---


@pytest.mark.parametrize("overridable", [True, False])
@pytest.mark.parametrize("stale", [True, False])
def test_a_refusal_arrives_as_it_was(overridable: bool, stale: bool) -> None:
    refusal = Refusal(say("{who} is out: {what}", who=say("Athos"), what=3), "life", overridable, stale)
    form = on_the_wire(refused("tap", refusal))
    assert checked(form, FROM_HOST) == "no"
    assert form["id"] == "tap"
    assert refusal_of(form) == refusal


@pytest.mark.parametrize("reason", [{}, {"say": 1}, {"say": "x", "with": []}, {"say": "x", "with": {"a": [1]}}])
def test_a_refusal_without_words_is_none(reason: Any) -> None:
    form = {**refused("tap", Refusal(say("No."), "")), "reason": reason}
    with pytest.raises(ValueError, match="line"):
        refusal_of(form)


def test_who_sits_at_the_table_is_told_by_name_and_role() -> None:
    seats = [{"name": "Phone", "role": "table"}, {"name": "Tablet", "role": "milady"}]
    assert seats_of({"seats": seats}) == (("Phone", "table"), ("Tablet", "milady"))
    long = "x" * (LONGEST_WORD + 1)
    nobody: tuple[Any, ...] = (
        *(1, {}, {"name": "x"}, {"name": [[]], "role": "y"}, {"name": "x", "role": {}}),
        *({"name": long, "role": "y"}, {"name": "x", "role": long}),
    )
    for wrong in nobody:
        with pytest.raises(BadForm):
            seats_of({"seats": [wrong]})
