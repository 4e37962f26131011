"""What people choose before a match, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion import boxes
from companion.app.viewmodels.houserules import HouseRules
from companion.boxes.mousquetaires.checkable import CHECKABLE, uncertain
from companion.boxes.mousquetaires.names import MUSKETEER_NAMES, PARIS_CARDS
from companion.boxes.mousquetaires.pieces import checklist
from companion.boxes.mousquetaires.setup import FIVE, FOUR, row_of
from companion.boxes.mousquetaires.state import DEPTHS, SCOREKEEPER
from companion.core.profile import Profile
from companion.core.record import BadForm
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

    def __init__(self, read: Callable[[Line | None], str], profile: Profile | None = None, last: object = None) -> None:
        """`profile` is the box as its owner checked it, `last` what was chosen for the last match."""
        self._read = read
        self._profile = profile or boxes.load(self.box).profile()
        self._plainly()
        if isinstance(last, Mapping):
            self._recall(last)

    def _plainly(self) -> None:
        self.players = 5
        self.milady = True
        self.riding: list[str] = list(FOUR)
        self.paris = ""
        self.depth = SCOREKEEPER
        self.variants: set[str] = set()
        self.house = HouseRules(self._profile, self._read)

    def _recall(self, last: Mapping[str, Any]) -> None:
        """As far as it still makes sense. Which Paris card Milady begins with is decided anew each time."""
        self.milady = last.get("milady") is not False
        players = last.get("players")
        self.seat(players if type(players) is int and players in self.player_choices() else self.player_choices()[-2])
        self.depth = last["depth"] if last.get("depth") in DEPTHS else SCOREKEEPER
        self.variants = {name for name in _VARIANTS if last.get(name) is True}
        riding = last.get("musketeers")
        if self.chooses_company and isinstance(riding, (list, tuple)):
            self.riding = [name for name in FOUR if name in riding]
        self.house.recall(last.get("house"))
        try:
            boxes.load(self.box).setup(self.options(), self._profile)
        except (BadForm, ValueError):
            self._plainly()

    def use(self, profile: Profile) -> None:
        """The box was checked meanwhile; what was chosen stays."""
        chosen = self.house.chosen
        self._profile = profile
        self.house = HouseRules(profile, self._read)
        self.house.recall(chosen)

    @property
    def check(self) -> str:
        """How much of the box is still a guess of ours."""
        open_ = uncertain(self._profile, tuple(path for chapter in CHECKABLE for path in chapter.paths))
        if not open_:
            return self._read(say("Check your box: all of it is certain"))
        return self._read(
            say_n("Check your box: {n} value is not certain", "Check your box: {n} values are not certain", open_)
        )

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
        if self.house.chosen:
            options["house"] = dict(self.house.chosen)
        return options

    def to_remember(self) -> dict[str, Any]:
        """What the next match begins with; cards are chosen anew."""
        return {name: value for name, value in self.options().items() if name != "paris"}
