"""People for a match by touch: the simulator's players, who answer prompts, with real dice in their hands.

What they decide is only said here; `hand.py` does it with a finger. The same seed is the same evening on any machine,
because every throw is told to the app as one of real dice.
"""

from __future__ import annotations

from typing import Any

from companion.core.dice import Pool, SeededChance
from companion.core.match import Match
from companion.core.prompt import Choice, Prompt
from companion.core.record import Intent
from companion.simulate.mousquetaires.milady import SensibleMilady
from companion.simulate.mousquetaires.musketeers import SensibleMusketeers
from companion.simulate.players import Player, taken
from companion.simulate.watch import Secrets

KIND = 12  # the dice are kind to the musketeers, and fall so many times: this evening shall be short, and be won
BOTTE = 3  # lilies
HURRY = 2  # in this round Milady turns the hourglass
LATE = 4  # spaces before a defeat from which on the One for all card is not kept any longer


class Guests:
    def __init__(self, match: Match[Any], seed: str) -> None:
        self._match = match
        self._dice = SeededChance(f"{seed} dice")
        minds = SeededChance(f"{seed} minds")
        # Milady is asked first: she lays out missions in the middle of other people's turns. Her place is a card on
        # the real table here, so what would be sealed stays with her.
        self._players: tuple[Player, ...] = (
            SensibleMilady(match, Secrets(), minds),
            SensibleMusketeers(match, minds),
        )
        self._seen = len(match.records)

    def decide(self) -> tuple[Choice, Intent]:
        """What is done about the prompt of the moment: which of its choices, and with which answers."""
        match = self._match
        for record in match.records[self._seen :]:
            for player in self._players:
                player.notice(match, record)
        self._seen = len(match.records)
        prompt = match.prompts()[0]
        intent = _last_card(match.state, prompt) or _hurry(match.state, prompt) or self._answer(prompt)
        choice, given = self._meant(prompt, intent)
        if choice.dice:
            given |= self._throw(choice, given)
        return choice, Intent(choice.do, {**choice.fields, **given})

    def _answer(self, prompt: Prompt) -> Intent:
        for player in self._players:
            intent = player.answer(self._match, prompt)
            if intent is not None:
                return intent
        raise LookupError(f"nobody answers {prompt.id}")

    def _meant(self, prompt: Prompt, intent: Intent) -> tuple[Choice, dict[str, Any]]:
        """The choice behind an intent, and what has to be answered besides."""
        if intent.do == "seal":
            return prompt.choices[0], {}
        for choice in prompt.choices:
            if choice.do == intent.do and choice.fields.items() <= intent.fields.items():
                asks = {ask.name for ask in (choice.ask, *choice.asks) if ask} | {one.name for one in choice.picks}
                given = {name: value for name, value in intent.fields.items() if name in asks}
                if given.keys() | choice.fields.keys() >= intent.fields.keys() - {"nonce"}:
                    return choice, given
        raise LookupError(f"{intent.do} {dict(intent.fields)} is not offered by {prompt.id}")

    def _throw(self, choice: Choice, given: dict[str, Any]) -> dict[str, Any]:
        blue = f"{given['blue']}b " if given.get("blue") else ""
        pool = Pool.parse(blue + choice.dice, self._match.box.dice(self._match.state))
        faces = max((self._fall(pool) for _ in range(KIND)), key=lambda faces: _liking(pool, faces))
        return {"face": faces[0]} if choice.do == "toledo" else {"faces": faces}

    def _fall(self, pool: Pool) -> list[str]:
        return [die.faces[self._dice.below(len(die.faces))] for die in pool.dice]


def _liking(pool: Pool, faces: list[str]) -> int:
    """How the musketeers like a throw: a botte most of all, then their swords, and Milady's least."""
    blue = [face for die, face in zip(pool.dice, faces, strict=True) if die.name == "blue"]
    red = [face for die, face in zip(pool.dice, faces, strict=True) if die.name == "red"]
    return 3 * (blue.count("lily") >= BOTTE) + blue.count("sword") - red.count("sword")


def _last_card(state: Any, prompt: Prompt) -> Intent | None:
    """One for all, as people play it who have lost a match with it in their hand."""
    uses = {choice.fields["use"]: choice for choice in prompt.choices if choice.do == "one_for_all"}
    if prompt.id == "escape" or not uses:
        return None
    tracks = state.board.tracks
    if "time" in uses and prompt.id == "time" and not state.step_done and tracks["time"].hi - state.time <= LATE:
        return taken(uses["time"])
    if prompt.id == "actions" and tracks["queen"].hi - state.queen <= LATE:
        return taken(uses["queen"])
    return None


def _hurry(state: Any, prompt: Prompt) -> Intent | None:
    """Nobody sees Milady's hand: once in the evening it holds the card that turns the hourglass."""
    cards = [choice for choice in prompt.choices if choice.fields.get("card") == "hurry"]
    return taken(cards[0]) if state.round == HURRY and cards else None
