"""The house rules before a match: each point on which the sheets disagree, our ruling, and what the table decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.boxes.mousquetaires.houses import HOUSE_RULES, with_house_rules
from companion.core.profile import Profile
from companion.core.record import BadForm
from companion.core.words import Line, say, say_n


@dataclass(frozen=True, slots=True)
class HouseRow:
    name: str
    question: str
    answer: str
    ruling: str  # whose it is: ours, or what ours would be
    changed: bool
    number: bool  # set with minus and plus; the others change with a tap
    value: int
    lo: int
    hi: int


class HouseRules:
    def __init__(self, profile: Profile, read: Callable[[Line | None], str]) -> None:
        self._profile = profile
        self._read = read
        self.chosen: dict[str, Any] = {}

    def recall(self, kept: object) -> None:
        """What was chosen last time, as far as it still makes sense. Whatever says the same as we do is no choice."""
        self.chosen = {}
        for name, value in kept.items() if isinstance(kept, Mapping) else ():
            if name in HOUSE_RULES and self._differs(name, value):
                self.chosen[name] = value

    def _differs(self, name: str, value: object) -> bool:
        try:
            return with_house_rules(self._profile, {name: value})[HOUSE_RULES[name].path] != self._ours(name)
        except (BadForm, TypeError):
            return False

    def _ours(self, name: str) -> Any:
        return self._profile[HOUSE_RULES[name].path]

    @property
    def summary(self) -> str:
        if not self.chosen:
            return self._read(say("House rules: as we rule"))
        return self._read(say_n("House rules: {n} changed", "House rules: {n} changed", len(self.chosen)))

    def rows(self) -> tuple[HouseRow, ...]:
        return tuple(self._row(name) for name in HOUSE_RULES)

    def _row(self, name: str) -> HouseRow:
        rule, ours = HOUSE_RULES[name], self._ours(name)
        value, fact = self.chosen.get(name, ours), self._profile.fact(rule.path)
        changed = name in self.chosen
        ruling = (
            say("your house rule; ours: {answer}", answer=self._answer(name, ours)) if changed else say("our ruling")
        )
        number = type(ours) is int
        lo, hi = (fact.lo or 0, 9 if fact.hi is None else fact.hi) if number else (0, 0)
        return HouseRow(
            name,
            self._read(rule.question),
            self._read(self._answer(name, value)),
            self._read(ruling),
            changed,
            number,
            value if number else 0,
            lo,
            hi,
        )

    @staticmethod
    def _answer(name: str, value: Any) -> Line:
        if isinstance(value, bool):
            return say("Yes") if value else say("No")
        words = dict(HOUSE_RULES[name].answers)
        return words[value] if value in words else Line(str(value))

    def switch(self, name: str) -> None:
        """The next answer; after the last one, the first."""
        ours = self._ours(name)
        answers = [True, False] if isinstance(ours, bool) else [value for value, _ in HOUSE_RULES[name].answers]
        now = self.chosen.get(name, ours)
        self.put(name, answers[(answers.index(now) + 1) % len(answers)])

    def put(self, name: str, value: Any) -> None:
        if value == self._ours(name):
            self.chosen.pop(name, None)
        else:
            self.chosen[name] = value

    def as_ours(self) -> None:
        self.chosen = {}
