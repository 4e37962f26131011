from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.core.record import BadForm
from companion.core.sealed import Opening, fresh

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def under_seal(
    evening: Start, place: str, *, round: int = 1, match: str = "m", **options: Any
) -> tuple[Evening, Opening]:
    seal, opening = fresh(match, round, place, lambda n: bytes(range(n)))
    table = evening(depth="clerk", **options)
    table.do("seal", seal=seal)
    return table, opening


def test_the_destination_lies_under_seal_and_nobody_can_read_it(evening: Start) -> None:
    table, opening = under_seal(evening, "richelieu")
    table.next()
    assert table.match.view()["milady"]["sealed"] == table.state.sealed
    assert table.match.view()["milady"]["at"] is None
    written = json.dumps([record.plain() for record in table.match.records])
    assert "richelieu" not in written
    assert opening.nonce_hex not in written
    assert table.match.label(table.match.records[0]).read() == "Milady seals her destination"


def test_the_right_opening_shows_it(evening: Start) -> None:
    table, opening = under_seal(evening, "house")
    table.at("reveal").do("reveal", place="house", nonce=opening.nonce_hex)
    assert (table.state.milady_at, table.state.step) == ("house", "siege")


@pytest.mark.parametrize(
    ("place", "nonce"),
    [("rochelle", None), ("house", "ff" * 32), ("house", ""), ("house", "0")],
    ids=["another place", "another nonce", "no nonce", "half a nonce"],
)
def test_nothing_else_opens_it_unless_the_table_insists(evening: Start, place: str, nonce: str | None) -> None:
    table, opening = under_seal(evening, "house")
    table.at("reveal")
    given = opening.nonce_hex if nonce is None else nonce
    refusal = table.refused("reveal", place=place, nonce=given)
    assert (refusal.rule, refusal.overridable) == ("sealed", True)
    assert "house" not in refusal.reason.read()
    record = table.do("reveal", anyway=True, place=place, nonce=given)
    assert record.result["rulings"] == ["sealed"]


def test_a_seal_of_another_round_does_not_open(evening: Start) -> None:
    table, opening = under_seal(evening, "house", round=2)
    table.at("reveal")
    assert table.refused("reveal", place="house", nonce=opening.nonce_hex).rule == "sealed"


def test_a_seal_of_another_match_does_not_open(evening: Start) -> None:
    table, opening = under_seal(evening, "house", match="another")
    table.at("reveal")
    assert table.refused("reveal", place="house", nonce=opening.nonce_hex).rule == "sealed"


def test_rochefort_opens_it_on_the_spot(evening: Start) -> None:
    table, opening = under_seal(evening, "louvre")
    table.at("actions").do("louvre_mission", skill="panache", value=6)
    table.do("challenge", who="porthos")
    assert table.refused("rochefort").rule == "sealed"
    table.do("rochefort", nonce=opening.nonce_hex)
    assert (table.state.milady_at, table.state.rochefort_at) == ("louvre", "louvre")


def test_so_does_the_musketeer_who_finds_her_at_richelieus(evening: Start) -> None:
    table, opening = under_seal(evening, "richelieu")
    table.at("actions").do("move", who="porthos", to="richelieu")
    assert table.refused("richelieu", found=True).rule == "sealed"
    table.do("richelieu", found=True, nonce=opening.nonce_hex)
    assert table.state.milady_at == "richelieu"


def test_sealing_anew_is_seen_by_everybody(evening: Start) -> None:
    table, _ = under_seal(evening, "house")
    seal, opening = fresh("m", 1, "rochelle")
    record = table.do("seal", seal=seal)
    assert table.told(record) == ["Milady has changed her mind and sealed anew."]
    assert table.match.label(record).read() == "Milady seals her destination anew"
    table.at("reveal").do("reveal", place="rochelle", nonce=opening.nonce_hex)


@pytest.mark.parametrize(("step", "early"), [("destination", True), ("perfidy", True), ("actions", False)])
def test_it_is_sealed_before_the_musketeers_ride(evening: Start, step: str, early: bool) -> None:
    table = evening().at(step)
    if early:
        table.do("seal", seal="0" * 64)
        assert table.state.sealed == "0" * 64
    else:
        assert table.refused("seal", seal="0" * 64).rule == "destination"


def test_every_round_has_its_own_seal(evening: Start) -> None:
    table, _ = under_seal(evening, "house")
    table.at("aftermath").next()
    assert table.state.sealed == ""


@pytest.mark.parametrize("seal", ["", "0" * 63, "0" * 65, "G" * 64, "A" * 64])
def test_a_seal_is_sixty_four_hexadecimal_digits(evening: Start, seal: str) -> None:
    with pytest.raises(BadForm, match="64 hexadecimal digits"):
        evening().act("seal", seal=seal)


def test_without_milady_nobody_seals_by_hand(evening: Start) -> None:
    refusal = evening(milady=False).refused("seal", anyway=True, seal="0" * 64)
    assert (refusal.rule, refusal.overridable) == ("no-milady", False)


@pytest.mark.parametrize("place", ["paris", "house"])
def test_a_seal_is_not_needed(evening: Start, place: str) -> None:
    table = evening().at("reveal")
    table.do("reveal", place=place)
    assert table.state.milady_at == place
