"""The French FAQ on Milady's cards, paragraph by paragraph.

| Paragraph                                         | Tests that begin with                    |
|---------------------------------------------------|------------------------------------------|
| Treachery, general: draw or play                  | treachery                                |
| - Conscripts                                      | conscripts                               |
| - Balm                                            | balm                                     |
| - Reinforcements                                  | reinforcements                           |
| - Waylaid (a wound of her choice)                 | waylaid                                  |
| Ambushes, general: one in a place                 | one_ambush                               |
| - Assassin and Thieves                            | assassin, thieves, whoever               |
| - Beggars                                         | beggars                                  |
| Reminder: an ambush leaves with its mission       | an_ambush_leaves                         |
| Paris, general: cards are taken at home           | paris_at_home                            |
| - sent home by a wound she takes none             | paris_sent_home                          |
| - a card may be replaced as a round begins        | paris_replaced                           |
| - a solved card is gone for good                  | paris_solved                             |
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.boxes.mousquetaires.missions import adversaries_in_hand, ambushes_in_hand
from tests.boxes.mousquetaires.scenes import (
    arm,
    call_out,
    clash,
    declare,
    hearts,
    in_the_louvre,
    lies_in,
    rochefort,
    said,
    waiting,
)

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def plays(table: Evening, card: str, **more: Any) -> Evening:
    """Milady plays it, and the musketeers are next."""
    table.at("perfidy").do("perfidy", how="play", card=card, **more)
    assert table.state.step == "actions"
    return table


# treachery


def test_treachery_is_drawn_or_played_and_never_both(evening: Start) -> None:
    table = evening(depth="clerk").at("perfidy")
    assert {choice.fields["how"] for choice in table.offered("perfidy")} == {"draw", "play"}
    table.do("perfidy", how="draw")
    assert table.state.perfidy == 4
    assert table.refused("perfidy", how="play", card="plot").rule == "perfidy"
    plays(table, "plot")
    assert table.state.perfidy == 3
    assert table.refused("perfidy", how="draw").rule == "perfidy"


def test_conscripts_cost_everybody_an_action_but_the_fallen_get_up_as_ever(evening: Start) -> None:
    table = evening(depth="clerk").at("perfidy", **{"athos.life": 0, "athos.down": True, "athos.place": "colombier"})
    plays(table, "conscripts")
    table.do("turn", who="porthos")
    assert table.state.of("porthos").left == 2
    table.do("rest", who="porthos")
    record = table.do("recover", who="athos")
    assert said(record) == ["Athos gets up with all his hearts and draws 1 adventure card."]
    assert (table.state.of("athos").down, hearts(table, "athos")) == (False, 3)


@pytest.mark.parametrize(("before", "after"), [(0, 2), (1, 3), (4, 5)])
def test_balm_gives_rochefort_two_hearts_even_out_of_action(evening: Start, before: int, after: int) -> None:
    table = plays(evening(depth="clerk").at("perfidy", rochefort=before), "balm")
    assert table.state.rochefort == after


def test_reinforcements_are_one_die_more_in_phase_three(evening: Start) -> None:
    table = plays(evening(depth="clerk").at("perfidy", time=5), "reinforcements")
    record = table.at("siege").do("siege", faces=["sword", "shield", "shield"])
    assert (record.result["rolls"][0]["dice"], table.state.red_swords) == ("3r", 1)


@pytest.mark.parametrize(
    ("dice", "swords"),
    [
        ("sword shield sword shield  sword", 3),  # one shield again
        ("sword shield sword shield  shield", 2),
        ("sword sword sword sword", 4),  # no shield, no second throw: never a fifth sword
    ],
)
def test_reinforcements_with_four_dice_let_her_throw_one_shield_again(evening: Start, dice: str, swords: int) -> None:
    table = plays(evening(dice, depth="clerk").at("perfidy", time=10), "reinforcements")
    record = table.at("siege").do("siege")
    assert record.result["rolls"][0]["dice"] == "4r"
    assert (table.state.red_swords, table.dice.left) == (swords, [])


def test_waylaid_costs_a_heart_and_no_cuirass_helps(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    arm(table, "porthos", "cuirass")
    plays(table, "wound", target="porthos")
    assert hearts(table, "porthos") == 4


def test_waylaid_and_fallen_he_gets_up_at_once_and_does_not_wait_for_the_next_round(evening: Start) -> None:
    table = plays(evening(depth="clerk").at("perfidy", **{"aramis.life": 1}), "wound", target="aramis")
    aramis = table.state.of("aramis")
    assert (aramis.place, aramis.down, aramis.life, aramis.turn) == ("colombier", False, 3, "done")
    assert "Aramis gets up with all his hearts and draws 1 adventure card." in said(table.match.records[-1])


# ambushes


def test_one_ambush_in_a_place_and_another_one_elsewhere(evening: Start) -> None:
    table = evening(depth="clerk", paris="held").at("actions")
    table.do("louvre_mission", foes=["lubin"], ambush="beggars")
    assert table.refused("louvre_mission", anyway=True, foes=["boisrenard"], ambush="courtesan").rule == "mission-force"
    table.do("paris_mission", skill="gallantry", value=6, foes=["boisrenard"], ambush="courtesan")
    assert (table.state.louvre_mission.ambush, table.state.paris_mission.ambush) == ("beggars", "courtesan")


def with_ambush(evening: Start, ambush: str, dice: str) -> Evening:
    """Porthos and d'Artagnan are in the Louvre when the card is laid there."""
    table = evening(dice, depth="clerk").at("actions", **{"dartagnan.place": "louvre"})
    table.do("louvre_mission", skill="panache", value=7, foes=["lubin"], ambush=ambush)
    table.do("ambush")
    return table


def test_assassin_strikes_whoever_is_there_as_the_card_is_laid(evening: Start) -> None:
    table = with_ambush(evening, "assassin", "sword shield")
    assert [hearts(table, who) for who in ("dartagnan", "porthos", "athos")] == [2, 5, 3]


def test_thieves_steal_from_whoever_is_there_as_the_card_is_laid(evening: Start) -> None:
    table = with_ambush(evening, "thieves", "sword sword")
    assert (table.state.purse, hearts(table, "dartagnan")) == (1, 3)


def test_whoever_enters_later_is_thrown_for_and_whoever_stays_is_not(evening: Start) -> None:
    table = with_ambush(evening, "assassin", "shield shield  sword")
    table.do("move", who="aramis", to="louvre")
    table.do("ambush")
    assert (hearts(table, "aramis"), table.dice.left) == (2, [])
    table.do("rest", who="aramis")
    table.at("aftermath").next()
    table.at("actions").do("draw", who="aramis")  # with no dice left another throw would fail
    assert hearts(table, "aramis") == 2


@pytest.mark.parametrize(("moves", "down"), [(False, False), (True, True)], ids=["before his turn", "in his turn"])
def test_whoever_falls_to_the_assassin_gets_up_at_once_only_before_his_turn(
    evening: Start, moves: bool, down: bool
) -> None:
    """See the Vieux-Colombier."""
    table = evening("shield sword" if moves else "sword", depth="clerk").at("actions")
    if moves:
        table.do("louvre_mission", skill="panache", value=7, foes=["lubin"], ambush="assassin")
        table.do("ambush")
        table.do("correct", what="aramis.life", to=1)
        table.do("move", who="aramis", to="louvre")
        table.do("ambush")
        fallen = table.state.of("aramis")
    else:
        table.do("correct", what="porthos.life", to=1)
        table.do("louvre_mission", skill="panache", value=7, foes=["lubin"], ambush="assassin")
        table.do("ambush")
        fallen = table.state.of("porthos")
    assert (fallen.place, fallen.down, fallen.turn) == ("colombier", down, "done")


def test_beggars_stop_the_mission_until_two_pistoles_are_paid_from_anywhere_without_an_action(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    table.do("louvre_mission", skill="panache", value=7, foes=["lubin"], ambush="beggars")
    assert table.refused("challenge", who="porthos").rule == "ambush-beggars"
    assert table.refused("duel", who="porthos", foe="lubin").rule == "ambush-beggars"
    table.do("move", who="porthos", to="rochelle")
    assert table.state.at("louvre") == ()
    table.do("pay_beggars", place="louvre")
    assert (table.state.purse, table.state.louvre_mission.ambush, table.state.of("porthos").left) == (1, "", 2)
    table.do("move", who="porthos", to="louvre")
    declare(table, "duel", who="porthos", foe="lubin")


def test_beggars_may_have_to_be_paid_on_the_spot_if_a_table_likes_it_so(evening: Start) -> None:
    table = evening(depth="clerk", house={"beggars_paid_on_the_spot": True}).at("actions")
    table.do("louvre_mission", skill="panache", value=7, foes=["lubin"], ambush="beggars")
    table.do("move", who="porthos", to="rochelle")
    assert table.refused("pay_beggars", place="louvre").rule == "ambush-beggars"
    table.do("move", who="porthos", to="louvre")
    table.do("pay_beggars", place="louvre")
    assert table.state.louvre_mission.ambush == ""


def test_an_ambush_leaves_with_a_mission_that_nobody_touched_and_never_comes_back(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"porthos.place": "rochelle"})
    table.do("louvre_mission", skill="panache", value=7, foes=["lubin"], ambush="thieves")
    table.at("louvre", louvre=3).next()
    assert (table.state.louvre_mission.ambush, table.state.ambushes_gone) == ("", ("thieves",))
    assert ("thieves" in ambushes_in_hand(table.state), "lubin" in adversaries_in_hand(table.state)) == (False, True)
    assert table.refused("louvre_mission", foes=["lubin"], ambush="thieves").rule == "mission-force"


def test_an_ambush_leaves_with_a_mission_that_was_accomplished(evening: Start) -> None:
    table = evening("shield", depth="clerk").at("actions")
    table.do("louvre_mission", skill="panache", value=7, ambush="assassin")
    table.do("ambush")
    declare(table, "challenge", who="porthos")
    table.do("meet", cards=6)
    assert (table.state.louvre_mission.known, table.state.ambushes_gone) == (False, ("assassin",))


# Paris cards


def test_paris_at_home_gives_milady_a_card_of_her_choice(evening: Start) -> None:
    table = evening(depth="clerk").at("reveal")
    assert said(table.do("reveal", place="house")) == ["Milady takes a Paris card of her choice into her hand."]


def test_paris_sent_home_by_a_wound_she_takes_none(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin")
    rochefort(table, "challenge", who="porthos")
    clash(table, "lily lily lily", "sword sword shield shield")
    assert waiting(table).waits == "cards"
    table.do("meet")
    table.do("rest", who="porthos")
    table.next()
    assert (table.state.milady_at, table.state.step) == ("house", "reveal")
    assert (said(table.next()), table.state.step) == ([], "siege")


def test_paris_replaced_loses_card_and_ambush_and_gives_the_adversaries_back(evening: Start) -> None:
    table = evening("shield", depth="clerk", paris="held").at("actions", **{"porthos.place": "paris"})
    table.do("correct", what="dartagnan.place", to="louvre")
    table.do("paris_mission", skill="gallantry", value=6, foes=["lubin", "boisrenard"], ambush="thieves")
    table.do("ambush")
    call_out(table, "porthos", "lubin")
    clash(table, "lily lily lily", "sword sword")
    table.at("aftermath").next()
    table.at("paris", constance=4, paris_cards=1).do("paris_card", card="duels")
    assert (table.state.paris, table.state.paris_gone, table.state.constance) == ("duels", ("held",), 0)
    assert (lies_in(table, "paris"), table.state.ambushes_gone) == ({}, ("thieves",))
    assert "boisrenard" in adversaries_in_hand(table.state)
    assert "lubin" not in adversaries_in_hand(table.state)
    offered = table.at("paris", paris_cards=1).offered("paris_card")
    assert "held" not in {choice.fields.get("card") for choice in offered}


def test_paris_solved_is_gone_for_good(evening: Start) -> None:
    table = evening(depth="clerk", paris="held").at("actions", **{"porthos.place": "paris"})
    table.do("paris_mission", skill="gallantry", value=6)
    declare(table, "challenge", who="porthos")
    table.do("meet", cards=2)
    assert (table.state.paris, table.state.paris_gone) == ("", ("held",))
    table.at("paris")
    assert table.refused("paris_card", card="held").rule == "paris-card"
