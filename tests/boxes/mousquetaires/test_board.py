from __future__ import annotations

from typing import Any

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.board import TRACKS, ParisCard, read_board

BOARD = read_board(BOX.profile())


def corrected(**facts: Any) -> Any:
    return read_board(BOX.profile().with_values({path.replace("__", "."): to for path, to in facts.items()}))


def test_every_track_of_the_board_is_there_under_its_name() -> None:
    assert tuple(BOARD.tracks) == TRACKS
    assert all(track.name == name for name, track in BOARD.tracks.items())


def test_richelieu_waits_at_the_end_of_time_left_of_la_rochelle_and_right_of_the_queen() -> None:
    time, rochelle, queen = (BOARD.tracks[name] for name in ("time", "rochelle", "queen"))
    assert [mark.name for mark in time.marks_at(time.hi)] == ["richelieu"]
    assert [mark.name for mark in rochelle.marks_at(rochelle.lo)] == ["richelieu"]
    assert [mark.name for mark in queen.marks_at(queen.hi)] == ["richelieu"]


def test_time_starts_at_the_top_and_la_rochelle_in_the_middle() -> None:
    time, rochelle = BOARD.tracks["time"], BOARD.tracks["rochelle"]
    assert time.start == time.lo
    assert rochelle.start - rochelle.lo == rochelle.hi - rochelle.start


def test_the_louvre_ladder_has_four_spaces_and_the_last_two_hurt() -> None:
    louvre = BOARD.tracks["louvre"]
    assert (louvre.spaces, louvre.start) == (4, 1)
    assert [(mark.space, mark.name) for mark in louvre.marks] == [(3, "queen"), (4, "failed")]


def test_the_rewards_of_la_rochelle_lie_next_to_its_ends_and_on_the_right_one() -> None:
    rochelle = BOARD.tracks["rochelle"]
    marks = {mark.name: mark.space for mark in rochelle.marks}
    assert marks["perfidy"] == rochelle.lo + 1
    assert marks["epic"] == rochelle.hi - 1
    assert marks["one_for_all"] == rochelle.hi


def test_rochefort_starts_on_the_top_heart_of_five_and_constance_and_epic_at_zero() -> None:
    assert (BOARD.tracks["rochefort"].start, BOARD.tracks["rochefort"].hi) == (5, 5)
    assert (BOARD.tracks["constance"].start, BOARD.tracks["constance"].hi) == (0, 6)
    assert (BOARD.tracks["epic"].start, BOARD.tracks["epic"].hi) == (0, 7)
    assert all(BOARD.tracks[name].lo == 0 for name in ("queen", "purse", "constance", "epic", "rochefort"))


@pytest.mark.parametrize(
    ("space", "dice"),
    [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 2), (7, 3), (8, 3), (9, 3), (10, 4), (11, 4), (12, 4)],
)
def test_miladys_siege_dice_grow_with_time(space: int, dice: int) -> None:
    assert BOARD.siege_dice_at(space) == dice


@pytest.mark.parametrize(("space", "dice"), [(-3, 1), (0, 1), (13, 4), (99, 4)])
def test_a_marker_beside_the_ladder_reads_the_nearer_end(space: int, dice: int) -> None:
    assert BOARD.siege_dice_at(space) == dice


def test_red_dice_have_no_lily_and_more_swords_than_blue_ones() -> None:
    blue, red = BOARD.dice["b"], BOARD.dice["r"]
    assert set(blue.faces) == {"sword", "shield", "lily"}
    assert set(red.faces) == {"sword", "shield"}
    assert red.faces.count("sword") * len(blue.faces) > blue.faces.count("sword") * len(red.faces)


def test_the_paris_cards_that_the_clerk_carries_out_say_what_they_do() -> None:
    assert BOARD.paris_cards["traffickers"] == ParisCard("traffickers", "siege_sword", 1)
    assert BOARD.paris_cards["abducted"] == ParisCard("abducted", "constance_dice", 4)
    assert BOARD.paris_cards["missing"] == ParisCard("missing", "time", 1)
    assert BOARD.paris_cards["held"] == ParisCard("held", "perfidy", 1)
    assert len(BOARD.paris_cards) == 6


def test_a_board_that_was_checked_against_the_real_one_counts_its_own_spaces() -> None:
    board = corrected(tracks__time__spaces=15, tracks__rochelle__spaces=11, tracks__rochelle__start=6)
    assert board.tracks["time"].hi == 15
    assert {mark.name: mark.space for mark in board.tracks["rochelle"].marks} == {
        "richelieu": 1,
        "perfidy": 2,
        "epic": 10,
        "one_for_all": 11,
    }


def test_a_start_beside_the_track_is_refused() -> None:
    with pytest.raises(ValueError, match="rochelle"):
        corrected(tracks__rochelle__start=10)
