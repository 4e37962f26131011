from __future__ import annotations

from typing import Any

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.state import State
from companion.core.match import Match
from companion.core.record import BadForm, Header, Intent, Plain, Record
from companion.core.trust import Tracked, check_intent, check_result, check_values

HEADER = Header("m", BOX.name, {}, {})


def start() -> State:
    return BOX.setup({}, BOX.profile())


def change(what: Any = "purse", to: Any = 4, **other: Any) -> dict[str, Any]:
    return {"what": what, "from": 3, "to": to, "why": "correction", **other}


@pytest.mark.parametrize(
    "intent",
    [
        Intent("fly"),
        Intent("note"),
        Intent("note", {"text": 7}),
        Intent("note", {"text": "a", "loud": True}),
        Intent("reveal", {"place": "moon"}),
        Intent("back_to", {"seq": "1"}),
    ],
)
def test_an_intent_of_no_box_is_refused(intent: Intent) -> None:
    with pytest.raises(BadForm):
        check_intent(BOX, intent)


def test_good_intents_pass() -> None:
    check_intent(BOX, Intent("note", {"text": "late"}))
    check_intent(BOX, Intent("reveal", {"place": "house"}))
    check_intent(BOX, Intent("undo"))


DAMAGED: tuple[tuple[str, Plain], ...] = (
    ("undo", {}),
    ("undo", {"undoes": 7}),
    ("undo", {"undoes": [True]}),
    ("undo", {"undoes": ["1"]}),
    ("undo", {"undoes": [1], "changes": []}),
    ("redo", {"undoes": [1]}),
    ("back_to", {"redoes": [1]}),
    ("next", {"secret": []}),
    ("next", {"changes": 7}),
    ("next", {"changes": [7]}),
    ("next", {"changes": [{"what": "purse", "to": 4}]}),
    ("next", {"changes": [change(what=7)]}),
    ("next", {"changes": [change(why=7)]}),
    ("next", {"changes": [change(more=1)]}),
    ("roll", {"rolls": [{"dice": "2b", "faces": ["sword"], "why": "free-roll"}]}),
    ("roll", {"rolls": [{"dice": "1x", "faces": ["sword"], "why": "free-roll"}]}),
    ("roll", {"rolls": [{"dice": "1b", "faces": ["sword"]}]}),
    ("roll", {"rolls": "1b"}),
    ("next", {"tells": [{"why": "round"}]}),
    ("next", {"tells": [{"say": 7, "why": "round"}]}),
    ("next", {"tells": [{"say": "Ride"}]}),
    ("fate", {"draws": 7}),
    ("fate", {"draws": [7]}),
    ("fate", {"draws": [{"drawn": "paris", "why": "no-milady"}]}),
    ("fate", {"draws": [{"among": "paris", "drawn": "paris", "why": "no-milady"}]}),
    ("fate", {"draws": [{"among": [], "drawn": "paris", "why": "no-milady"}]}),
    ("fate", {"draws": [{"among": ["louvre"], "drawn": "paris", "why": "no-milady"}]}),
    ("fate", {"draws": [{"among": ["paris"], "drawn": "paris"}]}),
    ("next", {"rulings": "round"}),
    ("next", {"rulings": [7]}),
)


@pytest.mark.parametrize(("do", "result"), DAMAGED)
def test_a_damaged_result_is_refused(do: str, result: Plain) -> None:
    with pytest.raises(BadForm):
        check_result(BOX, start(), do, result)


def test_what_the_pen_writes_passes() -> None:
    roll = {"dice": "1b", "faces": ["sword"], "why": "free-roll"}
    tell = {"say": "Ride", "why": "round"}
    draw = {"among": ["paris", "louvre"], "drawn": "louvre", "why": "no-milady"}
    check_result(BOX, start(), "next", {"changes": [change()], "rolls": [roll], "tells": [tell], "rulings": ["round"]})
    check_result(BOX, start(), "fate", {"draws": [draw]})
    check_result(BOX, start(), "redo", {"redoes": [1, 2]})


IMPOSSIBLE: tuple[tuple[str, Any], ...] = (
    ("time", 99),
    ("purse", -1),
    ("step", "moon"),
    ("paris", "moon"),
    ("paris_gone", ["moon"]),
    ("chapters", 5),
    ("players", 77),
    ("musketeers", ["moon"]),
    ("company.athos.place", "moon"),
    ("company.athos.place", "house"),
    ("company.athos.life", 4),
    ("company.athos.turn", "moon"),
    ("stock.horse.left", -1),
    ("red_swords", -1),
    ("blue_swords", 1_000),
    ("board", {}),
    ("board.profile", {}),
)


@pytest.mark.parametrize(("what", "to"), IMPOSSIBLE)
def test_a_forged_record_that_leads_nowhere_is_refused(what: str, to: Any) -> None:
    match = Match(BOX, HEADER)
    forged = Record.make(1, 0, Intent("next", id="x"), {"changes": [change(what, to)]}, match.head)
    before = match.state
    with pytest.raises(BadForm, match=r"^record 1: "):
        match.take(forged)
    assert (match.state, match.records) == (before, [])


@pytest.mark.parametrize("do", ["siege", "next"])
def test_a_record_that_cannot_be_named_is_refused(do: str) -> None:
    match = Match(BOX, HEADER)
    forged = Record.make(
        1, 0, Intent(do, id="x"), {"changes": [change("step", "paris", **{"from": "moon"})]}, match.head
    )
    with pytest.raises(BadForm, match="not what it says"):
        match.take(forged)


def test_the_table_at_the_start_is_possible() -> None:
    BOX.check(start())


# values that are tracked

TRACKED = Tracked(BOX.slots(start()))


def test_every_tracked_value_is_looked_at_where_it_lives() -> None:
    for name, slot in BOX.slots(start()).items():
        beyond: Any = 7 if slot.flag or slot.choices else slot.hi + 1
        with pytest.raises(BadForm, match=r"what it cannot be$"):
            check_values(TRACKED, {"changes": [change(slot.path, beyond)]})
        within: Any = True if slot.flag else slot.choices[0] if slot.choices else slot.hi
        check_values(TRACKED, {"changes": [change(slot.path, within)]})
        assert name


@pytest.mark.parametrize(
    ("what", "to"),
    [
        ("company", []),
        ("company.athos", {"id": "athos", "place": "moon", "life": 99}),
        ("company.2", {"id": "athos", "place": "moon", "life": 99}),
        ("company.2.life", 99),
        ("company.2.life", 1),
        ("company.athos.id", "treville"),
        ("company.treville.life", 1),
        ("company.athos.gear.0", "horse"),
        ("stock", []),
        ("stock.0.left", 99),
        ("stock.horse", {"id": "horse", "left": 99}),
        ("stock.horse.id", "pony"),
    ],
)
def test_who_rides_and_what_the_arsenal_sells_is_settled_when_a_match_begins(what: str, to: Any) -> None:
    """The same value by another path must not slip past the look at it."""
    with pytest.raises(BadForm, match="settled when a match begins"):
        check_values(TRACKED, {"changes": [change(what, to)]})


@pytest.mark.parametrize(
    ("what", "to"), [("company.athos.gear", ["horse"]), ("sealed", "ab"), ("quest.room", 3), ("duel", None)]
)
def test_what_is_not_tracked_is_left_to_the_box(what: str, to: Any) -> None:
    check_values(TRACKED, {"changes": [change(what, to)]})
    check_values(TRACKED, {})


def test_a_box_without_rows_has_nothing_settled() -> None:
    slots = {name: slot for name, slot in BOX.slots(start()).items() if "." not in slot.path}
    check_values(Tracked(slots), {"changes": [change("company", [])]})


def test_a_rule_of_another_version_still_has_an_answer() -> None:
    match = Match(BOX, HEADER)
    match.take(Record.make(1, 0, Intent("accept", id="x"), {"changes": [change(why="gone")]}, match.head))
    assert match.rule(match.last_change()["changes"][0]["why"]).id == "forgotten"
