from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.dice import Die, Pool, Roll, SeededChance, pick
from companion.core.fate import MemoryVault, fate_for, seal_fate
from companion.core.pen import Pen, apply
from companion.core.prompt import Refused
from companion.core.record import BadForm, Intent
from companion.core.words import say

DIE = Die("blue", "b", ("sword", "shield"))
POOL = Pool((DIE, DIE, DIE))


@dataclass(frozen=True, slots=True)
class Letter:
    to: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Desk:
    ink: int = 5
    pages: tuple[str, ...] = ("a",)
    letter: Letter | None = None


def pen_for(anyway: bool = False, **fields: Any) -> Pen[Desk]:
    return Pen(Desk(), Intent("write", fields, anyway=anyway), {"ink", "order"}, SeededChance(1), 7)


def test_a_change_is_written_with_its_rule() -> None:
    pen = pen_for()
    pen.write("ink", 4, "ink")
    pen.write("pages", ("a", "b"), "order")
    assert pen.state == Desk(4, ("a", "b"))
    assert pen.result() == {
        "changes": [
            {"what": "ink", "from": 5, "to": 4, "why": "ink"},
            {"what": "pages", "from": ["a"], "to": ["a", "b"], "why": "order"},
        ]
    }


def test_what_changes_nothing_is_not_written() -> None:
    pen = pen_for()
    pen.write("ink", 5, "ink")
    pen.write("pages", ["a"], "ink")
    assert pen.result() == {}


def test_a_whole_thing_is_written_as_plain_values_and_kept_as_itself() -> None:
    pen = pen_for()
    pen.write("letter", Letter("athos", ("come", "now")), "ink")
    pen.write("letter.words", ["come"], "ink")
    assert pen.state.letter == Letter("athos", ("come",))
    assert pen.result()["changes"][0]["to"] == {"to": "athos", "words": ["come", "now"]}
    assert apply(Desk(), pen.result()) == pen.state
    pen.write("letter", None, "ink")
    assert pen.state == Desk()
    assert apply(Desk(), pen.result()) == pen.state


@given(st.lists(st.integers(0, 3) | st.lists(st.sampled_from("ab"), max_size=2), max_size=8))
def test_the_fold_comes_to_what_the_pen_had(values: list[Any]) -> None:
    pen = pen_for()
    for value in values:
        pen.write("ink" if isinstance(value, int) else "pages", value, "ink")
    assert apply(Desk(), pen.result()) == pen.state


def test_a_value_that_does_not_fit_is_not_written() -> None:
    pen = pen_for()
    for what, to in (("ink", "dry"), ("ink", True), ("quill", 1)):
        with pytest.raises(BadForm):
            pen.write(what, to, "ink")
    assert (pen.state, pen.result()) == (Desk(), {})


def test_dice_are_thrown_by_chance_or_read_off_the_table() -> None:
    pen = pen_for()
    thrown = pen.roll(POOL, "ink")
    typed = pen.roll(POOL, "ink", ["sword", "sword", "shield"])
    assert not thrown.typed
    assert typed == Roll(POOL, ("sword", "sword", "shield"), typed=True)
    assert pen.result() == {"rolls": [{**thrown.plain(), "why": "ink"}, {**typed.plain(), "why": "ink"}]}
    assert pen_for().roll(POOL, "ink") == thrown  # the same chance throws the same


def test_faces_that_no_die_has_are_bad_form() -> None:
    pen = pen_for()
    for faces in (["sword"], ["sword", "sword", "lily"], []):
        with pytest.raises(BadForm):
            pen.roll(POOL, "ink", faces)
    assert pen.result() == {}


def test_a_roll_made_elsewhere_is_kept() -> None:
    pen = pen_for()
    roll = Roll(POOL, ("sword", "sword", "sword"), kept=(1,))
    assert pen.keep(roll, "order") is roll
    assert pen.result() == {"rolls": [{**roll.plain(), "why": "order"}]}


def sealed_pen(seq: int = 4, rounds: tuple[int, ...] = (1,)) -> Pen[Desk]:
    vault = MemoryVault()
    for number in rounds:
        seal_fate("m", number, SeededChance(number), vault)
    intent = Intent("draw")
    return Pen(Desk(), intent, {"ink", "order"}, SeededChance(1), 7, match="m", seq=seq, vault=vault)


HUNDRED = tuple(str(number) for number in range(100))


def test_lots_are_drawn_from_the_sealed_fate_and_written_down_with_what_they_were_drawn_from() -> None:
    pen = sealed_pen()
    drawn = [pen.draw(HUNDRED, 1, "order"), pen.draw(["a", "b"], 1, "ink")]
    assert pen.result() == {
        "draws": [
            {"among": list(HUNDRED), "drawn": drawn[0], "why": "order"},
            {"among": ["a", "b"], "drawn": drawn[1], "why": "ink"},
        ]
    }
    opening = pen.vault.opening(1)
    assert opening is not None
    chance = fate_for(opening, 4)
    assert drawn == [pick(HUNDRED, chance), pick(["a", "b"], chance)]


def test_lots_do_not_depend_on_the_dice_that_were_thrown_before() -> None:
    pen, other = sealed_pen(), sealed_pen()
    other.roll(POOL, "ink")
    assert [pen.draw(HUNDRED, 1, "ink") for _ in range(5)] == [other.draw(HUNDRED, 1, "ink") for _ in range(5)]


def test_another_record_and_another_round_have_other_lots() -> None:
    assert len({sealed_pen(seq).draw(HUNDRED, 1, "ink") for seq in range(30)}) > 10
    assert len({sealed_pen(rounds=(number,)).draw(HUNDRED, number, "ink") for number in range(30)}) > 10


def test_without_a_sealed_fate_nothing_is_drawn() -> None:
    pen = sealed_pen()
    with pytest.raises(LookupError, match="no fate is sealed"):
        pen.draw(HUNDRED, 2, "ink")
    assert pen.result() == {}


def test_a_pen_without_a_vault_has_an_empty_one() -> None:
    with pytest.raises(LookupError, match="no fate is sealed"):
        pen_for().draw(HUNDRED, 1, "ink")


def test_an_instruction_is_written_as_words() -> None:
    pen = pen_for()
    pen.tell(say("Draw {n}.", n=2), "order")
    assert pen.result() == {"tells": [{"say": "Draw {n}.", "with": {"n": 2}, "why": "order"}]}


@pytest.mark.parametrize("anyway", [False, True])
def test_nonsense_is_refused_whoever_insists(anyway: bool) -> None:
    with pytest.raises(Refused) as caught:
        pen_for(anyway).refuse(say("No."), "order")
    refusal = caught.value.refusal
    assert (refusal.reason, refusal.rule, refusal.overridable, refusal.stale) == (say("No."), "order", False, False)


def test_a_rule_can_be_overruled_and_that_is_written_once() -> None:
    with pytest.raises(Refused) as caught:
        pen_for().need(False, say("No."), "order")
    assert caught.value.refusal.overridable
    pen = pen_for(anyway=True)
    pen.need(True, say("No."), "ink")
    assert pen.result() == {}
    for rule in ("order", "ink", "order"):
        pen.need(False, say("No."), rule)
    assert pen.result() == {"rulings": ["order", "ink"]}


@pytest.mark.parametrize(
    "step",
    [
        lambda pen: pen.write("ink", 5, "whim"),
        lambda pen: pen.roll(POOL, "whim"),
        lambda pen: pen.draw(["a"], 1, "whim"),
        lambda pen: pen.tell(say("x"), "whim"),
        lambda pen: pen.refuse(say("x"), "whim"),
        lambda pen: pen.need(True, say("x"), "whim"),
    ],
)
def test_nothing_is_written_without_a_rule(step: Callable[[Pen[Desk]], object]) -> None:
    """Also where nothing would come of it: a misspelt rule must not wait for a rare evening to be found."""
    with pytest.raises(LookupError, match="whim"):
        step(pen_for())


def test_the_pen_knows_what_was_asked_and_when() -> None:
    pen = pen_for(card="x", none=None)
    assert (pen.given("card"), pen.given("no"), pen.given("no", 3), pen.now) == ("x", None, 3, 7)


@pytest.mark.parametrize("changes", [1, None, "ink", [1], [{}], [{"what": "ink"}], [{"what": 1, "to": 1}], {"what": 1}])
def test_a_damaged_result_is_refused(changes: Any) -> None:
    with pytest.raises(BadForm):
        apply(Desk(), {"changes": changes})


def test_the_fold_only_sets_what_it_is_told() -> None:
    desk = Desk(1, ("z",))
    assert apply(desk, {}) is desk
    # What the value was before is for people: a state in which it differs is still set right.
    assert apply(desk, {"changes": [{"what": "ink", "from": 9, "to": 3, "why": "gone"}]}) == replace(desk, ink=3)
