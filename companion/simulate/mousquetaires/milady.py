"""A simple sensible player for Milady: under seal where she expects the musketeers, and never short of treachery."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.boxes.mousquetaires.errands import GUARDED
from companion.boxes.mousquetaires.state import State
from companion.core.dice import Chance, pick
from companion.core.fate import Vault
from companion.core.match import Match
from companion.core.prompt import Choice, Prompt
from companion.core.record import Intent, Record
from companion.core.sealed import fresh
from companion.simulate.mousquetaires.cards import Pile, treachery_cards
from companion.simulate.mousquetaires.reading import read_out
from companion.simulate.players import taken

# What she plays first of what she holds.
FAVOURITES = ("conscripts", "dead_end", "plot", "imprisoned", "wound", "hurry", "reinforcements", "separated", "other")


class SensibleMilady:
    def __init__(self, match: Match[State], vault: Vault, chance: Chance) -> None:
        self._chance = chance
        self._vault = vault
        self._pile = Pile(treachery_cards(match.state), chance)
        self._hand = self._pile.draw(match.state.perfidy)
        self._plots = 1  # Paris cards in her hand
        self._answers: Mapping[str, Callable[[Match[State], Prompt], Intent]] = {
            "destination": self._destination,
            "paris": self._paris,
            "perfidy": self._treachery,
            "rochefort": self._rochefort,
            "richelieu": self._richelieu,
            "token": self._token,
            "reveal": self._reveal,
        }

    def answer(self, match: Match[State], prompt: Prompt) -> Intent | None:
        if mission := read_out(match.state, prompt, self._chance):
            return mission
        if prompt.camp != "milady":
            return None
        return self._answers.get(prompt.id, self._anything)(match, prompt)

    def notice(self, match: Match[State], record: Record) -> None:
        for change in record.result.get("changes", ()):
            if change["what"] == "perfidy" and change["to"] > change["from"]:
                self._hand += self._pile.draw(change["to"] - change["from"])
            elif change["what"] == "milady_at" and change["to"] == "house" and record.intent.do == "reveal":
                self._plots += 1

    # --- phase I ---

    def _destination(self, match: Match[State], prompt: Prompt) -> Intent:
        """First the seal; then everybody sees that the choice is made."""
        state = match.state
        if state.sealed:
            return taken(prompt.choices[0])
        seal, opening = fresh(match.header.match, state.round, self._expects(state), self._bytes)
        self._vault.keep(opening)
        return Intent("seal", {"seal": seal})

    def _expects(self, state: State) -> str:
        """Where most of them are; sometimes to her own affairs instead."""
        if state.rochefort > 0 and self._chance.below(3):
            return max(GUARDED, key=lambda place: len(state.at(place)))
        if len(state.siege_cards) > 1:
            return "rochelle"
        return "richelieu" if self._plots else "house"

    def _bytes(self, count: int) -> bytes:
        return bytes(self._chance.below(256) for _ in range(count))

    def _paris(self, match: Match[State], prompt: Prompt) -> Intent:
        cards = [choice for choice in prompt.choices if choice.do == "paris_card"]
        if match.state.paris or not self._plots or not cards:
            return taken(prompt.choices[0])
        self._plots -= 1
        return taken(pick(cards, self._chance))

    def _treachery(self, match: Match[State], prompt: Prompt) -> Intent:
        """A card in every second round or so; otherwise she draws."""
        offered = {str(choice.fields.get("card")): choice for choice in prompt.choices if choice.do == "perfidy"}
        held = [card for card in FAVOURITES if card in self._hand and card in offered]
        if not held or self._chance.below(2):
            return taken(prompt.choices[0])
        self._hand.remove(held[0])
        self._pile.discard(held[0])
        return taken(offered[held[0]], **_weakest(match.state, offered[held[0]]))

    # --- phase II ---

    def _rochefort(self, match: Match[State], prompt: Prompt) -> Intent:
        errand = match.state.errand
        there = errand is not None and self._place(match) == errand.place
        return self._shown(match, _of(prompt, "rochefort")) if there else taken(_of(prompt, "let_pass"))

    def _richelieu(self, match: Match[State], prompt: Prompt) -> Intent:
        found = self._place(match) == "richelieu"
        answer = next(choice for choice in prompt.choices if choice.fields["found"] == found)
        return self._shown(match, answer) if found else taken(answer)

    def _token(self, match: Match[State], prompt: Prompt) -> Intent:
        """A token is more often of a kind of which there are many."""
        tokens = match.state.board.tokens
        kinds = [choice for choice in prompt.choices if choice.do == "token"]
        bag = [choice for choice in kinds for _ in range(tokens[choice.fields["kind"]].copies)]
        return taken(pick(bag, self._chance))

    def _reveal(self, match: Match[State], prompt: Prompt) -> Intent:
        mine = [choice for choice in prompt.choices if choice.fields.get("place") == self._place(match)]
        # Everybody may have seen her already.
        return self._shown(match, mine[-1 if "fill" in mine[-1].fields else 0]) if mine else taken(prompt.choices[0])

    def _anything(self, match: Match[State], prompt: Prompt) -> Intent:
        return taken(pick([choice for choice in prompt.choices if choice.weight != "quiet"], self._chance))

    def _place(self, match: Match[State]) -> str:
        opening = self._vault.opening(match.state.round)
        return opening.choice if opening else ""

    def _shown(self, match: Match[State], choice: Choice) -> Intent:
        """An intent that shows her place carries what opens the seal; no other intent does."""
        intent, opening = taken(choice), self._vault.opening(match.state.round)
        if opening is None or match.box.shows(match.state, intent) != opening.choice:
            return intent
        return taken(choice, nonce=opening.nonce_hex)


def _weakest(state: State, choice: Choice) -> dict[str, str]:
    """Whom a card strikes, where it strikes somebody: whoever has fewest hearts."""
    if not choice.picks:
        return {}
    return {"target": min((who for who, _ in choice.picks[0].options), key=lambda who: state.of(who).life)}


def _of(prompt: Prompt, do: str) -> Choice:
    return next(choice for choice in prompt.choices if choice.do == do)
