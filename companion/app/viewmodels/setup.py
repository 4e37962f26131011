"""What people choose before a match, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion import boxes
from companion.boxes.mousquetaires.names import MUSKETEER_NAMES, PARIS_CARDS
from companion.boxes.mousquetaires.pieces import checklist
from companion.boxes.mousquetaires.setup import FIVE, FOUR, row_of
from companion.boxes.mousquetaires.state import DEPTHS, SCOREKEEPER
from companion.core.words import Line, say, say_n

# With Milady there is one player more than without her.
WITH_MILADY, WITHOUT = (2, 3, 4, 5, 6), (1, 2, 3, 4)
_DEPTHS = {
    "scorekeeper": say("Scorekeeper: tokens, phases, dice"),
    "clerk": say("Clerk: every action and every figure"),
}
_VARIANTS = {
    "head_start": say("The musketeers start with One for all (easier)"),
    "deadly_quest": say("Deadly quest (harder)"),
    "brave_athos": say("Brave Athos (harder)"),
    "no_hourglass": say("First match: without the hourglass"),
}


class SetupModel:
    box = "mousquetaires"

    def __init__(self, read: Callable[[Line], str]) -> None:
        self._read = read
        self._profile = boxes.load(self.box).profile()
        self.players = 5
        self.milady = True
        self.riding: list[str] = list(FOUR)
        self.paris = ""
        self.depth = SCOREKEEPER
        self.variants: set[str] = set()

    @property
    def title(self) -> str:
        return self._read(boxes.load(self.box).title)

    def player_choices(self) -> tuple[int, ...]:
        return WITH_MILADY if self.milady else WITHOUT

    def seat(self, players: int) -> None:
        self.players = players
        self.riding = list(self._stable()[: self._company()])

    def play_milady(self, played: bool) -> None:
        """With nobody to play her there is one seat less at the table."""
        if played != self.milady:
            self.milady = played
            self.seat(
                min(max(self.players + (1 if played else -1), self.player_choices()[0]), self.player_choices()[-1])
            )

    def _row(self) -> str:
        return f"players.{row_of(self.players, self.milady)}"

    def _company(self) -> int:
        return self._profile.number(f"{self._row()}.musketeers")

    def _stable(self) -> tuple[str, ...]:
        """Tréville joins only when five musketeers ride."""
        return FIVE if self._company() > len(FOUR) else FOUR

    @property
    def chooses_company(self) -> bool:
        """Do the players say who rides, because not all of them do?"""
        return self._company() < len(FOUR)

    def company(self) -> tuple[tuple[str, str, bool], ...]:
        return tuple((name, self._read(MUSKETEER_NAMES[name]), name in self.riding) for name in self._stable())

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

    def depths(self) -> tuple[tuple[str, str, bool], ...]:
        return tuple((name, self._read(_DEPTHS[name]), name == self.depth) for name in DEPTHS)

    def variant_choices(self) -> tuple[tuple[str, str, bool], ...]:
        return tuple((name, self._read(line), name in self.variants) for name, line in _VARIANTS.items())

    def toggle(self, variant: str) -> None:
        self.variants ^= {variant}

    def deal(self) -> str:
        """The hands and actions of this many players."""
        hands, cards, actions = (self._profile.number(f"{self._row()}.{name}") for name in ("hands", "hand", "actions"))
        dealt = say_n("{n} hand of {cards} adventure cards", "{n} hands of {cards} adventure cards", hands, cards=cards)
        acting = say_n("{n} action for each musketeer", "{n} actions for each musketeer", actions)
        return self._read(say("{dealt}; {acting}.", dealt=dealt, acting=acting))

    def pieces(self) -> tuple[str, ...]:
        """The set-up of the real pieces, line by line."""
        state = boxes.load(self.box).setup(self.options(), self._profile)
        return tuple(self._read(line) for line in checklist(state))

    def options(self) -> dict[str, Any]:
        options: dict[str, Any] = {"players": self.players, "milady": self.milady, "depth": self.depth}
        options |= {name: name in self.variants for name in _VARIANTS}
        if self.chooses_company:
            options["musketeers"] = list(self.riding)
        if self.paris:
            options["paris"] = self.paris
        return options
