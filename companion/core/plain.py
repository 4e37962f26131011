"""States as plain JSON values and back, and single values set by their path.

A state is a tree of frozen dataclasses. Because every change is written as "this path had that value and now
has this one", one generic fold serves every box, every change can say why, and a match file replays to the same
state even after a rule in the code has been mended.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Hashable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar

from companion.core.record import BadForm

T = TypeVar("T")

KEPT_OUT = "kept_out"  # metadata of fields that come from the header, not from the records (the facts in force)


def plain(value: Any) -> Any:
    """The value as JSON: dataclasses become objects, tuples become lists."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value) if not f.metadata.get(KEPT_OUT)}
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return value


def assign(state: T, path: str, value: Any) -> T:
    """A copy of the state in which the value at `path` ("purse", "musketeers.aramis.life") is another one."""
    return typing.cast(T, _assign(state, type(state), path.split("."), value))


def look_up(state: Any, path: str) -> Any:
    for name in path.split("."):
        state = _member(state, name)
    return state


def revive(kind: Any, value: Any) -> Any:
    """Turn JSON back into the declared type; BadForm when it does not fit."""
    origin = typing.get_origin(kind)
    if origin is typing.Union or origin is types.UnionType:
        return _revive_union(typing.get_args(kind), value)
    if origin is tuple:
        if not isinstance(value, (list, tuple)):
            raise BadForm("a list was expected")
        item = typing.get_args(kind)[0]
        return tuple(revive(item, entry) for entry in value)
    if kind is type(None):
        if value is not None:
            raise BadForm("nothing was expected")
        return None
    if is_dataclass(kind):
        return _revive_dataclass(kind, value)
    if kind is bool or kind is str or kind is int:
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise BadForm(f"a value of type {kind.__name__} was expected")
        return value
    raise TypeError(f"states are made of plain values, not of {kind}")


def _revive_union(kinds: tuple[Any, ...], value: Any) -> Any:
    if value is None and type(None) in kinds:
        return None
    for kind in kinds:
        if kind is type(None):
            continue
        try:
            return revive(kind, value)
        except BadForm:
            continue
    raise BadForm("a value of another type was expected")


def _revive_dataclass(kind: Any, value: Any) -> Any:
    if isinstance(value, kind):
        return value
    if not isinstance(value, Mapping):
        raise BadForm("an object was expected")
    hints = _hints(kind)
    if not set(value) <= set(hints):
        raise BadForm("an object has an unknown name")
    try:
        return kind(**{name: revive(hints[name], entry) for name, entry in value.items()})
    except TypeError:
        raise BadForm("an object lacks a name") from None


@lru_cache(maxsize=256)
def _hints(kind: Hashable) -> Mapping[str, Any]:
    known: Any = kind
    hints = typing.get_type_hints(known)
    return {f.name: hints[f.name] for f in fields(known) if not f.metadata.get(KEPT_OUT)}


def _assign(node: Any, kind: Any, path: list[str], value: Any) -> Any:
    name, rest = path[0], path[1:]
    if isinstance(node, tuple):
        index, item = _index(node, name), typing.get_args(kind)[0]
        new = _assign(node[index], item, rest, value) if rest else revive(item, value)
        return (*node[:index], new, *node[index + 1 :])
    if not is_dataclass(node) or isinstance(node, type):
        raise BadForm(f"there is no {name} to change")
    own: Any = type(node)
    hints = _hints(own)
    if name not in hints:
        raise BadForm(f"there is no {name} to change")
    new = _assign(getattr(node, name), hints[name], rest, value) if rest else revive(hints[name], value)
    return replace(node, **{name: new})


def _member(node: Any, name: str) -> Any:
    if isinstance(node, tuple):
        return node[_index(node, name)]
    own: Any = type(node)
    if is_dataclass(node) and name in _hints(own):
        return getattr(node, name)
    raise BadForm(f"there is no {name}")


def _index(node: tuple[Any, ...], name: str) -> int:
    """A member of a row by its id ("aramis") or by its place in the row ("0")."""
    for index, item in enumerate(node):
        if getattr(item, "id", None) == name:
            return index
    if name.isdecimal() and int(name) < len(node):
        return int(name)
    raise BadForm(f"there is no {name}")
