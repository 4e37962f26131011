"""The throws of a whole match, thrown again."""

from __future__ import annotations

from typing import Any

import pytest

from companion.boxes import load
from companion.core.fairness import Fairness, look_again
from companion.core.match import Match, open_header
from companion.core.record import BadForm, Header, Intent, Record
from companion.core.toss import Mint, pledge_of

BOX = load("mousquetaires")


def header() -> Header:
    return open_header(BOX, "m1", {"players": 5}, BOX.profile(), 1, "test")


def evening() -> tuple[Match[Any], dict[str, Mint]]:
    match, mints = Match(BOX, header()), {"host": Mint(9), "guest": Mint(9)}
    match.act(Intent("roll", {"dice": "1b"}))  # before anybody pledged: nobody else could have taken part
    for by, mint in mints.items():
        match.act(pledge_of(by, mint))
    return match, mints


def roll(match: Match[Any], mints: dict[str, Mint]) -> Record:
    record = match.act(Intent("roll", {"dice": "4b 3r"}), {by: mint.show() for by, mint in mints.items()})
    assert isinstance(record, Record)
    return record


def test_joint_throws_are_found_to_be_fair_whatever_was_taken_back() -> None:
    match, mints = evening()
    first = roll(match, mints).seq
    match.act(Intent("undo"))
    second = roll(match, mints).seq
    assert look_again(BOX, match.header, match.records) == Fairness(joint=(first, second))


def test_a_throw_by_one_device_is_named_and_typed_dice_are_not() -> None:
    match, _ = evening()
    match.act(Intent("roll", {"dice": "1b", "faces": ["lily"]}))
    alone = match.act(Intent("roll", {"dice": "1b"}))
    assert isinstance(alone, Record)
    assert look_again(BOX, match.header, match.records) == Fairness(alone=(alone.seq,))


def test_a_throw_that_was_made_up_is_found() -> None:
    match, mints = evening()
    kept = list(match.records)
    honest = roll(match, mints)
    roll_ = honest.result["rolls"][0]
    faces = [{"sword": "shield", "shield": "sword", "lily": "sword"}[face] for face in roll_["faces"]]
    made_up = Record.make(
        honest.seq, honest.at, honest.intent, {**honest.result, "rolls": [{**roll_, "faces": faces}]}, kept[-1]
    )
    assert look_again(BOX, match.header, [*kept, made_up]) == Fairness(unfair=(honest.seq,))


def test_what_was_thrown_must_be_what_was_asked_for() -> None:
    """A throw moved to another intent, with the coins of the first: nobody can choose what a throw is for."""
    match, mints = evening()
    kept = list(match.records)
    honest = roll(match, mints)
    other = Intent("roll", {"dice": "4b 3r"}, id="another")
    moved = Record.make(honest.seq, honest.at, other, honest.result, kept[-1])
    assert look_again(BOX, match.header, [*kept, moved]).unfair == (honest.seq,)


@pytest.mark.parametrize(
    "result",
    [{"coins": []}, {"coins": 7}, {"coins": {"host": 1}}, {"coins": {"host": "0" * 64}}, {"rolls": [7]}, {"rolls": 7}],
)
def test_what_is_no_match_is_refused_and_not_looked_into(result: dict[str, Any]) -> None:
    match, _ = evening()
    bad = Record.make(len(match.records) + 1, 1, Intent("roll", {"dice": "1b"}, id="x"), result, match.head)
    with pytest.raises(BadForm):
        look_again(BOX, match.header, [*match.records, bad])
