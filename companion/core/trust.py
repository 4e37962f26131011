"""What comes from a file or from another device is looked at before it counts.

The hash chain proves that nobody edited a record after it was made. It does not prove that our own code made it: a
forger can hash, too. So the shape of every part is checked here, once, and nothing behind the door has to doubt it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from companion.core import commons
from companion.core.box import Box, Slot
from companion.core.dice import Roll
from companion.core.record import BadForm, Intent, Plain
from companion.core.toss import is_coin
from companion.core.verb import check_fields
from companion.core.words import Line

S = TypeVar("S")

_TRAVELS = {"undo": "undoes", "redo": "redoes", "back_to": "undoes"}
_CHANGE = frozenset({"what", "from", "to", "why"})
_PARTS = frozenset({"changes", "rolls", "draws", "tells", "rulings", "coins"})


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
    """A result as the pen writes it. What it does to the state is judged by `check_values` and by the box."""
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
    for draw in _rows(result, "draws"):
        among = draw.get("among")
        if not isinstance(among, (list, tuple)) or draw.get("drawn") not in among:
            raise BadForm("a draw in a record is damaged")
    for row in (row for part in ("changes", "rolls", "draws", "tells") for row in _rows(result, part)):
        if not isinstance(row.get("why"), str):
            raise BadForm("a part of a record does not say why")
    coins = result.get("coins", {})
    if not isinstance(coins, Mapping) or not all(isinstance(by, str) and is_coin(coin) for by, coin in coins.items()):
        raise BadForm("the coins in a record are damaged")
    rulings = result.get("rulings", ())
    if not isinstance(rulings, (list, tuple)) or not all(isinstance(rule, str) for rule in rulings):
        raise BadForm("the rulings in a record are damaged")


class Tracked:
    """The values people may set by hand, by where they live in the state.

    Some live in rows ("company.athos.life"). Who is in such a row is settled when the match begins: a record may
    change what its members are like, but not who they are, and it calls them by their names.
    """

    def __init__(self, slots: Mapping[str, Slot]) -> None:
        self._slots = {slot.path: slot for slot in slots.values()}
        inside = [path.split(".") for path in self._slots if "." in path]
        self._rows = frozenset(parts[0] for parts in inside)
        self._members = frozenset((parts[0], parts[1]) for parts in inside)

    def check(self, what: str, to: object) -> None:
        slot = self._slots.get(what)
        if slot:
            if not slot.holds(to):
                raise BadForm(f'a record sets "{what}" to what it cannot be')
            return
        row, *rest = what.split(".")
        if row in self._rows and (len(rest) != 2 or (row, rest[0]) not in self._members or rest[1] == "id"):
            raise BadForm(f'a record sets "{what}", which is settled when a match begins')


def check_values(tracked: Tracked, result: Plain) -> None:
    """Every value the result has set fits where it is. What could not be taken in again must never be written."""
    for change in result.get("changes", ()):
        tracked.check(change["what"], change["to"])


def _rows(result: Plain, part: str) -> tuple[Mapping[str, Any], ...]:
    rows = result.get(part, ())
    if not isinstance(rows, (list, tuple)) or not all(isinstance(row, Mapping) for row in rows):
        raise BadForm(f"the {part} in a record are damaged")
    return tuple(rows)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
