"""What the table is asked now: who, what, which choices, and by which rule. A screen draws this and invents nothing."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from companion.boxes.mousquetaires.asks import acting, fighting, laying, steps, without_milady
from companion.boxes.mousquetaires.one_for_all import USES
from companion.boxes.mousquetaires.state import CLERK, State
from companion.boxes.mousquetaires.verdict import can_escape, judge
from companion.core.prompt import Choice, Prompt
from companion.core.words import say


def ask(state: State) -> tuple[Prompt, ...]:
    """What comes now. With a verdict nothing is asked any more."""
    if judge(state) is not None:
        return ()
    if can_escape(state):
        return (steps.escape(state),)
    prompt = _prompt(state)
    more = (*laying.choices(state), *_cards(state))
    return (replace(prompt, choices=(*prompt.choices, *more)) if more else prompt,)


def _prompt(state: State) -> Prompt:
    if state.duel:
        return fighting.duel(state, state.duel)
    if state.errand:
        return fighting.errand(state, state.errand)
    if state.step == "actions" and state.depth == CLERK and fighting.gallery_unknown(state):
        return fighting.gallery(state)
    if state.step == "actions" and state.depth == CLERK:
        return acting.turns(state)
    if not state.milady and state.step in without_milady.STEPS:
        return without_milady.STEPS[state.step](state)
    return steps.STEPS[state.step](state)


def _cards(state: State) -> tuple[Choice, ...]:
    """One for all can be played at any moment, so every prompt offers it."""
    if not state.one_for_all:
        return ()
    return tuple(_card(use) for use in USES if not (use == "time" and state.time_held))


@lru_cache
def _card(use: str) -> Choice:
    return Choice(say("One for all: {use}", use=USES[use]), "one_for_all", {"use": use}, "quiet", "sword-cross")
