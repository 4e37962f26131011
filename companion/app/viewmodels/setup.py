"""What people choose before a match, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion import boxes
from companion.boxes.mousquetaires.names import MUSKETEER_NAMES, PARIS_CARDS
from companion.boxes.mousquetaires.setup import FOUR, PLAYERS
from companion.core.words import Line, say, say_n


class SetupModel:
    box = "mousquetaires"

    def __init__(self, read: Callable[[Line], str]) -> None:
        self._read = read
        self._profile = boxes.load(self.box).profile()
        self.players = 5
        self.riding: list[str] = list(FOUR)
        self.paris = ""
        self.head_start = False

    @property
    def title(self) -> str:
        return self._read(boxes.load(self.box).title)

    def player_choices(self) -> tuple[int, ...]:
        return PLAYERS

    def seat(self, players: int) -> None:
        self.players = players
        self.riding = list(FOUR[: self._company()])

    def _company(self) -> int:
        return self._profile.number(f"players.{self.players}.musketeers")

    @property
    def chooses_company(self) -> bool:
        """Do the players say who rides, because not all of them do?"""
        return self._company() < len(FOUR)

    def company(self) -> tuple[tuple[str, str, bool], ...]:
        return tuple((name, self._read(MUSKETEER_NAMES[name]), name in self.riding) for name in FOUR)

    def swap(self, name: str) -> None:
        """Tap a musketeer: whoever stays at home rides instead of the one who was tapped, and the other way round."""
        if not self.chooses_company:
            return
        at_home = [other for other in FOUR if other not in self.riding]
        if name in self.riding:
            self.riding[self.riding.index(name)] = at_home[0]
        else:
            self.riding[-1] = name
        self.riding.sort(key=FOUR.index)

    def paris_cards(self) -> tuple[tuple[str, str], ...]:
        return tuple((name, self._read(line)) for name, line in PARIS_CARDS.items())

    def deal(self) -> str:
        """The hands and actions of this many players."""
        row = f"players.{self.players}."
        hands, cards, actions = (self._profile.number(row + name) for name in ("hands", "hand", "actions"))
        dealt = say_n("{n} hand of {cards} adventure cards", "{n} hands of {cards} adventure cards", hands, cards=cards)
        acting = say_n("{n} action for each musketeer", "{n} actions for each musketeer", actions)
        return self._read(say("{dealt}; {acting}.", dealt=dealt, acting=acting))

    def options(self) -> dict[str, Any]:
        options: dict[str, Any] = {"players": self.players, "head_start": self.head_start}
        if self.chooses_company:
            options["musketeers"] = list(self.riding)
        if self.paris:
            options["paris"] = self.paris
        return options
