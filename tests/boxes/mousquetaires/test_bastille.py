from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def test_treachery_takes_a_musketeer_there_and_he_may_leave_at_once(evening: Start) -> None:
    table = evening(depth="clerk").at("perfidy", purse=1)
    record = table.do("perfidy", how="play", card="imprisoned", target="aramis")
    assert (table.state.of("aramis").place, table.state.of("aramis").turn) == ("bastille", "waiting")
    assert table.told(record) == ["{name} is taken to the Bastille."]
    table.do("escape", who="aramis", how="pay")
    assert (table.state.of("aramis").place, table.state.of("aramis").left) == ("colombier", 2)


def test_richelieus_guards_end_his_turn_and_he_leaves_in_the_next_round(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", purse=1)
    table.do("move", who="aramis", to="richelieu")
    table.do("richelieu", found=False)
    aramis = table.state.of("aramis")
    assert (aramis.place, aramis.turn, aramis.left) == ("bastille", "done", 0)
    assert table.refused("escape", who="aramis", how="pay").rule == "turn"
    table.at("aftermath").next()
    table.at("actions").do("escape", who="aramis", how="pay")
    assert table.state.of("aramis").place == "colombier"


def test_he_is_taken_from_wherever_he_was_in_the_inn(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"athos.place": "quest"})
    table.do("advance", who="athos", path=2)
    table.do("token", kind="decoy")
    table.at("perfidy").do("perfidy", how="play", card="imprisoned", target="athos")
    assert (table.state.of("athos").place, table.state.of("athos").path) == ("bastille", 0)


def test_milady_never_goes_there_and_nobody_goes_there_freely(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"athos.turn": "acting", "athos.actions": 3})
    (ride,) = table.offered("move")
    assert "bastille" not in dict(ride.picks[0].options)
    assert "bastille" not in {choice.fields["place"] for choice in table.at("reveal").offered("reveal")}
