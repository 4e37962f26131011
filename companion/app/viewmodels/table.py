"""What the table screen shows: the ribbon, the NOW card, what just happened, how near each defeat is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.app.viewmodels.voice import REMIND, TEACH, TERSE
from companion.core.match import Match
from companion.core.plain import look_up
from companion.core.prompt import Choice, Prompt, Refusal
from companion.core.words import Line, say

OPEN_CHOICES = 3  # so many others lie open beside the main one; more go behind one button
ICONS = {
    "time": "timer-sand",
    "queen": "crown",
    "rochelle": "castle",
    "constance": "flower-tulip",
    "quest": "diamond-stone",
}
# Names that have room in a quarter of a phone.
_SHORT = {"queen": say("The Queen"), "quest": say("Quest")}
# What has a page of its own does not also lie about on every card: one button leads there.
_ELSEWHERE = {"one_for_all": ("sword-cross", say("One for all …"), "oneforall")}
_BOOKKEEPING = {"step", "round"}  # changes that the ribbon shows anyway


@dataclass(frozen=True, slots=True)
class Button:
    text: str
    icon: str
    choice: Choice


@dataclass(frozen=True, slots=True)
class Lead:
    """A button that opens a page."""

    text: str
    icon: str
    page: str
    weight: str = "quiet"  # as of a choice


@dataclass(frozen=True, slots=True)
class Now:
    camp: str
    who: str
    what: str
    detail: str
    rule: str
    main: tuple[Button, ...]
    others: tuple[Button, ...]
    quiet: tuple[Button, ...]
    folded: str  # the name of the one button behind which the others wait; empty if they lie open
    leads: tuple[Lead, ...] = ()
    lesson: str = ""  # the rule itself, for those who are learning
    tucked: bool = False  # the others stay behind their button even where there is room


@dataclass(frozen=True, slots=True)
class Nearness:
    icon: str
    name: str
    left: int
    of: int

    @property
    def close(self) -> bool:
        """Near enough to worry."""
        return self.left <= 2


@dataclass(frozen=True, slots=True)
class Why:
    title: str
    text: str
    where: str


class TableModel:
    def __init__(self, match: Match[Any], read: Callable[[Line | None], str]) -> None:
        self.match = match
        self._read = read
        self.voice = REMIND
        self.veil: Callable[[Now, Prompt], Now] | None = None  # what Milady's secret makes of the card
        self.seat: Callable[[Now, Prompt], Now] | None = None  # what it is from where this device sits
        self.may: Callable[[str, Mapping[str, Any]], Refusal | None] = lambda do, fields: None
        self.refresh()

    def refresh(self) -> None:
        self.view: Mapping[str, Any] = self.match.view()
        self.step: str = self.view["step"]
        prompts = self.match.prompts()
        self._asked = prompts[0] if prompts else None  # with what is for others to choose
        self.prompt: Prompt | None = self._for_here(self._asked) if self._asked else None

    def _for_here(self, asked: Prompt) -> Prompt:
        """What is not for this device to do is not offered on it."""
        return replace(
            asked, choices=tuple(choice for choice in asked.choices if not self.may(choice.do, choice.fields))
        )

    @property
    def looks_on(self) -> bool:
        """Does nothing that is done here count?"""
        return self.may("undo", {}) is not None

    @property
    def title(self) -> str:
        return self._read(self.match.box.title)

    @property
    def round(self) -> str:
        return self._read(say("Round {n}", n=self.view["round"]))

    @property
    def phases(self) -> tuple[tuple[str, str, bool], ...]:
        return tuple((sign, self._read(name), sign == self.view["phase"]) for sign, name in self.match.box.phases)

    @property
    def now(self) -> Now | None:
        if self.prompt is None:
            return None
        now = self._card(self.prompt)
        now = self.veil(now, self.prompt) if self.veil else now
        return self.seat(now, self._asked) if self.seat and self._asked else now

    def _card(self, prompt: Prompt) -> Now:
        by = {
            weight: tuple(
                Button(_begun(self._read(choice.label)), choice.icon, choice)
                for choice in prompt.choices
                if choice.weight == weight and not _leads(choice)
            )
            for weight in ("main", "other", "quiet")
        }
        folded = self._read(prompt.more) if prompt.more and len(by["other"]) > OPEN_CHOICES else ""
        return Now(
            prompt.camp,
            self._read(prompt.who),
            _begun(self._read(prompt.what)),
            self._read(prompt.detail) if self.voice != TERSE else "",
            prompt.rule,
            by["main"],
            by["other"],
            by["quiet"],
            folded,
            tuple(
                Lead(self._read(words), icon, page)
                for verb, (icon, words, page) in _ELSEWHERE.items()
                if any(choice.do == verb and _leads(choice) for choice in prompt.choices)
            ),
            self._read(self.match.rule(prompt.rule).text) if self.voice == TEACH else "",
        )

    @property
    def verdict(self) -> tuple[str, str, str] | None:
        """Winner, headline, reason."""
        verdict = self.match.verdict()
        if verdict is None:
            return None
        headline = say("Milady wins") if verdict.winner == "milady" else say("The musketeers win")
        return verdict.winner, self._read(headline), self._read(verdict.text)

    @property
    def verdict_rule(self) -> str:
        verdict = self.match.verdict()
        return verdict.rule if verdict else ""

    @property
    def undo(self) -> str:
        label = self.match.undo_label()
        return self._read(say("Undo: {what}", what=label)) if label and not self.looks_on else ""

    @property
    def lately(self) -> str:
        """What was done last; where it can be taken back, as the words that do so."""
        label = self.match.undo_label()
        return self.undo or (_begun(self._read(label)) if label else "")

    @property
    def redo(self) -> str:
        label = self.match.redo_label()
        return self._read(say("Redo: {what}", what=label)) if label and not self.looks_on else ""

    @property
    def nearness(self) -> tuple[Nearness, ...]:
        slots = self.match.slots
        return tuple(
            Nearness(
                ICONS.get(danger["cause"], "alert"),
                self._read(_SHORT.get(danger["cause"]) or slots[danger["cause"]].label),
                danger["left"],
                danger["of"],
            )
            for danger in self.view.get("dangers", ())
        )

    @property
    def happened(self) -> tuple[str, ...]:
        """The last record that counts, in sentences: what moved, what was thrown, what to do with the real pieces."""
        result = self.match.last_change()
        labels = {slot.path: slot.label for slot in self.match.slots.values()}
        lines = []
        for roll in result.get("rolls", ()):
            lines.append(say("Rolled: {faces}", faces=self._faces(roll)))
        for change in result.get("changes", ()):
            what, before, after = change["what"], change["from"], change["to"]
            if what in labels and what not in _BOOKKEEPING and isinstance(after, int) and not isinstance(after, bool):
                lines.append(say("{what}: {before} › {after}", what=labels[what], before=before, after=after))
        told = [
            Line.from_plain({key: part for key, part in tell.items() if key != "why"})
            for tell in result.get("tells", ())
        ]
        return tuple(_begun(self._read(line)) for line in (*lines, *told))

    def _faces(self, roll: Mapping[str, Any]) -> str:
        names = {"sword": say("sword"), "shield": say("shield"), "lily": say("lily")}
        return ", ".join(self._read(names[face]) if face in names else face for face in roll["faces"])

    def why(self, rule_ids: tuple[str, ...]) -> tuple[Why, ...]:
        rules = [self.match.rule(rule_id) for rule_id in dict.fromkeys(rule_ids)]
        return tuple(Why(self._read(rule.title), self._read(rule.text), self._read(rule.where)) for rule in rules)

    def why_now(self) -> tuple[Why, ...]:
        if self.prompt:
            return self.why((self.prompt.rule,))
        return self.why((self.verdict_rule,)) if self.verdict_rule else ()

    def why_happened(self) -> tuple[Why, ...]:
        """The rules behind the last changes; that the round goes on needs no explaining beside them."""
        result = self.match.last_change()
        ids = [part["why"] for name in ("rolls", "changes", "tells") for part in result.get(name, ())]
        told = [rule for rule in ids if rule != "round"] or ids
        return self.why(tuple(told))

    def values_of(self, name: str) -> tuple[str, int, tuple[int, ...]]:
        """Label, present value and all possible values of a tracked number, for setting it by hand."""
        slot = self.match.slots[name]
        return self._read(slot.label), look_up(self.match.state, slot.path), tuple(range(slot.lo, slot.hi + 1))


def _leads(choice: Choice) -> bool:
    """Has it a page of its own? Where it decides the match it is the main choice, and stays on the card."""
    return choice.do in _ELSEWHERE and choice.weight == "quiet"


def _begun(text: str) -> str:
    """What stands inside a sentence elsewhere begins one on a button."""
    return text[:1].upper() + text[1:]
