from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.core.record import BadForm

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def partner(who: str) -> dict[str, Any]:
    """The word is taken in Python."""
    return {"with": who}


def together(evening: Start, where: str = "paris", **options: Any) -> Evening:
    """Athos and Porthos in one place, each with actions before him and a full purse between them."""
    places = {"athos.place": where, "porthos.place": where}
    return evening(depth="clerk", **options).at("actions", purse=20, **places)


def equipped(table: Evening, who: str, *goods: str) -> None:
    """Bought in a turn that is then forgotten."""
    for item in goods:
        table.do("equip", who=who, buy=[item])
    table.at("actions", **{f"{who}.turn": "waiting", f"{who}.actions": 0})


def gear(table: Evening, who: str) -> tuple[str, ...]:
    return table.state.of(who).gear


def test_only_who_begins_the_exchange_spends_an_action(evening: Start) -> None:
    table = together(evening)
    record = table.do("exchange", who="athos", **partner("porthos"))
    assert (table.state.of("athos").left, table.state.of("porthos").turn) == (2, "waiting")
    assert table.told(record) == ["{name} and {other} exchange what they like."]
    assert table.match.label(record).read() == "Athos exchanges with Porthos"


def test_they_are_in_the_same_place(evening: Start) -> None:
    table = together(evening)
    assert table.refused("exchange", who="athos", **partner("aramis")).rule == "exchange"


def test_several_exchanges_with_different_musketeers_are_several_actions(evening: Start) -> None:
    table = together(evening).at("actions", **{"aramis.place": "paris"})
    table.do("exchange", who="athos", **partner("porthos"))
    table.do("exchange", who="athos", **partner("aramis"))
    assert table.state.of("athos").left == 1


def test_any_number_of_pieces_goes_either_way(evening: Start) -> None:
    table = together(evening)
    equipped(table, "athos", "horse", "pistol")
    equipped(table, "porthos", "cuirass", "toledo")
    table.do("exchange", who="athos", give=["horse", "pistol"], take=["cuirass", "toledo"], **partner("porthos"))
    assert (gear(table, "athos"), gear(table, "porthos")) == (("cuirass", "toledo"), ("horse", "pistol"))


def test_giving_without_taking_is_allowed(evening: Start) -> None:
    table = together(evening)
    equipped(table, "athos", "horse", "pistol")
    table.do("exchange", who="athos", give=["horse", "pistol"], **partner("porthos"))
    assert (gear(table, "athos"), gear(table, "porthos")) == ((), ("horse", "pistol"))


def test_whoever_gets_it_uses_it(evening: Start) -> None:
    table = together(evening)
    equipped(table, "athos", "horse")
    table.do("exchange", who="porthos", take=["horse"], **partner("athos"))
    table.do("move", who="porthos", to="louvre", free=True)
    assert table.state.of("porthos").left == 2


# with a fallen musketeer


def test_a_fallen_musketeer_is_visited_at_the_vieux_colombier(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", purse=9, **{"dartagnan.place": "colombier"})
    equipped(table, "athos", "pistol")
    table.at("actions", **{"athos.life": 0, "athos.down": True})
    table.do("exchange", who="dartagnan", take=["pistol"], **partner("athos"))
    assert (gear(table, "dartagnan"), table.state.of("athos").turn) == (("pistol",), "waiting")
    table.do("rest")
    table.do("recover", who="athos")


def test_he_does_not_begin_an_exchange_himself(evening: Start) -> None:
    table = together(evening, "colombier").at("actions", **{"athos.life": 0, "athos.down": True})
    assert table.refused("exchange", who="athos", **partner("porthos")).rule == "recovery"


# what cannot be done


def test_two_alike_do_not_fit_on_one_board(evening: Start) -> None:
    table = together(evening)
    equipped(table, "athos", "pistol")
    equipped(table, "porthos", "pistol")
    refusal = table.refused("exchange", who="athos", give=["pistol"], **partner("porthos"))
    assert (refusal.rule, refusal.overridable) == ("equip", True)


def test_a_full_board_takes_no_more(evening: Start) -> None:
    table = together(evening)
    equipped(table, "athos", "pistol")
    equipped(table, "porthos", "cuirass", "toledo")
    assert table.refused("exchange", who="athos", give=["pistol"], **partner("porthos")).rule == "equip"
    table.do("exchange", who="athos", give=["pistol"], take=["cuirass"], **partner("porthos"))
    assert gear(table, "porthos") == ("toledo", "pistol")


def test_nobody_gives_what_he_does_not_have(evening: Start) -> None:
    table = together(evening)
    for fields in ({"give": ["horse"]}, {"take": ["horse"]}):
        refusal = table.refused("exchange", anyway=True, who="athos", **fields, **partner("porthos"))
        assert (refusal.rule, refusal.overridable) == ("exchange", False)


def test_nobody_gives_the_same_token_twice(evening: Start) -> None:
    table = together(evening)
    equipped(table, "athos", "horse")
    with pytest.raises(BadForm, match="two tokens alike"):
        table.act("exchange", anyway=True, who="athos", give=["horse", "horse"], **partner("porthos"))


@pytest.mark.parametrize("item", ["balm", "sword", ""])
def test_only_tokens_are_exchanged(evening: Start, item: str) -> None:
    with pytest.raises(BadForm, match="nothing that can be exchanged"):
        together(evening).act("exchange", who="athos", give=[item], **partner("porthos"))


@pytest.mark.parametrize("other", ["athos", "treville"])
def test_it_takes_another_musketeer_of_this_match(evening: Start, other: str) -> None:
    refusal = together(evening).refused("exchange", anyway=True, who="athos", **partner(other))
    assert (refusal.rule, refusal.overridable) == ("exchange", False)


# improvements


@pytest.mark.parametrize("item", ["improved_botte", "panache"])
def test_improvements_stay_with_their_owner(evening: Start, item: str) -> None:
    table = together(evening)
    equipped(table, "athos", item)
    refusal = table.refused("exchange", who="athos", give=[item], **partner("porthos"))
    assert (refusal.rule, refusal.reason.read()) == ("exchange", "Improvements stay with their owner.")


def test_house_rule_improvements_are_exchanged_like_equipment(evening: Start) -> None:
    table = together(evening, house={"improvements_tradable": True})
    equipped(table, "athos", "improved_botte", "panache")
    table.do("exchange", who="athos", give=["improved_botte", "panache"], **partner("porthos"))
    athos, porthos = table.state.of("athos"), table.state.of("porthos")
    assert (athos.botte, athos.skills, porthos.botte, porthos.skills) == (False, (), True, ("panache",))


def test_house_rule_nobody_needs_two_improved_bottes(evening: Start) -> None:
    table = together(evening, house={"improvements_tradable": True})
    equipped(table, "athos", "improved_botte")
    equipped(table, "porthos", "improved_botte")
    assert table.refused("exchange", who="athos", give=["improved_botte"], **partner("porthos")).rule == "equip"


# Separated, and the Bastille


def test_separated_musketeers_exchange_nothing_this_round(evening: Start) -> None:
    table = together(evening).at("perfidy")
    table.do("perfidy", how="play", card="separated")
    assert table.refused("exchange", who="athos", **partner("porthos")).rule == "separated"
    table.do("turn", who="athos")
    assert table.offered("exchange") == []
    table.at("aftermath").next()
    table.at("actions").do("exchange", who="athos", **partner("porthos"))


def test_two_prisoners_may_exchange(evening: Start) -> None:
    table = together(evening, "bastille")
    table.do("exchange", who="athos", **partner("porthos"))


def test_house_rule_not_even_that(evening: Start) -> None:
    table = together(evening, "bastille", house={"bastille_only_escape": True})
    assert table.refused("exchange", who="athos", **partner("porthos")).rule == "bastille"


# What the prompt offers


def offered(table: Evening) -> dict[str, list[str]]:
    """The tokens that may go from one to the other, as Athos is asked."""
    (choice,) = (one for one in table.offered("exchange") if one.fields["with"] == "porthos")
    return {pick.name: [value for value, _ in pick.options] for pick in choice.picks}


def test_tokens_that_fit_on_the_others_board_are_offered(evening: Start) -> None:
    table = together(evening)
    table.do("turn", who="athos")
    assert offered(table) == {}
    equipped(table, "athos", "horse", "pistol")
    equipped(table, "porthos", "horse", "cuirass")
    table.do("turn", who="athos")
    assert offered(table) == {}  # both boards are full
    table.do("exchange", who="athos", take=["cuirass"], give=["pistol"], **partner("porthos"))
    table.at("actions", **{"athos.turn": "waiting", "athos.actions": 0})
    table.do("equip", who="aramis", buy=["toledo"])
    table.at("actions", **{"aramis.place": "paris", "aramis.turn": "waiting", "aramis.actions": 0})
    table.do("turn", who="aramis")
    (choice, *_) = (one for one in table.offered("exchange") if one.fields["with"] == "athos")
    assert {pick.name: [value for value, _ in pick.options] for pick in choice.picks} == {"take": ["horse", "cuirass"]}


@pytest.mark.parametrize("tradable", [False, True])
def test_improvements_are_offered_where_the_house_trades_them(evening: Start, tradable: bool) -> None:
    table = together(evening, house={"improvements_tradable": tradable})
    equipped(table, "athos", "improved_botte", "panache")
    table.do("turn", who="athos")
    assert offered(table) == ({"give": ["panache", "improved_botte"]} if tradable else {})
