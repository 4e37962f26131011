"""The box as the shelf sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any

from companion.boxes.mousquetaires import her_word, lots, possible, proof, slots, vocabulary
from companion.boxes.mousquetaires.asks import ask
from companion.boxes.mousquetaires.names import PHASES
from companion.boxes.mousquetaires.rules import RULES
from companion.boxes.mousquetaires.seal import shown_by
from companion.boxes.mousquetaires.setup import set_up
from companion.boxes.mousquetaires.state import State
from companion.boxes.mousquetaires.verdict import can_escape, judge
from companion.boxes.mousquetaires.view import view
from companion.core.box import Finding, Slot
from companion.core.dice import Die
from companion.core.pen import Pen
from companion.core.profile import Profile
from companion.core.prompt import Prompt, Verdict
from companion.core.record import Header, Intent, Plain, Record
from companion.core.sealed import Opening
from companion.core.verb import Verb
from companion.core.words import say


def _in_order(verb: Verb[State]) -> Verb[State]:
    """While a defeat can still be averted or something that was begun waits for an answer, nothing else is decided."""

    def decide(pen: Pen[State]) -> None:
        if can_escape(pen.state) and verb.do not in vocabulary.ANY_TIME:
            pen.refuse(say("First decide whether to play One for all."), "one-for-all")
        if (pen.state.duel or pen.state.errand) and verb.do not in (*vocabulary.ANSWERS, *vocabulary.ANY_TIME):
            pen.refuse(say("First finish what has begun."), "actions")
        verb.decide(pen)

    return replace(verb, decide=decide)


@cache
def _printed() -> Profile:
    return Profile.load(resources.files(__package__).joinpath("profile.toml").read_text("utf-8"))


class Mousquetaires:
    name = "mousquetaires"
    title = say("Mousquetaires du Roy")
    rules = RULES
    phases = PHASES
    verbs: Mapping[str, Verb[State]] = {verb.do: _in_order(verb) for verb in vocabulary.VERBS}

    def profile(self) -> Profile:
        return _printed()

    def setup(self, options: Plain, profile: Profile) -> State:
        return set_up(options, profile)

    def dice(self, state: State) -> Mapping[str, Die]:
        return state.board.dice

    def slots(self, state: State) -> Mapping[str, Slot]:
        return slots.slots(state)

    def check(self, state: State) -> None:
        possible.check(state)

    def step(self, state: State) -> str:
        """Names the moment a tap was meant for; two taps on one button carry the same name, and only one counts."""
        return f"{state.round}.{state.step}{'.done' if state.step_done else ''}{_moment(state)}"

    def prompts(self, state: State, seat: str) -> tuple[Prompt, ...]:
        return ask(state)

    def view(self, state: State, seat: str) -> dict[str, Any]:
        return view(state)

    def verdict(self, state: State) -> Verdict | None:
        return judge(state)

    def shows(self, state: State, intent: Intent) -> str:
        return shown_by(state, intent)

    def answer(self, match: str, state: State, opening: Opening | None) -> Intent | None:
        return her_word.answer(match, state, opening)

    def audit(self, match: str, records: Iterable[Record]) -> Mapping[int, bool]:
        records = tuple(records)
        # Either somebody seals for Milady or the app does, never both in one match.
        return lots.audit(match, records) or proof.proved(match, records)

    def findings(self, header: Header, records: Iterable[Record]) -> tuple[Finding, ...]:
        records = tuple(records)
        start = self.setup(header.options, self.profile().with_values(header.profile))
        must_appear = start.board.ruling("rochefort_must_appear")
        return (
            *lots.findings(header.match, records),
            *proof.findings(header.match, records, must_appear=must_appear),
        )


def _moment(state: State) -> str:
    """In phase II the step alone does not tell two taps apart: whose turn, how many actions left, which throw."""
    if state.duel:
        return f".{state.duel.who}.{state.duel.waits}.{state.duel.exchange}"
    if state.errand:
        return f".{state.errand.who or state.errand.what}.{state.errand.waits}.{state.errand.target}"
    if state.step != "actions":
        return ""
    return "".join(f".{one.id}.{one.left}" for one in state.company if one.turn == "acting")
