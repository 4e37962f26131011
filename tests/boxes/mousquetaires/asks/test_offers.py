from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.actions.move import RIDES
from companion.boxes.mousquetaires.asks import offers
from companion.core.prompt import Choice
from companion.core.verb import check_fields
from tests.boxes.mousquetaires.taps import tap

OFFERS: dict[str, Callable[[], Choice]] = {
    "turn": lambda: offers.turn("athos"),
    "rest": lambda: offers.rest("athos", "main"),
    "recover": lambda: offers.recover("athos"),
    "draw": lambda: offers.draw("athos"),
    "ride": lambda: offers.ride("athos", "paris", False, False),
    "free ride": lambda: offers.ride("athos", "paris", True, True),
    "exchange": lambda: offers.exchange("athos", "porthos"),
    "exchange of tokens": lambda: offers.exchange("athos", "porthos", ("horse", "pistol"), ("toledo",)),
    "character": lambda: offers.character("athos", True),
    "reinforce": lambda: offers.reinforce("athos"),
    "challenge": lambda: offers.challenge("athos", "mission", "panache", 7),
    "duel": lambda: offers.duel("athos", "lubin"),
    "duel with another": lambda: offers.duel("athos", "other"),
    "trap": lambda: offers.duel("athos", "trap"),
    "equip": lambda: offers.equip("athos", ("horse", "pistol"), 2),
    "make room": lambda: offers.make_room("athos", ("cuirass",), ("horse", "pistol")),
    "bribe": lambda: offers.bribe("athos"),
    "break out": lambda: offers.break_out("athos"),
    "search": lambda: offers.search("athos"),
    "task": lambda: offers.task("athos", 3),
    "path": lambda: offers.path("athos", 2),
    "road": lambda: offers.road("athos"),
    "passage": lambda: offers.passage("athos"),
    "beggars": lambda: offers.pay_beggars("paris"),
    "scout": lambda: offers.scout((0, 4, 7), 2),
}


def test_every_offer_of_the_module_is_looked_at_here() -> None:
    made = {name for name, thing in vars(offers).items() if hasattr(thing, "cache_info")}
    looked_at = {name for maker in OFFERS.values() for name in maker.__code__.co_names}
    assert made <= looked_at


@pytest.mark.parametrize("name", OFFERS)
def test_it_says_what_the_verb_wants_to_know(name: str) -> None:
    choice = OFFERS[name]()
    assert choice.label.read()
    assert choice.icon
    for number in (None, 0, 1, 2, 17):
        intent = tap(choice, number)
        check_fields(intent.do, BOX.verbs[intent.do].fields, intent.fields)


@pytest.mark.parametrize("name", OFFERS)
def test_it_is_made_once_and_kept(name: str) -> None:
    assert OFFERS[name]() is OFFERS[name]()


def test_nobody_rides_to_where_he_is_nor_to_where_he_may_not_go() -> None:
    def places(place: str, banned: bool) -> set[str]:
        return {value for value, _ in offers.ride("athos", place, banned, False).picks[0].options}

    assert places("paris", False) == set(RIDES) - {"paris"}
    assert places("paris", True) == set(RIDES) - {"paris", "quest"}
    assert places("bastille", False) == set(RIDES)


def test_only_an_opponent_without_a_card_has_to_be_described() -> None:
    assert offers.duel("athos", "lubin").ask is None
    dice = offers.duel("athos", "other").ask
    assert dice is not None
    assert (dice.name, dice.lo, dice.hi) == ("dice", 1, 4)


def test_bassompierre_is_left_out_when_there_is_no_room_for_him() -> None:
    def cards(room: bool) -> set[str]:
        return {value for value, _ in offers.character("athos", room).picks[0].options}

    assert cards(True) - cards(False) == {"bassompierre"}


def test_spaces_are_counted_from_one_for_people() -> None:
    (which,) = offers.scout((0, 4), 2).picks
    assert [(value, label.read()) for value, label in which.options] == [("0", "space 1"), ("4", "space 5")]
