from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from companion.boxes.mousquetaires.actions.move import RIDES
from companion.boxes.mousquetaires.company import has_free_ride
from companion.boxes.mousquetaires.names import PLACES
from companion.core.record import BadForm

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


@pytest.mark.parametrize("place", ["paris", "louvre", "quest", "rochelle", "colombier"])
def test_one_action_takes_a_musketeer_from_anywhere_to_anywhere(evening: Start, place: str) -> None:
    table = evening(depth="clerk").at("actions", **{"aramis.place": "quest" if place != "quest" else "paris"})
    record = table.do("move", who="aramis", to=place)
    assert (table.state.of("aramis").place, table.state.of("aramis").left) == (place, 2)
    assert table.match.label(record).read() == f"Aramis rides: {PLACES[place].read()}"


def test_only_miladys_house_and_the_bastille_are_closed_to_them(evening: Start) -> None:
    assert set(RIDES) == set(PLACES) - {"house", "bastille"}
    table = evening(depth="clerk").at("actions")
    for place in ("house", "bastille"):
        with pytest.raises(BadForm, match='"to" must be one of'):
            table.act("move", who="athos", to=place)
    (ride,) = table.at("actions", **{"athos.turn": "acting", "athos.actions": 3}).offered("move")
    assert [value for value, _ in ride.picks[0].options] == ["paris", "louvre", "quest", "rochelle", "richelieu"]


def test_nobody_rides_to_where_he_is(evening: Start) -> None:
    refusal = evening(depth="clerk").at("actions").refused("move", anyway=True, who="athos", to="colombier")
    assert (refusal.rule, refusal.overridable) == ("move", False)


def test_nobody_simply_rides_out_of_the_bastille(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"athos.place": "bastille"})
    assert table.refused("move", who="athos", to="paris").rule == "bastille"
    table.do("equip", who="athos", buy=["horse"])
    assert table.refused("move", who="athos", to="paris", free=True).rule == "bastille"


def test_going_to_the_vieux_colombier_while_fit_heals_nothing(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"porthos.life": 2})
    table.do("move", who="porthos", to="colombier")
    assert (table.state.of("porthos").life, table.state.of("porthos").turn) == (2, "acting")


def test_whoever_leaves_the_inn_begins_in_its_common_room_again(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"athos.place": "quest"})
    table.do("advance", who="athos", path=2)
    table.do("token", kind="decoy")
    assert table.state.of("athos").path == 2
    table.do("move", who="athos", to="paris")
    assert (table.state.of("athos").place, table.state.of("athos").path) == ("paris", 0)


# the thoroughbred


def rider(evening: Start) -> Evening:
    """Athos on a horse, his turn still before him."""
    table = evening(depth="clerk").at("actions", purse=9)
    table.do("equip", who="athos", buy=["horse"])
    return table.at("actions", **{"athos.turn": "waiting", "athos.actions": 0})


def test_a_horse_carries_its_owner_once_a_round_for_nothing(evening: Start) -> None:
    table = rider(evening)
    table.do("move", who="athos", to="paris", free=True)
    assert (table.state.of("athos").place, table.state.of("athos").left) == ("paris", 3)
    assert table.refused("move", who="athos", to="louvre", free=True).rule == "horse"
    table.do("move", who="athos", to="louvre")
    assert table.state.of("athos").left == 2


def test_also_after_the_last_action(evening: Start) -> None:
    table = rider(evening)
    for _ in range(3):
        table.do("draw", who="athos")
    assert has_free_ride(table.state.of("athos"))
    assert [choice.fields.get("free") for choice in table.offered("move")] == [True]
    table.do("move", who="athos", to="paris", free=True)
    assert (table.state.of("athos").place, table.state.of("athos").left) == ("paris", 0)


def test_but_not_in_the_turn_of_another(evening: Start) -> None:
    table = rider(evening)
    for _ in range(3):
        table.do("draw", who="athos")
    table.do("draw", who="porthos")
    assert table.refused("move", who="athos", to="paris", free=True).rule == "turn"


def test_and_again_in_the_next_round(evening: Start) -> None:
    table = rider(evening)
    table.do("move", who="athos", to="paris", free=True)
    table.at("aftermath").next()
    table.at("actions").do("move", who="athos", to="louvre", free=True)
    assert table.state.of("athos").left == 3


def test_without_a_horse_no_ride_is_free(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    refusal = table.refused("move", who="athos", to="paris", free=True)
    assert (refusal.rule, refusal.overridable) == ("horse", True)
    table.do("move", who="athos", to="paris", free=False)
    assert table.state.of("athos").left == 2
