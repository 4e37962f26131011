"""What each side decides: the guests of the tour, one camp at each device, with a secret that only one of them has."""

from __future__ import annotations

from typing import Any

from companion.app.guests import Guests
from companion.core.dice import SeededChance
from companion.core.match import Match
from companion.core.prompt import Choice, Prompt
from companion.core.record import Intent, Record
from companion.core.sealed import Opening
from companion.simulate.mousquetaires.milady import SensibleMilady
from companion.simulate.mousquetaires.musketeers import SensibleMusketeers
from companion.simulate.mousquetaires.reading import read_out

HER_WORD = ("rochefort", "richelieu")  # her device speaks for her


class DeskVault:
    """What her device keeps; nothing is put in from here."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self.wish = ""

    def keep(self, opening: Opening) -> None:
        self.wish = opening.choice

    def opening(self, round: int) -> Opening | None:
        opening: Opening | None = self._app.confidant.opening()
        return opening


class TableMind(Guests):
    """The musketeers, and whoever reads out the missions."""

    def __init__(self, match: Match[Any], seed: str) -> None:
        super().__init__(match, seed)
        self._throws = 0
        self._reading = SeededChance(f"{seed} reading")
        self._players = (Reader(self._reading), SensibleMusketeers(match, SeededChance(f"{seed} musketeers")))

    def is_asked(self, prompt: Prompt) -> bool:
        return prompt.camp != "milady"

    def _throw(self, choice: Choice, given: dict[str, Any]) -> dict[str, Any]:
        """Real dice and those of the app, in turn: what the app throws, both devices throw together."""
        self._throws += 1
        return super()._throw(choice, given) if self._throws % 2 else {}


class Reader:
    """Reads out a mission as soon as one lies there."""

    def __init__(self, chance: SeededChance) -> None:
        self._chance = chance

    def answer(self, match: Match[Any], prompt: Prompt) -> Intent | None:
        return read_out(match.state, prompt, self._chance)

    def notice(self, match: Match[Any], record: Record) -> None: ...


class MiladysMind(Guests):
    def __init__(self, match: Match[Any], seed: str, vault: DeskVault) -> None:
        super().__init__(match, seed)
        self.vault = vault
        self._players = (SensibleMilady(match, vault, SeededChance(f"{seed} milady")),)

    def is_asked(self, prompt: Prompt) -> bool:
        return prompt.camp == "milady" and prompt.id not in HER_WORD

    def decide(self) -> tuple[Choice, Intent]:
        prompt = self._match.prompts()[0]
        # Where she would go is in the vault then; first of all, though, she may have to read out a mission.
        if prompt.id == "destination" and self._answer(prompt).do == "seal":
            return prompt.choices[0], Intent("seal")
        return super().decide()


def mind_of(role: str, app: Any, seed: str) -> TableMind | MiladysMind:
    match = app.desk.match
    return TableMind(match, seed) if role == "table" else MiladysMind(match, seed, DeskVault(app))
