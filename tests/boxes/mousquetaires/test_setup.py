from __future__ import annotations

from typing import Any

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.board import SKILLS
from companion.boxes.mousquetaires.company import actions_each
from companion.boxes.mousquetaires.setup import FIVE, FOUR, PLAYERS, VARIANTS, row_of, set_up
from companion.boxes.mousquetaires.state import DEPTHS, Musketeer, State
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
    assert (state.milady, state.depth, state.variants) == (True, "scorekeeper", ())
    assert (state.sealed, state.milady_at, state.rochefort_at) == ("", "", "")
    assert (state.errand, state.duel) == (None, None)
    assert (state.siege_cards, state.perfidy_gone, state.beaten, state.ambushes_gone) == ((), (), (), ())


@pytest.mark.parametrize(
    ("name", "place", "life"),
    [
        ("dartagnan", "paris", 3),
        ("aramis", "rochelle", 3),
        ("athos", "colombier", 3),
        ("porthos", "louvre", 5),
        ("treville", "colombier", 3),
    ],
)
def test_every_musketeer_starts_where_the_rules_put_him_with_all_his_hearts(name: str, place: str, life: int) -> None:
    assert table(players=6).of(name) == Musketeer(name, place, life)


# One row for each number of people: musketeers, actions, hands, cards in a hand, cards drawn each round.
ROWS = {
    (2, True): (FOUR, 3, 1, 9, 1),
    (3, True): (FOUR, 3, 2, 9, 0),
    (4, True): (FOUR[:3], 4, 3, 7, 0),
    (5, True): (FOUR, 3, 4, 5, 0),
    (6, True): (FIVE, 3, 5, 5, 0),
    # Without Milady the hands are those of as many musketeer players.
    (1, False): (FOUR, 3, 1, 9, 1),
    (2, False): (FOUR, 3, 2, 9, 0),
    (3, False): (FOUR[:3], 4, 3, 7, 0),
    (4, False): (FOUR, 3, 4, 5, 0),
}


@pytest.mark.parametrize(("people", "row"), ROWS.items(), ids=str)
def test_every_number_of_people_has_its_company_actions_and_hands(
    people: tuple[int, bool], row: tuple[tuple[str, ...], int, int, int, int]
) -> None:
    players, milady = people
    company, actions, hands, hand, round_cards = row
    state = table(players=players, milady=milady)
    assert (state.players, state.milady, state.musketeers) == (players, milady, company)
    assert actions_each(state) == actions
    at = f"players.{row_of(players, milady)}"
    facts = (state.board.number(f"{at}.{name}") for name in ("hands", "hand", "round_cards"))
    assert tuple(facts) == (hands, hand, round_cards)


def test_without_a_number_five_people_play_or_four_without_milady() -> None:
    assert (table().players, table(milady=False).players) == (5, 4)
    assert table(milady=True) == table()


def test_the_number_of_players_the_shelf_offers_is_one_to_six() -> None:
    assert PLAYERS == (1, 2, 3, 4, 5, 6)
    assert {players for players, _ in ROWS} == set(PLAYERS)


def test_milady_holds_three_treachery_cards_if_somebody_plays_her() -> None:
    assert (table().perfidy, table(milady=False).perfidy) == (3, 0)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_with_treville_time_starts_two_spaces_on(players: int) -> None:
    assert table(players=players).time == (3 if players == 6 else 1)


def test_treville_s_shift_never_leaves_the_ladder() -> None:
    shifted = BOX.profile().corrected({"tracks.time.start": 5, "tracks.time.spaces": 6})
    assert set_up({"players": 6}, shifted).time == 6


def test_the_arsenal_is_full_and_every_skill_is_a_kind_of_its_own() -> None:
    stock = {stock.id: stock.left for stock in table().stock}
    assert stock == {
        **{"horse": 2, "pistol": 2, "cuirass": 2, "toledo": 2, "balm": 3, "improved_botte": 4},
        **dict.fromkeys(SKILLS, 2),
    }


def test_the_inn_is_laid_out_face_down() -> None:
    assert table().quest.inn == ("hidden",) * 12
    assert table().quest.spent == ()


def test_the_hourglass_stands_there_unturned_with_two_minutes() -> None:
    sand = table().sand
    assert (sand.total, sand.spent, sand.since, sand.turned) == (120_000, 0, None, False)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_is_played_if_somebody_asks_for_it(name: str) -> None:
    assert table(**{name: True}).variants == (name,)
    assert table(**{name: False}).variants == ()


def test_all_variants_go_together() -> None:
    assert table(**dict.fromkeys(reversed(VARIANTS), True)).variants == VARIANTS


@pytest.mark.parametrize("depth", DEPTHS)
def test_the_clerk_follows_as_closely_as_people_want(depth: str) -> None:
    assert table(depth=depth).depth == depth


@pytest.mark.parametrize("depth", ["deep", "", 1, None, True, ["clerk"]])
def test_there_are_two_depths(depth: Any) -> None:
    with pytest.raises(BadForm, match="depth must be one of scorekeeper, clerk"):
        table(depth=depth)


def test_house_rules_are_in_force_from_the_first_round() -> None:
    assert table(players=6, house={"treville_time": 1}).time == 2
    assert table(house={"bastille_price": 3}).board.number("bastille.price") == 3
    with pytest.raises(BadForm, match="no house rule"):
        table(house={"free_horses": True})


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


@pytest.mark.parametrize("players", [0, 1, 7, -2, 5.0, "5", True, None, [5], {"of": 5}])
def test_with_milady_two_to_six_people_play(players: Any) -> None:
    with pytest.raises(BadForm, match=r"players must be 2 to 6$"):
        table(players=players)


@pytest.mark.parametrize("players", [0, 5, 6, -1, 4.0, "4", False, None])
def test_without_her_one_to_four(players: Any) -> None:
    with pytest.raises(BadForm, match="players must be 1 to 4 when nobody plays Milady"):
        table(players=players, milady=False)


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


def test_three_without_milady_say_which_three_ride_as_well() -> None:
    assert table(players=3, milady=False, musketeers=["porthos", "athos", "aramis"]).musketeers == FOUR[1:]


def test_treville_rides_only_with_six() -> None:
    assert table(players=6, musketeers=list(reversed(FIVE))).musketeers == FIVE
    with pytest.raises(BadForm, match=r"4 different musketeers out of dartagnan, aramis, athos, porthos$"):
        table(players=5, musketeers=["dartagnan", "aramis", "athos", "treville"])
    with pytest.raises(BadForm, match="5 different musketeers"):
        table(players=6, musketeers=list(FOUR))


@pytest.mark.parametrize("card", ["elsewhere", 3, None, ["held"]])
def test_an_unknown_paris_card_is_refused(card: Any) -> None:
    with pytest.raises(BadForm, match="paris must be one of traffickers"):
        table(paris=card)


@pytest.mark.parametrize("name", ["milady", "head_start", *VARIANTS])
@pytest.mark.parametrize("flag", [1, 0, "yes", None])
def test_every_switch_is_yes_or_no(name: str, flag: Any) -> None:
    with pytest.raises(BadForm, match=f"{name} must be true or false"):
        table(**{name: flag})


def test_an_option_nobody_knows_is_named() -> None:
    known = "brave_athos, deadly_quest, depth, head_start, house, milady, musketeers, no_hourglass, paris, players"
    with pytest.raises(BadForm, match=f'no option "player"; there are {known}$'):
        table(player=5)
