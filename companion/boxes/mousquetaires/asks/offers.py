"""Single choices of phase II. They depend on little and come again and again, so each is made once and kept."""

from __future__ import annotations

from functools import lru_cache

from companion.boxes.mousquetaires.actions.duel import MOST_RED
from companion.boxes.mousquetaires.actions.move import RIDES
from companion.boxes.mousquetaires.company import name_of
from companion.boxes.mousquetaires.names import CHARACTERS, FOES, GOODS, PLACES, SIEGE_CARDS, SKILLS
from companion.core.prompt import Ask, Choice, Pick
from companion.core.words import say

kept = lru_cache(maxsize=1024)


@kept
def turn(who: str) -> Choice:
    return Choice(name_of(who), "turn", {"who": who}, icon="account")


@kept
def rest(who: str, weight: str) -> Choice:
    return Choice(say("{name} has finished", name=name_of(who)), "rest", {"who": who}, weight, "check")


@kept
def recover(who: str) -> Choice:
    return Choice(say("{name} recovers", name=name_of(who)), "recover", {"who": who}, icon="bed")


@kept
def draw(who: str) -> Choice:
    return Choice(say("Draw a card"), "draw", {"who": who}, icon="cards")


@kept
def ride(who: str, place: str, banned: bool, free: bool) -> Choice:
    places = tuple((to, PLACES[to]) for to in RIDES if to != place and not (banned and to == "quest"))
    to = Pick("to", say("where to"), places)
    if free:
        return Choice(say("Free ride"), "move", {"who": who, "free": True}, icon="horse", picks=(to,))
    return Choice(say("Ride"), "move", {"who": who}, icon="horse", picks=(to,))


@kept
def exchange(who: str, other: str, gives: tuple[str, ...] = (), takes: tuple[str, ...] = ()) -> Choice:
    """Cards change hands unseen; of the tokens on their boards the clerk must hear."""
    label = say("Exchange with {name}", name=name_of(other))
    sides = (("give", say("equipment he gives"), gives), ("take", say("equipment he gets"), takes))
    picks = tuple(
        Pick(name, line, tuple((item, GOODS[item]) for item in items), 0, len(items), many=True)
        for name, line, items in sides
        if items
    )
    return Choice(label, "exchange", {"who": who, "with": other}, icon="swap-horizontal", picks=picks)


@kept
def character(who: str, bassompierre: bool) -> Choice:
    cards = tuple(card for card in CHARACTERS.items() if bassompierre or card[0] != "bassompierre")
    card = Pick("card", say("which"), cards)
    return Choice(say("Play a character card"), "character", {"who": who}, icon="account-star", picks=(card,))


@kept
def reinforce(who: str) -> Choice:
    cards = tuple((card, SIEGE_CARDS[card]) for card in ("single", "double"))
    return Choice(say("Reinforce"), "reinforce", {"who": who}, icon="castle", picks=(Pick("card", say("with"), cards),))


@kept
def challenge(who: str, target: str, skill: str, value: int) -> Choice:
    label = say("Challenge: {skill} {value}", skill=SKILLS[skill], value=value)
    return Choice(label, "challenge", {"who": who, "what": target}, icon="feather")


@kept
def duel(who: str, foe: str) -> Choice:
    fields = {"who": who, "foe": foe}
    if foe == "trap":
        return Choice(say("Step over the trap"), "duel", fields, icon="alert")
    dice = Ask("dice", say("red dice"), 1, MOST_RED, 3) if foe == "other" else None
    return Choice(say("Duel: {foe}", foe=FOES[foe]), "duel", fields, icon="sword-cross", ask=dice)


@kept
def equip(who: str, goods: tuple[str, ...], most: int) -> Choice:
    buy = Pick("buy", say("what"), tuple((item, GOODS[item]) for item in goods), 1, most, many=True)
    return Choice(say("Equip"), "equip", {"who": who}, icon="shield-sword", picks=(buy,))


@kept
def make_room(who: str, goods: tuple[str, ...], owned: tuple[str, ...]) -> Choice:
    buy = Pick("buy", say("what"), tuple((item, GOODS[item]) for item in goods), many=True)
    drop = Pick("drop", say("what makes room for it"), tuple((item, GOODS[item]) for item in owned), many=True)
    return Choice(say("Equip and make room"), "equip", {"who": who}, "quiet", "shield-sword", picks=(buy, drop))


@kept
def bribe(who: str) -> Choice:
    return Choice(say("Bribe the gaoler"), "escape", {"who": who, "how": "pay"}, icon="cash")


@kept
def break_out(who: str) -> Choice:
    return Choice(say("Fight a way out"), "escape", {"who": who, "how": "fight"}, icon="sword")


@kept
def search(who: str) -> Choice:
    return Choice(say("Search again"), "search", {"who": who}, icon="magnify")


@kept
def task(who: str, most: int) -> Choice:
    won = Ask("successes", say("successes"), 0, most, 1)
    return Choice(say("Work on the Paris card"), "task", {"who": who}, icon="city-variant", ask=won)


@kept
def path(who: str, number: int) -> Choice:
    label = say("Path {n} of the inn", n=number)
    return Choice(label, "advance", {"who": who, "path": number}, icon="door-open")


@kept
def road(who: str) -> Choice:
    return Choice(say("Ride on to Paris"), "advance", {"who": who}, icon="road-variant")


@kept
def passage(who: str) -> Choice:
    return Choice(say("A secret passage"), "passage", {"who": who}, icon="tunnel")


@kept
def pay_beggars(place: str) -> Choice:
    label = say("Pay the Beggars: {place}", place=PLACES[place])
    return Choice(label, "pay_beggars", {"place": place}, "quiet", "cash")


@kept
def scout(hidden: tuple[int, ...], count: int) -> Choice:
    spaces = tuple((str(at), say("space {n}", n=at + 1)) for at in hidden)
    which = Pick("spaces", say("which"), spaces, count, count, many=True)
    return Choice(say("Epic token: turn up the inn"), "scout", {}, "quiet", "star-four-points", picks=(which,))
