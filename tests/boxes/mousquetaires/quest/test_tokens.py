from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.boxes.mousquetaires.quest import tokens
from companion.boxes.mousquetaires.quest.tokens import may_turn_up
from tests.boxes.mousquetaires.scenes import (
    CALAIS,
    GALLERIES,
    INN,
    ROAD,
    call_out,
    clash,
    declare,
    in_the_gallery,
    on_the_quest,
    show_gallery,
)

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]

GUARDS = {"two_dice", "three_dice", "four_dice", "sword_shield", "two_shields", "two_swords", "sword_two_shields"}


def scout(table: Evening, *kinds: str) -> None:
    """Epic tokens turn these up, three at a time, from the first space on."""
    for at in range(0, len(kinds), 3):
        table.do("correct", what="epic", to=1)
        hidden = [space for space, token in enumerate(table.state.quest.inn) if token == "hidden"]
        table.do("scout", spaces=[str(space) for space in hidden[:3]])
        for kind in kinds[at : at + 3]:
            table.do("token", kind=kind)


# what is laid out


def test_each_chapter_is_laid_out_face_down(evening: Start) -> None:
    quest = on_the_quest(evening, "athos", INN).state.quest
    assert (quest.inn, quest.road, quest.guards, quest.wardes) == (("hidden",) * 12, (), (), 2)
    quest = on_the_quest(evening, "athos", CALAIS).state.quest
    assert (quest.inn, quest.calais, quest.road, quest.guards, quest.wardes) == ((), (), (), (), 2)
    assert on_the_quest(evening, "athos", ROAD).state.quest.road == ("hidden",) * 3
    quest = on_the_quest(evening, "athos", GALLERIES).state.quest
    assert (quest.guards, quest.test, quest.room) == (("hidden",) * 2, "", 0)


def test_nineteen_adversaries_and_traps_four_decoys_and_four_skills_are_all_there_is(evening: Start) -> None:
    board = evening().state.board
    assert sum(token.copies for token in board.tokens.values()) == 27 == board.number("components.quest_tokens")
    assert sum(token.copies for token in board.tokens.values() if token.kind == "fixed") == 8


# what can still turn up


def test_decoys_turn_up_only_in_the_inn_and_skills_never_among_the_guards(evening: Start) -> None:
    assert set(may_turn_up(on_the_quest(evening, "athos", INN).state)) == GUARDS | {"trap", "decoy"}
    for chapter in (ROAD, GALLERIES):
        assert set(may_turn_up(on_the_quest(evening, "athos", chapter).state)) == GUARDS | {"trap"}


def test_no_kind_turns_up_more_often_than_there_are_tokens_of_it(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN)
    scout(table, "trap", "trap", "decoy")
    assert "trap" not in may_turn_up(table.state)
    table.do("advance", who="athos", path=2)
    assert "trap" not in {choice.fields["kind"] for choice in table.offered("token")}
    refusal = table.refused("token", kind="trap")
    assert (refusal.rule, refusal.overridable) == ("quest-tokens", True)


def test_four_of_the_twelve_spaces_of_the_inn_are_decoys(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN)
    scout(table, "decoy", "decoy", "decoy", "decoy", "trap", "trap")
    assert "decoy" not in may_turn_up(table.state)
    table = on_the_quest(evening, "athos", INN)
    scout(table, "trap", "two_dice", "two_dice", "two_dice", "three_dice", "three_dice", "four_dice", "two_shields")
    assert may_turn_up(table.state) == ("decoy",)


# what has been used never comes back


def test_tokens_that_lay_face_up_leave_the_game_with_their_chapter(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN)
    scout(table, "trap", "trap", "two_dice")
    table.do("chapter_done")
    assert table.state.quest.spent == ("trap", "trap", "two_dice")
    assert "trap" not in may_turn_up(table.at("actions").state)


def test_tokens_that_were_fought_do_not_come_back_either(evening: Start) -> None:
    table = on_the_quest(evening, "athos", ROAD)
    for kind in ("four_dice", "four_dice", "two_dice"):
        table.do("correct", what="athos.actions", to=3)
        declare(table, "advance", who="athos")
        table.do("commit", cards=3)
        table.do("token", kind=kind)
        red = {"four_dice": "sword sword shield shield", "two_dice": "sword shield"}[kind]
        clash(table, "lily lily lily sword sword sword", red)
    assert (table.state.chapters, table.state.quest.spent) == (GALLERIES, ("four_dice", "four_dice", "two_dice"))
    assert "four_dice" not in may_turn_up(table.state)


def test_guards_who_were_passed_by_are_out_of_the_game(evening: Start) -> None:
    table = in_the_gallery(evening, "athos", "four_dice", "four_dice", skill="nobility")
    declare(table, "challenge", who="athos")
    table.do("meet", cards=4)
    assert table.state.quest.spent == ("four_dice", "four_dice", "nobility")
    table.do("gallery", skill="panache")
    assert "four_dice" not in {choice.fields["kind"] for choice in table.offered("token")}


def test_each_skill_token_lies_in_one_gallery(evening: Start) -> None:
    table = in_the_gallery(evening, "athos", "two_dice", "two_dice", skill="nobility")
    assert tokens.tests_left(table.state) == ("erudition", "gallantry", "panache")
    declare(table, "challenge", who="athos")
    table.do("meet", cards=4)
    assert {choice.fields["skill"] for choice in table.offered("gallery")} == {"erudition", "gallantry", "panache"}
    assert table.refused("gallery", skill="nobility").rule == "galleries"
    show_gallery(table, "panache", "three_dice", "three_dice")
    call_out(table, "athos", "three_dice")
    assert tokens.tests_left(table.state) == ("erudition", "gallantry")
