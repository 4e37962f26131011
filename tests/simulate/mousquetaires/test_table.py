from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.houses import HOUSE_RULES
from companion.boxes.mousquetaires.state import Errand, Sand
from companion.core.dice import SeededChance
from companion.core.fate import MemoryVault
from companion.core.record import BadForm, Intent
from companion.simulate.mousquetaires import table as tables
from companion.simulate.mousquetaires.milady import SensibleMilady
from companion.simulate.mousquetaires.musketeers import SensibleMusketeers
from companion.simulate.mousquetaires.table import Mousquetaires, time_is_up
from companion.simulate.players import RandomPlayer
from tests.simulate.matches import RANDOM, fresh, one

TABLE = Mousquetaires()


def test_people_variants_depths_and_house_rules_take_turns() -> None:
    found = [TABLE.options(BOX.profile(), number, None) for number in range(9 * 3 * 7 * 40)]
    assert {(options["players"], options["milady"]) for options in found} == {
        *((players, True) for players in (2, 3, 4, 5, 6)),
        *((players, False) for players in (1, 2, 3, 4)),
    }
    assert {options["depth"] for options in found} == {"clerk", "scorekeeper"}
    variants = {"head_start", "deadly_quest", "brave_athos", "no_hourglass"}
    assert variants == {name for options in found for name in options if name in variants}
    left_out = {tuple(options["musketeers"]) for options in found if "musketeers" in options}
    assert len(left_out) == 4
    # What is a number and not a choice stays as it is.
    numbers = {"bastille_price", "bastille_dice", "rochefort_balm", "treville_time"}
    assert {name for options in found for name in options["house"]} == HOUSE_RULES.keys() - numbers


def test_a_number_of_people_can_be_asked_for() -> None:
    found = [TABLE.options(BOX.profile(), number, 3) for number in range(4)]
    assert [(options["players"], options["milady"]) for options in found] == [(3, True), (3, False)] * 2
    with pytest.raises(BadForm, match="1 to 6"):
        TABLE.options(BOX.profile(), 0, 7)


def test_some_matches_are_taken_over_in_the_middle_of_the_quest() -> None:
    brought = [TABLE.brought(number) for number in range(36)]
    assert Counter(intent.fields["to"] for intents in brought for intent in intents) == {1: 9, 2: 9, 3: 9}


def test_nobody_sensible_sits_where_nobody_plays_milady() -> None:
    chance, vault = SeededChance(1), MemoryVault()
    with_her, without = fresh(), fresh(players=3, milady=False)
    assert isinstance(TABLE.seat("milady", True, with_her, vault, chance), SensibleMilady)
    assert isinstance(TABLE.seat("milady", True, without, vault, chance), RandomPlayer)
    assert isinstance(TABLE.seat("musketeers", True, without, vault, chance), SensibleMusketeers)
    assert isinstance(TABLE.seat("musketeers", False, with_her, vault, chance), RandomPlayer)


def test_the_sand_runs_out_when_nobody_is_busy() -> None:
    running = replace(fresh().state, step="actions", sand=Sand(total=120_000, since=0, turned=True))
    assert time_is_up(running, 119_000) is None
    assert time_is_up(running, 120_000) == Intent("sand", {"how": "out"})
    assert time_is_up(replace(running, errand=Errand("athos", "challenge", "louvre")), 120_000) is None
    assert time_is_up(replace(running, step="siege"), 120_000) is None


def test_the_sand_runs_out_on_those_who_dawdle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.simulate.evening.SECOND", 20_000)
    matches = (one(f"sand {seed}", RANDOM) for seed in range(40))
    assert any(record.intent.fields.get("how") == "out" for match in matches for record in match.records)


def test_now_and_then_the_clerk_is_told_to_look_closer_or_less_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "SETTLED", 20)
    told = [record.intent.fields["to"] for record in one(players=2).records if record.intent.do == "depth"]
    assert told[:3] == ["scorekeeper", "clerk", "scorekeeper"]
