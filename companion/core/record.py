"""Intent, Record and the hash chain: what people wanted, what came of it, and proof that nobody edited it.

A record is one JSON line. The same line is the journal, the wire message, the export and the regression test.
Values are JSON without fractions: whole numbers are the same on every machine, fractions are not.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Plain = Mapping[str, Any]

FORMAT = 1
LONGEST_TEXT = 2_000
DEEPEST = 12
# Beyond 2**53 other languages' JSON readers round, and two devices would disagree about a hash.
LARGEST = 2**53
LONGEST_LINE = 1_000_000


class BadForm(ValueError):
    """Something that is no intent, no record or no header. Its text is one line for people."""


_spell = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode


def canonical(value: object) -> str:
    """The one spelling of a JSON value that is hashed."""
    return _spell(value)


def digest(value: object) -> str:
    return hashlib.sha256(canonical(value).encode("utf-8")).hexdigest()


def parse(line: str | bytes) -> dict[str, Any]:
    """One JSON object from one line, or BadForm with one clear reason."""
    if len(line) > LONGEST_LINE:
        raise BadForm("the line is too long")
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
        value = json.loads(text, parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise BadForm("the line is not UTF-8 text") from None
    except RecursionError:
        raise BadForm("the line is nested too deeply") from None
    except ValueError as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        raise BadForm(f"the line is not JSON: {reason}") from None
    if not isinstance(value, dict):
        raise BadForm("the line is not a JSON object")
    return value


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not a number")


def check_plain(value: object, depth: int = 0, longest: int = LONGEST_TEXT) -> None:
    """Refuse what cannot be spelled the same everywhere: fractions, huge numbers, broken text, endless nesting."""
    kind = type(value)
    if kind is str:
        if len(value) > longest or not value.isascii():  # type: ignore[arg-type, attr-defined]
            check_text(value, longest)  # type: ignore[arg-type]
    elif kind is int:
        if not -LARGEST <= value <= LARGEST:  # type: ignore[operator]
            raise BadForm("a number is too large")
    elif value is None or kind is bool:
        return
    elif depth >= DEEPEST:
        raise BadForm("nested too deeply")
    elif isinstance(value, (list, tuple)):
        for item in value:
            check_plain(item, depth + 1, longest)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            if not isinstance(key, str):
                raise BadForm("a name is not text")
            check_text(key, longest)
            check_plain(item, depth + 1, longest)
    else:
        raise BadForm(f"{kind.__name__} is not allowed, only whole numbers, text, true, false, null and lists of them")


def check_text(text: str, longest: int = LONGEST_TEXT) -> None:
    if len(text) > longest:
        raise BadForm("a text is too long")
    if text.isascii():
        return
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise BadForm("a text is not valid Unicode") from None


@dataclass(frozen=True, slots=True)
class Intent:
    """What somebody wants done: a tap before anybody has judged it."""

    do: str
    fields: Plain = field(default_factory=dict)
    seat: str = "table"
    id: str = ""
    step: str | None = None  # the step the tap was meant for; None = whatever the step is now
    anyway: bool = False  # the table insists: record it as a house ruling

    _KEYS = frozenset({"do", "with", "seat", "id", "step", "anyway"})

    def plain(self) -> dict[str, Any]:
        form: dict[str, Any] = {"do": self.do, "with": dict(self.fields), "seat": self.seat, "id": self.id}
        if self.step is not None:
            form["step"] = self.step
        if self.anyway:
            form["anyway"] = True
        return form

    @staticmethod
    def from_plain(form: Mapping[str, Any]) -> Intent:
        unknown = set(form) - Intent._KEYS
        if unknown:
            raise BadForm(f"an intent has no {sorted(map(repr, unknown))[0]}")
        do, fields = form.get("do"), form.get("with", {})
        if not isinstance(do, str) or not do:
            raise BadForm('an intent needs "do", a word')
        if not isinstance(fields, Mapping):
            raise BadForm('"with" must be an object')
        check_text(do)
        check_plain(fields)
        seat, ident, step = form.get("seat", "table"), form.get("id", ""), form.get("step")
        anyway = form.get("anyway", False)
        for name, value in (("seat", seat), ("id", ident), ("step", step)):
            if value is None and name == "step":
                continue
            if not isinstance(value, str):
                raise BadForm(f'"{name}" must be text')
            check_text(value, 200)
        if not isinstance(anyway, bool):
            raise BadForm('"anyway" must be true or false')
        return Intent(do, dict(fields), seat, ident, step, anyway)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Record:
    """An intent that was accepted, with everything chance and the clock added to it.

    A record that was just made knows the one before it and works out its hash when somebody asks: whoever writes it
    down does so at once, a match that is only played through in the memory never does.
    """

    seq: int
    at: int  # milliseconds of the wall clock when it was accepted
    intent: Intent
    result: Plain
    before: Record | str  # the record before this one, or its hash; before the first one, the hash of the header
    _hash: str = ""

    _KEYS = frozenset({"seq", "at", "do", "with", "seat", "id", "step", "anyway", "result", "prev", "hash"})

    @staticmethod
    def make(seq: int, at: int, intent: Intent, result: Plain, before: Record | str) -> Record:
        """A new record."""
        return Record(seq, at, intent, result, before)

    @property
    def prev(self) -> str:
        return self.before if isinstance(self.before, str) else self.before.hash

    @property
    def hash(self) -> str:
        if not self._hash:
            self._chain()
        return self._hash

    def _chain(self) -> None:
        """From the first record that has no hash yet to this one; a long match must not be a deep recursion."""
        waiting: list[Record] = [self]
        while isinstance(before := waiting[-1].before, Record) and not before._hash:
            waiting.append(before)
        for record in reversed(waiting):
            object.__setattr__(record, "_hash", digest(record._body()))

    def _body(self) -> dict[str, Any]:
        return {"seq": self.seq, "at": self.at, **self.intent.plain(), "result": self.result, "prev": self.prev}

    def plain(self) -> dict[str, Any]:
        return {**self._body(), "hash": self.hash}

    def line(self) -> str:
        return canonical(self.plain())

    def is_whole(self) -> bool:
        """Does the hash fit the content?"""
        return self.hash == digest(self._body())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.plain() == other.plain()

    def __hash__(self) -> int:
        return hash(self.hash)

    def __repr__(self) -> str:
        return f"Record {self.seq} ({self.intent.do})"

    @staticmethod
    def from_plain(form: Mapping[str, Any]) -> Record:
        """Read a record back. The hash is not judged here: `is_whole` and the chain do that."""
        unknown, missing = set(form) - Record._KEYS, {"seq", "at", "result", "prev", "hash"} - set(form)
        if unknown or missing:
            raise BadForm("the line is not a record")
        seq, at, result, prev, own = (form[key] for key in ("seq", "at", "result", "prev", "hash"))
        for number in (seq, at):
            if isinstance(number, bool) or not isinstance(number, int) or abs(number) > LARGEST:
                raise BadForm("a record needs whole numbers for seq and at")
        if not isinstance(result, Mapping) or not isinstance(prev, str) or not isinstance(own, str) or not own:
            raise BadForm("the line is not a record")
        check_plain([result, prev, own])
        intent = Intent.from_plain({key: form[key] for key in form if key in Intent._KEYS})
        return Record(seq, at, intent, dict(result), prev, own)


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a match file: which box, which options, which numbers were in force."""

    match: str
    box: str
    options: Plain
    profile: Plain
    at: int = 0
    app: str = ""
    format: int = FORMAT

    _KEYS = frozenset({"format", "match", "box", "options", "profile", "at", "app"})

    def plain(self) -> dict[str, Any]:
        return {
            "format": self.format,
            "match": self.match,
            "box": self.box,
            "options": dict(self.options),
            "profile": dict(self.profile),
            "at": self.at,
            "app": self.app,
        }

    def line(self) -> str:
        return canonical(self.plain())

    def hash(self) -> str:
        return digest(self.plain())

    @staticmethod
    def from_plain(form: Mapping[str, Any]) -> Header:
        number = form.get("format")
        if isinstance(number, bool) or not isinstance(number, int):
            raise BadForm("this is not a match file")
        if number > FORMAT:
            raise BadForm(f"this match was written by a newer version of the companion (format {number})")
        texts = tuple(form.get(key) for key in ("match", "box", "app"))
        options, profile, at = form.get("options"), form.get("profile"), form.get("at")
        if not all(isinstance(text, str) for text in texts) or isinstance(at, bool) or not isinstance(at, int):
            raise BadForm("the header of this match file is damaged")
        if set(form) != Header._KEYS or not isinstance(options, Mapping) or not isinstance(profile, Mapping):
            raise BadForm("the header of this match file is damaged")
        check_plain([at, *texts, options, profile])
        match, box, app = (str(text) for text in texts)
        return Header(match, box, dict(options), dict(profile), at, app, number)
