"""The box as the shelf sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any

from companion.boxes.mousquetaires.asks import ask
from companion.boxes.mousquetaires.board import CHAPTERS, TRACKS
from companion.boxes.mousquetaires.louvre import LOUVRE_DONE
from companion.boxes.mousquetaires.names import PARIS_CARDS, PHASES
from companion.boxes.mousquetaires.names import TRACKS as TRACK_NAMES
from companion.boxes.mousquetaires.one_for_all import ONE_FOR_ALL
from companion.boxes.mousquetaires.paris import PARIS_CARD, PARIS_SOLVED
from companion.boxes.mousquetaires.perfidy import PERFIDY
from companion.boxes.mousquetaires.quest import CHAPTER_DONE
from companion.boxes.mousquetaires.reveal import REVEAL
from companion.boxes.mousquetaires.rounds import NEXT
from companion.boxes.mousquetaires.rules import RULES
from companion.boxes.mousquetaires.setup import FOUR, PLAYERS, set_up
from companion.boxes.mousquetaires.siege import MARCH, SIEGE
from companion.boxes.mousquetaires.state import STEPS, State
from companion.boxes.mousquetaires.verdict import ACCEPT, can_escape, judge
from companion.boxes.mousquetaires.view import view
from companion.core.box import Slot
from companion.core.dice import Die
from companion.core.pen import Pen
from companion.core.profile import Profile
from companion.core.prompt import Prompt, Verdict
from companion.core.record import BadForm, Plain
from companion.core.verb import Verb
from companion.core.words import say


def _unless_lost(verb: Verb[State]) -> Verb[State]:
    """While a defeat can still be averted, nothing else is decided."""

    def decide(pen: Pen[State]) -> None:
        if can_escape(pen.state):
            pen.refuse(say("First decide whether to play One for all."), "one-for-all")
        verb.decide(pen)

    return replace(verb, decide=decide)


MOST_COUNTED = 99  # swords of a throw, spaces of a move; far more than there can be
LONGEST_MATCH = 99  # rounds; a bound for hand corrections, no match gets near it
_VERBS: tuple[Verb[State], ...] = (
    *map(
        _unless_lost,
        (NEXT, PARIS_CARD, PERFIDY, LOUVRE_DONE, PARIS_SOLVED, CHAPTER_DONE, REVEAL, SIEGE, MARCH),
    ),
    ONE_FOR_ALL,
    ACCEPT,
)


@cache
def _printed() -> Profile:
    return Profile.load(resources.files(__package__).joinpath("profile.toml").read_text("utf-8"))


class Mousquetaires:
    name = "mousquetaires"
    title = say("Mousquetaires du Roy")
    rules = RULES
    phases = PHASES
    verbs: Mapping[str, Verb[State]] = {verb.do: verb for verb in _VERBS}

    def profile(self) -> Profile:
        return _printed()

    def setup(self, options: Plain, profile: Profile) -> State:
        return set_up(options, profile)

    def dice(self, state: State) -> Mapping[str, Die]:
        return state.board.dice

    def slots(self, state: State) -> Mapping[str, Slot]:
        tracks = {
            name: Slot(name, TRACK_NAMES[name], state.board.tracks[name].lo, state.board.tracks[name].hi)
            for name in TRACKS
        }
        return {
            **tracks,
            "one_for_all": Slot(
                "one_for_all", say("One for all cards"), 0, state.board.number("one_for_all.cards") + 1
            ),
            "treachery_cards": Slot("perfidy", say("Milady's treachery cards"), 0, state.board.treachery_deck),
            "chapters_done": Slot("chapters", say("Chapters finished"), 0, CHAPTERS),
            "siege_dice": Slot("siege_dice", say("Blue dice at La Rochelle"), 0, state.board.number("siege.most_blue")),
            "paris": Slot("paris", say("Paris card"), choices=("", *PARIS_CARDS)),
            "round": Slot("round", say("Round"), 1, LONGEST_MATCH),
            "step": Slot("step", say("Step"), choices=STEPS),
            "time_held": Slot("time_held", say("Time stands still"), flag=True),
        }

    def check(self, state: State) -> None:
        known = set(state.musketeers) <= set(FOUR) and set(state.paris_gone) <= set(PARIS_CARDS)
        if state.players not in PLAYERS or len(set(state.musketeers)) != len(state.musketeers) or not known:
            raise BadForm("a record names what is not in this box")
        counts = (state.blue_swords, state.red_swords, state.time_moved)
        if not all(0 <= count <= MOST_COUNTED for count in counts):
            raise BadForm("a record counts what nobody can have counted")

    def step(self, state: State) -> str:
        """Names the moment a tap was meant for; two taps on one button carry the same name, and only one counts."""
        return f"{state.round}.{state.step}{'.done' if state.step_done else ''}"

    def prompts(self, state: State, seat: str) -> tuple[Prompt, ...]:
        return ask(state)

    def view(self, state: State, seat: str) -> dict[str, Any]:
        return view(state)

    def verdict(self, state: State) -> Verdict | None:
        return judge(state)
