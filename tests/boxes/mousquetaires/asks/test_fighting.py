from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from companion.boxes.mousquetaires.board import SKILLS
from companion.core.prompt import Ask, Refusal
from companion.core.record import Intent, Record
from tests.boxes.mousquetaires.scenes import (
    CALAIS,
    GALLERIES,
    INN,
    ROAD,
    arm,
    call_out,
    clash,
    declare,
    fight,
    in_the_louvre,
    on_the_quest,
    waiting,
)
from tests.boxes.mousquetaires.taps import tap

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def number(ask: Ask | None) -> tuple[str, int, int, int]:
    assert ask is not None
    return ask.name, ask.lo, ask.hi, ask.start


def main(table: Evening) -> Intent:
    """The usual answer."""
    (choice,) = (choice for choice in table.prompt.choices if choice.weight == "main")
    return tap(choice)


# cards and dice


def test_a_duel_asks_for_as_many_cards_as_can_help(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin")
    declare(table, "duel", who="porthos", foe="lubin")
    prompt = table.prompt
    assert (prompt.id, prompt.camp, prompt.rule) == ("duel", "musketeers", "duel-cards")
    assert prompt.what.read() == "Porthos against Lubin"
    (commit,) = table.offered("commit")
    assert number(commit.ask) == ("cards", 0, 3, 0)
    assert isinstance(table.match.act(tap(commit, 3)), Record)
    assert fight(table).blue == 6


def test_only_aramis_is_offered_any_card_and_once_a_round(evening: Start) -> None:
    table = in_the_louvre(evening, "aramis", "lubin", "jussac")
    declare(table, "duel", who="aramis", foe="lubin")
    plain, sly = table.offered("commit")
    assert (plain.fields, sly.fields) == ({}, {"cunning": True})
    table.match.act(tap(sly))
    assert fight(table).blue == 4
    clash(table, "sword sword sword sword", "shield shield")
    declare(table, "duel", who="aramis", foe="jussac")
    assert len(table.offered("commit")) == 1


@pytest.mark.parametrize(
    ("there", "what", "dice"),
    [
        (("athos",), "1 die for Athos", "1r"),
        (("athos", "porthos", "aramis"), "1 die each, in this order: Aramis, Athos, Porthos", "3r"),
    ],
)
def test_the_dice_of_an_ambush_are_named_with_those_for_whom_they_are_thrown(
    evening: Start, there: tuple[str, ...], what: str, dice: str
) -> None:
    places = {f"{who}.place": "louvre" if who in there else "quest" for who in ("athos", "porthos", "aramis")}
    table = evening("sword sword sword", depth="clerk").at("actions", **places)
    table.do("louvre_mission", skill="panache", value=7, foes=["lubin"], ambush="assassin")
    prompt = table.prompt
    assert (prompt.id, prompt.camp, prompt.who.read(), prompt.what.read()) == ("ambush", "table", "Assassin", what)
    (throw,) = table.offered("ambush")
    assert (throw.weight, throw.dice, prompt.rule) == ("main", dice, "ambush-assassin")
    assert isinstance(table.match.act(main(table)), Record)
    assert table.prompt.id == "actions"


def test_the_dice_of_a_throw_are_named_so_that_real_ones_can_be_typed_in(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin", dice="shield shield shield shield shield")
    call_out(table, "porthos", "lubin")
    (clash_,) = table.offered("clash")
    assert (table.prompt.camp, table.prompt.rule, clash_.dice) == ("table", "duel", "3b 2r")
    assert isinstance(table.match.act(main(table)), Record)
    (clash_,) = table.offered("clash")
    assert (table.prompt.rule, clash_.dice) == ("duel-tie", "2b 1r")


def test_a_foe_with_a_fixed_result_throws_nothing(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN)
    table.do("advance", who="athos", path=1)
    table.do("token", kind="two_shields")
    table.do("commit")
    (clash_,) = table.offered("clash")
    assert (clash_.dice, table.prompt.detail.read()) == ("3b", "Blue 3, red 0")


def test_epic_tokens_help_on_the_road_only(evening: Start) -> None:
    table = on_the_quest(evening, "athos", ROAD).at("actions", epic=2)
    table.do("advance", who="athos")
    table.do("commit", cards=2)
    table.do("token", kind="two_dice")
    (epic,) = table.offered("commit")
    assert number(epic.ask) == ("epic", 1, 1, 1)  # six dice at most
    table.match.act(tap(epic))
    assert (fight(table).blue, table.state.epic, table.offered("commit")) == (6, 1, [])
    louvre = in_the_louvre(evening, "porthos", "lubin").at("actions", epic=2)
    call_out(louvre, "porthos", "lubin")
    assert louvre.offered("commit") == []


def test_the_blade_asks_which_die(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin", dice="sword")
    arm(table, "porthos", "toledo")
    call_out(table, "porthos", "lubin")
    clash(table, "shield shield lily", "shield shield")
    assert (table.prompt.id, table.prompt.camp, table.prompt.rule) == ("blade", "musketeers", "toledo")
    (stand,), (again,) = table.offered("stand"), table.offered("toledo")
    assert (stand.weight, number(again.ask), again.dice) == ("main", ("die", 0, 2, 0), "1b")
    assert isinstance(table.match.act(tap(again)), Record)
    assert fight(table).exchange == 1


# what Milady is asked


def test_milady_is_asked_whether_rochefort_steps_in(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin")
    table.do("duel", who="porthos", foe="lubin")
    prompt = table.prompt
    assert (prompt.id, prompt.camp, prompt.rule) == ("rochefort", "milady", "rochefort")
    assert [choice.do for choice in prompt.choices] == ["let_pass", "rochefort"]
    assert prompt.detail.read() == "Porthos acts here: The Louvre."
    table.match.act(main(table))
    assert "louvre" in table.state.passed
    table.do("undo")
    table.match.act(tap(table.offered("rochefort")[0]))
    assert (fight(table).foe, table.state.milady_at) == ("rochefort", "louvre")


def test_she_is_not_asked_about_athos(evening: Start) -> None:
    table = in_the_louvre(evening, "athos", "lubin")
    table.do("duel", who="athos", foe="lubin")
    assert table.prompt.rule == "duel-cards"


def test_milady_is_asked_whether_she_is_at_richelieus(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    table.do("move", who="athos", to="richelieu")
    prompt = table.prompt
    assert (prompt.id, prompt.camp) == ("richelieu", "milady")
    assert [dict(choice.fields) for choice in table.offered("richelieu")] == [{"found": False}, {"found": True}]
    table.match.act(main(table))
    assert table.state.of("athos").place == "bastille"


def test_milady_says_what_a_token_shows(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN)
    table.do("advance", who="athos", path=1)
    prompt = table.prompt
    assert (prompt.id, prompt.camp, prompt.rule) == ("token", "milady", "quest-tokens")
    kinds = [choice.fields["kind"] for choice in table.offered("token")]
    assert kinds == list(table.state.board.tokens) or set(kinds) < set(table.state.board.tokens)
    assert "decoy" in kinds
    for at in range(len(kinds)):
        again = on_the_quest(evening, "athos", INN)
        again.do("advance", who="athos", path=1)
        assert isinstance(again.match.act(tap(again.offered("token")[at])), Record)


def test_a_kind_that_is_used_up_is_not_offered(evening: Start) -> None:
    table = on_the_quest(evening, "athos", INN).at("actions", epic=2)
    assert table.state.board.tokens["decoy"].copies == 4
    for spaces, decoys in ((["0", "1", "2"], 3), (["3", "4", "5"], 1)):
        table.do("scout", spaces=spaces)
        for _ in range(decoys):
            table.do("token", kind="decoy")
    kinds = [choice.fields["kind"] for choice in table.offered("token")]
    assert kinds
    assert "decoy" not in kinds


def test_each_skill_comes_once_in_the_galleries(evening: Start) -> None:
    table = on_the_quest(evening, "athos", GALLERIES)
    assert [choice.fields["skill"] for choice in table.offered("gallery")] == list(SKILLS)
    table.do("gallery", skill="panache")
    table.do("token", kind="trap")
    table.do("token", kind="trap")
    assert waitless(table)
    table.do("challenge", who="athos")
    table.do("meet", cards=12)
    assert table.prompt.id == "gallery"
    assert "panache" not in [choice.fields["skill"] for choice in table.offered("gallery")]


def waitless(table: Evening) -> bool:
    return table.state.errand is None and table.state.duel is None


@pytest.mark.parametrize("chapter", [INN, GALLERIES])
def test_without_milady_the_app_turns_the_tokens(evening: Start, chapter: int) -> None:
    table = on_the_quest(evening, "athos", chapter, milady=False)
    if chapter == INN:
        table.do("advance", who="athos", path=1)
    prompt = table.prompt
    assert (prompt.camp, prompt.who.read()) == ("milady", "The clerk")
    assert [(choice.do, dict(choice.fields)) for choice in prompt.choices if choice.weight == "main"] == [
        ("token" if chapter == INN else "gallery", {})
    ]


# challenges


def test_a_challenge_suggests_the_cards_it_takes(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin")
    declare(table, "challenge", who="porthos")
    prompt = table.prompt
    assert (prompt.id, prompt.camp, prompt.what.read()) == ("challenge", "musketeers", "Panache: 2 against 7")
    (meet,) = table.offered("meet")
    assert number(meet.ask) == ("cards", 0, 12, 5)
    assert meet.asks == ()
    assert isinstance(table.match.act(tap(meet)), Record)
    assert table.state.louvre_mission.mastered


def test_at_calais_epic_tokens_make_it_easier(evening: Start) -> None:
    table = on_the_quest(evening, "athos", CALAIS).at("actions", epic=2)
    table.do("challenge", who="athos", what="nobility")
    (meet,) = table.offered("meet")
    assert [number(ask) for ask in meet.asks] == [("epic", 0, 2, 0)]
    table.do("undo")
    table.do("correct", what="epic", to=0)
    table.do("challenge", who="athos", what="nobility")
    assert table.offered("meet")[0].asks == ()


def test_aramis_may_meet_it_with_any_card_besides(evening: Start) -> None:
    table = in_the_louvre(evening, "aramis", "lubin")
    declare(table, "challenge", who="aramis")
    assert [dict(choice.fields) for choice in table.offered("meet")] == [{}, {"cunning": True}]


def test_nothing_else_is_offered_or_taken_while_it_waits(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin")
    declare(table, "challenge", who="porthos")
    assert waiting(table).waits == "cards"
    assert {choice.do for choice in table.prompt.choices} == {"meet"}
    assert isinstance(table.act("draw", who="porthos"), Refusal)
