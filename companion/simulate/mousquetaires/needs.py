"""What the musketeers should see to next: how much each place needs them, and what each of them could do there."""

from __future__ import annotations

from companion.boxes.mousquetaires.actions.challenge import open_tests, skill_of, test_of
from companion.boxes.mousquetaires.actions.duel import foes_at
from companion.boxes.mousquetaires.quest import inn
from companion.boxes.mousquetaires.quest.tokens import CALAIS, INN, ROAD
from companion.boxes.mousquetaires.state import FACE_DOWN, GONE, Musketeer, State
from companion.core.prompt import Choice
from companion.simulate.mousquetaires.blades import ahead, worth_fighting
from companion.simulate.mousquetaires.cards import Hands

BIG_HAND = 6  # from here on drawing more is no hurry
GEAR = ("cuirass", "pistol", "toledo", "horse")
CHARACTERS = ("essarts", "buckingham", "bassompierre")  # what the others do, nobody could tell us
# What wins or saves the match comes first, cards and gear last.
_WORTH = {"passage": 10, "escape": 8, "sand": 9, "pay_beggars": 6}


def need(state: State, place: str) -> int:
    """The quest wins the match; everything else counts as much as the danger is near."""
    tracks = state.board.tracks
    if place == "quest":
        return 4
    if place == "louvre":
        return 3 + 2 * (state.louvre >= 2) + 2 * (tracks["queen"].hi - state.queen <= 3)
    if place == "paris":
        return 3 + 3 * (state.constance > 0) + 2 * (tracks["time"].hi - state.time <= 3) if state.paris else 0
    return 2 + 3 * (state.rochelle - tracks["rochelle"].lo <= 3) + (not state.siege_cards)


def worth(state: State, me: Musketeer, hands: Hands, choice: Choice) -> int:
    """How good an action is for the musketeer who acts; nothing below 1 is worth doing."""
    if choice.do == "challenge":
        return 9 if can_meet(state, me, hands, str(choice.fields["what"])) else 0
    if choice.do == "duel":
        return 7 if worth_fighting(state, me, hands, str(choice.fields["foe"])) else 0
    if choice.do == "advance":
        path = choice.fields.get("path")
        return 7 + _cleared(state, path) if worth_fighting(state, me, hands, ahead(state, path)) else 0
    if choice.do == "task":
        return 8 if hands.size(me.id) else 0
    if choice.do == "reinforce":
        return 7 if hands.combat_dice(me.id) else 0
    if choice.do == "exchange":
        return 6 if lacking(state, me, hands, str(choice.fields["with"])) else 0
    if choice.do == "character":
        return 5 if character(me, hands, choice) else 0
    if choice.do == "equip":
        return 4 if gear(choice) else 0
    if choice.do == "move":
        return pull(state, me, hands, best_place(state, me, hands))
    if choice.do == "draw":
        return 3 if hands.size(me.id) < BIG_HAND else 1
    return _WORTH.get(choice.do, 0)


def can_meet(state: State, me: Musketeer, hands: Hands, target: str, lent: int = 0) -> bool:
    skill, value = test_of(state, me.place, target)
    eased = state.epic if me.place == "quest" and state.chapters == CALAIS else 0
    return skill_of(state, me.id, skill) + hands.held(me.id, skill) + lent + eased >= value


def lacking(state: State, me: Musketeer, hands: Hands, other: str) -> str:
    """The skill whose cards he should ask the other one for: then he can meet a challenge that waits here."""
    for target in open_tests(state, me.place):
        skill, _ = test_of(state, me.place, target)
        lent = hands.held(other, skill)
        if lent and not can_meet(state, me, hands, target) and can_meet(state, me, hands, target, lent):
            return skill
    return ""


def best_place(state: State, me: Musketeer, hands: Hands) -> str:
    return max(("quest", "louvre", "paris", "rochelle"), key=lambda place: pull(state, me, hands, place))


def pull(state: State, me: Musketeer, hands: Hands, place: str) -> int:
    """How much a place needs him, if there is anything he could do there."""
    if place == me.place or (place == "quest" and me.banned):
        return -1
    if place == "rochelle":
        able = hands.combat_dice(me.id) > 0 and len(state.siege_cards) < state.board.number("siege.slots")
    else:
        there = Musketeer(me.id, place, me.life)
        tests = any(can_meet(state, there, hands, target) for target in open_tests(state, place))
        foes = foes_at(state, there) if place != "quest" or state.chapters not in (INN, ROAD) else (FACE_DOWN,)
        able = tests or any(worth_fighting(state, me, hands, foe) for foe in foes)
    return need(state, place) if able else 0


def character(me: Musketeer, hands: Hands, choice: Choice) -> str:
    """The character card he would play; none if he holds none that can be played now."""
    offered = dict(choice.picks[0].options)
    return next((card for card in CHARACTERS if card in offered and hands.held(me.id, card)), "")


def gear(choice: Choice) -> str:
    offered = dict(choice.picks[0].options)
    return next((item for item in GEAR if item in offered), "")


def _cleared(state: State, path: int | None) -> int:
    """On with the path of the inn on which most is done."""
    if path is None:
        return 0
    at = inn.spaces(state) * (path - 1)
    return state.quest.inn[at : at + inn.spaces(state)].count(GONE)
