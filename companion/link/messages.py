"""What is said once both sides have proved that they know the code: which messages there are, and their shapes.

    guest -> host   have:    how far my copy goes            host -> guest   table:   which match, how far it goes
                    do:      an intent                                       records: what you lack
                    coin:    mine for this throw                             no:      refused, and why
                    time:    what is your clock?                             known:   this intent was accepted before
                                                                             toss:    show your coin for this throw
                                                                             time:    my clock
                                                                             seats:   who sits at the table

A record is the answer to the intent whose id it carries.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.prompt import Refusal
from companion.core.record import LARGEST, BadForm, Intent, Record, canonical, check_text
from companion.core.words import Line

CHUNK = 60_000  # characters of records in one frame: far below what a frame may hold, and soon sent
# What comes of an intent must fit into a frame, too, or nobody could be told of it any more.
LONGEST_INTENT = 20_000
LONGEST_WORD = 200  # ids, hashes, coins

_NUMBER, _TEXT, _OBJECT, _LIST, _FLAG = int, str, dict, list, bool
FROM_GUEST: Mapping[str, Mapping[str, type]] = {
    "have": {"match": _TEXT, "seq": _NUMBER, "hash": _TEXT, "reign": _NUMBER},
    "do": {"intent": _OBJECT},
    "coin": {"toss": _NUMBER, "coin": _TEXT},
    "time": {"t": _NUMBER},
}
FROM_HOST: Mapping[str, Mapping[str, type]] = {
    "table": {
        "match": _TEXT, "reign": _NUMBER, "seq": _NUMBER, "hash": _TEXT, "after": _NUMBER, "header": _OBJECT
    },
    "records": {"records": _LIST},
    "no": {"id": _TEXT, "reason": _OBJECT, "rule": _TEXT, "overridable": _FLAG, "stale": _FLAG},
    "known": {"id": _TEXT, "seq": _NUMBER},
    "toss": {"toss": _NUMBER, "seq": _NUMBER, "prev": _TEXT, "intent": _OBJECT},
    "time": {"t": _NUMBER, "now": _NUMBER},
    "seats": {"seats": _LIST},
}  # fmt: skip


def checked(form: Mapping[str, Any], shapes: Mapping[str, Mapping[str, type]]) -> str:
    """The kind of a message, once its shape is what it has to be."""
    kind = form.get("m")
    shape = shapes.get(kind) if isinstance(kind, str) else None
    if shape is None:
        raise BadForm("nobody says that on the link")
    if set(form) != {"m", *shape} or not all(_fits(form[name], what) for name, what in shape.items()):
        raise BadForm(f'"{kind}" is not said like that')
    return str(kind)


def _fits(value: object, kind: type) -> bool:
    if type(value) is not kind:
        return False
    if isinstance(value, str):
        check_text(value, LONGEST_WORD)
    return not isinstance(value, int) or abs(value) <= LARGEST


def object_(form: object) -> Mapping[str, Any]:
    if not isinstance(form, Mapping):
        raise BadForm("this is no object")
    return form


def intent_of(form: Mapping[str, Any]) -> Intent:
    """BadForm if it makes no sense, or more sense than anybody can type."""
    intent = Intent.from_plain(form)
    if len(canonical(intent.plain())) > LONGEST_INTENT:
        raise BadForm("an intent is not so long")
    return intent


def seats_of(form: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Name and role of everybody at the table."""
    found = []
    for one in map(object_, form["seats"]):
        name, role = one.get("name"), one.get("role")
        if not isinstance(name, str) or not isinstance(role, str):
            raise BadForm("nobody sits at a table like that")
        check_text(name, LONGEST_WORD)
        check_text(role, LONGEST_WORD)
        found.append((name, role))
    return tuple(found)


def chunks(records: Sequence[Record]) -> list[dict[str, Any]]:
    """Records in messages of a moderate size."""
    found: list[dict[str, Any]] = []
    row: list[dict[str, Any]] = []
    size = 0
    for record in records:
        form = record.plain()
        length = len(canonical(form))
        if row and size + length > CHUNK:
            found.append({"m": "records", "records": row})
            row, size = [], 0
        row.append(form)
        size += length
    if row:
        found.append({"m": "records", "records": row})
    return found


def refused(ident: str, refusal: Refusal) -> dict[str, Any]:
    return {
        "m": "no",
        "id": ident,
        "reason": refusal.reason.plain(),
        "rule": refusal.rule,
        "overridable": refusal.overridable,
        "stale": refusal.stale,
    }


def refusal_of(form: Mapping[str, Any]) -> Refusal:
    """ValueError if its reason is no line of words."""
    return Refusal(Line.from_plain(form["reason"]), form["rule"], form["overridable"], form["stale"])
