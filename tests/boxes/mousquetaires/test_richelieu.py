from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.boxes.mousquetaires.reveal import places
from companion.core.record import BadForm

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def knocks(evening: Start, who: str = "aramis", **options: Any) -> Evening:
    table = evening(depth="clerk", **options).at("actions")
    table.do("move", who=who, to="richelieu")
    return table


@pytest.mark.parametrize("who", ["aramis", "athos"])
def test_found_there_milady_shows_herself_and_loses_her_action(evening: Start, who: str) -> None:
    """Athos protects nobody here, and she has to show herself to him too."""
    table = knocks(evening, who)
    assert (table.prompt.camp, table.prompt.id) == ("milady", "richelieu")
    record = table.do("richelieu", found=True)
    musketeer = table.state.of(who)
    assert (table.state.milady_at, table.state.found) == ("richelieu", True)
    assert (musketeer.place, musketeer.turn, musketeer.left) == ("richelieu", "acting", 2)
    assert table.match.label(record).read() == "Milady is found at Richelieu's"
    table.at("reveal").next()
    assert (table.state.perfidy, table.state.step) == (3, "siege")


def test_if_she_is_not_there_he_goes_to_the_bastille_and_his_turn_is_over(evening: Start) -> None:
    table = knocks(evening)
    record = table.do("richelieu", found=False)
    aramis = table.state.of("aramis")
    assert (aramis.place, aramis.turn, table.state.milady_at) == ("bastille", "done", "")
    assert table.match.label(record).read() == "Milady is not at Richelieu's"


def test_nothing_else_is_done_until_she_has_answered(evening: Start) -> None:
    table = knocks(evening)
    refusal = table.refused("draw", anyway=True, who="aramis")
    assert (refusal.rule, refusal.overridable) == ("actions", False)
    assert {choice.fields["found"] for choice in table.offered("richelieu")} == {True, False}


def test_who_said_that_she_was_not_there_cannot_have_been_there(evening: Start) -> None:
    table = knocks(evening)
    table.do("richelieu", found=False)
    table.at("reveal")
    assert "richelieu" not in places(table.state)
    refusal = table.refused("reveal", place="richelieu")
    assert (refusal.rule, refusal.reason.read()) == ("richelieu", "A musketeer was there and did not find her.")
    table.do("reveal", place="house")
    table.at("aftermath").next()
    assert "richelieu" in places(table.state)


def test_the_second_who_comes_finds_her_too(evening: Start) -> None:
    table = knocks(evening)
    table.do("richelieu", found=True)
    table.do("rest")
    table.do("move", who="athos", to="richelieu")
    assert (table.state.of("athos").place, table.state.of("athos").left, table.state.errand) == ("richelieu", 2, None)


def test_when_everybody_knows_that_she_is_elsewhere_nobody_is_asked(evening: Start) -> None:
    table = evening(depth="clerk", paris="held").at("actions")
    table.do("paris_mission", skill="panache", value=6)
    table.do("challenge", who="dartagnan")
    table.do("rochefort")
    table.do("commit")
    table.do("clash", faces=["sword", "sword", "shield", "sword", "shield", "shield", "shield"])
    while table.state.duel:
        table.do("clash", faces=["lily"] * table.state.duel.blue + ["shield"] * table.state.duel.red)
    table.do("move", who="dartagnan", to="richelieu")
    assert (table.state.errand, table.state.of("dartagnan").place) == (None, "bastille")


def test_who_begins_his_turn_there_cannot_search(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"athos.place": "richelieu"})
    table.do("turn", who="athos")
    refusal = table.refused("search", who="athos")
    assert (refusal.rule, refusal.reason.read()) == ("richelieu", "Athos started his turn here: he has to leave.")
    assert table.offered("search") == []
    table.do("move", who="athos", to="paris")
    table.do("move", who="athos", to="richelieu")
    assert table.state.errand is not None


def test_house_rule_he_may_search_again_for_an_action(evening: Start) -> None:
    house = {"richelieu_search_when_starting_there": True}
    table = evening(depth="clerk", house=house).at("actions", **{"athos.place": "richelieu"})
    assert table.refused("search", who="aramis").rule == "richelieu"
    table.do("turn", who="athos")
    assert len(table.offered("search")) == 1
    record = table.do("search", who="athos")
    assert (table.state.of("athos").left, table.prompt.id) == (2, "richelieu")
    assert table.match.label(record).read() == "Athos searches Richelieu's cabinet"
    table.do("richelieu", found=False)
    assert table.state.of("athos").place == "bastille"


def test_without_milady_the_cabinet_is_empty(evening: Start) -> None:
    table = evening(depth="clerk", milady=False).at("actions")
    table.do("move", who="aramis", to="richelieu")
    assert (table.state.errand, table.state.of("aramis").place) == (None, "bastille")


def test_she_answers_only_who_asks(evening: Start) -> None:
    refusal = evening(depth="clerk").at("actions").refused("richelieu", anyway=True, found=True)
    assert (refusal.rule, refusal.overridable) == ("richelieu", False)


def test_a_free_ride_ends_there_like_any_other(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    table.do("equip", who="aramis", buy=["horse"])
    table.do("move", who="aramis", to="richelieu", free=True)
    table.do("richelieu", found=False)
    assert (table.state.of("aramis").place, table.state.of("aramis").turn) == ("bastille", "done")


def test_the_nonce_stays_secret_while_she_is_not_found(evening: Start) -> None:
    with pytest.raises(BadForm, match="told only when Milady is found"):
        knocks(evening).act("richelieu", found=False, nonce="00" * 32)
