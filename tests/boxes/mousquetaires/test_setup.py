from __future__ import annotations

from typing import Any

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.setup import FOUR, PLAYERS, set_up
from companion.boxes.mousquetaires.state import State
from companion.core.record import BadForm


def table(**options: Any) -> State:
    return set_up(options, BOX.profile())


def test_the_table_before_the_first_round() -> None:
    state = table()
    assert (state.players, state.round, state.step) == (5, 1, "destination")
    assert (state.time, state.louvre, state.queen, state.rochelle) == (1, 1, 0, 5)
    assert (state.purse, state.constance, state.epic, state.rochefort) == (3, 0, 0, 5)
    assert (state.perfidy, state.one_for_all, state.chapters) == (3, 0, 0)
    assert (state.paris, state.paris_gone, state.rochelle_paid) == ("", (), ())


@pytest.mark.parametrize(("players", "musketeers"), [(2, 4), (3, 4), (4, 3), (5, 4)])
def test_four_players_lead_three_musketeers_and_all_others_four(players: int, musketeers: int) -> None:
    assert len(table(players=players).musketeers) == musketeers


@pytest.mark.parametrize(
    ("players", "actions", "hand", "round_cards"), [(2, 3, 9, 1), (3, 3, 9, 0), (4, 4, 7, 0), (5, 3, 5, 0)]
)
def test_actions_and_hands_by_the_number_of_players(players: int, actions: int, hand: int, round_cards: int) -> None:
    board = table(players=players).board
    assert board.number(f"players.{players}.actions") == actions
    assert board.number(f"players.{players}.hand") == hand
    assert board.number(f"players.{players}.round_cards") == round_cards


def test_four_players_say_which_three_ride_and_they_sit_in_the_order_of_the_box() -> None:
    assert table(players=4, musketeers=["porthos", "aramis", "dartagnan"]).musketeers == (
        "dartagnan",
        "aramis",
        "porthos",
    )


def test_five_players_may_name_all_four() -> None:
    assert table(players=5, musketeers=list(reversed(FOUR))).musketeers == FOUR


def test_the_easier_game_starts_with_one_for_all() -> None:
    assert table(head_start=True).one_for_all == 1
    assert table(head_start=False).one_for_all == 0


@pytest.mark.parametrize("card", ["traffickers", "abducted", "missing", "held", "duels", "message"])
def test_milady_may_lay_out_any_paris_card_before_the_first_round(card: str) -> None:
    assert table(paris=card).paris == card


@pytest.mark.parametrize("players", [1, 6, 0, -2, 5.0, "5", True, None, [5], {"of": 5}])
def test_a_match_has_two_to_five_players(players: Any) -> None:
    assert players not in PLAYERS or type(players) is not int
    with pytest.raises(BadForm, match="players must be 2, 3, 4 or 5"):
        table(players=players)


@pytest.mark.parametrize("chosen", ["athos", 4, ["athos", 4], [["athos"]], {"athos": 1}, [None]])
def test_the_company_is_a_list_of_names(chosen: Any) -> None:
    with pytest.raises(BadForm, match="list of names"):
        table(players=4, musketeers=chosen)


@pytest.mark.parametrize(
    "chosen", [["athos", "athos", "aramis"], ["athos", "aramis"], list(FOUR), ["athos", "aramis", "richelieu"], []]
)
def test_the_company_has_the_right_size_and_no_stranger(chosen: list[str]) -> None:
    with pytest.raises(BadForm, match="3 different musketeers"):
        table(players=4, musketeers=chosen)


def test_five_players_cannot_leave_one_at_home() -> None:
    with pytest.raises(BadForm, match="4 different musketeers"):
        table(players=5, musketeers=["dartagnan", "aramis", "athos"])


@pytest.mark.parametrize("card", ["elsewhere", 3, None, ["held"]])
def test_an_unknown_paris_card_is_refused(card: Any) -> None:
    with pytest.raises(BadForm, match="paris must be one of traffickers"):
        table(paris=card)


@pytest.mark.parametrize("flag", [1, 0, "yes", None])
def test_the_head_start_is_yes_or_no(flag: Any) -> None:
    with pytest.raises(BadForm, match="head_start must be true or false"):
        table(head_start=flag)


def test_an_option_nobody_knows_is_named() -> None:
    with pytest.raises(BadForm, match='no option "player"; there are head_start, musketeers, paris, players'):
        table(player=5)
