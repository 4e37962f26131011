from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.boxes.mousquetaires.actions.task import needed
from companion.core.record import BadForm

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def at_work(evening: Start, **content: Any) -> Evening:
    """A Paris card that asks for six successes; Athos, whom Rochefort leaves alone, is there."""
    table = evening(depth="clerk", paris="message").at("actions", **{"athos.place": "paris"})
    table.do("paris_mission", successes=6, **content)
    return table


def test_constances_marker_counts_the_successes(evening: Start) -> None:
    table = at_work(evening)
    record = table.do("task", who="athos", successes=2)
    assert (table.state.constance, table.state.of("athos").left, needed(table.state)) == (2, 2, 4)
    assert table.match.label(record).read() == "Athos works in Paris: 2 successes"
    record = table.do("task", who="athos", successes=1)
    assert table.match.label(record).read() == "Athos works in Paris: 1 success"


def test_six_of_them_save_paris_at_once(evening: Start) -> None:
    table = at_work(evening)
    table.do("task", who="athos", successes=4)
    table.do("task", who="athos", successes=2)
    assert (table.state.paris, table.state.paris_gone, table.state.constance) == ("", ("message",), 0)
    refusal = table.refused("task", anyway=True, who="athos", successes=1)
    assert (refusal.rule, refusal.overridable) == ("task", False)


def test_work_can_be_in_vain(evening: Start) -> None:
    table = at_work(evening)
    table.do("task", who="athos", successes=0)
    assert (table.state.constance, table.state.of("athos").left) == (0, 2)


@pytest.mark.parametrize("successes", [-1, 7])
def test_nobody_brings_more_than_the_scale_shows(evening: Start, successes: int) -> None:
    with pytest.raises(BadForm, match='"successes" must be 0 to 6'):
        at_work(evening).act("task", who="athos", successes=successes)


def test_only_who_is_in_paris_works_there(evening: Start) -> None:
    table = at_work(evening)
    assert table.refused("task", who="aramis", successes=1).rule == "task"


def test_adversaries_have_to_be_beaten_besides(evening: Start) -> None:
    table = at_work(evening, foes=["cavois", "lubin"])
    table.do("task", who="athos", successes=6)
    assert (table.state.paris, table.state.constance, table.offered("task")) == ("message", 6, [])


def test_miladys_successes_are_not_the_musketeers_task(evening: Start) -> None:
    table = evening(depth="clerk", paris="abducted").at("actions", constance=2, **{"athos.place": "paris"})
    table.do("paris_mission", skill="panache", value=6)
    assert table.refused("task", who="athos", successes=1).rule == "task"


def test_the_beggars_are_in_the_way(evening: Start) -> None:
    table = at_work(evening, foes=["cavois"], ambush="beggars")
    assert table.refused("task", who="athos", successes=1).rule == "ambush-beggars"
    table.do("turn", who="athos")
    assert table.offered("task") == []


def test_rochefort_may_interrupt_it_and_the_success_waits(evening: Start) -> None:
    table = at_work(evening)
    table.do("task", who="dartagnan", successes=3)
    assert (table.state.constance, table.prompt.id) == (0, "rochefort")
    table.do("let_pass")
    assert table.state.constance == 3


def test_if_rochefort_is_not_hurt_the_work_is_lost(evening: Start) -> None:
    table = at_work(evening)
    table.do("task", who="dartagnan", successes=3)
    table.do("rochefort")
    table.do("commit")
    table.do("clash", faces=["shield", "shield", "lily", "shield", "shield", "sword", "sword"])
    while table.state.duel:
        blue, red = table.state.duel.blue, table.state.duel.red
        table.do("clash", faces=["lily"] * blue + ["shield"] * red)
    assert (table.state.constance, table.state.rochefort_at, table.state.of("dartagnan").left) == (0, "paris", 2)


def test_if_he_is_hurt_the_work_goes_on(evening: Start) -> None:
    table = at_work(evening)
    table.do("task", who="dartagnan", successes=3)
    table.do("rochefort")
    table.do("commit")
    table.do("clash", faces=["sword", "sword", "sword", "sword", "sword", "shield", "shield"])
    assert (table.state.rochefort, table.state.constance, table.state.milady_at) == (4, 3, "house")
    assert (table.state.of("dartagnan").life, table.state.of("dartagnan").left) == (1, 2)


def test_the_prompt_asks_what_a_paris_card_wants_besides(evening: Start) -> None:
    table = evening(depth="clerk", paris="held").at("actions", **{"athos.place": "paris"})
    (choice,) = table.offered("paris_mission")
    asked = {ask.name: (ask.lo, ask.hi, ask.start) for ask in choice.asks}
    assert (asked["successes"], asked["duels"]) == ((0, 6, 0), (0, 6, 0))
    table.do("paris_mission", skill="none", successes=6)
    table.do("turn", who="athos")
    assert len(table.offered("task")) == 1


def test_what_is_known_of_a_card_is_where_the_question_starts(evening: Start) -> None:
    (choice,) = evening(depth="clerk", paris="duels").at("actions").offered("paris_mission")
    assert {ask.name: ask.start for ask in choice.asks}["duels"] == 3


def test_while_miladys_dice_move_the_marker_it_counts_for_nobody_else(evening: Start) -> None:
    (choice,) = evening(depth="clerk", paris="abducted").at("actions").offered("paris_mission")
    assert "successes" not in {ask.name for ask in choice.asks}
