"""Sentences as data, so that a line written in one language can be read in another.

Nothing below the app builds a sentence by gluing. A rule, a log line or a refusal is a `Line`: an English
pattern (which is also its key in the catalogues) and the values that go into it. It becomes text only when
somebody reads it, in the reader's language.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol, Union

Value = Union[str, int, "Line"]


class Words(Protocol):
    """What a catalogue must offer; `gettext.NullTranslations` and its children do."""

    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, one: str, many: str, n: int, /) -> str: ...


class English:
    """The catalogue of the source language: every pattern stands for itself."""

    def gettext(self, message: str, /) -> str:
        return message

    def ngettext(self, one: str, many: str, n: int, /) -> str:
        return one if n == 1 else many


ENGLISH: Words = English()
DEEPEST = 6  # a line inside a line; nobody speaks in more
_PLACE = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    many: str = ""
    args: tuple[tuple[str, Value], ...] = ()  # sorted by name, so that a line read back equals the one written

    def read(self, words: Words = ENGLISH) -> str:
        values = {name: value.read(words) if isinstance(value, Line) else value for name, value in self.args}
        if self.many:
            n = values.get("n")
            pattern = words.ngettext(self.text, self.many, n if isinstance(n, int) else 0)
        else:
            # gettext answers the empty key with the catalogue's own header
            pattern = words.gettext(self.text) if self.text else ""
        # Not str.format: lines come from files and other devices, and format can be made to look into objects,
        # to fill the memory or to fail. An unknown name simply stays as it stands.
        return _PLACE.sub(lambda found: str(values.get(found[1], found[0])), pattern)

    def plain(self) -> dict[str, object]:
        """The line as JSON values."""
        form: dict[str, object] = {"say": self.text}
        if self.many:
            form["many"] = self.many
        if self.args:
            form["with"] = {name: value.plain() if isinstance(value, Line) else value for name, value in self.args}
        return form

    @staticmethod
    def from_plain(form: object, depth: int = 0) -> Line:
        if depth > DEEPEST or not isinstance(form, Mapping) or not isinstance(form.get("say"), str):
            raise ValueError("not a line of words")
        many, given = form.get("many", ""), form.get("with", {})
        if not isinstance(many, str) or not isinstance(given, Mapping):
            raise ValueError("not a line of words")
        args: list[tuple[str, Value]] = []
        for name, value in given.items():
            if isinstance(value, Mapping):
                args.append((str(name), Line.from_plain(value, depth + 1)))
            elif isinstance(value, (str, int)):
                args.append((str(name), value))
            else:
                raise ValueError("not a line of words")
        return Line(form["say"], many, tuple(sorted(args)))


def say(text: str, /, **values: Value) -> Line:
    """A line. The name is what the catalogue extractor looks for, so the text must be a literal."""
    if not values:
        return _bare(text)
    return Line(text, "", tuple(sorted(values.items()) if len(values) > 1 else values.items()))


@lru_cache(maxsize=4096)
def _bare(text: str) -> Line:
    return Line(text)


def say_n(one: str, many: str, n: int, /, **values: Value) -> Line:
    """A line whose grammar depends on a number, which it can show as {n}."""
    return Line(one, many, tuple(sorted({**values, "n": n}.items())))
