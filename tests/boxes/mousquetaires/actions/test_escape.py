from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def prisoner(evening: Start, dice: str = "", **options: Any) -> Evening:
    """Athos sits in the Bastille."""
    return evening(dice, depth="clerk", **options).at("actions", **{"athos.place": "bastille"})


def breaks_out(table: Evening, *faces: str) -> None:
    table.do("escape", who="athos", how="fight")
    table.do("commit")
    table.do("clash", faces=list(faces))


def test_a_pistole_opens_the_gate_and_leaves_two_actions(evening: Start) -> None:
    table = prisoner(evening).at("actions", purse=1)
    record = table.do("escape", who="athos", how="pay")
    athos = table.state.of("athos")
    assert (athos.place, athos.left, table.state.purse) == ("colombier", 2, 0)
    assert table.match.label(record).read() == "Athos bribes the gaoler"


def test_without_a_pistole_the_gaoler_is_not_bribed(evening: Start) -> None:
    table = prisoner(evening).at("actions", purse=0)
    refusal = table.refused("escape", who="athos", how="pay")
    assert (refusal.rule, refusal.reason.read()) == ("bastille", "The gaoler wants 1 pistole.")
    table.do("turn", who="athos")
    assert [choice.fields["how"] for choice in table.offered("escape")] == ["fight"]


def test_house_rule_the_summary_asks_for_three_pistoles(evening: Start) -> None:
    table = prisoner(evening, house={"bastille_price": 3}).at("actions", purse=2)
    assert table.refused("escape", who="athos", how="pay").rule == "bastille"
    table.at("actions", purse=3).do("escape", who="athos", how="pay")
    assert table.state.purse == 0


def test_the_gaoler_throws_three_red_dice(evening: Start) -> None:
    table = prisoner(evening)
    record = table.do("escape", who="athos", how="fight")
    assert table.state.duel is not None
    assert (table.state.duel.foe, table.state.duel.red, table.state.duel.life) == ("gaoler", 3, 1)
    assert table.match.label(record).read() == "Athos fights his way out of the Bastille"
    table.do("commit")
    assert table.offered("clash")[0].dice == "3b 3r"


def test_house_rule_the_gaoler_throws_another_number_of_dice(evening: Start) -> None:
    table = prisoner(evening, house={"bastille_dice": 2})
    table.do("escape", who="athos", how="fight")
    table.do("commit")
    assert table.offered("clash")[0].dice == "3b 2r"


@pytest.mark.parametrize(
    ("faces", "life"),
    [
        (("sword", "sword", "shield", "shield", "shield", "sword"), 3),
        (("sword", "sword", "sword", "shield", "shield", "sword"), 2),
        (("shield", "lily", "lily", "sword", "sword", "shield"), 2),
    ],
    ids=["nobody is hit", "both are hit", "only he is hit"],
)
def test_he_is_out_however_the_fight_ends(evening: Start, faces: tuple[str, ...], life: int) -> None:
    table = prisoner(evening)
    breaks_out(table, *faces)
    while table.state.duel:
        blue, red = table.state.duel.blue, table.state.duel.red
        table.do("clash", faces=["lily"] * blue + ["shield"] * red)
    athos = table.state.of("athos")
    assert (athos.place, athos.life, athos.turn, athos.left) == ("colombier", life, "acting", 2)
    table.do("move", who="athos", to="paris")


def test_equipment_helps_as_in_any_duel(evening: Start) -> None:
    table = prisoner(evening).at("actions", purse=9)
    table.do("equip", who="athos", buy=["pistol", "cuirass"])
    breaks_out(table, "lily", "lily", "shield", "sword", "sword", "shield")
    # The pistol's sword meets the gaoler's shield, his swords meet a shield and the cuirass: another throw.
    assert table.state.duel is not None
    assert (table.state.duel.blue, table.state.duel.red, table.state.of("athos").life) == (2, 2, 3)


def test_who_falls_in_the_fight_recovers_at_once_and_that_was_his_turn(evening: Start) -> None:
    table = prisoner(evening).at("actions", **{"athos.life": 1})
    breaks_out(table, "lily", "lily", "shield", "sword", "sword", "sword")
    athos = table.state.of("athos")
    assert (athos.place, athos.life, athos.down, athos.turn) == ("colombier", 3, False, "done")
    assert table.told(table.match.records[-1])[-1] == "{name} gets up with all his hearts and draws {n} adventure card."


def test_house_rule_he_lies_there_until_the_next_round(evening: Start) -> None:
    table = prisoner(evening, house={"escape_knock_out_recovers_at_once": False}).at("actions", **{"athos.life": 1})
    breaks_out(table, "lily", "lily", "shield", "sword", "sword", "sword")
    athos = table.state.of("athos")
    assert (athos.place, athos.down, athos.turn) == ("colombier", True, "done")


@pytest.mark.parametrize(
    ("faces", "place"),
    [
        (("sword", "sword", "sword", "shield", "shield", "sword"), "colombier"),
        (("shield", "lily", "lily", "sword", "sword", "shield"), "bastille"),
    ],
    ids=["won", "lost"],
)
def test_house_rule_the_fight_must_be_won(evening: Start, faces: tuple[str, ...], place: str) -> None:
    table = prisoner(evening, house={"bastille_fight_must_be_won": True})
    breaks_out(table, *faces)
    assert (table.state.of("athos").place, table.state.of("athos").left) == (place, 2)


def test_who_is_free_cannot_escape(evening: Start) -> None:
    refusal = evening(depth="clerk").at("actions").refused("escape", anyway=True, who="athos", how="pay")
    assert (refusal.rule, refusal.overridable) == ("bastille", False)


def test_rochefort_never_guards_the_bastille(evening: Start) -> None:
    table = prisoner(evening).at("actions", **{"porthos.place": "bastille"})
    table.do("escape", who="porthos", how="fight")
    assert table.state.errand is None


@pytest.mark.parametrize("strict", [False, True])
def test_house_rule_in_the_bastille_only_the_way_out_is_offered(evening: Start, strict: bool) -> None:
    table = prisoner(evening, house={"bastille_only_escape": strict})
    table.do("turn", who="athos")
    offered = {choice.do for choice in table.prompt.choices}
    assert {"escape", "rest"} <= offered
    assert ("draw" in offered, "equip" in offered, "move" in offered) == (not strict, not strict, False)
