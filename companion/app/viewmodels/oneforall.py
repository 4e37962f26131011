"""The page of One for all: how many cards there are, and what each of their three uses would do now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.boxes.mousquetaires.one_for_all import USES
from companion.boxes.mousquetaires.state import State
from companion.boxes.mousquetaires.verdict import doom
from companion.core.match import Match
from companion.core.words import Line, say, say_n

_ICONS = {"time": "timer-sand", "queen": "crown", "epic": "star-four-points"}


@dataclass(frozen=True, slots=True)
class Use:
    name: str
    icon: str
    title: str
    effect: str  # on the board as it stands
    possible: bool


class OneForAllModel:
    def __init__(self, match: Match[Any], read: Callable[[Line | None], str]) -> None:
        self._state: State = match.state
        self._over = match.verdict() is not None
        self._read = read

    @property
    def cards(self) -> int:
        return self._state.one_for_all

    @property
    def held(self) -> str:
        if not self.cards:
            return self._read(say("The musketeers hold no One for all card."))
        return self._read(
            say_n("The musketeers hold {n} One for all card.", "The musketeers hold {n} One for all cards.", self.cards)
        )

    @property
    def earned(self) -> str:
        """How to come by one; it is what people ask when there is none."""
        return self._read(
            say("One is won at the far end of La Rochelle, and one the first time Rochefort is put out of action.")
        )

    def uses(self) -> tuple[Use, ...]:
        effects = {"time": self._time, "queen": self._queen, "epic": self._epic}
        return tuple(
            Use(name, _ICONS[name], self._read(title), self._read(effects[name]()), self._possible(name))
            for name, title in USES.items()
        )

    def _possible(self, name: str) -> bool:
        return bool(self.cards) and not self._over and not (name == "time" and self._state.time_held)

    def _time(self) -> Line:
        state = self._state
        if state.time_held:
            return say("Time stands still already.")
        if doom(state) == "time":
            return say("The marker goes back: the move that lost the match did not happen.")
        return say("At the end of this round the marker stays on space {n}.", n=state.time)

    def _queen(self) -> Line:
        lost = self._state.queen
        less = max(lost - self._state.board.number("one_for_all.queen"), self._state.board.tracks["queen"].lo)
        if lost == less:
            return say("She has lost none: the card would be wasted now.")
        return say("Honour lost: {before} › {after}", before=lost, after=less)

    def _epic(self) -> Line:
        held, most = self._state.epic, self._state.board.tracks["epic"].hi
        more = min(held + self._state.board.number("one_for_all.epic"), most)
        if more == held:
            return say("The stock is empty: they would have to be spent at once.")
        return say("Epic tokens: {before} › {after}", before=held, after=more)
