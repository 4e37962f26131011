"""What the table is asked now, and why: prompts, choices and rules as data.

A screen draws prompts; it never invents them. A choice carries the intent it stands for, so that a tap, a line
on the command line and another device all say the same thing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.core.record import Plain
from companion.core.words import ENGLISH, Line, Words


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in our own words, and where it stands in the printed ones."""

    id: str
    title: Line
    text: Line
    where: Line

    def read(self, words: Words = ENGLISH) -> dict[str, str]:
        return {
            "id": self.id,
            "title": self.title.read(words),
            "text": self.text.read(words),
            "where": self.where.read(words),
        }


@dataclass(frozen=True, slots=True)
class Ask:
    """A number the table has to supply before a choice can be taken, such as how many swords they counted."""

    name: str
    label: Line
    lo: int
    hi: int
    start: int
    first: int = 0  # people count from one where programs count from nought: what is shown is so much more

    def read(self, words: Words = ENGLISH) -> dict[str, Any]:
        form = {"name": self.name, "label": self.label.read(words), "lo": self.lo, "hi": self.hi, "start": self.start}
        return {**form, "first": self.first} if self.first else form


@dataclass(frozen=True, slots=True)
class Pick:
    """Things the table has to choose before a choice can be taken, such as which tokens are bought."""

    name: str
    label: Line
    options: tuple[tuple[str, Line], ...]
    least: int = 1
    most: int = 1
    many: bool = False  # the field is a list, even of one

    def read(self, words: Words = ENGLISH) -> dict[str, Any]:
        options = [{"value": value, "label": label.read(words)} for value, label in self.options]
        form = {"name": self.name, "label": self.label.read(words), "options": options}
        return {**form, "least": self.least, "most": self.most, "many": self.many}


@dataclass(frozen=True, slots=True)
class Choice:
    label: Line
    do: str
    fields: Plain = field(default_factory=dict)
    weight: str = "other"  # "main": what usually comes next; "other": an alternative; "quiet": rarely needed
    icon: str = ""
    ask: Ask | None = None
    asks: tuple[Ask, ...] = ()  # further numbers, each with a sensible start
    picks: tuple[Pick, ...] = ()
    dice: str = ""  # the pool this choice throws, so that real dice can be typed in instead

    def intent(self) -> dict[str, Any]:
        return {"do": self.do, "with": dict(self.fields)}

    def read(self, words: Words = ENGLISH) -> dict[str, Any]:
        form: dict[str, Any] = {"label": self.label.read(words), **self.intent(), "weight": self.weight}
        if self.ask:
            form["ask"] = self.ask.read(words)
        if self.asks:
            form["asks"] = [ask.read(words) for ask in self.asks]
        if self.picks:
            form["picks"] = [pick.read(words) for pick in self.picks]
        if self.dice:
            form["dice"] = self.dice
        return form


@dataclass(frozen=True, slots=True)
class Prompt:
    id: str
    camp: str  # whose colour the card wears: "milady", "musketeers" or "table"
    who: Line
    what: Line
    detail: Line
    rule: str
    choices: tuple[Choice, ...]
    more: Line | None = None  # a name for the other choices, where they are too many to lie open

    def read(self, words: Words = ENGLISH) -> dict[str, Any]:
        return {
            "id": self.id,
            "camp": self.camp,
            "who": self.who.read(words),
            "what": self.what.read(words),
            "detail": self.detail.read(words),
            "rule": self.rule,
            "choices": [choice.read(words) for choice in self.choices],
        }


@dataclass(frozen=True, slots=True)
class Refusal:
    """No, with the rule. `stale` marks a tap that was meant for an earlier step."""

    reason: Line
    rule: str
    overridable: bool = True
    stale: bool = False

    def read(self, words: Words = ENGLISH) -> dict[str, str]:
        return {"refused": self.reason.read(words), "rule": self.rule}


class Refused(Exception):
    """Raised inside a decision; the match turns it into a `Refusal` and changes nothing."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason.read())
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Verdict:
    winner: str  # a camp
    cause: str
    text: Line
    rule: str

    def read(self, words: Words = ENGLISH) -> dict[str, str]:
        return {"winner": self.winner, "cause": self.cause, "text": self.text.read(words), "rule": self.rule}


Rules = Mapping[str, Rule]
