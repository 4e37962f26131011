from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.boxes.mousquetaires.scenes import (
    GALLERIES,
    call_out,
    clash,
    declare,
    in_the_gallery,
    on_the_quest,
    said,
    show_gallery,
    waiting,
)

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def passage(table: Evening) -> None:
    table.at("actions", epic=3, **{"athos.actions": 3}).do("passage", who="athos")


def wit(table: Evening) -> None:
    table.do("correct", what="athos.actions", to=3)
    declare(table, "challenge", who="athos")
    table.do("meet", cards=8)


def steel(table: Evening) -> None:
    for _ in range(2):
        table.do("correct", what="athos.actions", to=3)
        call_out(table, "athos", "two_dice")
        clash(table, "lily lily lily", "sword sword")


WAYS: dict[str, Callable[[Evening], None]] = {"passage": passage, "wit": wit, "steel": steel}


@pytest.mark.parametrize("way", WAYS)
def test_a_gallery_is_crossed_by_wit_by_steel_or_by_a_passage(evening: Start, way: str) -> None:
    table = in_the_gallery(evening, "athos", "two_dice", "two_dice", skill="nobility")
    table.do("turn", who="athos")
    WAYS[way](table)
    quest = table.state.quest
    assert (quest.room, quest.test, quest.guards) == (1, "", ("hidden", "hidden"))
    assert sorted(quest.spent) == ["nobility", "two_dice", "two_dice"]
    assert (waiting(table).waits, table.prompt.id) == ("gallery", "gallery")


def test_the_ways_may_be_mixed(evening: Start) -> None:
    table = in_the_gallery(evening, "athos", "two_dice", "four_dice")
    table.do("turn", who="athos")
    call_out(table, "athos", "two_dice")
    clash(table, "lily lily lily", "sword sword")
    assert (table.state.quest.room, table.state.quest.guards) == (0, ("", "four_dice"))
    passage(table)
    assert (table.state.quest.room, sorted(table.state.quest.spent)) == (1, ["four_dice", "panache", "two_dice"])


def test_one_guard_alone_does_not_bar_the_way_of_wit(evening: Start) -> None:
    table = in_the_gallery(evening, "athos", "two_dice", "four_dice")
    call_out(table, "athos", "two_dice")
    clash(table, "lily lily lily", "sword sword")
    wit(table)
    assert table.state.quest.room == 1


def test_different_musketeers_may_beat_the_two_guards(evening: Start) -> None:
    table = in_the_gallery(evening, "athos", "two_dice", "two_dice").at("actions", **{"aramis.place": "quest"})
    for who in ("athos", "aramis"):
        call_out(table, who, "two_dice")
        clash(table, "lily lily lily", "sword sword")
        if who == "athos":
            table.do("rest", who=who)
    assert table.state.quest.room == 1


def test_the_next_gallery_is_turned_up_only_when_one_comes_to_it(evening: Start) -> None:
    table = in_the_gallery(evening, "athos", "two_dice", "two_dice", skill="nobility").at("actions", epic=3)
    record = table.do("passage", who="athos")
    assert said(record) == ["Milady turns up the tokens of the next gallery."]
    assert table.refused("challenge", who="athos").rule == "actions"
    show_gallery(table, "panache", "trap", "three_dice")
    assert (table.state.quest.test, table.state.quest.guards) == ("panache", ("trap", "three_dice"))


@pytest.mark.parametrize("way", WAYS)
def test_beyond_the_fourth_gallery_the_musketeers_have_won_at_once(evening: Start, way: str) -> None:
    table = in_the_gallery(evening, "athos", "three_dice", "three_dice", skill="erudition")
    table.do("turn", who="athos")
    for skill, guard in (("nobility", "sword_shield"), ("gallantry", "two_shields")):
        passage(table)
        show_gallery(table, skill, guard, guard)
    passage(table)
    show_gallery(table, "panache", "two_dice", "two_dice")
    assert (table.state.quest.room, table.cause) == (3, "")
    WAYS[way](table)
    verdict = table.match.verdict()
    assert verdict is not None
    assert (verdict.winner, verdict.rule, table.state.step) == ("musketeers", "victory", "actions")
    assert table.match.prompts() == ()


def test_the_scorekeeper_is_not_asked_for_the_next_gallery(evening: Start) -> None:
    table = evening().at("actions", chapters_done=GALLERIES, epic=3)
    declare(table, "passage", who="athos")
    assert (table.state.quest.room, table.state.errand) == (1, None)


def test_a_table_that_set_the_chapter_by_hand_is_asked_for_the_gallery(evening: Start) -> None:
    table = on_the_quest(evening, "athos", GALLERIES)
    assert table.prompt.id == "gallery"
    show_gallery(table, "panache", "two_dice", "trap")
    assert table.prompt.id == "actions"
