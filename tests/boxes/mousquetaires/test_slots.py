from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.board import TRACKS
from companion.boxes.mousquetaires.names import GOODS
from companion.boxes.mousquetaires.setup import FOUR
from companion.boxes.mousquetaires.slots import STANDS
from companion.boxes.mousquetaires.state import STEPS, State
from companion.core.match import Match
from companion.core.plain import look_up
from companion.core.prompt import Choice, Refusal
from companion.core.record import BadForm, Header, Intent

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def test_every_track_and_every_card_count_can_be_set_by_hand() -> None:
    slots = BOX.slots(BOX.setup({}, BOX.profile()))
    assert set(TRACKS) <= set(slots)
    assert set(slots) - set(TRACKS) == {
        *("one_for_all", "treachery_cards", "chapters_done", "siege_dice"),
        *("paris", "paris_cards", "round", "step", "time_held"),
        *(f"{who}.{what}" for who in FOUR for what in ("life", "place", "actions", "turn", "down")),
        *(f"stock.{item}" for item in GOODS),
    }


@pytest.mark.parametrize("options", [{}, {"players": 4, "musketeers": ["athos", "porthos", "aramis"]}, {"players": 6}])
def test_each_slot_points_at_something_on_the_table_and_holds_what_is_there(options: dict[str, Any]) -> None:
    state = BOX.setup(options, BOX.profile())
    found = BOX.slots(state)
    for name, slot in found.items():
        assert slot.holds(look_up(state, slot.path)), name
        assert slot.label.read(), name
    assert {name.partition(".")[0] for name in found if name.endswith(".life")} == set(state.musketeers)


def test_no_two_slots_are_called_the_same() -> None:
    labels = [slot.label.read() for slot in BOX.slots(BOX.setup({"players": 6}, BOX.profile())).values()]
    assert len(set(labels)) == len(labels)


def test_nobody_can_be_put_into_miladys_house(evening: Start) -> None:
    table = evening()
    assert table.refused("correct", anyway=True, what="athos.place", to="house").rule == "correction"
    for place in STANDS:
        table.do("correct", what="athos.place", to=place)


def test_porthos_has_more_hearts_than_the_others(evening: Start) -> None:
    table = evening()
    table.do("correct", what="porthos.life", to=5)
    assert table.refused("correct", anyway=True, what="athos.life", to=4).rule == "correction"


@pytest.mark.parametrize(("what", "to"), [("athos.down", True), ("athos.turn", "acting"), ("athos.actions", 2)])
def test_a_figure_is_set_by_hand_and_taken_back(evening: Start, what: str, to: object) -> None:
    table = evening(depth="clerk").at("actions")
    path = BOX.slots(table.state)[what].path
    before = look_up(table.state, path)
    table.do("correct", what=what, to=to)
    assert look_up(table.state, path) == to
    table.do("undo")
    assert look_up(table.state, path) == before


def test_what_hangs_on_a_value_is_put_right_with_it(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    table.do("turn", who="athos")
    table.do("correct", what="athos.down", to=True)
    assert table.state.of("athos").turn == "done"
    table.do("correct", what="chapters_done", to=2)
    assert len(table.state.quest.road) == 3
    table.do("correct", what="paris", to="held")
    assert table.state.paris_mission.card == "held"


def test_the_stock_of_the_arsenal_is_counted_by_hand_too(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", purse=20)
    table.do("correct", what="stock.horse", to=0)
    assert table.state.stock != evening().state.stock
    (equip,) = _equip(table)
    assert "horse" not in [value for value, _ in equip.picks[0].options]
    table.do("correct", what="stock.horse", to=1)
    (equip,) = _equip(table)
    assert "horse" in [value for value, _ in equip.picks[0].options]


def _equip(table: Evening) -> list[Choice]:
    if not any(musketeer.turn == "acting" for musketeer in table.state.company):
        table.do("turn", who="athos")
    return table.offered("equip")


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
    match: Match[State] = Match(BOX, Header("m", BOX.name, {"depth": "clerk"}, {}))
    before = match.state
    try:
        outcome = match.act(Intent("correct", {"what": what, "to": to}))
    except BadForm:
        assert match.state == before
        return
    slot = SLOTS[what]
    value = look_up(match.state, slot.path)
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
