from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.boxes.mousquetaires.scenes import call_out, clash, declare, dice_left, in_the_louvre

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def test_any_card_is_a_die_in_a_duel(evening: Start) -> None:
    table = in_the_louvre(evening, "aramis", "brisemont")
    call_out(table, "aramis", "brisemont", cards=1, cunning=True)
    assert dice_left(table) == (5, 3)
    assert table.state.of("aramis").cunning == 1


def test_even_so_nobody_throws_more_than_six(evening: Start) -> None:
    table = in_the_louvre(evening, "aramis", "brisemont")
    call_out(table, "aramis", "brisemont", cards=3, cunning=True)
    assert dice_left(table) == (6, 3)


@pytest.mark.parametrize(("cards", "mastered"), [(2, False), (3, True)])
def test_any_card_is_a_point_in_a_challenge(evening: Start, cards: int, mastered: bool) -> None:
    table = in_the_louvre(evening, "aramis", "lubin")
    declare(table, "challenge", who="aramis")
    table.do("meet", cards=cards, cunning=True)  # panache 3 and the cards, against 7
    assert table.state.louvre_mission.mastered is mastered


def test_it_works_once_in_a_round_whatever_it_was_used_for(evening: Start) -> None:
    table = in_the_louvre(evening, "aramis", "lubin")
    declare(table, "challenge", who="aramis")
    assert [choice.fields for choice in table.offered("meet")] == [{}, {"cunning": True}]
    table.do("meet", cunning=True)
    declare(table, "duel", who="aramis", foe="lubin")
    assert [choice.fields for choice in table.offered("commit")] == [{}]
    refusal = table.refused("commit", cunning=True)
    assert (refusal.rule, refusal.overridable) == ("cunning", True)
    assert refusal.reason.read() == "Aramis cannot use any card as another now."
    table.do("commit")
    clash(table, "lily lily lily", "sword sword")
    table.at("aftermath").next()
    assert table.state.of("aramis").cunning == 0
    table.at("actions")
    declare(table, "challenge", who="aramis")
    assert len(table.offered("meet")) == 2


@pytest.mark.parametrize("who", ["dartagnan", "athos", "porthos"])
def test_the_others_are_not_so_sly_unless_the_table_insists(evening: Start, who: str) -> None:
    table = in_the_louvre(evening, who, "brisemont")
    declare(table, "duel", who=who, foe="brisemont")
    assert [choice.fields for choice in table.offered("commit")] == [{}]
    assert table.refused("commit", cunning=True).rule == "cunning"
    record = table.do("commit", anyway=True, cunning=True)
    assert (dice_left(table), record.result["rulings"]) == ((4, 3), ["cunning"])


def test_a_table_that_knows_treville_may_give_him_the_same_gift(evening: Start) -> None:
    sly = {"musketeers.treville.any_card_uses": 2}
    table = in_the_louvre(evening, "treville", "lubin", players=6, profile=sly)
    for used in (1, 2):
        declare(table, "challenge", who="treville")
        table.do("meet", cunning=True)
        assert table.state.of("treville").cunning == used
    declare(table, "challenge", who="treville")
    assert table.refused("meet", cunning=True).rule == "cunning"


def test_it_does_not_work_in_the_siege(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    table.do("turn", who="aramis")
    (reinforce,) = table.offered("reinforce")
    assert [value for value, _ in reinforce.picks[0].options] == ["single", "double"]
