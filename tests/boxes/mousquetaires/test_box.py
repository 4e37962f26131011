from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import boxes
from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.board import TRACKS
from companion.boxes.mousquetaires.state import STEPS
from companion.core.match import Match
from companion.core.prompt import Refusal
from companion.core.record import BadForm, Header, Intent, Record

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def test_the_shelf_finds_the_box() -> None:
    assert BOX.name in boxes.names()
    assert boxes.load(BOX.name) is BOX
    assert BOX.title.read() == "Mousquetaires du Roy"


def test_its_verbs_stand_under_their_own_names() -> None:
    assert all(verb.do == name for name, verb in BOX.verbs.items())
    assert {"next", "siege", "march", "one_for_all", "accept"} <= set(BOX.verbs)


def test_its_dice_are_the_blue_and_the_red_ones() -> None:
    dice = BOX.dice(BOX.setup({}, BOX.profile()))
    assert {letter: die.name for letter, die in dice.items()} == {"b": "blue", "r": "red"}


# corrections


def test_every_track_and_every_card_count_can_be_set_by_hand() -> None:
    slots = BOX.slots(BOX.setup({}, BOX.profile()))
    assert set(TRACKS) <= set(slots)
    assert set(slots) - set(TRACKS) == {
        *("one_for_all", "treachery_cards", "chapters_done", "siege_dice"),
        *("paris", "round", "step", "time_held"),
    }


@pytest.mark.parametrize(
    ("what", "lo", "hi"),
    [
        ("one_for_all", 0, 3),  # the two that can be won, and the one of the easier game
        ("treachery_cards", 0, 15),
        ("chapters_done", 0, 4),
        ("siege_dice", 0, 6),
        ("time", 1, 12),
        ("rochefort", 0, 5),
    ],
)
def test_a_tracked_number_stays_within_what_the_box_holds(evening: Start, what: str, lo: int, hi: int) -> None:
    table = evening()
    for beyond in (lo - 1, hi + 1):
        assert table.refused("correct", anyway=True, what=what, to=beyond).rule == "correction"
    for end in (lo, hi):
        table.do("correct", what=what, to=end)


@pytest.mark.parametrize(
    ("what", "to", "shown"),
    [
        ("purse", 12, "Purse set to 12"),
        ("treachery_cards", 7, "Milady's treachery cards set to 7"),
        ("time_held", True, "Time stands still set to yes"),
        ("step", "siege", "Step set to siege"),
    ],
)
def test_a_correction_is_named_in_the_log(evening: Start, what: str, to: Any, shown: str) -> None:
    table = evening()
    record = table.do("correct", what=what, to=to, reason="we counted again")
    assert table.match.label(record).read() == shown


SLOTS = BOX.slots(BOX.setup({}, BOX.profile()))


@given(
    st.sampled_from(sorted(SLOTS)),
    st.one_of(
        st.integers(-3, 25), st.integers(), st.booleans(), st.text(max_size=9), st.sampled_from(STEPS), st.none()
    ),
)
def test_no_correction_can_leave_a_token_outside_its_track(what: str, to: Any) -> None:
    match = Match(BOX, Header("m", BOX.name, {}, {}))
    before = match.state
    try:
        outcome = match.act(Intent("correct", {"what": what, "to": to}))
    except BadForm:
        assert match.state == before
        return
    slot = SLOTS[what]
    value = getattr(match.state, slot.path)
    assert isinstance(outcome, Refusal) == (match.records == [])
    if slot.flag:
        assert type(value) is bool
    elif slot.choices:
        assert value in slot.choices
    else:
        assert type(value) is int
        assert slot.lo <= value <= slot.hi
    match.prompts()
    match.view()


# the name of the moment


def test_two_taps_on_one_button_count_once(evening: Start) -> None:
    table = evening()
    first = Intent("next", id="tap-1", step=table.match.step)
    second = Intent("next", id="tap-2", step=table.match.step)
    assert isinstance(table.match.act(first), Record)
    outcome = table.match.act(second)
    assert isinstance(outcome, Refusal)
    assert outcome.stale
    assert table.state.step == "paris"


def test_no_two_moments_of_a_round_share_a_name(evening: Start) -> None:
    table = evening(head_start=True)
    seen = []
    for step in STEPS:
        table.at(step)
        seen.append(table.match.step)
    table.at("time", time=11).next()
    seen.append(table.match.step)
    table.do("undo")
    table.at("aftermath").next()
    seen.append(table.match.step)
    assert len(set(seen)) == len(seen)


def test_the_profile_is_read_once() -> None:
    assert BOX.profile() is BOX.profile()
