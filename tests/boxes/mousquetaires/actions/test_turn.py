from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def test_a_turn_begins_with_all_actions_and_before_any_of_them(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    record = table.do("turn", who="porthos")
    assert (table.state.of("porthos").turn, table.state.of("porthos").left) == ("acting", 3)
    assert table.match.label(record).read() == "Porthos's turn"


@pytest.mark.parametrize("fields", [{}, {"who": "porthos"}])
def test_a_turn_begins_once(evening: Start, fields: dict[str, Any]) -> None:
    table = evening(depth="clerk").at("actions")
    table.do("turn", who="porthos")
    refusal = table.refused("turn", anyway=True, **fields)
    assert (refusal.rule, refusal.reason.read()) == ("turn", "Porthos is acting already.")


def test_the_next_turn_ends_one_that_has_no_actions_left(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"porthos.turn": "acting", "porthos.actions": 0})
    record = table.do("turn", who="athos")
    assert (table.state.of("porthos").turn, table.state.of("athos").turn) == ("done", "acting")
    assert table.match.label(record).read() == "Athos's turn"


def test_a_musketeer_may_forgo_what_is_left(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    table.do("draw", who="porthos")
    record = table.do("rest")
    assert (table.state.of("porthos").turn, table.state.of("porthos").left) == ("done", 0)
    assert table.match.label(record).read() == "Porthos has finished"


def test_only_who_is_acting_can_finish(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    refusal = table.refused("rest", who="porthos")
    assert (refusal.rule, refusal.reason.read()) == ("turn", "Porthos is not acting.")


# Richelieu's cabinet: who begins his turn there has to leave


def test_who_begins_his_turn_at_richelieus_is_told_to_leave(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"athos.place": "richelieu"})
    record = table.do("turn", who="athos")
    (tell,) = record.result["tells"]
    assert (tell["say"], tell["why"]) == ("{name} started his turn here: he has to leave.", "richelieu")


def test_elsewhere_nobody_is_told_to_leave(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    assert "tells" not in table.do("turn", who="athos").result


def test_house_rule_he_may_stay_and_search(evening: Start) -> None:
    house = {"richelieu_search_when_starting_there": True}
    table = evening(depth="clerk", house=house).at("actions", **{"athos.place": "richelieu"})
    assert "tells" not in table.do("turn", who="athos").result


# getting up


def fallen(evening: Start, **options: Any) -> Evening:
    return evening(depth="clerk", **options).at("actions", **{"athos.life": 0, "athos.down": True})


def test_instead_of_acting_a_fallen_musketeer_gets_up(evening: Start) -> None:
    table = fallen(evening)
    record = table.do("recover", who="athos")
    athos = table.state.of("athos")
    assert (athos.down, athos.life, athos.turn, athos.left) == (False, 3, "done", 0)
    assert table.match.label(record).read() == "Athos recovers"
    assert table.refused("draw", who="athos").rule == "turn"


def test_who_stands_needs_no_recovery(evening: Start) -> None:
    refusal = evening(depth="clerk").at("actions").refused("recover", anyway=True, who="athos")
    assert (refusal.rule, refusal.overridable) == ("recovery", False)


def test_he_gets_up_in_phase_two(evening: Start) -> None:
    assert fallen(evening).at("time").refused("recover", who="athos").rule == "actions"


def test_he_does_not_get_up_in_the_middle_of_anothers_turn(evening: Start) -> None:
    table = fallen(evening)
    table.do("draw", who="porthos")
    assert table.refused("recover", who="athos").rule == "turn"
    table.do("draw")
    table.do("draw")
    record = table.do("recover", who="athos")
    assert (table.state.of("porthos").turn, table.state.of("athos").turn) == ("done", "done")
    assert table.match.label(record).read() == "Athos recovers"


def test_house_rule_the_fallen_get_up_after_all_the_others(evening: Start) -> None:
    table = fallen(evening, house={"recovery": "last"})
    for who in ("dartagnan", "aramis", "porthos"):
        assert table.refused("recover", who="athos").rule == "recovery"
        assert table.offered("recover") == []
        table.do("turn", who=who)
        table.do("rest")
    assert [choice.fields for choice in table.offered("recover")] == [{"who": "athos"}]
    table.do("recover", who="athos")
    assert table.state.of("athos").down is False


def test_house_rule_who_has_no_actions_left_has_acted_and_other_fallen_ones_do_not_count(evening: Start) -> None:
    table = fallen(evening, house={"recovery": "last"}).at("actions", **{"aramis.life": 0, "aramis.down": True})
    table.do("turn", who="dartagnan")
    table.do("rest")
    for left in (2, 1, 0):
        assert table.refused("recover", who="athos").rule == "recovery"
        table.do("draw", who="porthos")
        assert table.state.of("porthos").left == left
    table.do("recover", who="athos")
    table.do("recover", who="aramis")
    assert [musketeer.turn for musketeer in table.state.company] == ["done"] * 4


def test_in_our_ruling_he_need_not_wait_for_the_others(evening: Start) -> None:
    table = fallen(evening)
    assert [choice.fields for choice in table.offered("recover")] == [{"who": "athos"}]
    table.do("recover", who="athos")


def at_richelieus(evening: Start, gear: tuple[str, ...] = (), **options: Any) -> Evening:
    table = evening(depth="clerk", **options).at("actions", **{"athos.place": "richelieu"})
    for item in gear:
        table.do("equip", who="athos", buy=[item])
    return table


def test_he_cannot_finish_his_turn_at_richelieus(evening: Start) -> None:
    table = at_richelieus(evening)
    table.do("turn", who="athos")
    assert table.refused("rest").rule == "richelieu"
    assert table.offered("rest") == []
    table.do("move", to="paris")
    table.do("rest")


def test_his_last_action_is_for_leaving(evening: Start) -> None:
    table = at_richelieus(evening)
    table.do("draw", who="athos")
    table.do("draw")
    assert {choice.do for choice in table.prompt.choices if choice.weight != "quiet"} == {"move"}
    refusal = table.refused("draw")
    assert (refusal.rule, refusal.reason.read()) == ("richelieu", "Athos started his turn here: he has to leave.")
    table.do("move", to="louvre")
    assert table.state.of("athos").place == "louvre"


def test_a_thoroughbred_takes_him_away_after_his_last_action(evening: Start) -> None:
    table = at_richelieus(evening, ("horse",))
    table.do("draw")
    table.do("draw")
    assert table.refused("rest").rule == "richelieu"
    table.do("move", to="louvre", free=True)
    assert table.state.of("athos").place == "louvre"


def test_who_found_milady_there_this_round_may_stay(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    table.do("move", who="athos", to="richelieu")
    table.do("richelieu", found=True)
    table.do("rest")
    assert (table.state.of("athos").place, table.state.of("athos").turn) == ("richelieu", "done")


def test_a_table_that_lets_him_search_again_lets_him_stay(evening: Start) -> None:
    table = at_richelieus(evening, house={"richelieu_search_when_starting_there": True})
    assert "tells" not in table.do("turn", who="athos").result
    table.do("rest")
