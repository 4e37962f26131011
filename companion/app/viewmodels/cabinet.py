"""What Milady keeps on her own desk: her cards, whom she can still send out, and her notes.

Which cards she holds is hers to note. How many, everybody counts; where the two differ, she is told calmly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from companion.boxes.mousquetaires.missions import adversaries_in_hand, ambushes_in_hand
from companion.boxes.mousquetaires.names import ADVERSARIES, AMBUSHES, PARIS_CARDS, PERFIDY_CARDS, PLACES
from companion.boxes.mousquetaires.perfidy import treachery_in_play
from companion.core.match import Match
from companion.core.words import Line, say, say_n
from companion.store.cabinet import Papers

_UNKNOWN = 3  # cards that no list names; nobody holds more of them

Read = Callable[[Line | None], str]


@dataclass(frozen=True, slots=True)
class CardTile:
    """A card she may hold, and how many of it she does."""

    card: str
    text: str
    held: int
    most: int  # that can be in her hand now

    @property
    def next(self) -> int:
        """How many after one touch: one more, and after the last one none."""
        return self.held + 1 if self.held < self.most else 0


class CabinetModel:
    def __init__(self, match: Match[Any], read: Read) -> None:
        self.match, self._read = match, read
        self._played: tuple[Any, Counter[str]] = (None, Counter())

    def hand(self, papers: Papers) -> tuple[CardTile, ...]:
        """Every treachery card of this match, with how many of it she holds."""
        state, played = self.match.state, self._cards_played()
        tiles = []
        for name in (*treachery_in_play(state), "other"):
            copies = _UNKNOWN if name == "other" else state.board.number(f"perfidy.{name}.copies")
            lying = copies if name == "other" else copies - state.perfidy_gone.count(name)
            held = max(papers.perfidy.get(name, 0) - played[name], 0)
            tiles.append(CardTile(name, self._read(PERFIDY_CARDS[name]), held, max(lying, held)))
        return tuple(tiles)

    def hand_line(self, papers: Papers) -> tuple[str, bool]:
        """How many cards she holds, as everybody counts them; and whether her own notes say the same."""
        noted, counted = sum(tile.held for tile in self.hand(papers)), self.match.view()["treachery_cards"]
        if noted == counted:
            return self._read(say_n("{n} card in your hand", "{n} cards in your hand", counted)), True
        here = say_n("{n} is noted here", "{n} are noted here", noted)
        line = say_n("{n} card in your hand; {here}", "{n} cards in your hand; {here}", counted, here=here)
        return self._read(line), False

    def with_card(self, papers: Papers, card: str) -> Papers:
        """One more of it; after the last one, none."""
        for tile in self.hand(papers):
            if tile.card == card:
                taken_up = {**papers.perfidy, card: self._cards_played()[card] + tile.next}
                return replace(papers, perfidy=taken_up)
        return papers

    def plots(self, papers: Papers) -> tuple[CardTile, ...]:
        """Her Paris cards. What lies in Paris or has left the game is in nobody's hand."""
        state = self.match.state
        gone = (state.paris, *state.paris_gone)
        tiles = []
        for name in state.board.paris_cards:
            there = name not in gone
            tiles.append(CardTile(name, self._read(PARIS_CARDS[name]), int(there and name in papers.paris), int(there)))
        return tuple(tiles)

    def plots_line(self, papers: Papers) -> tuple[str, bool]:
        noted, counted = sum(tile.held for tile in self.plots(papers)), self.match.view()["paris_cards"]
        if noted == counted:
            return self._read(say_n("{n} Paris card in your hand", "{n} Paris cards in your hand", counted)), True
        here = say_n("{n} is noted here", "{n} are noted here", noted)
        line = say_n("{n} Paris card in your hand; {here}", "{n} Paris cards in your hand; {here}", counted, here=here)
        return self._read(line), False

    def with_plot(self, papers: Papers, card: str) -> Papers:
        for tile in self.plots(papers):
            if tile.card == card and tile.most:
                rest = tuple(name for name in papers.paris if name != card)
                return replace(papers, paris=rest if tile.held else (*rest, card))
        return papers

    def _cards_played(self) -> Counter[str]:
        """How often each treachery card was played, over all shufflings of the deck; what was undone was not."""
        known, played = self._played
        if known is not self.match.state:
            undone = {line.seq for line in self.match.log() if line.undone}
            played = Counter(
                str(record.intent.fields.get("card"))
                for record in self.match.records
                if record.intent.do == "perfidy" and "card" in record.intent.fields and record.seq not in undone
            )
            self._played = (self.match.state, played)
        return played

    # --- what she has on her side of the table; everybody could work it out ---

    def adversaries(self) -> str:
        return self._list(ADVERSARIES[name] for name in adversaries_in_hand(self.match.state))

    def ambushes(self) -> str:
        return self._list(AMBUSHES[name] for name in ambushes_in_hand(self.match.state))

    def _list(self, lines: Iterable[Line]) -> str:
        words = [self._read(line) for line in lines]
        return " · ".join(word[:1].upper() + word[1:] for word in words) or self._read(say("None is left."))

    def rochefort(self) -> tuple[str, str]:
        """His hearts, and where he stands."""
        view = self.match.view()
        track, at = view["tracks"]["rochefort"], view["milady"]["rochefort_at"]
        hearts = say("Rochefort: {n} of {most} hearts", n=track["at"], most=track["hi"])
        if not track["at"]:
            return self._read(hearts), self._read(say("He is out of action: not Paris, not the Louvre, not the quest."))
        where = say("He stands here: {place}.", place=PLACES[at]) if at else say("He waits for your word.")
        return self._read(hearts), self._read(where)
