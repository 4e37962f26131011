"""One verb = one thing people can ask the clerk to do: its fields, how it is decided, what it is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from companion.core.record import BadForm, Record
from companion.core.words import ENGLISH, Line, Words

if TYPE_CHECKING:
    from companion.core.pen import Pen

S = TypeVar("S")

_KINDS: Mapping[str, Callable[[Any], bool]] = {
    "number": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "text": lambda value: isinstance(value, str),
    "flag": lambda value: isinstance(value, bool),
    "texts": lambda value: isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value),
    "numbers": lambda value: (
        isinstance(value, (list, tuple)) and all(isinstance(item, int) and not isinstance(item, bool) for item in value)
    ),
    "value": lambda value: value is None or isinstance(value, (int, str)),
}

_NAMES: Mapping[str, str] = {
    "number": "a number",
    "text": "a text",
    "flag": "true or false",
    "texts": "a list of texts",
    "numbers": "a list of numbers",
    "value": "a number, a text, true or false",
}


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    kind: str  # one of number, text, flag, texts, numbers, value (a number, a text, true or false)
    help: Line
    needed: bool = True
    choices: tuple[str, ...] = ()

    def check(self, value: Any) -> None:
        if not _KINDS[self.kind](value):
            raise BadForm(f'"{self.name}" must be {_NAMES[self.kind]}, not {_name_of(value)}')
        if self.choices and value not in self.choices:
            raise BadForm(f'"{self.name}" must be one of {", ".join(self.choices)}')

    def read(self, words: Words = ENGLISH) -> dict[str, Any]:
        form: dict[str, Any] = {"kind": self.kind, "needed": self.needed, "help": self.help.read(words)}
        if self.choices:
            form["choices"] = list(self.choices)
        return form


@dataclass(frozen=True, slots=True)
class Verb(Generic[S]):
    do: str
    help: Line
    decide: Callable[[Pen[S]], None]
    label: Callable[[Record], Line]
    fields: tuple[Field, ...] = ()
    camp: str = ""  # whose it is to do, "milady" or "musketeers"; empty: anybody's who plays
    secret: bool = False  # only the device that keeps the camp's secret can know what is right to say

    def check(self, given: Mapping[str, Any]) -> None:
        check_fields(self.do, self.fields, given)

    def read(self, words: Words = ENGLISH) -> dict[str, Any]:
        return describe_verb(self.do, self.help, self.fields, words)


def check_fields(do: str, fields: tuple[Field, ...], given: Mapping[str, Any]) -> None:
    known = sum(field.name in given for field in fields)
    if known != len(given):
        stranger = next(name for name in given if not any(field.name == name for field in fields))
        raise BadForm(f'"{do}" has no field "{stranger}"')
    for field in fields:
        if field.name in given:
            field.check(given[field.name])
        elif field.needed:
            raise BadForm(f'"{do}" needs "{field.name}"')


def describe_verb(do: str, help_line: Line, fields: tuple[Field, ...], words: Words) -> dict[str, Any]:
    return {"do": do, "help": help_line.read(words), "fields": {field.name: field.read(words) for field in fields}}


def _name_of(value: Any) -> str:
    if value is None:
        return "nothing"
    names = {bool: "true or false", int: "a number", str: "text", list: "a list", tuple: "a list"}
    return names.get(type(value), "an object")
