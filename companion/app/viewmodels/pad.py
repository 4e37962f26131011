"""What Milady's pad shows: what everybody may read over her shoulder, and, kept well apart, where she goes.

Whatever a secret goes into is a method, asked while the curtain is up; nothing of it is kept here.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from companion.app.viewmodels.table import Button, Lead, Now, TableModel
from companion.app.viewmodels.veil import HER_WORD, UNSEAL, deeds_of, going_on
from companion.boxes.mousquetaires.errands import GUARDED
from companion.boxes.mousquetaires.names import DESTINATIONS, MILADY, PLACES
from companion.core.sealed import Opening
from companion.core.words import say

ICONS: Mapping[str, str] = {
    "paris": "city-variant",
    "louvre": "crown",
    "quest": "diamond-stone",
    "rochelle": "castle",
    "richelieu": "cross",
    "house": "home-variant",
}
BEFORE_THE_RIDE = ("destination", "paris", "perfidy")
PLACE = "place"  # the leaf of the pad with her places; a lead of the NOW card opens it


@dataclass(frozen=True, slots=True)
class PlaceTile:
    """One of her six places, behind the curtain."""

    place: str
    text: str
    icon: str
    barred: bool
    chosen: bool  # taken up and not sealed yet
    sealed: bool  # what lies under seal


class PadModel(TableModel):
    # --- what everybody may see ---

    @property
    def sealed(self) -> bool:
        return bool(self.view["milady"]["sealed"])

    @property
    def may_seal(self) -> bool:
        if not self.view["milady"]["played"] or self.match.verdict() is not None:
            return False
        return self.match.state.step in BEFORE_THE_RIDE

    @property
    def shows_herself(self) -> bool:
        """Is it the moment to open the seal?"""
        return bool(self.prompt) and any(choice.do == "reveal" for choice in self.prompt.choices)

    def status(self, keeps: bool) -> tuple[str, str]:
        """A symbol and a line: how things stand with her destination, as everybody at the table knows."""
        at = self.view["milady"]["at"]
        if at:
            return "eye-outline", self._read(say("Everybody has seen her: {place}.", place=PLACES[at]))
        if self.sealed and not keeps:
            return "lock-question", self._read(say("Sealed, but not here: this device cannot open the seal."))
        if self.sealed:
            if self.may_seal:
                return "lock", self._read(say("Sealed. Until the ride it can be done anew, for all to see."))
            return "lock", self._read(say("Sealed. Nobody can change it any more."))
        if self.may_seal:
            return "lock-open-variant-outline", self._read(say("Nothing is sealed in this round yet."))
        return "cards-playing-outline", self._read(say("No seal in this round."))

    def asked(self, keeps: bool, answers: bool) -> Now:
        """What she is asked, from where she sits. `answers`: this device speaks for her."""
        prompt = self.prompt
        if prompt is None or prompt.camp != "milady":
            return self._quiet()
        now = self._card(prompt)
        if prompt.id == "destination":
            return self._destination(now)
        if prompt.id in HER_WORD and answers:
            detail = say("{asked} Your device answers for you.", asked=prompt.detail)
            return replace(now, detail=self._read(detail), main=(), others=(), quiet=(), folded="")
        if self.shows_herself and keeps:
            lead = Lead(self._read(say("Open the seal")), "lock-open-variant", UNSEAL, "main")
            detail = self._read(say("If there is anything to choose, it is behind the curtain."))
            return replace(now, detail=detail, main=(), others=(), quiet=(), folded="", leads=(lead, *now.leads))
        return now

    def _quiet(self) -> Now:
        """Somebody else is asked, or nobody any more."""
        who = self._read(MILADY)
        if self.prompt is None:
            return Now("milady", who, self._read(say("The match is over")), "", "", (), (), (), "")
        others = self._read(say("{who}: {what}", who=self.prompt.who, what=self.prompt.what))
        return Now("milady", who, self._read(say("Nothing is asked of you")), others, self.prompt.rule, (), (), (), "")

    def _destination(self, now: Now) -> Now:
        """Here no card has to be down: she seals. Then the round can go on."""
        if self.sealed:
            told = say("What you chose lies behind the curtain.")
            what = self._read(say("Your destination is sealed"))
            return replace(now, what=what, detail=self._read(told), main=going_on(self._read, now))
        lead = Lead(self._read(say("Choose behind the curtain")), "eye-off-outline", PLACE, "main")
        detail = say("Hold the curtain, choose, seal. Your device keeps it, and answers for you.")
        told = now.detail if self._barred() else self._read(detail)
        return replace(now, detail=told, main=(), leads=(lead, *now.leads))

    @property
    def seal_words(self) -> str:
        return self._read(say("Seal anew") if self.sealed else say("Seal"))

    # --- behind the curtain ---

    def _barred(self) -> tuple[str, ...]:
        state = self.match.state
        out = state.rochefort <= 0 if state.step == "destination" else state.barred
        return GUARDED if out else ()

    def places(self, chosen: str, opening: Opening | None, shuffle: Callable[[list[str]], None]) -> list[PlaceTile]:
        """In another order each time, so that the way of a finger tells nothing."""
        names, barred = list(DESTINATIONS), self._barred()
        shuffle(names)
        return [
            PlaceTile(
                name,
                self._read(PLACES[name]),
                ICONS[name],
                name in barred,
                name == chosen,
                opening is not None and opening.choice == name,
            )
            for name in names
        ]

    def places_line(self, chosen: str, opening: Opening | None) -> str:
        if not self.may_seal:
            return self._read(say("Your seal of this round") if opening else say("You sealed nothing here"))
        if chosen:
            return self._read(say("Chosen. Let go, and seal."))
        return self._read(say("Slide to a place and lift your finger"))

    def can_go(self, place: str) -> bool:
        return self.may_seal and place in DESTINATIONS and place not in self._barred()

    def deeds(self, opening: Opening | None) -> tuple[Button, ...]:
        """What she can do where she is, when she shows herself."""
        return tuple(Button(self._read(choice.label), choice.icon, choice) for choice in deeds_of(self.prompt, opening))


def shuffled(names: list[str]) -> None:
    """By the system's own chance: nobody can guess where a tile will lie."""
    random.SystemRandom().shuffle(names)
