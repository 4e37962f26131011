"""What comes from a file or from another device is looked at before it counts.

The hash chain proves that nobody edited a record after it was made. It does not prove that our own code made it: a
forger can hash, too. So the shape of every part is checked here, once, and nothing behind the door has to doubt it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from companion.core import commons
from companion.core.box import Box
from companion.core.dice import Roll
from companion.core.plain import look_up
from companion.core.record import BadForm, Intent, Plain
from companion.core.verb import check_fields
from companion.core.words import Line

S = TypeVar("S")

_TRAVELS = {"undo": "undoes", "redo": "redoes", "back_to": "undoes"}
_CHANGE = frozenset({"what", "from", "to", "why"})
_PARTS = frozenset({"changes", "rolls", "tells", "rulings"})


def check_intent(box: Box[Any], intent: Intent) -> None:
    """An intent that this box knows, with fields of the right kind."""
    if intent.do in commons.FIELDS:
        check_fields(intent.do, commons.FIELDS[intent.do], intent.fields)
        return
    verb = box.verbs.get(intent.do)
    if verb is None:
        raise BadForm(f'there is no intent called "{intent.do}"')
    verb.check(intent.fields)


def check_result(box: Box[S], state: S, do: str, result: Plain) -> None:
    """A result as the pen writes it. What it does to the state is judged by `check_state`."""
    if do in _TRAVELS:
        seqs = result.get(_TRAVELS[do])
        if set(result) != {_TRAVELS[do]} or not isinstance(seqs, (list, tuple)) or not all(map(_is_number, seqs)):
            raise BadForm("a record does not say what it takes back")
        return
    if not set(result) <= _PARTS:
        raise BadForm("a record has an unknown part")
    for change in _rows(result, "changes"):
        if set(change) != _CHANGE or not isinstance(change["what"], str):
            raise BadForm("a change in a record is damaged")
    try:
        for roll in _rows(result, "rolls"):
            Roll.from_plain(roll, box.dice(state))
        for tell in _rows(result, "tells"):
            Line.from_plain({name: part for name, part in tell.items() if name != "why"}).read()
    except BadForm:
        raise
    except ValueError:
        raise BadForm("a roll or a line in a record is damaged") from None
    for row in (*_rows(result, "changes"), *_rows(result, "rolls"), *_rows(result, "tells")):
        if not isinstance(row.get("why"), str):
            raise BadForm("a part of a record does not say why")
    rulings = result.get("rulings", ())
    if not isinstance(rulings, (list, tuple)) or not all(isinstance(rule, str) for rule in rulings):
        raise BadForm("the rulings in a record are damaged")


def check_state(box: Box[S], state: S) -> None:
    """A state in which every tracked value is on its track, and which the box itself finds possible."""
    box.check(state)
    for name, slot in box.slots(state).items():
        if not slot.holds(look_up(state, slot.path)):
            raise BadForm(f'a record sets "{name}" to what it cannot be')


def _rows(result: Plain, part: str) -> tuple[Mapping[str, Any], ...]:
    rows = result.get(part, ())
    if not isinstance(rows, (list, tuple)) or not all(isinstance(row, Mapping) for row in rows):
        raise BadForm(f"the {part} in a record are damaged")
    return tuple(rows)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
