from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest

from companion.core.prompt import Ask, Choice, Pick, Prompt, Refusal, Refused, Rule, Verdict
from companion.core.words import English, say

ASK = Ask("cards", say("Cards"), 0, 3, 1)
PICK = Pick("buy", say("What"), (("horse", say("A horse")), ("pistol", say("A pistol"))), 1, 2, many=True)


class Loud(English):
    """Another language: whatever is read through it is seen at once."""

    def gettext(self, message: str, /) -> str:
        return message.upper()


def test_a_number_that_is_asked_for_says_where_it_begins_and_ends() -> None:
    assert ASK.read() == {"name": "cards", "label": "Cards", "lo": 0, "hi": 3, "start": 1}


def test_things_to_pick_from_are_read_with_their_values_and_how_many_of_them() -> None:
    assert PICK.read() == {
        "name": "buy",
        "label": "What",
        "options": [{"value": "horse", "label": "A horse"}, {"value": "pistol", "label": "A pistol"}],
        "least": 1,
        "most": 2,
        "many": True,
    }


def test_one_thing_is_picked_unless_the_pick_says_otherwise() -> None:
    pick = Pick("to", say("Where to"), (("paris", say("Paris")),))
    assert (pick.least, pick.most, pick.many) == (1, 1, False)


def test_a_choice_carries_the_intent_it_stands_for() -> None:
    choice = Choice(say("Ride"), "move", {"who": "athos"})
    assert choice.intent() == {"do": "move", "with": {"who": "athos"}}
    assert choice.read() == {"label": "Ride", "do": "move", "with": {"who": "athos"}, "weight": "other"}


def test_the_fields_of_an_intent_are_a_copy() -> None:
    choice = Choice(say("Ride"), "move", {"who": "athos"})
    choice.intent()["with"]["who"] = "aramis"
    assert choice.fields == {"who": "athos"}


def test_a_choice_says_everything_that_has_to_be_known_before_it_can_be_taken() -> None:
    other = Ask("epic", say("Epic tokens"), 0, 7, 0)
    form = Choice(say("Meet"), "meet", weight="main", ask=ASK, asks=(other,), picks=(PICK,), dice="3b").read()
    assert form == {
        "label": "Meet",
        "do": "meet",
        "with": {},
        "weight": "main",
        "ask": ASK.read(),
        "asks": [other.read()],
        "picks": [PICK.read()],
        "dice": "3b",
    }


def prompt(**other: Any) -> Prompt:
    choices = (Choice(say("Roll"), "siege", ask=ASK, asks=(ASK,), picks=(PICK,)), Choice(say("Neither"), "next"))
    return Prompt("siege", "table", say("La Rochelle"), say("The siege"), say("Dice"), "siege", choices, **other)


def test_a_prompt_is_read_as_json() -> None:
    form = prompt(more=say("More")).read()
    assert json.loads(json.dumps(form)) == form
    assert {name: form[name] for name in ("id", "camp", "who", "what", "detail", "rule")} == {
        "id": "siege",
        "camp": "table",
        "who": "La Rochelle",
        "what": "The siege",
        "detail": "Dice",
        "rule": "siege",
    }
    assert [choice["do"] for choice in form["choices"]] == ["siege", "next"]


def test_everything_people_read_is_in_their_language() -> None:
    def texts(form: object) -> list[str]:
        if isinstance(form, dict):
            shown = ("label", "who", "what", "detail", "title", "text", "where", "refused")
            own = [value for name, value in form.items() if name in shown and isinstance(value, str)]
            return own + [text for value in form.values() for text in texts(value)]
        return [text for value in form for text in texts(value)] if isinstance(form, list) else []

    rule = Rule("x", say("Title"), say("Text"), say("Where"))
    loud = Loud()
    forms = (
        prompt().read(loud),
        rule.read(loud),
        Refusal(say("No"), "x").read(loud),
        Verdict("milady", "time", say("Over"), "x").read(loud),
    )
    found = [text for form in forms for text in texts(form)]
    assert len(found) == 3 + 1 + 1 + 1 + 1 + 2 + 1 + 3 + 1 + 1
    assert all(text.isupper() for text in found)


def test_a_rule_says_what_it_is_and_where_it_stands() -> None:
    rule = Rule("move", say("Ride"), say("Far."), say("Page 4"))
    assert rule.read() == {"id": "move", "title": "Ride", "text": "Far.", "where": "Page 4"}


def test_a_refusal_names_its_rule_and_may_be_overruled_unless_it_says_otherwise() -> None:
    refusal = Refusal(say("No."), "move")
    assert refusal.read() == {"refused": "No.", "rule": "move"}
    assert (refusal.overridable, refusal.stale) == (True, False)
    assert str(Refused(refusal)) == "No."
    assert Refused(refusal).refusal is refusal


def test_a_verdict_says_who_has_won_and_why() -> None:
    assert Verdict("milady", "time", say("Time is up."), "defeat-time").read() == {
        "winner": "milady",
        "cause": "time",
        "text": "Time is up.",
        "rule": "defeat-time",
    }


@pytest.mark.parametrize("thing", [ASK, PICK, Choice(say("x"), "next"), prompt()])
def test_a_screen_cannot_change_what_it_draws(thing: Any) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(thing, fields(thing)[0].name, "other")
