"""Every point on which the rule sheets disagree or one of them is silent, played both ways of its house rule.

One test for each point, in the order of the list; the first value is our ruling. C08 is about one sheet that speaks
of Milady's action and one that speaks of the musketeer's; C10 has a switch for the pistol and one for the cuirass.
That each switch exists, with this default, and is kept in the header, is `test_houses.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.boxes.mousquetaires.houses import HOUSE_RULES
from tests.boxes.mousquetaires.scenes import (
    INN,
    arm,
    call_out,
    clash,
    declare,
    dice_left,
    fight,
    hearts,
    in_the_louvre,
    lies_in,
    on_the_quest,
    rochefort,
    said,
    waiting,
)

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]

BOTH_WAYS: set[str] = set()


def ruled(name: str, ours: Any, other: Any, *after: Any) -> pytest.MarkDecorator:
    """The test is run with our ruling and with the other one; what each of them leads to comes behind."""
    assert name in HOUSE_RULES
    BOTH_WAYS.add(name)
    first, second = after
    return pytest.mark.parametrize(
        ("house", "expected"), [({name: ours}, first), ({name: other}, second)], ids=["ours", "other"]
    )


def test_every_house_rule_is_played_both_ways_here() -> None:
    assert set(HOUSE_RULES) == BOTH_WAYS


def jailed(evening: Start, house: dict[str, Any], who: str = "porthos") -> Evening:
    return evening(depth="clerk", house=house).at("actions", **{f"{who}.place": "bastille"})


def fallen_by_treachery(evening: Start, house: dict[str, Any]) -> Evening:
    table = evening(depth="clerk", house=house).at("perfidy", **{"athos.life": 1})
    table.do("perfidy", how="play", card="wound", target="athos")
    return table


# where the sheets disagree


@ruled("bastille_price", 1, 3, 2, 0)
def test_c01_what_the_gaoler_wants(evening: Start, house: dict[str, Any], expected: int) -> None:
    table = jailed(evening, house)
    table.do("escape", who="porthos", how="pay")
    assert (table.state.purse, table.state.of("porthos").place) == (expected, "colombier")


@ruled("bastille_fight_must_be_won", False, True, "colombier", "bastille")
def test_c02_a_lost_fight_out_of_the_bastille(evening: Start, house: dict[str, Any], expected: str) -> None:
    table = jailed(evening, house)
    table.do("escape", who="porthos", how="fight")
    table.do("commit")
    clash(table, "lily lily shield", "sword sword shield")
    assert (table.state.of("porthos").place, hearts(table, "porthos")) == (expected, 4)
    if expected == "bastille":  # another action, another try
        table.do("escape", who="porthos", how="fight")
        table.do("commit")
        clash(table, "lily lily lily", "sword sword shield")
        assert (table.state.of("porthos").place, table.state.of("porthos").left) == ("colombier", 1)


@ruled("bastille_dice", 3, 4, (3, 3), (3, 4))
def test_c03_the_gaolers_dice(evening: Start, house: dict[str, Any], expected: tuple[int, int]) -> None:
    table = jailed(evening, house)
    table.do("escape", who="porthos", how="fight")
    table.do("commit")
    assert (dice_left(table), fight(table).life) == (expected, 1)


@ruled("recovery", "at_once", "last", (False, 3), (True, 0))
def test_c04_hit_by_treachery(evening: Start, house: dict[str, Any], expected: tuple[bool, int]) -> None:
    table = fallen_by_treachery(evening, house)
    assert (table.state.of("athos").down, hearts(table, "athos")) == expected
    if expected[0]:
        assert table.refused("recover", who="athos").rule == "recovery"
        for who in ("porthos", "aramis", "dartagnan"):
            table.do("turn", who=who)
            table.do("rest", who=who)
        table.do("recover", who="athos")
        assert (table.state.of("athos").down, hearts(table, "athos")) == (False, 3)


def test_c04_in_the_third_reading_he_gets_up_on_his_own_turn(evening: Start) -> None:
    table = fallen_by_treachery(evening, {"recovery": "own_turn"})
    assert table.state.of("athos").down is True
    table.do("recover", who="athos")  # while all the others wait
    assert (hearts(table, "athos"), table.state.of("athos").turn) == (3, "done")


@ruled("rochefort_stops_ambushes", False, True, "cards", "rochefort")
def test_c06_rochefort_and_the_courtesan(evening: Start, house: dict[str, Any], expected: str) -> None:
    table = evening(depth="clerk", house=house).at("actions")
    table.do("louvre_mission", skill="panache", value=7, foes=["lubin"], ambush="courtesan")
    table.do("challenge", who="porthos", what="courtesan")
    assert waiting(table).waits == expected


@ruled("rochefort_must_appear", False, True, "", "rochefort-forgotten")
def test_c07_where_milady_let_somebody_act_she_may_have_been(
    evening: Start, house: dict[str, Any], expected: str
) -> None:
    table = in_the_louvre(evening, "porthos", "lubin", house=house)
    declare(table, "challenge", who="porthos")
    table.do("meet")
    table.do("rest", who="porthos")
    table.next()
    if expected:
        assert table.refused("reveal", place="louvre").rule == expected
    else:
        table.do("reveal", place="louvre")
        assert table.state.milady_at == "louvre"


@ruled("rochefort_costs_an_action", False, True, 2, 1)
def test_c08_the_duel_with_rochefort(evening: Start, house: dict[str, Any], expected: int) -> None:
    table = in_the_louvre(evening, "porthos", "lubin", house=house)
    rochefort(table, "challenge", who="porthos")
    assert table.state.of("porthos").left == expected


@ruled("both_hit_adversary_stays", False, True, {}, {"brisemont": 1})
def test_c09_both_put_each_other_out(evening: Start, house: dict[str, Any], expected: dict[str, int]) -> None:
    table = in_the_louvre(evening, "porthos", "brisemont", house=house).at("actions", **{"porthos.life": 2})
    call_out(table, "porthos", "brisemont")
    clash(table, "sword sword lily", "sword sword shield")
    assert (lies_in(table), table.state.of("porthos").down) == (expected, True)


@ruled("reinforcements_beyond_most_red", False, True, "4r", "5r")
def test_c13_reinforcements_with_four_dice(evening: Start, house: dict[str, Any], expected: str) -> None:
    table = evening("shield shield shield shield shield", depth="clerk", house=house).at("perfidy", time=10)
    table.do("perfidy", how="play", card="reinforcements")
    record = table.at("siege").do("siege")
    assert record.result["rolls"][0]["dice"] == expected
    assert len(record.result["rolls"]) == (2 if expected == "4r" else 1)  # one shield again, or a die more


@ruled("rochefort_balm", 2, 5, 2, 5)
def test_c14_rocheforts_balm(evening: Start, house: dict[str, Any], expected: int) -> None:
    table = evening(depth="clerk", house=house).at("perfidy", rochefort=0)
    table.do("perfidy", how="play", card="balm")
    assert table.state.rochefort == expected


@ruled("sacrifice_cancels_sword", True, False, 6, 5)
def test_c16_a_sacrifice_after_a_tie(evening: Start, house: dict[str, Any], expected: int) -> None:
    table = evening(depth="clerk", house=house).at("siege")
    table.do("siege", blue=1, faces=["sword", "sword"])
    table.do("march", by=["aramis"])
    assert (table.state.rochelle, hearts(table, "aramis")) == (expected, 2)


@pytest.mark.parametrize("cancels", [True, False])
def test_c16_a_sacrifice_softens_a_loss_by_either_reading(evening: Start, cancels: bool) -> None:
    table = evening(depth="clerk", house={"sacrifice_cancels_sword": cancels}).at("siege", time=4)
    table.do("siege", faces=["sword", "sword"])
    table.do("march", by=["aramis"])
    assert table.state.rochelle == 4


@ruled("removed_siege_card_leaves_game", True, False, "from the game", "on the discards")
def test_c17_the_card_she_removes(evening: Start, house: dict[str, Any], expected: str) -> None:
    table = evening(depth="clerk", house=house).at("actions")
    table.do("reinforce", who="aramis", card="double")
    record = table.at("reveal").do("reveal", place="rochelle")
    assert (table.state.siege_cards, table.state.siege_dice) == ((), 0)
    assert expected in said(record)[-1]


@ruled("louvre_moves_under_new_mission", True, False, 2, 1)
def test_c18_the_marker_under_a_mission_of_this_round(evening: Start, house: dict[str, Any], expected: int) -> None:
    table = in_the_louvre(evening, "porthos", house=house)
    declare(table, "challenge", who="porthos")
    table.do("meet", cards=6)
    table.at("louvre").next()
    assert table.state.louvre == expected
    table.at("aftermath").next()
    table.at("louvre").next()
    assert table.state.louvre == expected + 1  # from the next round on it falls by either reading


# where one sheet is silent or leaves it open


@ruled("assassin_before_turn_recovers_at_once", True, False, False, True)
def test_c05_the_assassin_before_his_turn(evening: Start, house: dict[str, Any], expected: bool) -> None:
    table = evening("sword", depth="clerk", house=house).at("actions", **{"porthos.life": 1})
    table.do("louvre_mission", skill="panache", value=7, foes=["lubin"], ambush="assassin")
    table.do("ambush")
    assert (table.state.of("porthos").down, table.state.of("porthos").place) == (expected, "colombier")
    if expected:  # then on his own turn
        table.do("recover", who="porthos")
        assert hearts(table, "porthos") == 5


@ruled("pistol_in_botte", False, True, (2, {"brisemont": 1}), (3, {}))
def test_c10_the_pistols_sword_in_a_botte(
    evening: Start, house: dict[str, Any], expected: tuple[int, dict[str, int]]
) -> None:
    """D'Artagnan lacks the sword of his two lilies and a sword."""
    table = in_the_louvre(evening, "dartagnan", "brisemont", house=house)
    arm(table, "dartagnan", "pistol")
    call_out(table, "dartagnan", "brisemont")
    clash(table, "lily lily shield", "sword sword shield")
    assert (hearts(table, "dartagnan"), lies_in(table)) == expected


@ruled("cuirass_in_botte", False, True, (4, {"brisemont": 1}), (5, {}))
def test_c10_the_cuirass_shield_in_a_botte(
    evening: Start, house: dict[str, Any], expected: tuple[int, dict[str, int]]
) -> None:
    profile = {"musketeers.porthos.botte": ["lily", "lily", "shield"]}
    table = in_the_louvre(evening, "porthos", "brisemont", house=house, profile=profile)
    arm(table, "porthos", "cuirass")
    call_out(table, "porthos", "brisemont")
    clash(table, "lily lily lily", "sword sword shield")
    assert (hearts(table, "porthos"), lies_in(table)) == expected


@ruled("toledo_after_enemy_botte", True, False, "blade", None)
def test_c11_the_blade_after_the_enemys_botte(evening: Start, house: dict[str, Any], expected: str | None) -> None:
    table = in_the_louvre(evening, "porthos", "lubin", house=house)
    arm(table, "porthos", "toledo")
    rochefort(table, "challenge", who="porthos")
    clash(table, "lily lily shield", "sword sword sword shield")
    assert (table.state.duel.waits if table.state.duel else None) == expected
    assert hearts(table, "porthos") == (5 if expected else 4)


@ruled("both_bottes_wound", True, False, (4, 4), (5, 5))
def test_c12_two_bottes_at_once(evening: Start, house: dict[str, Any], expected: tuple[int, int]) -> None:
    table = in_the_louvre(evening, "porthos", "lubin", house=house)
    rochefort(table, "challenge", who="porthos")
    clash(table, "lily lily lily", "sword sword sword shield")
    assert (hearts(table, "porthos"), table.state.rochefort) == expected


@ruled("skill_price", "any_card", "pistoles", 20, 18)
def test_c15_an_improved_skill(evening: Start, house: dict[str, Any], expected: int) -> None:
    profile = {"arsenal.improved_skill.price": 2}
    table = evening(depth="clerk", house=house, profile=profile).at("actions", purse=20)
    record = table.do("equip", who="porthos", buy=["panache"])
    assert table.state.purse == expected
    assert said(record) == (["Porthos discards any adventure card."] if expected == 20 else [])


@ruled("richelieu_search_when_starting_there", False, True, "", "richelieu")
def test_c19_a_turn_that_starts_at_richelieus(evening: Start, house: dict[str, Any], expected: str) -> None:
    table = evening(depth="clerk", house=house).at("actions", **{"porthos.place": "richelieu"})
    record = table.do("turn", who="porthos")
    assert bool(said(record)) == (not expected)
    if expected:
        table.do("search", who="porthos")
        assert (waiting(table).waits, table.state.of("porthos").left) == (expected, 2)
    else:
        assert table.refused("search", who="porthos").rule == "richelieu"


@ruled("beggars_paid_on_the_spot", False, True, 1, 3)
def test_c20_the_beggars_from_afar(evening: Start, house: dict[str, Any], expected: int) -> None:
    table = evening(depth="clerk", house=house).at("actions", **{"porthos.place": "rochelle"})
    table.do("louvre_mission", skill="panache", value=7, foes=["lubin"], ambush="beggars")
    table.act("pay_beggars", place="louvre")
    assert table.state.purse == expected


@ruled("bastille_only_escape", False, True, 2, 0)
def test_c21_other_things_in_the_bastille(evening: Start, house: dict[str, Any], expected: int) -> None:
    table = jailed(evening, house)
    table.act("draw", who="porthos")
    assert table.state.of("porthos").left == expected
    assert bool(table.state.of("porthos").turn == "acting") == bool(expected)


@ruled("inn_advance_includes_fight", False, True, None, "token")
def test_c22_a_cleared_path_of_the_inn(evening: Start, house: dict[str, Any], expected: str | None) -> None:
    table = on_the_quest(evening, "porthos", INN, house=house)
    declare(table, "advance", who="porthos", path=1)
    table.do("token", kind="decoy")
    table.do("rest", who="porthos")
    table.at("actions", **{"aramis.place": "quest"})
    declare(table, "advance", who="aramis", path=1)
    assert (table.state.errand.waits if table.state.errand else None) == expected
    assert (table.state.of("aramis").path, table.state.of("aramis").left) == (1, 2)


@ruled("revealed_trap_wounds", True, False, 4, 5)
def test_c23_a_trap_that_lies_face_up(evening: Start, house: dict[str, Any], expected: int) -> None:
    table = on_the_quest(evening, "porthos", INN, house=house).at("actions", epic=1)
    table.do("scout", spaces=["0", "1", "2"])
    for kind in ("trap", "decoy", "decoy"):
        table.do("token", kind=kind)
    declare(table, "advance", who="porthos", path=1)
    assert (hearts(table, "porthos"), table.state.quest.inn[0]) == (expected, "")


@ruled("escape_knock_out_recovers_at_once", True, False, (False, 3), (True, 0))
def test_c25_falling_on_the_escape(evening: Start, house: dict[str, Any], expected: tuple[bool, int]) -> None:
    table = jailed(evening, house, "athos")
    table.do("escape", who="athos", how="fight")
    table.do("commit")
    clash(table, "lily lily sword", "sword sword sword")
    athos = table.state.of("athos")
    assert (athos.down, athos.life) == expected
    assert (athos.place, athos.turn) == ("colombier", "done")


@ruled("improvements_tradable", False, True, ("panache",), ())
def test_c26_improvements_in_an_exchange(evening: Start, house: dict[str, Any], expected: tuple[str, ...]) -> None:
    table = evening(depth="clerk", house=house).at("actions", **{"aramis.place": "colombier"})
    table.do("equip", who="athos", buy=["panache"])
    gives: dict[str, Any] = {"who": "athos", "with": "aramis", "give": ["panache"]}
    table.act("exchange", **gives)
    assert table.state.of("athos").skills == expected


# where only players' reports disagree


@ruled("treville_time", 2, 1, 3, 2)
def test_c24_trevilles_time(evening: Start, house: dict[str, Any], expected: int) -> None:
    assert evening(depth="clerk", players=6, house=house).state.time == expected
    assert evening(depth="clerk", players=5, house=house).state.time == 1


# where all of them are silent


@ruled("sacrifice_may_knock_out", True, False, ("time", True), ("march", False))
def test_the_last_heart_as_a_sacrifice(evening: Start, house: dict[str, Any], expected: tuple[str, bool]) -> None:
    table = evening(depth="clerk", house=house).at("siege", **{"aramis.life": 1})
    table.do("siege", blue=1, faces=["sword", "sword"])
    table.act("march", by=["aramis"])
    assert (table.state.step, table.state.of("aramis").down) == expected


@ruled("bassompierre_may_be_removed", True, False, (), ("bassompierre",))
def test_bassompierre_and_milady(evening: Start, house: dict[str, Any], expected: tuple[str, ...]) -> None:
    table = evening(depth="clerk", house=house).at("actions")
    table.do("character", who="aramis", card="bassompierre")
    table.at("reveal").do("reveal", place="rochelle")
    assert (table.state.siege_cards, table.state.step) == (expected, "siege")
