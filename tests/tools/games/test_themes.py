"""The recorded matches must have seen everything. What they have seen is read off their files."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from companion.boxes import load
from companion.boxes.mousquetaires.setup import VARIANTS
from companion.core.match import Match
from companion.core.record import Header, Record
from companion.store.journal import Journal
from tools.record_games import GAMES


@cache
def games() -> tuple[tuple[Header, tuple[Record, ...]], ...]:
    return tuple((header, tuple(records)) for header, records, _ in map(Journal.read, sorted(GAMES.glob("*.jsonl"))))


def options() -> Iterator[Any]:
    return (header.options for header, _ in games())


def done() -> Iterator[tuple[str, Any]]:
    return ((record.intent.do, record.intent.fields) for _, records in games() for record in records)


def test_every_number_of_people_with_and_without_milady() -> None:
    tables = {(one["players"], one.get("milady", True)) for one in options()}
    assert tables == {
        *((players, True) for players in (2, 3, 4, 5, 6)),
        *((players, False) for players in (1, 2, 3, 4)),
    }


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant(variant: str) -> None:
    assert any(one.get(variant) for one in options())


def test_every_ending_and_some_that_had_none() -> None:
    found = set()
    for header, records in games():
        verdict = Match.replay(load(header.box), header, records).verdict()
        found.add((verdict.winner, verdict.cause) if verdict else None)
    causes = ("time", "queen", "rochelle", "constance", "quest")
    assert found == {*(("milady", cause) for cause in causes), ("musketeers", "diamonds"), None}


def test_every_ending_at_every_depth_that_can_have_it() -> None:
    """The scorekeeper does not see who falls on the quest."""
    found = set()
    for header, records in games():
        verdict = Match.replay(load(header.box), header, records).verdict()
        found.add((header.options.get("depth", "scorekeeper"), verdict.cause if verdict else ""))
    both = ("time", "queen", "rochelle", "constance", "diamonds")
    assert found >= {*(("scorekeeper", cause) for cause in both), *(("clerk", cause) for cause in (*both, "quest"))}


def test_both_depths_and_the_way_from_one_to_the_other_and_back() -> None:
    assert {one.get("depth", "scorekeeper") for one in options()} == {"scorekeeper", "clerk"}
    assert {fields["to"] for do, fields in done() if do == "depth"} == {"scorekeeper", "clerk"}


def test_every_way_to_change_ones_mind() -> None:
    assert {"undo", "redo", "back_to", "correct", "note", "roll", "one_for_all", "accept"} <= {do for do, _ in done()}


def test_a_table_that_insists() -> None:
    assert sum(record.intent.anyway for _, records in games() for record in records) > 4
    assert any(record.result.get("rulings") for _, records in games() for record in records)


def test_real_dice_for_every_throw() -> None:
    typed = {do for do, fields in done() if "faces" in fields or "face" in fields}
    assert {"roll", "siege", "clash", "toledo", "next"} <= typed


def test_the_sand_that_runs_out() -> None:
    assert any(do == "sand" and fields["how"] == "out" for do, fields in done())


def test_fates_that_were_drawn_and_seals_that_were_opened() -> None:
    assert any(record.result.get("draws") for _, records in games() for record in records)
    assert any("nonce" in fields for _, fields in done())


def test_one_for_all_against_each_defeat_that_it_can_avert() -> None:
    assert {"time", "queen"} <= {fields["use"] for do, fields in done() if do == "one_for_all"}


def test_a_table_with_house_rules() -> None:
    assert any(len(one.get("house", {})) > 3 for one in options())


def test_every_intent_of_the_box_but_the_rarest() -> None:
    """House rules that few tables play have one intent of their own, and so has a board put right by hand; their
    tests hold them."""
    verbs = set(load("mousquetaires").verbs)
    assert verbs - {do for do, _ in done()} <= {"search", "outfit"}


def test_all_of_them_together_are_small_enough_to_keep() -> None:
    assert sum(path.stat().st_size for path in GAMES.iterdir()) < 3_000_000
