"""The clerk's pen: a decision writes its changes, throws and instructions here, each with the rule behind it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Generic, NoReturn, TypeVar

from companion.core.dice import BadDice, Chance, Pool, Roll, pick, throw
from companion.core.fate import MemoryVault, Vault, fate_for
from companion.core.plain import BARE, assign, plain, put
from companion.core.prompt import Refusal, Refused
from companion.core.record import BadForm, Intent, Plain
from companion.core.words import Line

S = TypeVar("S")


class Pen(Generic[S]):
    """Holds the state as it becomes while one intent is being decided."""

    __slots__ = (
        "_changes", "_draws", "_fate", "_rolls", "_rules", "_rulings", "_tells",
        "chance", "intent", "match", "now", "private", "seq", "state", "vault",
    )  # fmt: skip

    def __init__(
        self,
        state: S,
        intent: Intent,
        rules: Collection[str],
        chance: Chance,
        now: int,
        *,
        match: str = "",
        seq: int = 0,
        vault: Vault | None = None,
        private: Chance | None = None,
    ) -> None:
        self.state = state
        self.intent = intent
        self.now = now
        self.chance = chance
        # What is drawn for a secret. Chance itself may be something that everybody can work out.
        self.private: Chance = private or chance
        self.match = match
        self.seq = seq
        self.vault: Vault = vault or MemoryVault()
        self._rules = rules
        self._fate: Chance | None = None
        self._changes: list[dict[str, Any]] = []
        self._rolls: list[dict[str, Any]] = []
        self._tells: list[dict[str, Any]] = []
        self._draws: list[dict[str, Any]] = []
        self._rulings: list[str] = []

    def given(self, name: str, otherwise: Any = None) -> Any:
        return self.intent.fields.get(name, otherwise)

    def write(self, what: str, to: Any, why: str) -> None:
        """Change one value. A change that changes nothing is not written: the log shows only what happened."""
        if why not in self._rules:
            self._known(why)
        after, before = put(self.state, what, to)
        if after is self.state:
            return
        self.state = after
        if type(to) not in BARE or type(before) not in BARE:
            before, to = plain(before), plain(to)
        self._changes.append({"what": what, "from": before, "to": to, "why": why})

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

    def draw(self, among: Sequence[str], round: int, why: str) -> str:
        """One of these, as the sealed fate of the round has it."""
        self._known(why)
        if self._fate is None:
            opening = self.vault.opening(round)
            if opening is None:
                raise LookupError("no fate is sealed for this round")
            self._fate = fate_for(opening, self.seq)
        drawn = pick(among, self._fate)
        self._draws.append({"among": list(among), "drawn": drawn, "why": why})
        return drawn

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
        if rule not in self._rules:
            self._known(rule)
        if allowed:
            return
        if not self.intent.anyway:
            raise Refused(Refusal(reason, rule))
        if rule not in self._rulings:
            self._rulings.append(rule)

    def result(self) -> Plain:
        parts = (
            ("changes", self._changes),
            ("rolls", self._rolls),
            ("draws", self._draws),
            ("tells", self._tells),
            ("rulings", self._rulings),
        )
        return {name: part for name, part in parts if part}

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
