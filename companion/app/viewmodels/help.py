"""The help that follows the round: what each camp does in each step, in a sentence, with the rule behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.app.viewmodels.table import Why
from companion.boxes.mousquetaires.names import MILADY, MUSKETEERS, STEP_NAMES, TABLE
from companion.boxes.mousquetaires.state import CLERK, ORDER, ROMAN
from companion.core.match import Match
from companion.core.words import Line, say

_WHO = {"milady": MILADY, "musketeers": MUSKETEERS, "table": TABLE}
_CAMPS = {1: "milady", 2: "musketeers"}  # whose colour a phase wears; the others belong to both

# For each step: what a camp does, and the rules behind it.
_STEPS: Mapping[str, tuple[tuple[tuple[str, Line], ...], tuple[str, ...]]] = {
    "destination": (
        (
            ("milady", say("Lay one of your six location cards face down: there you spend this round.")),
            ("musketeers", say("Guess where she is going, and agree who rides where.")),
        ),
        ("destination", "sealed"),
    ),
    "paris": (
        (
            ("milady", say("If you hold a Paris card you may lay it out now. Tell the clerk which one.")),
            ("musketeers", say("Read what lies in Paris: unsolved, it harms you at the end of every round.")),
        ),
        ("paris-card",),
    ),
    "perfidy": (
        (
            ("milady", say("Draw one treachery card, or play one from your hand. Never both.")),
            ("musketeers", say("Do to your figures what a played card says.")),
        ),
        ("perfidy",),
    ),
    "actions": (
        (
            ("musketeers", say("One after the other takes all his actions, in any order you agree on.")),
            ("milady", say("If you are in Paris, in the Louvre or on the quest, Rochefort may step in.")),
        ),
        ("actions", "turn", "rochefort", "duel"),
    ),
    "reveal": (
        (
            ("milady", say("If they have not found you, turn your location card and act at that place.")),
            ("musketeers", say("Now you see where she was. Your swords rest.")),
        ),
        ("reveal",),
    ),
    "siege": (
        (
            ("milady", say("Throw as many red dice as the Time space shows. Only swords count.")),
            ("musketeers", say("Throw one blue die for each Combat card at La Rochelle, two for a double.")),
        ),
        ("siege",),
    ),
    "march": (
        (
            ("musketeers", say("Whoever stands at La Rochelle may give a heart to cancel one red sword.")),
            ("table", say("Moves the marker by the difference, and pays what lies on its way.")),
        ),
        ("march", "siege-reward"),
    ),
    "time": (
        (
            ("table", say("Moves the Time marker on by one space.")),
            ("musketeers", say("If it would reach Richelieu, One for all can still stop it.")),
        ),
        ("time",),
    ),
    "louvre": (
        (
            ("table", say("Lets the Louvre marker fall. Low down it costs the Queen her honour.")),
            ("milady", say("If the mission fails, draw a treachery card and take your adversaries back.")),
        ),
        ("louvre", "louvre-failed"),
    ),
    "aftermath": (
        (
            ("milady", say("If a Paris card still lies there, it works now. Throw for Constance if it says so.")),
            ("table", say("Then begins the next round.")),
        ),
        ("paris-effect",),
    ),
}
# How the musketeers' phase is written down depends on how closely the clerk follows.
_TELL_ACTIONS = {
    True: say("Writes down every action as you tap it, and says what is allowed."),
    False: say("Only wants to hear which missions were accomplished, and when all have acted."),
}
_NOBODY: Mapping[str, Line] = {
    "destination": say("Nobody plays Milady: tap, and her place is drawn, face up."),
    "paris": say("Nobody plays Milady: a new card comes the round after the last one was solved."),
    "perfidy": say("Nobody plays Milady: tap, and one treachery card is drawn and played."),
    "actions": say("Nobody plays Milady: when Rochefort steps in, throw the red dice for him."),
    "reveal": say("Nobody plays Milady: tap, and everybody can check what was drawn for her."),
    "siege": say("Nobody plays Milady: throw her red dice for her. Only swords count."),
    "louvre": say("Nobody plays Milady: the clerk says what becomes of her cards."),
    "aftermath": say("If a Paris card still lies there, it works now. Throw for Constance if it says so."),
}
ALWAYS = "*"  # the chapter that belongs to no phase
_ALWAYS: tuple[tuple[Line, str, Line, str], ...] = (
    (
        say("One for all"),
        "musketeers",
        say("Play the card whenever you like, even in the face of defeat."),
        "one-for-all",
    ),
    (
        say("The table is right"),
        "table",
        say("Tap a token on the drawn board to set it as it lies on the real one."),
        "correction",
    ),
    (
        say("Taking back"),
        "table",
        say("Undo takes back the last thing. In the log you can go back as far as you like."),
        "undo",
    ),
)

# What companion.app.keys listens to.
KEYS: tuple[Line, ...] = (
    say("Enter, space or N: what usually comes next"),
    say("R: roll the dice"),
    say("U or Ctrl+Z: undo"),
    say("Y or Ctrl+Y: redo"),
    say("W or ?: why?"),
    say("H or F1: help"),
    say("1 to 5: the pages"),
    say("Space, held: look behind Milady's curtain"),
    say("Escape: back"),
)


@dataclass(frozen=True, slots=True)
class HelpStep:
    name: str
    title: str
    now: bool
    parts: tuple[tuple[str, str, str], ...]  # camp, its name, what it does
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    sign: str
    title: str
    camp: str
    now: bool
    steps: tuple[HelpStep, ...]


class HelpModel:
    def __init__(self, match: Match[Any], view: Mapping[str, Any], read: Callable[[Line | None], str]) -> None:
        self._match, self._view, self._read = match, view, read

    @property
    def present(self) -> str:
        return self._view["phase"]

    def chapters(self) -> tuple[Chapter, ...]:
        step = self._view["step"].split(".")[1]
        over = bool(self._view["verdict"])
        phases = tuple(
            Chapter(
                sign,
                self._read(title),
                _CAMPS.get(number, "table"),
                sign == self.present and not over,
                tuple(self._step(name, name == step and not over) for name, phase in ORDER if phase == number),
            )
            for (sign, title), number in zip(self._match.box.phases, ROMAN, strict=True)
        )
        always = tuple(
            HelpStep(rule, self._read(title), False, (self._part(camp, text),), (rule,))
            for title, camp, text, rule in _ALWAYS
        )
        return (*phases, Chapter(ALWAYS, self._read(say("At any time")), "table", False, always))

    def _step(self, name: str, now: bool) -> HelpStep:
        told, rules = _STEPS[name]
        parts = list(told)
        if not self._view["milady"]["played"]:
            parts = [(camp, _NOBODY[name] if camp == "milady" else text) for camp, text in parts]
            rules = (*rules, "no-milady")
        if name == "actions":
            parts.append(("table", _TELL_ACTIONS[self._view["depth"] == CLERK]))
        return HelpStep(
            name, self._read(STEP_NAMES[name]), now, tuple(self._part(camp, text) for camp, text in parts), rules
        )

    def _part(self, camp: str, text: Line) -> tuple[str, str, str]:
        return camp, self._read(_WHO[camp]), self._read(text)

    def reasons(self, rules: tuple[str, ...]) -> tuple[Why, ...]:
        found = [self._match.rule(rule) for rule in rules]
        return tuple(Why(self._read(rule.title), self._read(rule.text), self._read(rule.where)) for rule in found)
