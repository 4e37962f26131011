from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from companion.boxes.mousquetaires.board import SKILLS
from companion.boxes.mousquetaires.state import STEPS
from companion.core.prompt import Choice
from companion.core.record import Intent, Record
from tests.boxes.mousquetaires.scenes import in_the_louvre
from tests.boxes.mousquetaires.taps import tap

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def picks(choice: Choice) -> dict[str, list[str]]:
    return {pick.name: [value for value, _ in pick.options] for pick in choice.picks}


def asked(choice: Choice) -> dict[str, tuple[int, int, int]]:
    return {ask.name: (ask.lo, ask.hi, ask.start) for ask in choice.asks}


@pytest.mark.parametrize("step", STEPS)
def test_a_mission_nobody_has_read_out_is_asked_for_in_every_step(evening: Start, step: str) -> None:
    table = evening(depth="clerk", paris="held").at(step)
    assert len(table.offered("louvre_mission")) == len(table.offered("paris_mission")) == 1
    assert {choice.weight for choice in (*table.offered("louvre_mission"), *table.offered("paris_mission"))} == {
        "quiet"
    }


def test_the_scorekeeper_does_not_ask(evening: Start) -> None:
    table = evening(paris="held").at("actions")
    assert not table.offered("louvre_mission")
    assert not table.offered("paris_mission")


def test_without_a_card_there_is_nothing_to_read_out_in_paris(evening: Start) -> None:
    assert not evening(depth="clerk").at("actions").offered("paris_mission")


def test_what_a_card_can_say_is_asked(evening: Start) -> None:
    table = evening(depth="clerk", paris="held").at("actions")
    (louvre,), (paris,) = table.offered("louvre_mission"), table.offered("paris_mission")
    assert asked(louvre)["value"] == asked(paris)["value"] == (5, 8, 6)
    assert "reward" in asked(louvre)
    assert "reward" not in asked(paris)
    assert picks(louvre)["skill"] == ["none", *SKILLS]
    assert picks(louvre)["nemesis"] == list(table.state.musketeers)
    assert len(picks(louvre)["foes"]) == 12
    foes = next(pick for pick in louvre.picks if pick.name == "foes")
    assert (foes.least, foes.most, foes.many) == (0, 3, True)


def test_the_answer_is_taken_and_not_asked_for_again(evening: Start) -> None:
    table = evening(depth="clerk", paris="held").at("actions")
    (choice,) = table.offered("louvre_mission")
    fields = {**tap(choice).fields, "skill": "panache", "foes": ["lubin"], "ambush": "courtesan"}
    assert isinstance(table.match.act(Intent(choice.do, fields)), Record)
    mission = table.state.louvre_mission
    assert (mission.known, mission.skill, mission.value, mission.ambush) == (True, "panache", 6, "courtesan")
    assert not table.offered("louvre_mission")
    (paris,) = table.offered("paris_mission")
    assert "lubin" not in picks(paris)["foes"]
    assert "courtesan" not in picks(paris)["ambush"]


def test_whatever_lies_there_already_is_not_laid_twice(evening: Start) -> None:
    table = evening(depth="clerk").at("paris")
    table.do("paris_card", card="held", foes=["lubin"], ambush="courtesan")
    (choice,) = table.offered("paris_mission")
    assert set(picks(choice)) == {"skill"}


def test_an_ambush_can_be_left_out_and_the_nemesis_goes_with_it(evening: Start) -> None:
    table = evening(depth="clerk").at("paris")
    table.do("paris_card", card="held", ambush="nemesis", nemesis="athos")
    (louvre,) = table.offered("louvre_mission")
    assert "nemesis" not in picks(louvre)
    assert "nemesis" not in picks(louvre)["ambush"]
    ambush = next(pick for pick in louvre.picks if pick.name == "ambush")
    assert (ambush.least, ambush.many) == (0, False)


def test_while_something_waits_for_an_answer_nothing_is_laid_out(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin", paris="held")
    assert table.offered("paris_mission")
    table.do("duel", who="porthos", foe="lubin")
    assert not table.offered("paris_mission")
    table.do("let_pass")
    assert not table.offered("paris_mission")


def test_without_milady_the_app_mans_the_mission(evening: Start) -> None:
    table = evening(depth="clerk", milady=False).at("actions")
    (choice,) = table.offered("louvre_mission")
    assert set(picks(choice)) == {"skill"}
