"""The French FAQ on the places, paragraph by paragraph.

| Paragraph                                         | Tests that begin with                    |
|---------------------------------------------------|------------------------------------------|
| Louvre, general: all parts, in any order          | the_louvre_in_any_order                  |
| - the marker always moves                         | the_louvre_marker                        |
| - the Queen's honour                              | the_queen                                |
| - a failed mission                                | a_failed_mission                         |
| Paris, general: all parts, in any order           | paris_in_any_order                       |
| La Rochelle, general: both ends, rewards once     | la_rochelle                              |
| - Bassompierre                                    | bassompierre                             |
| Vieux-Colombier, general                          | whoever_falls                            |
| - by treachery, an escape, or an early assassin   | up_at_once                               |
| - by his own action, or an assassin in his turn   | up_next_round                            |
| - exchanges with the fallen                       | the_fallen_are_visited                   |
| - note: no cure for those who stand               | a_visit_heals_nothing                    |
| Richelieu                                         | richelieu                                |
| Bastille, general: two ways in                    | the_bastille                             |
| - the escape                                      | the_escape                               |
| - option: nothing but the escape                  | behind_bars                              |
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.boxes.mousquetaires.scenes import call_out, clash, declare, hearts, in_the_louvre, lies_in, said

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def beat_lubin(table: Evening) -> None:
    call_out(table, "porthos", "lubin")
    clash(table, "lily lily lily", "sword sword")


def master(table: Evening) -> None:
    declare(table, "challenge", who="porthos")
    table.do("meet", cards=6)


# the Louvre


@pytest.mark.parametrize("order", [(beat_lubin, master), (master, beat_lubin)], ids=["duel first", "challenge first"])
def test_the_louvre_in_any_order_and_only_done_when_all_is_won(
    evening: Start, order: tuple[Callable[[Evening], None], ...]
) -> None:
    table = in_the_louvre(evening, "porthos", "lubin")
    order[0](table)
    assert (table.state.louvre_mission.known, table.state.epic) == (True, 0)
    order[1](table)
    assert (table.state.louvre_mission.known, table.state.epic) == (False, 2)


def test_the_louvre_marker_moves_even_under_a_mission_laid_this_very_round(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos").at("actions", louvre=2)
    master(table)
    table.do("louvre_mission", skill="panache", value=6, foes=["lubin"])
    assert (table.state.louvre, table.state.louvre_new) == (1, True)
    table.at("louvre").next()
    assert table.state.louvre == 2


@pytest.mark.parametrize(("before", "lost"), [(1, 0), (2, 1), (3, 2)])
def test_the_queen_loses_honour_in_phase_four_on_the_third_and_fourth_space(
    evening: Start, before: int, lost: int
) -> None:
    table = evening(depth="clerk").at("louvre", louvre=before, queen=0)
    table.next()
    assert table.state.queen == lost


def test_a_failed_mission_is_replaced_and_milady_draws_and_the_marker_starts_again(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin").at("louvre", louvre=3, treachery_cards=3)
    table.next()
    assert (table.state.louvre, table.state.perfidy, table.state.louvre_mission.known) == (1, 4, False)
    table.do("louvre_mission", skill="panache", value=6, foes=["lubin"])  # he is in her hand again
    assert lies_in(table) == {"lubin": 1}


# Paris


@pytest.mark.parametrize("order", [(beat_lubin, master), (master, beat_lubin)], ids=["duel first", "challenge first"])
def test_paris_in_any_order_and_only_done_when_all_is_won(
    evening: Start, order: tuple[Callable[[Evening], None], ...]
) -> None:
    table = evening(depth="clerk", paris="held").at("actions", **{"porthos.place": "paris"})
    table.do("paris_mission", skill="gallantry", value=6, foes=["lubin"])
    order[0](table)
    assert table.state.paris == "held"
    order[1](table)
    assert table.state.paris == ""


# La Rochelle


def march(table: Evening, by: int) -> None:
    """The siege moves the marker so many spaces."""
    blue, red = (by, 0) if by > 0 else (0, -by)
    table.at("siege", time=11)
    table.do("siege", blue=6, faces=["sword"] * blue + ["lily"] * (6 - blue) + ["sword"] * red + ["shield"] * (4 - red))
    table.do("march")


def test_la_rochelle_lost_on_the_far_left_is_the_end(evening: Start) -> None:
    table = evening(depth="clerk").at("siege", rochelle=3)
    march(table, -2)
    assert (table.state.rochelle, table.cause) == (1, "rochelle")


def test_la_rochelle_won_on_the_far_right_is_one_card_and_no_victory_and_the_siege_goes_on(evening: Start) -> None:
    table = evening(depth="clerk").at("siege", rochelle=8)
    march(table, 1)
    assert (table.state.rochelle, table.state.one_for_all, table.cause) == (9, 1, "")
    march(table, -1)
    assert table.state.rochelle == 8


def test_la_rochelle_pays_each_reward_once(evening: Start) -> None:
    table = evening(depth="clerk").at("siege", rochelle=7, treachery_cards=3, epic=0)
    for by in (1, 1, -2, 2):
        march(table, by)
    assert (table.state.epic, table.state.one_for_all) == (1, 1)
    table.at("siege", rochelle=3)
    for by in (-1, 1, -1):
        march(table, by)
    assert (table.state.rochelle, table.state.perfidy) == (2, 4)


def test_bassompierre_takes_one_of_the_three_spaces_for_combat_cards(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    table.do("character", who="aramis", card="bassompierre")
    table.do("reinforce", who="aramis")
    table.do("reinforce", who="aramis", card="double")
    table.do("correct", what="aramis.actions", to=1)
    assert (table.state.siege_dice, table.refused("reinforce", who="aramis").rule) == (4, "reinforce")


# Vieux-Colombier


def test_whoever_falls_is_taken_to_the_vieux_colombier_at_once(evening: Start) -> None:
    table = in_the_louvre(evening, "athos", "brisemont")
    call_out(table, "athos", "brisemont")
    record = clash(table, "lily lily sword", "sword sword sword")
    assert "Athos is out of action: lay his figure down at the Vieux Colombier." in said(record)
    assert (table.state.of("athos").place, table.state.of("athos").down) == ("colombier", True)


def recovered(table: Evening, who: str) -> bool:
    one = table.state.of(who)
    return (one.place, one.down, one.life, one.turn) == ("colombier", False, 3, "done")


def test_up_at_once_after_a_treachery_card(evening: Start) -> None:
    table = evening(depth="clerk").at("perfidy", **{"athos.life": 1})
    table.do("perfidy", how="play", card="wound", target="athos")
    assert recovered(table, "athos")


def test_up_at_once_after_an_escape(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"athos.place": "bastille"})
    table.do("escape", who="athos", how="fight")
    table.do("commit")
    clash(table, "lily lily sword", "sword sword sword")
    assert recovered(table, "athos")


def test_up_at_once_after_an_assassin_who_came_before_his_turn(evening: Start) -> None:
    table = evening("sword", depth="clerk").at("actions", **{"athos.place": "louvre", "athos.life": 1})
    table.do("correct", what="porthos.place", to="rochelle")
    table.do("louvre_mission", skill="panache", value=7, foes=["lubin"], ambush="assassin")
    table.do("ambush")
    assert recovered(table, "athos")


def lies_until_next_round(table: Evening, who: str) -> None:
    fallen = table.state.of(who)
    assert (fallen.place, fallen.down, fallen.turn) == ("colombier", True, "done")
    assert table.refused("recover", who=who).rule == "recovery"
    table.at("aftermath").next()
    table.at("actions").do("recover", who=who)
    assert recovered(table, who)


def test_up_next_round_after_an_action_of_his_own(evening: Start) -> None:
    table = in_the_louvre(evening, "athos", "brisemont")
    call_out(table, "athos", "brisemont")
    clash(table, "lily lily sword", "sword sword sword")
    lies_until_next_round(table, "athos")


def test_up_next_round_after_an_assassin_in_his_turn(evening: Start) -> None:
    table = evening("shield sword", depth="clerk").at("actions")
    table.do("louvre_mission", skill="panache", value=7, foes=["lubin"], ambush="assassin")
    table.do("ambush")
    table.do("draw", who="athos")
    table.do("correct", what="athos.life", to=1)
    table.do("move", who="athos", to="louvre")
    table.do("ambush")
    lies_until_next_round(table, "athos")


def test_the_fallen_are_visited_for_an_exchange_that_costs_the_visitor_an_action(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", purse=20)
    table.do("equip", who="athos", buy=["pistol"])
    table.at("actions", **{"athos.life": 0, "athos.down": True})
    table.do("move", who="aramis", to="colombier")
    visit: dict[str, Any] = {"who": "aramis", "with": "athos", "take": ["pistol"]}
    table.do("exchange", **visit)
    assert (table.state.of("aramis").gear, table.state.of("athos").gear) == (("pistol",), ())
    assert table.state.of("aramis").left == 1


def test_a_visit_heals_nothing_for_whoever_stands(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"porthos.life": 1})
    table.do("move", who="porthos", to="colombier")
    assert hearts(table, "porthos") == 1
    assert table.refused("recover", anyway=True, who="porthos").rule == "recovery"


# Richelieu


def test_richelieu_with_milady_there_costs_her_the_treachery_cards(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", treachery_cards=1)
    table.do("move", who="porthos", to="richelieu")
    table.do("richelieu", found=True)
    assert (table.state.milady_at, table.state.found, table.state.of("porthos").place) == (
        "richelieu",
        True,
        "richelieu",
    )
    table.do("rest", who="porthos")
    table.next()
    table.next()
    assert (table.state.step, table.state.perfidy) == ("siege", 1)


def test_richelieu_without_her_is_the_way_to_the_bastille(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    table.do("move", who="porthos", to="richelieu")
    table.do("richelieu", found=False)
    porthos = table.state.of("porthos")
    assert (porthos.place, porthos.turn, porthos.left) == ("bastille", "done", 0)


def test_richelieu_is_not_searched_by_whoever_starts_his_turn_there(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"porthos.place": "richelieu"})
    assert said(table.do("turn", who="porthos")) == ["Porthos started his turn here: he has to leave."]
    assert table.refused("search", who="porthos").rule == "richelieu"
    assert table.refused("move", anyway=True, who="porthos", to="richelieu").rule == "move"
    table.do("move", who="porthos", to="paris")
    assert table.state.errand is None


# the Bastille


def test_the_bastille_by_treachery_can_be_left_at_once(evening: Start) -> None:
    table = evening(depth="clerk").at("perfidy")
    table.do("perfidy", how="play", card="imprisoned", target="porthos")
    assert table.state.of("porthos").place == "bastille"
    table.do("escape", who="porthos", how="pay")
    assert (table.state.of("porthos").place, table.state.of("porthos").left) == ("colombier", 2)


def test_the_bastille_by_richelieu_can_be_left_in_the_next_round(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    table.do("move", who="porthos", to="richelieu")
    table.do("richelieu", found=False)
    assert table.refused("escape", who="porthos", how="pay").rule == "turn"
    table.at("aftermath").next()
    table.at("actions").do("escape", who="porthos", how="pay")
    assert table.state.of("porthos").place == "colombier"


def test_the_escape_costs_an_action_and_one_pistole(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"porthos.place": "bastille"})
    table.do("escape", who="porthos", how="pay")
    assert (table.state.purse, table.state.of("porthos").left) == (2, 2)


@pytest.mark.parametrize(
    ("blue", "red", "life"),
    [
        (("lily lily lily",), ("sword sword sword",), 5),
        (("lily lily shield",), ("sword sword shield",), 4),
        (("lily lily shield", "lily lily", "lily"), ("shield shield shield", "shield shield", "shield"), 5),
    ],
    ids=["won", "lost", "a draw"],
)
def test_the_escape_by_three_red_dice_ends_at_the_vieux_colombier_whatever_they_show(
    evening: Start, blue: tuple[str, ...], red: tuple[str, ...], life: int
) -> None:
    table = evening(depth="clerk").at("actions", **{"porthos.place": "bastille"})
    table.do("escape", who="porthos", how="fight")
    table.do("commit")
    for mine, his in zip(blue, red, strict=True):
        clash(table, mine, his)
    porthos = table.state.of("porthos")
    assert (porthos.place, porthos.life, porthos.left) == ("colombier", life, 2)


@pytest.mark.parametrize("strict", [False, True])
def test_behind_bars_there_is_more_to_do_than_to_escape_unless_a_table_likes_it_so(
    evening: Start, strict: bool
) -> None:
    table = evening(depth="clerk", house={"bastille_only_escape": strict}).at("actions")
    table.at("actions", **{"porthos.place": "bastille"})
    others: dict[str, dict[str, Any]] = {"draw": {}, "equip": {"buy": ["balm"]}}
    for do, fields in others.items():
        if strict:
            assert table.refused(do, who="porthos", **fields).rule == "bastille"
        else:
            table.do(do, who="porthos", **fields)
