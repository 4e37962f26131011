from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.state import State
from companion.boxes.mousquetaires.verdict import can_escape, doom, judge
from companion.boxes.mousquetaires.vocabulary import ANY_TIME

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]

# Something that could be anybody's intent, verb by verb; with a defeat at the door nobody looks at what it says.
_ANYTHING = {"number": 1, "text": "a" * 64, "texts": [], "flag": True}
OTHERS = {
    do: {field.name: [*field.choices, _ANYTHING[field.kind]][0] for field in verb.fields if field.needed}
    for do, verb in BOX.verbs.items()
    if do not in ANY_TIME
}


def table_with(**tokens: Any) -> State:
    return replace(BOX.setup({}, BOX.profile()), **tokens)


@pytest.mark.parametrize(
    ("tokens", "cause"),
    [
        ({}, ""),
        ({"time": 11}, ""),
        ({"time": 12}, "time"),
        ({"rochelle": 2}, ""),
        ({"rochelle": 1}, "rochelle"),
        ({"rochelle": 9}, ""),
        ({"queen": 7}, ""),
        ({"queen": 8}, "queen"),
        ({"paris": "abducted", "constance": 5}, ""),
        ({"paris": "abducted", "constance": 6}, "constance"),
        ({"paris": "message", "constance": 6}, ""),
    ],
)
def test_the_ways_to_lose(tokens: dict[str, Any], cause: str) -> None:
    state = table_with(**tokens)
    assert doom(state) == cause
    verdict = judge(state)
    assert (verdict.cause if verdict else "") == cause
    if verdict:
        assert (verdict.winner, verdict.rule) == ("milady", f"defeat-{cause}")
        assert verdict.text == BOX.rules[verdict.rule].text


def test_the_deadly_quest_is_lost_when_nobody_may_go_on_it() -> None:
    company, deadly = table_with().company, ("deadly_quest",)
    barred = tuple(replace(musketeer, banned=True) for musketeer in company)
    assert doom(table_with(company=barred, variants=deadly)) == "quest"
    assert doom(table_with(company=(*barred[1:], company[0]), variants=deadly)) == ""
    assert not can_escape(table_with(company=barred, variants=deadly, one_for_all=1))


def test_the_diamonds_beat_everything() -> None:
    verdict = judge(table_with(chapters=4, time=12, queen=8))
    assert verdict is not None
    assert (verdict.winner, verdict.cause) == ("musketeers", "diamonds")


@pytest.mark.parametrize(
    ("tokens", "escape"),
    [
        ({"time": 12}, True),
        ({"queen": 8}, True),
        ({"rochelle": 1}, False),
        ({"paris": "abducted", "constance": 6}, False),
        ({"time": 12, "time_held": True}, False),
        ({"time": 12, "accepted": True}, False),
        ({"time": 11}, False),
    ],
)
def test_one_for_all_averts_two_of_them(tokens: dict[str, Any], escape: bool) -> None:
    assert can_escape(table_with(one_for_all=1, **tokens)) is escape
    assert not can_escape(table_with(**tokens))


def test_the_musketeers_may_let_a_defeat_stand(evening: Start) -> None:
    table = evening(head_start=True).at("time", time=11)
    table.next()
    record = table.do("accept")
    assert (table.cause, table.state.one_for_all) == ("time", 1)
    assert table.match.label(record).read() == "The musketeers accept defeat"


def test_without_a_defeat_there_is_none_to_accept(evening: Start) -> None:
    table = evening(head_start=True).at("time", time=10)
    assert table.refused("accept", anyway=True).reason.read() == "There is no defeat to accept."


def test_a_defeat_accepted_by_mistake_does_not_bind_the_next_one(evening: Start) -> None:
    table = evening(head_start=True).at("time", time=11)
    table.next()
    table.do("accept")
    table.do("correct", what="time", to=11)
    table.next()
    table.at("time").next()
    assert (table.state.time, table.cause, table.prompt.id) == (12, "", "escape")


@pytest.mark.parametrize("depth", ["scorekeeper", "clerk"])
def test_while_a_defeat_hangs_over_the_table_nothing_else_is_decided(evening: Start, depth: str) -> None:
    table = evening(head_start=True, paris="missing", depth=depth).at("perfidy", time=11)
    table.do("perfidy", how="play", card="dead_end")
    assert len(OTHERS) > 35
    for do, fields in OTHERS.items():
        refusal = table.refused(do, anyway=True, **fields)
        assert refusal.reason.read() == "First decide whether to play One for all.", do
        assert refusal.rule == "one-for-all"


def test_the_clerk_can_be_told_to_follow_closely_even_then(evening: Start) -> None:
    table = evening(head_start=True).at("time", time=11)
    table.next()
    table.do("depth", to="clerk")
    assert (table.state.depth, table.prompt.id) == ("clerk", "escape")


def test_a_token_set_right_takes_the_verdict_back(evening: Start) -> None:
    table = evening().at("actions", queen=8)
    assert table.cause == "queen"
    table.do("correct", what="queen", to=6)
    assert table.cause == ""
    table.do("undo")
    assert table.cause == "queen"
