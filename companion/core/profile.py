"""The facts of one box, each with how sure we are and where we know it from.

Nobody could confirm every number of every edition, so a number never stands alone: it says whether it is printed,
reported or only assumed. People check it once against their own box and the corrected profile replaces the default.
A match carries its values in its header, so an old match replays with the numbers it was played with.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NoReturn

from companion.core.record import check_text

Value = int | bool | str | tuple[int, ...] | tuple[str, ...]

WRITTEN = ("printed", "reported", "assumed")  # what a profile file may claim
CORRECTED = "corrected"  # the owner looked at the box
OWNER = "your box"
HEADER = "this match"

# Profiles also come out of files that strangers send; these keep a forged number from eating the memory.
LARGEST = 100_000
LONGEST_TEXT = 120
LONGEST_LIST = 60

_LEAF = frozenset({"v", "sure", "src", "lo", "hi", "choices"})


@dataclass(frozen=True, slots=True)
class Fact:
    """One value. Bounds and choices hold for each item of a list; the length of a list is for the box to judge."""

    path: str
    value: Value
    sure: str
    source: str
    lo: int | None = None
    hi: int | None = None
    choices: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.sure not in (*WRITTEN, CORRECTED):
            self._fail(f"nobody can be {self.sure!r}, only {', '.join(WRITTEN)} or {CORRECTED}")
        if not self.source:
            self._fail("where is it from?")
        kind = self._kind()
        if (self.lo is not None or self.hi is not None) and kind is not int:
            self._fail("only whole numbers have bounds")
        if self.choices and kind is not str:
            self._fail("only texts have choices")
        for item in self.value if isinstance(self.value, tuple) else (self.value,):
            self._check(item)

    def says(self, raw: object) -> bool:
        """Is this value, as it comes from a file, what the fact says anyway?"""
        if isinstance(self.value, tuple):
            return (
                isinstance(raw, (list, tuple))
                and [*map(type, raw)] == [*map(type, self.value)]
                and [*raw] == [*self.value]
            )
        return type(raw) is type(self.value) and raw == self.value

    def corrected(self, raw: object, source: str = OWNER) -> Fact:
        """The same fact with what somebody read off the real thing."""
        value = _value(self.path, raw)
        if isinstance(value, tuple) != isinstance(self.value, tuple):
            self._fail("a list stays a list and a single value stays single")
        items = value if isinstance(value, tuple) else (value,)
        if any(type(item) is not self._kind() for item in items):
            self._fail(f"{raw!r} is of another kind than {self.value!r}")
        if not items and self._kind() is int:
            # Numbers stand for spaces or steps, and there is always one; texts may be a botte that nobody has.
            self._fail("a list of numbers is never empty")
        return replace(self, value=value, sure=CORRECTED, source=source)

    def _kind(self) -> type:
        if self.value == ():
            return str
        return type(self.value[0] if isinstance(self.value, tuple) else self.value)

    def _check(self, item: int | str) -> None:
        if isinstance(item, str):
            try:
                check_text(item, LONGEST_TEXT)
            except ValueError as error:
                self._fail(str(error))
            if self.choices and item not in self.choices:
                self._fail(f"{item!r} is not one of {', '.join(self.choices)}")
        else:
            # Every number in a box counts something, so without bounds of its own it is still never negative.
            lo = 0 if self.lo is None else self.lo
            hi = LARGEST if self.hi is None else self.hi
            if not lo <= item <= hi:
                self._fail(f"{item} is not within {lo}..{hi}")

    def _fail(self, reason: str) -> NoReturn:
        raise ValueError(f"{self.path}: {reason}")


@dataclass(frozen=True, slots=True)
class Profile:
    """All facts of a box by dotted path, in the order of the file."""

    facts: Mapping[str, Fact] = field(repr=False)
    _under: dict[str, dict[str, Value]] = field(init=False, repr=False, compare=False)
    _names: dict[str, tuple[str, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        under: dict[str, dict[str, Value]] = {}
        names: dict[str, dict[str, None]] = {}
        for path, fact in self.facts.items():
            parts = path.split(".")
            for depth in range(len(parts)):
                table = ".".join(parts[:depth])
                under.setdefault(table, {})[".".join(parts[depth:])] = fact.value
                children = names.setdefault(table, {})
                if depth < len(parts) - 1:
                    children[parts[depth]] = None
        object.__setattr__(self, "facts", dict(self.facts))
        object.__setattr__(self, "_under", under)
        object.__setattr__(self, "_names", {table: tuple(children) for table, children in names.items()})

    @staticmethod
    def load(text: str) -> Profile:
        """Read a profile file. A ValueError names the path of the first fact that is wrong."""
        return Profile(dict(_facts("", tomllib.loads(text))))

    def __getitem__(self, path: str) -> Value:
        return self.facts[path].value

    def __contains__(self, path: object) -> bool:
        return path in self.facts

    def __iter__(self) -> Iterator[str]:
        return iter(self.facts)

    def __len__(self) -> int:
        return len(self.facts)

    def fact(self, path: str) -> Fact:
        return self.facts[path]

    # A type checker cannot know what stands behind a path, so the caller says what the table expects there.

    def number(self, path: str) -> int:
        value = self[path]
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        raise TypeError(f"{path} is not a whole number")

    def flag(self, path: str) -> bool:
        value = self[path]
        if isinstance(value, bool):
            return value
        raise TypeError(f"{path} is not a yes or no")

    def text(self, path: str) -> str:
        value = self[path]
        if isinstance(value, str):
            return value
        raise TypeError(f"{path} is not a text")

    def numbers(self, path: str) -> tuple[int, ...]:
        value = self[path]
        if isinstance(value, tuple):
            found = tuple(item for item in value if isinstance(item, int))
            if len(found) == len(value):
                return found
        raise TypeError(f"{path} is not a list of whole numbers")

    def texts(self, path: str) -> tuple[str, ...]:
        value = self[path]
        if isinstance(value, tuple):
            found = tuple(item for item in value if isinstance(item, str))
            if len(found) == len(value):
                return found
        raise TypeError(f"{path} is not a list of texts")

    def under(self, table: str) -> dict[str, Value]:
        """Everything in a table, by the rest of the path."""
        return dict(self._under[table])

    def names(self, table: str = "") -> tuple[str, ...]:
        """The tables inside a table, in order; without a name, the outermost ones."""
        return self._names[table]

    def corrected(self, corrections: Mapping[str, object]) -> Profile:
        """The profile after its owner checked the box. To confirm a value is to correct it to itself."""
        facts = dict(self.facts)
        for path, raw in corrections.items():
            if path not in facts:
                raise ValueError(f"{path}: this box has no such fact")
            facts[path] = facts[path].corrected(raw)
        return Profile(facts)

    def plain(self) -> dict[str, object]:
        """The values alone, as JSON, for the header of a match."""
        return {
            path: list(fact.value) if isinstance(fact.value, tuple) else fact.value for path, fact in self.facts.items()
        }

    def with_values(self, plain: Mapping[str, object]) -> Profile:
        """The profile an old match was played with: its header's values over these defaults.

        Facts that a later version dropped are ignored and facts it added take their default, so every match stays
        readable. Bounds apply here too; a new version may therefore widen them but not narrow them.
        """
        changed: dict[str, Fact] = {}
        for path, fact in self.facts.items():
            if path in plain and not fact.says(plain[path]):
                changed[path] = fact.corrected(plain[path], HEADER)
        # Mostly nothing has changed, and then whatever was read off this profile still holds.
        return Profile({**self.facts, **changed}) if changed else self


def _facts(above: str, table: Mapping[str, object]) -> Iterator[tuple[str, Fact]]:
    for name, inside in table.items():
        path = f"{above}.{name}" if above else name
        if not name or "." in name:
            raise ValueError(f"{path}: a name is not empty and has no dot of its own")
        if not isinstance(inside, dict) or not inside:
            raise ValueError(f"{path}: a fact is written {{ v = ..., sure = ..., src = ... }}")
        # A table may well hold a fact called "hi"; only a bare value under such a name makes it a fact itself.
        if any(key in _LEAF and not isinstance(item, dict) for key, item in inside.items()):
            yield path, _fact(path, inside)
        else:
            yield from _facts(path, inside)


def _fact(path: str, leaf: Mapping[str, object]) -> Fact:
    unknown = sorted(set(leaf) - _LEAF)
    if unknown:
        raise ValueError(f"{path}: a fact has no {unknown[0]!r}")
    if "v" not in leaf:
        raise ValueError(f"{path}: v, the value, is missing")
    sure, source = leaf.get("sure"), leaf.get("src")
    if not isinstance(sure, str) or sure not in WRITTEN:
        raise ValueError(f"{path}: sure must be one of {', '.join(WRITTEN)}, not {sure!r}")
    if not isinstance(source, str):
        raise ValueError(f"{path}: src must say where it is from")
    choices = leaf.get("choices", [])
    if not isinstance(choices, list) or not all(isinstance(choice, str) for choice in choices):
        raise ValueError(f"{path}: choices must be a list of texts")
    return Fact(
        path, _value(path, leaf["v"]), sure, source, _bound(path, leaf, "lo"), _bound(path, leaf, "hi"), tuple(choices)
    )


def _bound(path: str, leaf: Mapping[str, object], name: str) -> int | None:
    bound = leaf.get(name)
    if bound is None or type(bound) is int:
        return bound
    raise ValueError(f"{path}: {name} must be a whole number")


def _value(path: str, raw: object) -> Value:
    if isinstance(raw, (int, str)):
        return raw
    if isinstance(raw, (list, tuple)):
        if len(raw) > LONGEST_LIST:
            raise ValueError(f"{path}: the list is too long")
        numbers = tuple(item for item in raw if type(item) is int)
        if len(numbers) == len(raw):
            return numbers
        texts = tuple(item for item in raw if isinstance(item, str))
        if len(texts) == len(raw):
            return texts
        raise ValueError(f"{path}: a list holds whole numbers only or texts only")
    raise ValueError(f"{path}: {raw!r} is no whole number, yes or no, text or list of them")
