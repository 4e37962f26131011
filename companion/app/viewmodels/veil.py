"""What Milady's secret means for the NOW card on the table: where it leads to her pad, and what it keeps to itself.

The card looks the same wherever she is. Only who keeps her seal, and what everybody knows, makes a difference.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from companion.app.viewmodels.table import Lead, Now
from companion.core.prompt import Choice, Prompt
from companion.core.sealed import Opening
from companion.core.words import Line, say

PAD, UNSEAL = "pad", "unseal"
HER_WORD = ("rochefort", "richelieu")  # prompts in which her device speaks for her
MASK = "drama-masks"

Read = Callable[[Line | None], str]


class Keeper(Protocol):
    """What the table may know of Milady's confidant."""

    @property
    def serves(self) -> bool: ...  # may she sit at this device?

    @property
    def sealed(self) -> bool: ...

    @property
    def keeps(self) -> bool: ...  # what opens the seal on the table is here

    @property
    def will_answer(self) -> bool: ...


def veiled(keeper: Keeper, read: Read, now: Now, prompt: Prompt) -> Now:
    """The card as the table sees it."""
    if prompt.id == "destination" and keeper.serves:
        return _destination(keeper, read, now)
    if prompt.id in HER_WORD and keeper.keeps:
        return _her_word(keeper, read, now)
    if keeper.keeps and any(choice.do == "reveal" for choice in prompt.choices):
        lead = Lead(read(say("Open Milady's seal")), "lock-open-variant", UNSEAL, "main")
        return replace(now, leads=(lead, *now.leads))
    return now


def _destination(keeper: Keeper, read: Read, now: Now) -> Now:
    lead = Lead(read(say("Milady's pad") if keeper.sealed else say("Choose under seal")), MASK, PAD, "other")
    if keeper.sealed:
        now = replace(now, detail=read(say("Her destination is sealed.")), main=going_on(read, now))
    return replace(now, leads=(lead, *now.leads))


def going_on(read: Read, now: Now) -> tuple:
    """No card has to be down where a seal lies."""
    return tuple(replace(button, text=read(say("Sealed: go on")), icon="arrow-right-bold") for button in now.main)


def _her_word(keeper: Keeper, read: Read, now: Now) -> Now:
    """Nobody shall try out at the table where she is; but a table whose Milady does not answer is not stuck."""
    asked = {"main": (), "others": (*now.main, *now.others), "folded": read(say("Answer at the table")), "tucked": True}
    if keeper.will_answer:
        return replace(now, **asked, detail=read(say("Milady's device answers at once.")))
    return replace(now, **asked, leads=(Lead(read(say("Ask Milady")), MASK, PAD, "main"), *now.leads))


def deeds_of(prompt: Prompt | None, opening: Opening | None) -> tuple[Choice, ...]:
    """What Milady can do where she is, when she shows herself."""
    if prompt is None or opening is None:
        return ()
    return tuple(
        choice for choice in prompt.choices if choice.do == "reveal" and choice.fields.get("place") == opening.choice
    )


def deed_of(prompt: Prompt | None, opening: Opening | None) -> Choice | None:
    """The one thing she can do there, if there is nothing to choose."""
    deeds = [choice for choice in deeds_of(prompt, opening) if choice.weight != "quiet"]
    return deeds[0] if len(deeds) == 1 else None
