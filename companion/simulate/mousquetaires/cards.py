"""The adventure and treachery cards that the clerk never sees, so that simulated players play only what they hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.boxes.mousquetaires.board import SKILLS, Board
from companion.boxes.mousquetaires.names import CHARACTERS
from companion.boxes.mousquetaires.perfidy import treachery_in_play
from companion.boxes.mousquetaires.setup import row_of
from companion.boxes.mousquetaires.state import State
from companion.core.dice import Chance, shuffled


class Pile:
    """A pile with its discards, which are shuffled anew when it is used up."""

    def __init__(self, cards: Iterable[str], chance: Chance) -> None:
        self._chance = chance
        self._cards = list(shuffled(cards, chance))
        self._discards: list[str] = []

    def draw(self, count: int) -> list[str]:
        if len(self._cards) < count:
            self._cards = [*shuffled(self._discards, self._chance), *self._cards]
            self._discards = []
        return [self._cards.pop() for _ in range(min(count, len(self._cards)))]

    def discard(self, card: str) -> None:
        self._discards.append(card)


def adventure_cards(board: Board) -> list[str]:
    """24 skill cards, 16 Combat cards, 7 characters, as the profile counts them."""
    number = board.number
    skills = [skill for skill in SKILLS for _ in range(number("adventure.each_skill"))]
    combat = ["single"] * number("adventure.single_combat") + ["double"] * number("adventure.double_combat")
    return [*skills, *combat, *_copies(board, "characters", CHARACTERS)]


def treachery_cards(state: State) -> list[str]:
    """The cards that are known; the rest of the pile says something that only the table can read."""
    board = state.board
    unknown = board.treachery_deck - len(_copies(board, "perfidy", board.perfidy_cards))
    return [*_copies(board, "perfidy", treachery_in_play(state)), *["other"] * unknown]


def _copies(board: Board, kind: str, names: Iterable[str]) -> list[str]:
    return [name for name in names for _ in range(board.number(f"{kind}.{name}.copies"))]


class Hands:
    """The musketeers' hands: one each, or one for two or four of them."""

    def __init__(self, state: State, chance: Chance) -> None:
        row, number = f"players.{row_of(state.players, state.milady)}", state.board.number
        count = number(f"{row}.hands")
        self._pile = Pile(adventure_cards(state.board), chance)
        hands = [Counter(self._pile.draw(number(f"{row}.hand"))) for _ in range(count)]
        self._of = {who: hands[at * count // len(state.company)] for at, who in enumerate(state.musketeers)}

    def held(self, who: str, card: str) -> int:
        return self._of[who][card]

    def size(self, who: str) -> int:
        return self._of[who].total()

    def any_card(self, who: str) -> str:
        """The card that is missed least: of a kind of which there are most; none from an empty hand."""
        held = +self._of[who]
        return held.most_common(1)[0][0] if held else ""

    def combat_dice(self, who: str) -> int:
        return self.held(who, "single") + 2 * self.held(who, "double")

    def draw(self, who: str, count: int) -> None:
        self._of[who].update(self._pile.draw(count))

    def play(self, who: str, card: str, count: int = 1, *, for_good: bool = False) -> None:
        """Out of the hand; onto the discards, unless it stays where it is played."""
        assert self._of[who][card] >= count, f"{who} does not hold {count} {card}"
        self._of[who][card] -= count
        for _ in range(0 if for_good else count):
            self._pile.discard(card)

    def hand_over(self, giver: str, taker: str, card: str) -> None:
        """All the cards of a kind, unless both hold the same hand."""
        if self._of[giver] is not self._of[taker]:
            self._of[taker][card] += self._of[giver].pop(card, 0)

    def play_combat(self, who: str, dice: int) -> None:
        """Combat cards worth exactly so many dice; double ones first."""
        double = min(self.held(who, "double"), dice // 2)
        self.play(who, "double", double)
        self.play(who, "single", dice - 2 * double)

    def payable(self, who: str, dice: int) -> int:
        """The most dice, up to this many, that the hand can give exactly."""
        double = min(self.held(who, "double"), dice // 2)
        return 2 * double + min(self.held(who, "single"), dice - 2 * double)
