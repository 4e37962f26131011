from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.board import TRACKS
from companion.boxes.mousquetaires.nearness import dangers
from companion.boxes.mousquetaires.state import Foul
from companion.boxes.mousquetaires.view import outlook, view

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]
STATE = BOX.setup({"paris": "held"}, BOX.profile())


def test_every_token_shows_where_it_stands_on_which_spaces() -> None:
    seen = view(replace(STATE, purse=7))["tracks"]
    assert tuple(seen) == TRACKS
    assert seen["purse"] == {"at": 7, "lo": 0, "hi": 20, "marks": {}}
    assert seen["louvre"] == {"at": 1, "lo": 1, "hi": 4, "marks": {"3": "queen", "4": "failed"}}
    assert seen["rochelle"]["marks"] == {"1": "richelieu", "2": "perfidy", "8": "epic", "9": "one_for_all"}


def test_the_view_is_json_and_comes_back_the_same() -> None:
    assert json.loads(json.dumps(view(STATE), allow_nan=False)) == view(STATE)


@pytest.mark.parametrize(
    ("change", "name", "shown"),
    [
        ({"round": 7}, "round", 7),
        ({"step": "louvre"}, "phase", "IV"),
        ({"perfidy": 9}, "treachery_cards", 9),
        ({"one_for_all": 2}, "one_for_all", 2),
        ({"paris": ""}, "paris", None),
        ({"paris": "duels"}, "paris", "duels"),
        ({"paris_gone": ("held",)}, "paris_gone", ["held"]),
        ({"chapters": 3}, "chapters_done", 3),
        ({"time_held": True}, "time_held", True),
        ({"company": STATE.company[2:3]}, "musketeers", ["athos"]),
        ({"depth": "clerk"}, "depth", "clerk"),
        ({"variants": ("deadly_quest",)}, "variants", ["deadly_quest"]),
        ({"beaten": ("lubin",)}, "beaten", ["lubin"]),
        (
            {"fouls": (Foul(2, "broken", "paris", "louvre"),)},
            "fouls",
            [{"round": 2, "kind": "broken", "claimed": "paris", "sealed": "louvre"}],
        ),
    ],
)
def test_what_changes_on_the_table_changes_in_the_view(change: dict[str, Any], name: str, shown: Any) -> None:
    assert view(replace(STATE, **change))[name] == shown


def test_the_siege_shows_its_dice_its_swords_and_what_was_paid() -> None:
    state = replace(STATE, siege_dice=4, blue_swords=2, red_swords=3, rochelle_paid=("epic",))
    assert view(state)["siege"] == {"blue_dice": 4, "blue_swords": 2, "red_swords": 3, "paid": ["epic"]}


def test_the_dangers_are_shown_as_they_are_judged() -> None:
    state = replace(STATE, time=11, round=4)
    assert view(state)["dangers"][0] == {"cause": "time", "left": 1, "of": 11, "round": 4}
    assert [danger["cause"] for danger in view(state)["dangers"]] == [danger.cause for danger in dangers(state)]


def test_miladys_dice_are_shown_beside_the_time_spaces() -> None:
    assert view(STATE)["siege_dice_by_time"] == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4]


@pytest.mark.parametrize(
    ("spaces", "shown"), [(8, [1, 1, 1, 2, 2, 2, 3]), (14, [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4])]
)
def test_on_a_longer_or_shorter_track_every_space_but_the_last_shows_the_dice_in_force(
    spaces: int, shown: list[int]
) -> None:
    state = BOX.setup({}, BOX.profile().corrected({"tracks.time.spaces": spaces}))
    assert view(state)["siege_dice_by_time"] == shown


@pytest.mark.parametrize("seat", ["table", "milady", "aramis"])
def test_the_public_state_is_the_same_for_every_seat(evening: Start, seat: str) -> None:
    table = evening()
    assert table.match.view(seat) == table.match.view()


@pytest.mark.parametrize(
    ("time", "held", "line"),
    [
        (1, False, "11 spaces to Richelieu"),
        (3, False, "From the next space on Milady throws 2 dice at La Rochelle."),
        (6, False, "From the next space on Milady throws 3 dice at La Rochelle."),
        (10, False, "2 spaces to Richelieu"),
        (11, False, "The next space is Richelieu: Milady will win."),
        (11, True, "One for all was played: the marker does not move this round."),
    ],
)
def test_what_the_next_move_of_time_will_mean(time: int, held: bool, line: str) -> None:
    assert outlook(replace(STATE, time=time, time_held=held)).read() == line
