"""A simple sensible player for the musketeers: where the danger is near, else on with the quest."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.boxes.mousquetaires.actions.challenge import skill_of, test_of
from companion.boxes.mousquetaires.company import acting
from companion.boxes.mousquetaires.duel import crossed
from companion.boxes.mousquetaires.setup import row_of
from companion.boxes.mousquetaires.siege import marker_moves
from companion.boxes.mousquetaires.state import CLERK, State
from companion.core.dice import Chance
from companion.core.match import Match
from companion.core.prompt import Choice, Prompt
from companion.core.record import Intent, Record
from companion.simulate.mousquetaires.blades import cards_to_play
from companion.simulate.mousquetaires.cards import Hands
from companion.simulate.mousquetaires.needs import best_place, character, gear, lacking, worth
from companion.simulate.mousquetaires.reading import read_out
from companion.simulate.players import taken


class SensibleMusketeers:
    """Plays cards only from hands that were dealt: what is played leaves the hand with the answer."""

    def __init__(self, match: Match[State], chance: Chance) -> None:
        self._chance = chance
        self._hands = Hands(match.state, chance)
        self._answers: Mapping[str, Callable[[State, Prompt], Intent]] = {
            "actions": self._who_acts,
            "turn": self._act,
            "challenge": self._meet,
            "duel": self._fight,
            "blade": _blade,
            "siege": self._throw,
            "march": _march,
        }

    def answer(self, match: Match[State], prompt: Prompt) -> Intent | None:
        if prompt.camp == "milady":
            return None
        if prompt.id in ("actions", "turn") and (mission := read_out(match.state, prompt, self._chance)):
            return mission
        return self._answers.get(prompt.id, _go_on)(match.state, prompt)

    def notice(self, match: Match[State], record: Record) -> None:
        """Cards come into the hands where the rules give them."""
        state, number = match.state, match.state.board.number
        for change in record.result.get("changes", ()):
            where, _, what = str(change["what"]).partition(".")
            if where == "company" and what.endswith(".down") and change["to"] is False:
                self._hands.draw(what.partition(".")[0], number("recovery.cards"))
            elif where == "chapters":
                finisher = acting(state) or state.company[0]
                self._hands.draw(finisher.id, number("quest.finisher_cards"))
            elif where == "step" and change["from"] == "destination":
                cards = number(f"players.{row_of(state.players, state.milady)}.round_cards")
                self._hands.draw(state.company[0].id, cards)

    # --- phase II ---

    def _who_acts(self, state: State, prompt: Prompt) -> Intent:
        if state.depth != CLERK:
            return self._keep_score(prompt)
        waiting = [choice for choice in prompt.choices if choice.do in ("turn", "recover")]
        return taken(waiting[0] if waiting else _of(prompt, "next"))

    def _keep_score(self, prompt: Prompt) -> Intent:
        """The scorekeeper hears only what was achieved, so chance says when."""
        done = [choice for choice in prompt.choices if choice.do.endswith(("_done", "_solved"))]
        at = self._chance.below(6)
        return taken(done[at] if at < len(done) else _of(prompt, "next"))

    def _act(self, state: State, prompt: Prompt) -> Intent:
        me, hands = acting(state), self._hands
        assert me is not None
        best = max(prompt.choices, key=lambda choice: worth(state, me, hands, choice))
        if worth(state, me, hands, best) < 1:
            return taken(_of(prompt, "rest"))
        if best.do == "move":
            return taken(best, to=best_place(state, me, hands))
        if best.do == "equip":
            return taken(best, buy=[gear(best)])
        if best.do == "draw":
            hands.draw(me.id, 1)
        elif best.do == "exchange":
            other = str(best.fields["with"])
            hands.hand_over(other, me.id, lacking(state, me, hands, other))
        elif best.do == "task":
            hands.play(me.id, hands.any_card(me.id))
        elif best.do == "reinforce":
            card = "double" if hands.held(me.id, "double") else "single"
            hands.play(me.id, card, for_good=True)
            return taken(best, card=card)
        elif best.do == "character":
            card = character(me, hands, best)
            hands.play(me.id, card, for_good=card == "bassompierre")
            return taken(best, card=card)
        return taken(best)

    # --- cards and dice ---

    def _meet(self, state: State, prompt: Prompt) -> Intent:
        errand, hands = state.errand, self._hands
        assert errand is not None
        skill, value = test_of(state, errand.place, errand.target)
        missing = max(value - skill_of(state, errand.who, skill), 0)
        cards = min(missing, hands.held(errand.who, skill))
        hands.play(errand.who, skill, cards)
        cunning = [choice for choice in prompt.choices if choice.fields.get("cunning")]
        if missing > cards and cunning and hands.size(errand.who):
            hands.play(errand.who, hands.any_card(errand.who))
            return taken(cunning[0], cards=cards)
        epic = {ask.name: min(missing - cards, ask.hi) for ask in prompt.choices[0].asks}
        return taken(prompt.choices[0], cards=cards, **epic)

    def _fight(self, state: State, prompt: Prompt) -> Intent:
        fight, first = state.duel, prompt.choices[0]
        assert fight is not None
        if first.do != "commit" or first.ask is None:
            return taken(first)
        dice = cards_to_play(state, state.of(fight.who), self._hands, fight.foe, fight.life)
        self._hands.play_combat(fight.who, dice)
        return taken(first, cards=dice)

    def _throw(self, state: State, prompt: Prompt) -> Intent:
        """The clerk has counted the cards at La Rochelle; to the scorekeeper somebody must say how many they are."""
        choice = prompt.choices[0]
        if state.depth == CLERK or choice.ask is None:
            return taken(choice)
        return taken(choice, blue=min(choice.ask.start + self._chance.below(2), choice.ask.hi))


def _blade(state: State, prompt: Prompt) -> Intent:
    fight = state.duel
    assert fight is not None
    blunt = [at for at, face in enumerate(fight.blue_faces) if face != "sword"]
    if blunt and crossed(state, fight).foe_wounds < fight.life:
        return taken(_of(prompt, "toledo"), die=blunt[0])
    return taken(_of(prompt, "stand"))


def _march(state: State, prompt: Prompt) -> Intent:
    """Hearts are given only where the town would fall soon."""
    near = state.rochelle + marker_moves(state, 0) <= state.board.tracks["rochelle"].lo + 1
    marches = [choice for choice in prompt.choices if choice.do == "march"]
    return taken(marches[-1 if near else 0])


def _go_on(state: State, prompt: Prompt) -> Intent:
    """What usually comes next; against a defeat, the card that averts it."""
    return taken(prompt.choices[0])


def _of(prompt: Prompt, do: str) -> Choice:
    return next(choice for choice in prompt.choices if choice.do == do)
