"""What a hostile device may say: anything that ours say, with something wrong in it."""

from __future__ import annotations

import random
from typing import Any

from companion.core import commons
from companion.core.verb import Field
from tests.link.at_table import BOX

Said = dict[str, Any]

FIELDS = {**commons.FIELDS, **{name: verb.fields for name, verb in BOX.verbs.items()}}
JUNK: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 7, 2**53, 2**53 + 1, -(2**70), 1.5, "", "x", "0" * 64, "#1", "#2", "pledge-guest-",
    "table", "\ud800", "y" * 3_000, [], [[]], {}, {"": {}}, [None] * 50, ["sword"], {"m": "have"}, "athos", "louvre",
)  # fmt: skip


def deep(levels: int) -> Any:
    value: Any = []
    for _ in range(levels):
        value = [value] if levels % 2 else {"x": value}
    return value


class Mutants:
    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def value(self, field: Field) -> Any:
        dice = self.dice
        if field.choices and dice.random() < 0.8:
            return dice.choice(field.choices)
        word = dice.choice(("athos", "louvre", "paris", "quest", "purse", "4b 3r", "sword", "draw", "0" * 64, "", "x"))
        return {
            "number": dice.choice((0, 1, 2, 5, -1, 10**9)),
            "text": word,
            "flag": dice.random() < 0.5,
            "texts": [word] * dice.randint(0, 3),
            "numbers": [dice.randint(-1, 9) for _ in range(dice.randint(0, 3))],
            "value": dice.choice((word, 3, None, True)),
        }[field.kind]

    def intent(self) -> Said:
        dice = self.dice
        do = dice.choice(tuple(FIELDS))
        fields = {field.name: self.value(field) for field in FIELDS[do] if field.needed or dice.random() < 0.5}
        form: Said = {"do": do, "with": fields, "seat": dice.choice(("table", "milady", "host")), "id": self.ident()}
        if dice.random() < 0.2:
            form["step"] = dice.choice(("1.destination", "x"))
        if dice.random() < 0.3:
            form["anyway"] = True
        return form

    def ident(self) -> str:
        dice = self.dice
        return dice.choice((f"{dice.random()}", f"{dice.random()}", "again", "#3", "pledge-guest1-", "pledge-host-1"))

    def mutated(self, form: Any) -> Any:
        """One thing in it is another one."""
        dice = self.dice
        if isinstance(form, dict) and form and dice.random() < 0.85:
            name = dice.choice(tuple(form))
            what = dice.random()
            if what < 0.1:
                return {other: value for other, value in form.items() if other != name}
            if what < 0.2:
                return {**form, dice.choice(("x", "m", "coins", "seq")): dice.choice(JUNK)}
            return {**form, name: self.mutated(form[name])}
        if isinstance(form, list) and form and dice.random() < 0.85:
            at = dice.randrange(len(form))
            return [*form[:at], self.mutated(form[at]), *form[at + 1 :]]
        return deep(dice.choice((3, 20, 400, 401))) if dice.random() < 0.05 else dice.choice(JUNK)
