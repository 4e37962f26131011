"""Reading out a mission that the clerk does not know yet: Milady does it, or whoever sees that nobody has."""

from __future__ import annotations

from itertools import combinations

from companion.boxes.mousquetaires.missions import force_of, printed_force
from companion.boxes.mousquetaires.state import State
from companion.core.dice import Chance, pick
from companion.core.prompt import Choice, Prompt
from companion.core.record import Intent
from companion.simulate.players import taken

_MOST_FOES = 3
_ANY = ("value", "reward")  # nobody knows what the cards say, so they say anything
_ONE_IN = 4  # Paris cards asks for successes


def read_out(state: State, prompt: Prompt, chance: Chance) -> Intent | None:
    for choice in prompt.choices:
        if choice.do in ("louvre_mission", "paris_mission"):
            return _mission(state, choice, chance)
    return None


def _mission(state: State, choice: Choice, chance: Chance) -> Intent:
    """Any challenge, manned up to the force of the card."""
    picks = {one.name: [value for value, _ in one.options] for one in choice.picks}
    asks = {ask.name: ask for ask in choice.asks}
    drawn = {name: asks[name].lo + chance.below(asks[name].hi - asks[name].lo + 1) for name in _ANY if name in asks}
    fields: dict[str, object] = {**drawn, "skill": pick(picks["skill"], chance)}
    if "successes" in asks and not chance.below(_ONE_IN):
        fields["successes"] = asks["successes"].hi
    if "foes" in picks:
        force = printed_force(state, f"paris.{state.paris}.force") if choice.do == "paris_mission" else None
        wanted = force or state.board.number("louvre.force_least") + chance.below(2)
        crews = _crews(state, picks["foes"], ["", *picks.get("ambush", ())], wanted)
        foes, ambush = pick(crews, chance) if crews else ((), "")
        # Milady may lack the men for it. Then nobody says who lies there, and the force is not counted.
        fields |= {"foes": list(foes)} if crews else {}
        fields |= {"ambush": ambush} if ambush else {}
        fields |= {"nemesis": pick(picks["nemesis"], chance)} if ambush == "nemesis" else {}
    return taken(choice, **fields)


def _crews(state: State, foes: list[str], ambushes: list[str], force: int) -> list[tuple[tuple[str, ...], str]]:
    """Every way to lay out exactly this force."""
    return [
        (crew, ambush)
        for ambush in ambushes
        for count in range(_MOST_FOES + 1)
        for crew in combinations(foes, count)
        if force_of(state, crew, ambush) == force
    ]
