from __future__ import annotations

from typing import Any

import pytest

from companion.core.record import BadForm
from companion.core.verb import Field, Verb, check_fields
from companion.core.words import English, say

GOOD: dict[str, list[Any]] = {
    "number": [0, -3],
    "text": ["", "x"],
    "flag": [True, False],
    "texts": [[], ["x", "y"], ("x",)],
    "numbers": [[], [1, 2], (1,)],
    "value": [None, 1, "x", True],
}
BAD: dict[str, list[Any]] = {
    "number": [True, "1", None, 1.0, [1]],
    "text": [1, True, None, ["x"]],
    "flag": [0, 1, "true", None],
    "texts": ["xy", None, [1], ["x", None], {"x": 1}],
    "numbers": [1, None, [True], ["1"], {"1": 1}],
    "value": [1.5, [], {}, [1]],
}


def pairs(table: dict[str, list[Any]]) -> list[tuple[str, Any]]:
    return [(kind, value) for kind, values in table.items() for value in values]


@pytest.mark.parametrize(("kind", "value"), pairs(GOOD))
def test_what_fits_its_kind_is_taken(kind: str, value: Any) -> None:
    check_fields("ride", (Field("far", kind, say("how far")),), {"far": value})


NAMES = {
    "number": "a number",
    "text": "a text",
    "flag": "true or false",
    "texts": "a list of texts",
    "numbers": "a list of numbers",
    "value": "a number, a text, true or false",
}


@pytest.mark.parametrize(("kind", "value"), pairs(BAD))
def test_what_does_not_fit_its_kind_is_refused_by_name(kind: str, value: Any) -> None:
    with pytest.raises(BadForm, match=f'"far" must be {NAMES[kind]}, not'):
        check_fields("ride", (Field("far", kind, say("how far")),), {"far": value})


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (None, "nothing"),
        (True, "true or false"),
        (1, "a number"),
        ([1], "a list"),
        ({}, "an object"),
        (1.5, "an object"),
    ],
)
def test_the_message_says_what_was_given_instead(value: Any, name: str) -> None:
    with pytest.raises(BadForm, match=f"not {name}$"):
        Field("where", "text", say("where to")).check(value)


def test_a_text_is_named_too() -> None:
    with pytest.raises(BadForm, match=r"not text$"):
        Field("far", "number", say("how far")).check("x")


def test_only_the_listed_words_are_taken() -> None:
    field = Field("where", "text", say("where to"), choices=("Meung", "Calais"))
    field.check("Calais")
    with pytest.raises(BadForm, match="one of Meung, Calais"):
        field.check("Amiens")


FIELDS = (Field("far", "number", say("how far")), Field("where", "text", say("where to"), False, ("Meung", "Calais")))


@pytest.mark.parametrize(
    ("given", "message"),
    [({}, '"ride" needs "far"'), ({"where": "Meung"}, 'needs "far"'), ({"far": 1, "fast": True}, 'no field "fast"')],
)
def test_fields_are_neither_missing_nor_made_up(given: dict[str, Any], message: str) -> None:
    with pytest.raises(BadForm, match=message):
        check_fields("ride", FIELDS, given)


def test_a_field_that_is_not_needed_may_be_left_out() -> None:
    check_fields("ride", FIELDS, {"far": 1})
    with pytest.raises(BadForm):
        check_fields("ride", FIELDS, {"far": 1, "where": None})


class Loud(English):
    def gettext(self, message: str, /) -> str:
        return message.upper()


def test_a_verb_checks_and_describes_itself() -> None:
    verb: Verb[None] = Verb("ride", say("Ride on."), lambda pen: None, lambda record: say("Ridden"), FIELDS)
    verb.check({"far": 1})
    with pytest.raises(BadForm):
        verb.check({})
    assert verb.read() == {
        "do": "ride",
        "help": "Ride on.",
        "fields": {
            "far": {"kind": "number", "needed": True, "help": "how far"},
            "where": {"kind": "text", "needed": False, "help": "where to", "choices": ["Meung", "Calais"]},
        },
    }
    loud = verb.read(Loud())
    assert (loud["help"], loud["fields"]["far"]["help"]) == ("RIDE ON.", "HOW FAR")
