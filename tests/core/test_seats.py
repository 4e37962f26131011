from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.state import STEPS, Errand, State
from companion.core import commons
from companion.core.prompt import Refusal
from companion.core.record import Intent
from companion.core.seats import SEATS, may

START = BOX.setup({"depth": "clerk"}, BOX.profile())
SEALED = replace(START, sealed="0" * 64)
HERS = ("seal", "rochefort", "let_pass", "richelieu", "reveal", "perfidy", "paris_card")
THEIRS = ("move", "draw", "challenge", "duel", "commit", "clash", "march", "one_for_all", "accept", "search", "scout")
ANYBODYS = ("siege", "sand", "depth", "louvre_mission", "token", "chapter_done", "fate", "outfit")


def asked(do: str, seat: str, state: State = SEALED, seated: bool = True, **intent: Any) -> Refusal | None:
    return may(BOX, Intent(do, **intent), seat, state, seated)


@pytest.mark.parametrize("seated", [True, False])
@pytest.mark.parametrize("do", [*BOX.verbs, *commons.FIELDS])
def test_an_onlooker_changes_nothing(do: str, seated: bool) -> None:
    refusal = asked(do, "onlooker", seated=seated, anyway=True)
    assert refusal is not None
    assert (refusal.rule, refusal.overridable) == ("seat", False)


@pytest.mark.parametrize("seat", ["", "host", "Milady", "aramis"])
def test_who_has_no_seat_is_an_onlooker(seat: str) -> None:
    assert asked("note", seat) == asked("note", "onlooker")


@pytest.mark.parametrize("seat", ["table", "milady", "musketeers"])
@pytest.mark.parametrize("do", commons.FIELDS)
def test_whoever_plays_may_correct_roll_note_and_take_back(do: str, seat: str) -> None:
    assert asked(do, seat) is None


@pytest.mark.parametrize("seated", [True, False])
@pytest.mark.parametrize("do", HERS)
def test_what_is_miladys_a_musketeers_phone_cannot_do(do: str, seated: bool) -> None:
    assert asked(do, "milady", seated=seated) is None
    refusal = asked(do, "musketeers", seated=seated, anyway=True)
    assert refusal is not None
    assert (refusal.rule, refusal.overridable, refusal.stale) == ("seat", False, False)
    assert refusal.reason.read() == "That is for Milady to do."


@pytest.mark.parametrize("do", THEIRS)
def test_what_is_the_musketeers_milady_cannot_do(do: str) -> None:
    assert asked(do, "musketeers") is None
    refusal = asked(do, "milady", anyway=True)
    assert refusal is not None
    assert (refusal.reason.read(), refusal.overridable) == ("That is for the musketeers to do.", False)


@pytest.mark.parametrize("seat", ["table", "milady", "musketeers"])
@pytest.mark.parametrize("do", ANYBODYS)
def test_the_rest_is_for_everybody_who_plays(do: str, seat: str) -> None:
    assert asked(do, seat) is None


@pytest.mark.parametrize("do", BOX.verbs)
def test_the_board_plays_for_everybody_who_has_no_device(do: str) -> None:
    assert asked(do, "table", seated=False) is None


@pytest.mark.parametrize("do", ["seal", "rochefort", "let_pass", "richelieu"])
def test_what_only_milady_knows_the_board_does_not_say_for_her(do: str) -> None:
    refusal = asked(do, "table")
    assert refusal is not None
    assert (refusal.rule, refusal.overridable) == ("seat", True)
    assert asked(do, "table", anyway=True) is None


@pytest.mark.parametrize(
    ("state", "alone"),
    [({}, True), ({"sealed": ""}, False), ({"milady_at": "house"}, False)],
    ids=["sealed", "a card on the table", "everybody knows"],
)
def test_a_reveal_is_miladys_alone_as_long_as_it_opens_a_seal(state: dict[str, Any], alone: bool) -> None:
    refusal = asked("reveal", "table", replace(SEALED, step="reveal", **state), fields={"place": "house"})
    assert (refusal is not None) is alone


@pytest.mark.parametrize("do", [do for do in BOX.verbs if do not in ("seal", "rochefort", "let_pass", "richelieu")])
def test_everything_else_the_board_may_do_although_she_sits_there(do: str) -> None:
    assert asked(do, "table", replace(SEALED, sealed="")) is None


@pytest.mark.parametrize("step", STEPS)
def test_only_milady_goes_on_where_milady_is_asked(step: str) -> None:
    state = replace(SEALED, step=step)
    hers = step in ("destination", "paris", "perfidy", "reveal")
    assert asked("next", "milady", state) is None
    assert asked("next", "table", state) is None
    refusal = asked("next", "musketeers", state)
    assert (refusal is not None) is hers
    assert refusal is None or refusal.reason.read() == "That is for Milady to do."


def test_after_the_verdict_nobody_is_asked_and_nobody_stopped_here() -> None:
    over = replace(SEALED, time=12)
    assert BOX.prompts(over, "table") == ()
    assert asked("next", "musketeers", over) is None


@pytest.mark.parametrize("seat", ["table", "milady", "musketeers"])
def test_an_intent_nobody_knows_is_for_the_match_to_refuse(seat: str) -> None:
    assert asked("fly", seat) is None


def test_every_refusal_has_its_rule_and_its_words() -> None:
    for seat in SEATS:
        for do in BOX.verbs:
            refusal = asked(do, seat, replace(SEALED, errand=Errand("athos", "search", "richelieu", waits="richelieu")))
            if refusal:
                assert refusal.reason.read().endswith(".")
                assert commons.RULES[refusal.rule].id == "seat"
