"""What the place of this device at the table means for the NOW card: whose turn it is to answer, and where.

What a place may do is for `companion.core.seats` to say, and the card has been cleared of everything else already.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from companion.app.viewmodels.table import Button, Now
from companion.app.viewmodels.veil import PAD, UNSEAL
from companion.core.match import Match
from companion.core.prompt import Choice, Prompt, Refusal
from companion.core.record import Intent
from companion.core.seats import MILADY, MUSKETEERS, TABLE
from companion.core.seats import may as may_at
from companion.core.words import Line, say

Read = Callable[[Line | None], str]

_WAITS = {
    MILADY: say("Milady is choosing"),
    MUSKETEERS: say("The musketeers are choosing"),
    TABLE: say("The table is choosing"),
}


class Place(Protocol):
    """What the card may know of the devices around the table."""

    @property
    def linked(self) -> bool: ...

    @property
    def role(self) -> str: ...

    @property
    def milady_elsewhere(self) -> bool: ...

    def may(self, do: str, fields: Mapping[str, Any]) -> Refusal | None: ...


def seen_from(place: Place, match: Match[Any], read: Read, now: Now, asked: Prompt) -> Now:
    """The card as it is at this place. `asked` is the whole prompt, with what others may choose."""
    if not place.linked:
        return now
    principal = _principal(asked)
    if place.role == TABLE:
        here = not place.milady_elsewhere or not any(_is_hers(match, asked, choice) for choice in principal)
        return now if here else _hers(match, read, now, asked)
    if principal and all(place.may(choice.do, choice.fields) for choice in principal):
        return _waiting(read, now, asked)
    return now


def _principal(asked: Prompt) -> tuple[Choice, ...]:
    """What the prompt is about; the rest can be done at any time."""
    mains = tuple(choice for choice in asked.choices if choice.weight == "main")
    return mains or tuple(choice for choice in asked.choices if choice.weight == "other")


def _is_hers(match: Match[Any], asked: Prompt, choice: Choice) -> bool:
    """Is it for nobody else to say? Where nobody plays her, the app draws, and anybody may ask it to."""
    if asked.camp != MILADY or match.view().get("milady", {}).get("played") is False:
        return False
    return may_at(match.box, Intent(choice.do, choice.fields), MUSKETEERS, match.state, False) is not None


def _waiting(read: Read, now: Now, asked: Prompt) -> Now:
    """Somebody else is asked. What may be done here all the same stays, but does not shout."""
    return replace(
        now,
        what=read(_WAITS.get(asked.camp, _WAITS[TABLE])),
        detail=read(say("{who}: {what}", who=asked.who, what=asked.what)) if now.detail else "",
        main=(),
        others=(),
        quiet=(*now.main, *now.others, *now.quiet),
        folded="",
        lesson="",
    )


def _hers(match: Match[Any], read: Read, now: Now, asked: Prompt) -> Now:
    """She answers where she sits. Should she rather say it aloud, one quiet choice writes it down here."""
    every = (*now.main, *now.others, *now.quiet)
    told = tuple(button for button in every if _is_hers(match, asked, button.choice))
    known = now.detail != read(asked.detail)  # such as that her seal lies on the table
    card = replace(
        now,
        what=read(say("Milady is asked on her device")),
        detail=now.detail if known else now.what,
        main=(),
        others=(),
        quiet=tuple(button for button in every if button not in told),
        folded="",
        leads=tuple(lead for lead in now.leads if lead.page not in (PAD, UNSEAL)),
        lesson="",
    )
    if len(told) == 1:
        return replace(card, quiet=(_told(read, told[0]), *card.quiet))
    if told:
        return replace(card, others=told, folded=read(say("She tells us …")), tucked=True)
    return card


def _told(read: Read, button: Button) -> Button:
    return replace(button, text=read(say("She tells us: {what}", what=button.text)))
