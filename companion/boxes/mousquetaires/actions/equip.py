"""Action 8: buy equipment or improvements, up to two tokens for one action, from anywhere."""

from __future__ import annotations

from companion.boxes.mousquetaires.bastille import only_escape
from companion.boxes.mousquetaires.company import WHO, chosen, heal, name_of, spend
from companion.boxes.mousquetaires.goods import kind_of, left_of, price_of, room_for
from companion.boxes.mousquetaires.labels import acted
from companion.boxes.mousquetaires.names import GOODS
from companion.boxes.mousquetaires.state import State
from companion.boxes.mousquetaires.tokens import move
from companion.core.pen import Pen
from companion.core.record import BadForm, Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say, say_n


def _decide(pen: Pen[State]) -> None:
    musketeer, buys, drops = chosen(pen), tuple(pen.given("buy")), tuple(pen.given("drop", ()))
    who = musketeer.id
    for item in (*buys, *drops):
        if item not in GOODS:
            raise BadForm(f'the arsenal has no "{item}"; it has {", ".join(GOODS)}')
    most = pen.state.board.number("arsenal.bought_an_action")
    if not buys:
        pen.refuse(say("Nothing was bought."), "equip")
    pen.need(len(buys) <= most, say_n("One action buys {n} token.", "One action buys up to {n} tokens.", most), "equip")
    only_escape(pen, musketeer)
    spend(pen, who, "equip")
    for item in drops:
        _drop(pen, who, item)
    for item in buys:
        _pay(pen, who, item)
        _take(pen, who, item)


def _drop(pen: Pen[State], who: str, item: str) -> None:
    """A token that makes room leaves the game."""
    kind = kind_of(item) or "gear"
    owned = getattr(pen.state.of(who), kind)
    if item not in owned:
        pen.refuse(say("{name} does not have that.", name=name_of(who)), "equip")
    pen.write(f"company.{who}.{kind}", tuple(other for other in owned if other != item), "equip")


def _pay(pen: Pen[State], who: str, item: str) -> None:
    if left_of(pen.state, item) < 1:
        pen.refuse(say("The arsenal has none left: {item}.", item=GOODS[item]), "equip")
    pen.write(f"stock.{item}.left", left_of(pen.state, item) - 1, "equip")
    coin, price = price_of(pen.state, item)
    if coin == "pistoles":
        pen.need(
            pen.state.purse >= price,
            say_n("It costs {n} pistole: {item}.", "It costs {n} pistoles: {item}.", price, item=GOODS[item]),
            "equip",
        )
        move(pen, "purse", -min(price, pen.state.purse), "equip")
    elif coin == "combat_card":
        pen.tell(say("{name} discards a Combat card.", name=name_of(who)), "equip")
    else:
        pen.tell(say("{name} discards any adventure card.", name=name_of(who)), "equip")


def _take(pen: Pen[State], who: str, item: str) -> None:
    musketeer = pen.state.of(who)
    if item == "balm":
        heal(pen, who, pen.state.board.number("arsenal.balm.life"), "balm")
    elif item == "improved_botte":
        pen.need(not musketeer.botte, say("{name} has it already.", name=name_of(who)), "equip")
        pen.write(f"company.{who}.botte", True, "improved-botte")
    else:
        kind = kind_of(item)
        owned = (*getattr(musketeer, kind), item)
        if len(set(owned)) != len(owned):
            pen.refuse(say("{name} has it already.", name=name_of(who)), "equip")
        pen.need(room_for(pen.state, kind, owned), say("{name} has no room for it.", name=name_of(who)), "equip")
        pen.write(f"company.{who}.{kind}", owned, "equip")


def _label(record: Record) -> Line:
    bought = list(record.intent.fields["buy"])
    if len(bought) == 1:
        return say("{name} buys: {item}", name=acted(record), item=GOODS[bought[0]])
    return say("{name} buys: {item}, {other}", name=acted(record), item=GOODS[bought[0]], other=GOODS[bought[1]])


EQUIP: Verb[State] = Verb(
    "equip",
    say("A musketeer buys equipment or improvements."),
    _decide,
    _label,
    (
        Field("buy", "texts", say("up to two tokens")),
        WHO,
        Field("drop", "texts", say("tokens that make room and leave the game"), needed=False),
    ),
)
