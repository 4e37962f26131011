from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.plain import KEPT_OUT, assign, look_up, plain, revive
from companion.core.record import BadForm


@dataclass(frozen=True, slots=True)
class Rider:
    id: str
    life: int = 4
    hurt: bool = False


@dataclass(frozen=True, slots=True)
class Road:
    riders: tuple[Rider, ...] = ()
    towns: tuple[str, ...] = ()
    purse: int = 0
    leader: Rider | None = None
    word: int | str = 0
    board: object = field(default=None, compare=False, metadata={KEPT_OUT: True})


ROAD = Road((Rider("athos"), Rider("aramis", 2, True)), ("Meung", "Amiens"), 3, Rider("porthos"), "go", object())


def test_the_plain_form_is_json_without_what_is_kept_out() -> None:
    assert plain(ROAD) == {
        "riders": [{"id": "athos", "life": 4, "hurt": False}, {"id": "aramis", "life": 2, "hurt": True}],
        "towns": ["Meung", "Amiens"],
        "purse": 3,
        "leader": {"id": "porthos", "life": 4, "hurt": False},
        "word": "go",
    }
    assert plain({"a": (Rider("athos"),)}) == {"a": [{"id": "athos", "life": 4, "hurt": False}]}


riders = st.builds(Rider, st.text(max_size=4), st.integers(), st.booleans())
roads = st.builds(
    Road,
    st.lists(riders, max_size=3).map(tuple),
    st.lists(st.text(max_size=4), max_size=3).map(tuple),
    st.integers(),
    st.none() | riders,
    st.integers() | st.text(max_size=4),
)


@given(roads)
def test_a_state_survives_being_written_down(road: Road) -> None:
    assert revive(Road, json.loads(json.dumps(plain(road)))) == road


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        ("purse", 9, replace(ROAD, purse=9)),
        ("towns", ["Calais"], replace(ROAD, towns=("Calais",))),
        ("towns.1", "Calais", replace(ROAD, towns=("Meung", "Calais"))),
        ("riders.aramis.life", 1, replace(ROAD, riders=(Rider("athos"), Rider("aramis", 1, True)))),
        ("riders.0.hurt", True, replace(ROAD, riders=(Rider("athos", 4, True), Rider("aramis", 2, True)))),
        (
            "riders.athos",
            {"id": "athos", "life": 3},
            replace(ROAD, riders=(Rider("athos", 3), Rider("aramis", 2, True))),
        ),
        ("leader", None, replace(ROAD, leader=None)),
        ("leader", {"id": "x"}, replace(ROAD, leader=Rider("x"))),
        ("leader.life", 1, replace(ROAD, leader=Rider("porthos", 1))),
        ("word", 5, replace(ROAD, word=5)),
    ],
)
def test_one_value_is_set_and_the_rest_stays(path: str, value: Any, expected: Road) -> None:
    before = plain(ROAD)
    changed = assign(ROAD, path, value)
    assert changed == expected
    assert plain(look_up(changed, path)) == plain(look_up(expected, path))
    assert changed.board is ROAD.board
    assert plain(ROAD) == before


@dataclass(frozen=True)
class Inn:
    """As most states are: without slots."""

    rooms: tuple[int, ...] = (1, 2)
    host: Rider = Rider("bazin")
    guest: Rider | None = None
    board: object = field(default=None, compare=False, metadata={KEPT_OUT: True})


def test_a_copy_without_slots_is_a_whole_one_and_the_first_stays_as_it_was() -> None:
    inn = Inn(board=object())
    changed = assign(assign(inn, "host.life", 1), "rooms.1", 7)
    assert changed == Inn((1, 7), Rider("bazin", 1))
    assert (type(changed), changed.board, hash(changed)) == (Inn, inn.board, hash(Inn((1, 7), Rider("bazin", 1))))
    assert inn == Inn()
    with pytest.raises(FrozenInstanceError):
        changed.rooms = ()  # type: ignore[misc]


def test_a_thing_that_is_handed_over_whole_is_kept() -> None:
    guest = Rider("planchet")
    assert assign(Inn(), "guest", guest).guest is guest
    with pytest.raises(BadForm):
        assign(Inn(), "guest", Inn())


def test_what_did_not_change_is_shared() -> None:
    assert assign(ROAD, "riders.athos.life", 1).riders[1] is ROAD.riders[1]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("purse", "3"),
        ("purse", True),
        ("purse", None),
        ("purse", 1.5),
        ("towns", "Meung"),
        ("towns", [3]),
        ("leader", 3),
        ("leader", {"id": 3}),
        ("leader", {"name": "x"}),
        ("leader", {"life": 3}),  # the name is missing
        ("word", None),
        ("riders.athos.hurt", 1),
        ("riders.planchet.life", 1),
        ("riders.2.life", 1),
        ("riders.-1.life", 1),
        ("riders.²", {"id": "x"}),
        ("purse.x", 1),
        ("towns.0.x", 1),
        ("horse", 1),
        ("__class__", 1),
        ("", 1),
        ("riders.", 1),
    ],
)
def test_what_does_not_fit_is_refused(path: str, value: Any) -> None:
    with pytest.raises(BadForm):
        assign(ROAD, path, value)


@pytest.mark.parametrize("path", ["horse", "purse.real", "towns.count", "riders.5", "__class__", "riders.athos.plain"])
def test_only_what_was_declared_can_be_looked_up(path: str) -> None:
    with pytest.raises(BadForm):
        look_up(ROAD, path)


def test_look_up_follows_ids_and_places() -> None:
    assert look_up(ROAD, "riders.aramis.life") == look_up(ROAD, "riders.1.life") == 2
    assert look_up(ROAD, "leader.id") == "porthos"


def test_nothing_is_nothing() -> None:
    assert revive(type(None), None) is None
    with pytest.raises(BadForm):
        revive(type(None), 0)


def test_a_state_of_other_things_is_a_mistake_of_ours() -> None:
    with pytest.raises(TypeError, match="plain values"):
        revive(float, 1.5)
