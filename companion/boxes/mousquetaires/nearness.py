"""How near each defeat is: how far it is now, and the first round in which it could happen.

Only public facts count, and the worst that could come of them: what Milady has in her hand is anybody's guess, so
every treachery card that has not been seen may be in it, one a round.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.boxes.mousquetaires.louvre import falls
from companion.boxes.mousquetaires.paris import constance_dice, may_lay_out, open_cards
from companion.boxes.mousquetaires.perfidy import treachery_in_play
from companion.boxes.mousquetaires.siege import red_dice, red_dice_at, smuggled_sword
from companion.boxes.mousquetaires.state import STEPS, State
from companion.boxes.mousquetaires.tokens import treachery_cards

FAR = 60  # rounds; farther than any match


@dataclass(frozen=True, slots=True)
class Danger:
    """How far one way of losing is: `left` of `of` spaces, and not before this round."""

    cause: str
    left: int
    of: int
    round: int


def dangers(state: State) -> tuple[Danger, ...]:
    tracks = state.board.tracks
    found = [
        Danger("time", tracks["time"].hi - state.time, tracks["time"].hi - tracks["time"].lo, _time(state)),
        Danger(
            "rochelle",
            state.rochelle - tracks["rochelle"].lo,
            tracks["rochelle"].hi - tracks["rochelle"].lo,
            _rochelle(state),
        ),
        Danger("queen", tracks["queen"].hi - state.queen, tracks["queen"].hi - tracks["queen"].lo, _queen(state)),
    ]
    if constance_dice(state):
        left = tracks["constance"].hi - state.constance
        found.append(Danger("constance", left, tracks["constance"].hi, _constance(state)))
    if "deadly_quest" in state.variants:
        free = sum(not musketeer.banned for musketeer in state.company)
        found.append(Danger("quest", free, len(state.company), state.round + (1 if _past(state, "actions") else 0)))
    return tuple(found)


def _past(state: State, step: str) -> bool:
    """Has this round left that step behind?"""
    return STEPS.index(state.step) > STEPS.index(step)


def _still_to_come(state: State, step: str, *, first: bool) -> bool:
    """Does the step lie ahead in the round looked at? In all rounds but the present one, every step does."""
    if not first:
        return True
    at, now = STEPS.index(step), STEPS.index(state.step)
    return at > now or (at == now and not state.step_done)


def _time(state: State) -> int:
    """A Dead end each round as long as there are any, the marker's own step, and Constance missing."""
    at, dead_ends = state.time, _Treachery(state, "dead_end")
    for ahead in range(FAR):
        push = _dead_end(state, ahead)
        at += push if push and dead_ends.comes(ahead) else 0
        at += _evening(state, ahead)
        if at >= state.board.tracks["time"].hi:
            return state.round + ahead
    return state.round + FAR


def _dead_end(state: State, ahead: int) -> int:
    return 0 if ahead == 0 and state.time_held else state.board.number("perfidy.dead_end.time")


def _evening(state: State, ahead: int) -> int:
    """How far Time can move in phase IV of a round."""
    first, number = ahead == 0, state.board.number
    if first and state.time_held:
        return 0
    own = number("tracks.time.step") if _still_to_come(state, "time", first=first) else 0
    return own + (_paris(state, "time", first=first) if _still_to_come(state, "aftermath", first=first) else 0)


class _Treachery:
    """One kind of treachery card: how many copies can still come, and when."""

    def __init__(self, state: State, card: str) -> None:
        self._state = state
        in_play = card in treachery_in_play(state)
        self._left = state.board.number(f"perfidy.{card}.copies") - state.perfidy_gone.count(card) if in_play else 0
        self._new_pile = _rounds_to_a_new_pile(state) if in_play else FAR

    def comes(self, ahead: int) -> bool:
        """Can it be played in that round? If so, it is."""
        if not self.can_come(ahead):
            return False
        self._left -= 1
        return True

    def can_come(self, ahead: int, used: int = 0) -> bool:
        return _treachery_time(self._state, ahead) and (self._left > used or ahead >= self._new_pile)


def _treachery_time(state: State, ahead: int) -> bool:
    """One card a round, and none today if she holds none."""
    if ahead:
        return True
    return _still_to_come(state, "perfidy", first=True) and bool(state.perfidy or not state.milady)


def _rounds_to_a_new_pile(state: State) -> int:
    """How many rounds pass, at the least, before the cards that were played are shuffled into a new pile."""
    number = state.board.number
    if not state.milady:
        whole = sum(number(f"perfidy.{card}.copies") for card in treachery_in_play(state))
        return whole - len(state.perfidy_gone) + (1 if _past(state, "perfidy") else 0)
    if state.board.profile.text("rulings.perfidy_deck_empty") != "shuffle":
        return FAR
    pile = treachery_cards(state) - state.perfidy - len(state.perfidy_gone)
    # Each round one card in phase I, one at Richelieu's, and what a card in Paris brings her; now and then one
    # for a failed mission; once one for the siege, and once as many as fill her hand.
    every = 2 + _paris(state, "perfidy", first=False)
    third = number("tracks.louvre.failure_perfidy")
    once = number("tracks.rochelle.perfidy") + max(number("milady.perfidy_refill") - state.perfidy, 0)
    falls_to_fail = state.board.tracks["louvre"].spaces - 1
    for rounds in range(1, FAR):
        if rounds * every + (1 + rounds // falls_to_fail) * third + once > pile:
            return rounds
    return FAR


def _paris(state: State, effect: str, *, first: bool) -> int:
    """The most that a Paris card with this effect can do in the round looked at."""
    new = not first or (not _past(state, "paris") and (may_lay_out(state) or not state.milady))
    names = (state.paris, *open_cards(state)) if new else (state.paris,)
    cards = (state.board.paris_cards[name] for name in names if name)
    return max((card.amount for card in cards if card.effect == effect), default=0)


def _queen(state: State) -> int:
    """The Louvre marker falls round after round, and a plot may come each round."""
    number = state.board.number
    queen, louvre, track = state.queen, state.louvre, state.board.tracks["louvre"]
    plots = _Treachery(state, "plot")
    for ahead in range(FAR):
        first = ahead == 0
        if plots.comes(ahead):
            queen += number("perfidy.plot.queen")
        if _still_to_come(state, "louvre", first=first) and (falls(state) or not first):
            arrival = track.move(louvre, number("tracks.louvre.step"))
            louvre = arrival.to
            for mark in arrival.reached:
                third = mark.name == "queen"
                queen += number("tracks.louvre.queen_loss_third" if third else "tracks.louvre.queen_loss_fourth")
                louvre = louvre if third else track.start
        if queen >= state.board.tracks["queen"].hi:
            return state.round + ahead
    return state.round + FAR


def _rochelle(state: State) -> int:
    """All her dice swords and none of the musketeers': each round with Reinforcements, or with more Time gone."""
    dead_ends, help_comes = _Treachery(state, "dead_end"), _Treachery(state, "reinforcements")
    farthest = {(0, 0): (state.rochelle, state.time)}  # by the cards played: the marker, and Time
    for ahead in range(FAR):
        push, evening = _dead_end(state, ahead), _evening(state, ahead)
        ways: list[tuple[tuple[int, int], tuple[int, int]]] = []
        for (pushed, helped), (at, time) in farthest.items():
            calm = at - _most_swords(state, ahead, time, reinforced=False)
            ways.append(((pushed, helped), (calm, time + evening)))
            if push and dead_ends.can_come(ahead, pushed):
                later = at - _most_swords(state, ahead, time + push, reinforced=False)
                ways.append(((pushed + 1, helped), (later, time + push + evening)))
            if help_comes.can_come(ahead, helped):
                helped_on = at - _most_swords(state, ahead, time, reinforced=True)
                ways.append(((pushed, helped + 1), (helped_on, time + evening)))
        # The same cards in another order: the lower marker is the worse one. A smaller pair, sorted last, counts.
        farthest = dict(sorted(ways, reverse=True))
        if min(at for at, _ in farthest.values()) <= state.board.tracks["rochelle"].lo:
            return state.round + ahead
    return state.round + FAR


def _most_swords(state: State, ahead: int, time: int, *, reinforced: bool) -> int:
    """Of one round at its worst."""
    if ahead == 0 and state.step == "march":
        return max(state.red_swords - state.blue_swords, 0)
    if ahead == 0 and _past(state, "siege"):
        return 0
    if ahead == 0 and _past(state, "perfidy"):
        return red_dice(state) + smuggled_sword(state)
    dice = red_dice_at(state.board, time, reinforced)
    return dice + _paris(state, "siege_sword", first=ahead == 0)


def _constance(state: State) -> int:
    dice, left = constance_dice(state), state.board.tracks["constance"].hi - state.constance
    throws = -(-left // dice)
    wait = 0 if _still_to_come(state, "aftermath", first=True) else 1
    return state.round + max(throws - 1, 0) + wait
