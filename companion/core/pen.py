"""The clerk's pen: a decision writes its changes, throws and instructions here, each with the rule behind it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Generic, NoReturn, TypeVar

from companion.core.dice import BadDice, Chance, Pool, Roll, throw
from companion.core.plain import assign, look_up, plain
from companion.core.prompt import Refusal, Refused
from companion.core.record import BadForm, Intent, Plain
from companion.core.words import Line

S = TypeVar("S")


class Pen(Generic[S]):
    """Holds the state as it becomes while one intent is being decided."""

    def __init__(self, state: S, intent: Intent, rules: Collection[str], chance: Chance, now: int) -> None:
        self.state = state
        self.intent = intent
        self.now = now
        self.chance = chance
        self._rules = rules
        self._changes: list[dict[str, Any]] = []
        self._rolls: list[dict[str, Any]] = []
        self._tells: list[dict[str, Any]] = []
        self._rulings: list[str] = []

    def given(self, name: str, otherwise: Any = None) -> Any:
        return self.intent.fields.get(name, otherwise)

    def write(self, what: str, to: Any, why: str) -> None:
        """Change one value. A change that changes nothing is not written: the log shows only what happened."""
        self._known(why)
        before, after = plain(look_up(self.state, what)), plain(to)
        if before == after:
            return
        self.state = assign(self.state, what, after)
        self._changes.append({"what": what, "from": before, "to": after, "why": why})

    def roll(self, pool: Pool, why: str, typed: Sequence[str] | None = None) -> Roll:
        """Throw the dice, or take what people read off the real ones."""
        try:
            roll = throw(pool, self.chance) if typed is None else Roll.typed_in(pool, tuple(typed))
        except BadDice as error:
            raise BadForm(str(error)) from None
        return self.keep(roll, why)

    def keep(self, roll: Roll, why: str) -> Roll:
        """Write down a roll that was made elsewhere, such as a second throw with some dice kept."""
        self._known(why)
        self._rolls.append({**roll.plain(), "why": why})
        return roll

    def tell(self, line: Line, why: str) -> None:
        """Something the people must do with the real pieces."""
        self._known(why)
        self._tells.append({**line.plain(), "why": why})

    def refuse(self, reason: Line, rule: str) -> NoReturn:
        """No, and nothing can change that: the request makes no sense on this table."""
        self._known(rule)
        raise Refused(Refusal(reason, rule, overridable=False))

    def need(self, allowed: bool, reason: Line, rule: str) -> None:
        """No by the rules; but the table is the truth, and may insist."""
        self._known(rule)
        if allowed:
            return
        if not self.intent.anyway:
            raise Refused(Refusal(reason, rule))
        if rule not in self._rulings:
            self._rulings.append(rule)

    def result(self) -> Plain:
        parts = {"changes": self._changes, "rolls": self._rolls, "tells": self._tells, "rulings": self._rulings}
        return {name: part for name, part in parts.items() if part}

    def _known(self, rule: str) -> None:
        if rule not in self._rules:
            raise LookupError(f"no rule is called {rule}: every change must be able to answer why")


def apply(state: S, result: Mapping[str, Any]) -> S:
    """The fold of every box: set the values the record says were set. No rule, no chance, no clock."""
    changes = result.get("changes", ())
    if not isinstance(changes, (list, tuple)):
        raise BadForm("the changes of a record are not a list")
    for change in changes:
        if not isinstance(change, Mapping) or not isinstance(change.get("what"), str) or "to" not in change:
            raise BadForm("a change of a record is damaged")
        state = assign(state, change["what"], change["to"])
    return state
