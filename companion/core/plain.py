"""States as plain JSON values and back, and single values set by their path.

A state is a tree of frozen dataclasses. Because every change is written as "this path had that value and now
has this one", one generic fold serves every box, every change can say why, and a match file replays to the same
state even after a rule in the code has been mended. Everything here runs several times for each tap, so what can be
known of a type beforehand is worked out once.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar

from companion.core.record import BadForm

T = TypeVar("T")

KEPT_OUT = "kept_out"  # metadata of fields that come from the header, not from the records (the facts in force)

BARE = frozenset({int, str, bool, type(None)})


def plain(value: Any) -> Any:
    """The value as JSON: dataclasses become objects, tuples become lists."""
    kind: Any = type(value)
    if kind in BARE:
        return value
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if is_dataclass(kind):
        known: Any = kind  # is_dataclass has narrowed it to something lru_cache cannot hash
        return {name: plain(getattr(value, name)) for name in _kinds(known)}
    return value


def assign(state: T, path: str, value: Any) -> T:
    """A copy of the state in which the value at `path` ("purse", "company.aramis.life") is another one."""
    return put(state, path, value)[0]


def put(state: T, path: str, value: Any) -> tuple[T, Any]:
    """The same, with the value that was there before. If that is no other one, the state comes back as it is."""
    names = _parts(path)
    new, before = _set(state, names[0], value) if len(names) == 1 else _put(state, names, 0, None, value)
    return new, before


def look_up(state: Any, path: str) -> Any:
    for name in _parts(path):
        state = _member(state, name)
    return state


@lru_cache(maxsize=1024)
def _parts(path: str) -> tuple[str, ...]:
    return tuple(path.split("."))


def revive(kind: Any, value: Any) -> Any:
    """Turn JSON back into the declared type; BadForm when it does not fit."""
    return _reviver(kind)(value)


@lru_cache(maxsize=512)
def _reviver(kind: Any) -> Callable[[Any], Any]:
    origin = typing.get_origin(kind)
    if origin is typing.Union or origin is types.UnionType:
        return _either(typing.get_args(kind))
    if origin is tuple:
        return _row(typing.get_args(kind)[0])
    if kind is type(None):
        return _nothing
    if is_dataclass(kind):
        return _object(kind)
    if kind is bool or kind is str or kind is int:
        return _bare(kind)
    raise TypeError(f"states are made of plain values, not of {kind}")


def _bare(kind: type) -> Callable[[Any], Any]:
    def revived(value: Any) -> Any:
        if type(value) is not kind:  # true is no number
            raise BadForm(f"a value of type {kind.__name__} was expected")
        return value

    return revived


def _nothing(value: Any) -> None:
    if value is not None:
        raise BadForm("nothing was expected")


def _row(kind: Any) -> Callable[[Any], Any]:
    item = _reviver(kind)

    def revived(value: Any) -> Any:
        if not isinstance(value, (list, tuple)):
            raise BadForm("a list was expected")
        return tuple([item(entry) for entry in value])

    return revived


def _either(kinds: tuple[Any, ...]) -> Callable[[Any], Any]:
    ways = [_reviver(kind) for kind in kinds]

    def revived(value: Any) -> Any:
        for way in ways:
            try:
                return way(value)
            except BadForm:
                continue
        raise BadForm("a value of another type was expected")

    return revived


def _object(kind: Any) -> Callable[[Any], Any]:
    def revived(value: Any) -> Any:
        if isinstance(value, kind):
            return value
        if not isinstance(value, Mapping):
            raise BadForm("an object was expected")
        kinds = _kinds(kind)
        if not set(value) <= set(kinds):
            raise BadForm("an object has an unknown name")
        try:
            return kind(**{name: _reviver(kinds[name])(entry) for name, entry in value.items()})
        except TypeError:
            raise BadForm("an object lacks a name") from None

    return revived


@lru_cache(maxsize=256)
def _kinds(kind: Any) -> Mapping[str, Any]:
    """The names of an object and what each of them is."""
    hints = typing.get_type_hints(kind)
    return {f.name: hints[f.name] for f in fields(kind) if not f.metadata.get(KEPT_OUT)}


@lru_cache(maxsize=256)
def _is_object(kind: type) -> bool:
    return is_dataclass(kind)


def _put(node: Any, path: tuple[str, ...], at: int, kind: Any, value: Any) -> tuple[Any, Any]:
    """One step down the path, and all that follow. `kind` is what the node was declared as."""
    own: Any = type(node)
    name, last = path[at], at + 1 == len(path)
    if own is tuple:
        inner, index = _item(kind), _index(node, name)
        old = node[index]
        if last:
            new, before = _reviver(inner)(value), old
        else:
            new, before = _put(old, path, at + 1, inner, value)
        if new is old or new == old:
            return node, before
        return (*node[:index], new, *node[index + 1 :]), before
    if last:
        return _set(node, name, value)
    kinds = _kinds(own) if _is_object(own) else {}
    if name not in kinds:
        raise BadForm(f"there is no {name} to change")
    old = getattr(node, name)
    new, before = _put(old, path, at + 1, kinds[name], value)
    return (node, before) if new is old else (_with(node, own, name, new), before)


def _set(node: Any, name: str, value: Any) -> tuple[Any, Any]:
    """The same object with another value under this name, and the value before."""
    own = type(node)
    revived = (_REVIVERS.get(own) or _revivers(own)).get(name)
    if revived is None:
        raise BadForm(f"there is no {name} to change")
    old, new = getattr(node, name), revived(value)
    return (node, old) if new is old or new == old else (_with(node, own, name, new), old)


_REVIVERS: dict[type, Mapping[str, Callable[[Any], Any]]] = {}


def _revivers(own: type) -> Mapping[str, Callable[[Any], Any]]:
    """How each value of an object is read; worked out when the first one is met."""
    if not _is_object(own):
        return {}
    return _REVIVERS.setdefault(own, {name: _reviver(kind) for name, kind in _kinds(own).items()})


@lru_cache(maxsize=256)
def _item(kind: Any) -> Any:
    """What a row is made of."""
    return typing.get_args(kind)[0]


def _with(node: Any, kind: Any, name: str, value: Any) -> Any:
    """`dataclasses.replace` for one name, without building the whole object anew where it can be helped."""
    inside = getattr(node, "__dict__", None)
    if inside is None:
        return replace(node, **{name: value})
    new = object.__new__(kind)
    names = new.__dict__
    names.update(inside)
    names[name] = value
    return new


def _member(node: Any, name: str) -> Any:
    own: Any = type(node)
    if _is_object(own):
        if name in _kinds(own):
            return getattr(node, name)
    elif isinstance(node, tuple):
        return node[_index(node, name)]
    raise BadForm(f"there is no {name}")


def _index(node: tuple[Any, ...], name: str) -> int:
    """A member of a row by its id ("aramis") or by its place in the row ("0")."""
    for index, item in enumerate(node):
        if getattr(item, "id", None) == name:
            return index
    if name.isdecimal() and int(name) < len(node):
        return int(name)
    raise BadForm(f"there is no {name}")
