"""Is this duel worth fighting, and with how many cards? The musketeers ask the odds, as people with the app would."""

from __future__ import annotations

from fractions import Fraction

from companion.boxes.mousquetaires import odds
from companion.boxes.mousquetaires.duel import bottes_of, opponent, own_dice
from companion.boxes.mousquetaires.quest import inn, road
from companion.boxes.mousquetaires.state import FACE_DOWN, Musketeer, State
from companion.simulate.mousquetaires.cards import Hands

WORTH_IT = Fraction(1, 3)
GOOD_ENOUGH = Fraction(1, 2)
_UNKNOWN = "three_dice"  # what a face-down token is taken for


def cards_to_play(state: State, me: Musketeer, hands: Hands, foe: str, life: int | None = None) -> int:
    """Dice from the hand: no more than it takes for an even chance, and what there is against the strong."""
    most = max(state.board.number("duel.most_blue") - own_dice(state, me.id), 0)
    for dice in range(most + 1):
        if hands.payable(me.id, dice) == dice and win(state, me, foe, dice, life) >= GOOD_ENOUGH:
            return dice
    return hands.payable(me.id, most)


def worth_fighting(state: State, me: Musketeer, hands: Hands, foe: str) -> bool:
    """Nobody picks a fight with his last heart, nor one that he is bound to lose."""
    return me.life > 1 and win(state, me, foe, cards_to_play(state, me, hands, foe)) >= WORTH_IT


def win(state: State, me: Musketeer, foe: str, cards: int, life: int | None = None) -> Fraction:
    known = opponent(state, _UNKNOWN if foe in (FACE_DOWN, "decoy", "trap") else foe)
    duel = odds.Duel(
        own_dice(state, me.id) + cards,
        0 if known.fixed else known.dice,
        bottes_of(state, me),
        known.bottes,
        pistol="pistol" in me.gear,
        cuirass="cuirass" in me.gear,
        foe_cuirass=known.shields > 0,
        fixed=known.fixed,
        foe_life=life or known.life,
    )
    return odds.duel_odds(duel).win


def ahead(state: State, path: int | None) -> str:
    """What waits on the next space of a path of the inn or, without one, of the road to Paris."""
    if path is not None:
        return state.quest.inn[inn.front(state, path)] or _UNKNOWN
    at = road.front(state)
    return state.quest.road[at] if at < len(state.quest.road) else _UNKNOWN
