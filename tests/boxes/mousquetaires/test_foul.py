from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.foul import KINDS, claimed_before, foul, foul_line, label_of, never_opened
from companion.boxes.mousquetaires.rules import RULES
from companion.boxes.mousquetaires.state import Foul, State
from companion.core.dice import SeededChance
from companion.core.pen import Pen
from companion.core.record import Intent, Record

START = BOX.setup({}, BOX.profile())


def pen(**state: Any) -> Pen[State]:
    return Pen(replace(START, **state), Intent("reveal"), RULES, SeededChance(1), 0)


def record(result: Any) -> Record:
    return Record.make(1, 0, Intent("reveal"), result, "")


@pytest.mark.parametrize(
    ("one", "line"),
    [
        (
            Foul(3, "broken", "paris", "louvre"),
            "Round 3: Milady claimed “Paris”, but her seal says “The Louvre”.",
        ),
        (Foul(3, "broken", "paris"), "Round 3: Milady claimed “Paris”, but that does not open her seal."),
        (
            Foul(2, "answer", "", "richelieu"),
            "Round 2: Milady said that she was elsewhere, but her seal says “Richelieu's cabinet”.",
        ),
        (Foul(1, "late"), "Round 1: Milady sealed her destination when the musketeers had set out."),
        (
            Foul(1, "unopened", "house"),
            "Round 1: the table went on with “Milady's house”, and the seal was not opened.",
        ),
        (Foul(1, "unopened"), "Round 1: nobody opened Milady's seal."),
    ],
)
def test_a_foul_says_what_was_claimed_and_what_was_sealed(one: Foul, line: str) -> None:
    assert foul_line(one).read() == line


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_its_rule_its_line_and_its_name_in_the_log(kind: str) -> None:
    writing = pen()
    foul(writing, kind, "paris", "louvre")
    result = writing.result()
    assert [change["why"] for change in result["changes"]] == [f"seal-{kind}"]
    assert [tell["why"] for tell in result["tells"]] == [f"seal-{kind}"]
    assert RULES[f"seal-{kind}"].id == f"seal-{kind}"
    label = label_of(record(result))
    assert label is not None
    assert "{" not in label.read()


def test_a_foul_is_written_once_a_round() -> None:
    writing = pen()
    for _ in range(2):
        foul(writing, "broken", "paris")
    assert writing.state.fouls == (Foul(1, "broken", "paris"),)
    assert len(writing.result()["tells"]) == 1
    writing = pen(round=2, fouls=writing.state.fouls)
    foul(writing, "broken", "paris")
    assert len(writing.state.fouls) == 2


def test_only_the_same_claim_of_the_same_round_was_made_before() -> None:
    state = replace(START, round=2, fouls=(Foul(2, "broken", "paris", "louvre"), Foul(1, "broken", "quest")))
    assert claimed_before(state, "paris")
    assert not claimed_before(state, "quest")
    assert not claimed_before(replace(state, fouls=(Foul(2, "unopened", "paris"),)), "paris")


@pytest.mark.parametrize(
    ("state", "found"),
    [
        ({"sealed": "0" * 64}, True),
        ({}, False),
        ({"sealed": "0" * 64, "milady_at": "house"}, False),
        ({"sealed": "0" * 64, "milady": False}, False),
        ({"sealed": "0" * 64, "fouls": (Foul(1, "unopened", "paris"),)}, False),
        ({"sealed": "0" * 64, "round": 2, "fouls": (Foul(1, "unopened"),)}, True),
        ({"sealed": "0" * 64, "fouls": (Foul(1, "broken", "paris"),)}, True),
    ],
)
def test_a_seal_that_nobody_opened_is_a_foul_once(state: dict[str, Any], found: bool) -> None:
    writing = pen(**state)
    before = writing.state.fouls
    never_opened(writing)
    assert writing.state.fouls == (*before, *((Foul(writing.state.round, "unopened"),) if found else ()))


@pytest.mark.parametrize(
    "result",
    [
        {},
        {"changes": [{"what": "step", "from": "reveal", "to": "siege", "why": "round"}]},
        {"changes": [{"what": "fouls", "from": [{"kind": "late"}], "to": [], "why": "correction"}]},
    ],
)
def test_a_record_that_brings_no_foul_to_light_has_its_own_name(result: Any) -> None:
    assert label_of(record(result)) is None


def test_a_step_that_was_skipped_keeps_its_name() -> None:
    writing = pen(sealed="0" * 64)
    never_opened(writing)
    assert label_of(record(writing.result())) is None
