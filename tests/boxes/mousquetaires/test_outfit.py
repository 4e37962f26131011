"""What lies on a musketeer's board, put right by hand."""

from __future__ import annotations

from typing import Any

import pytest

from companion.boxes import load
from companion.boxes.mousquetaires.outfit import TOKENS, carried
from companion.core.match import Match, open_header
from companion.core.prompt import Refusal
from companion.core.record import BadForm, Intent, Record


@pytest.fixture
def match() -> Match[Any]:
    box = load("mousquetaires")
    return Match(box, open_header(box, "m", {"players": 5, "depth": "clerk"}, box.profile(), 0, ""))


def _outfit(match: Match[Any], *items: str, who: str = "athos") -> Record | Refusal:
    return match.act(Intent("outfit", {"who": who, "items": list(items)}))


def test_everything_that_lies_there_is_told_at_once(match: Match[Any]) -> None:
    assert isinstance(_outfit(match, "pistol", "toledo", "panache", "improved_botte"), Record)
    athos = match.state.of("athos")
    assert (athos.gear, athos.skills, athos.botte) == (("pistol", "toledo"), ("panache",), True)
    _outfit(match, "cuirass")
    assert carried(match.state.of("athos")) == ("cuirass",)
    _outfit(match)
    assert carried(match.state.of("athos")) == ()


def test_it_costs_nothing_and_takes_nothing_from_the_arsenal(match: Match[Any]) -> None:
    before = (match.state.purse, match.state.stock, match.state.of("athos").left)
    _outfit(match, "pistol", "nobility")
    assert (match.state.purse, match.state.stock, match.state.of("athos").left) == before


@pytest.mark.parametrize(
    "items", [("pistol", "pistol"), ("pistol", "toledo", "horse"), ("panache", "nobility", "gallantry")]
)
def test_no_two_alike_and_no_more_than_there_are_fields(match: Match[Any], items: tuple[str, ...]) -> None:
    refusal = _outfit(match, *items)
    assert isinstance(refusal, Refusal)
    assert not match.records


def test_what_cannot_lie_there_is_no_intent(match: Match[Any]) -> None:
    with pytest.raises(BadForm, match="balm"):
        _outfit(match, "balm")
    with pytest.raises(BadForm, match="does not ride"):
        _outfit(match, "pistol", who="treville")


def test_it_is_undone_and_redone(match: Match[Any]) -> None:
    _outfit(match, "pistol")
    match.act(Intent("undo"))
    assert carried(match.state.of("athos")) == ()
    match.act(Intent("redo"))
    assert carried(match.state.of("athos")) == ("pistol",)


@pytest.mark.parametrize(
    ("items", "label"),
    [
        ((), "Athos carries nothing"),
        (("pistol",), "Athos carries: Pistol"),
        (("pistol", "panache"), "What Athos carries is put right"),
    ],
)
def test_its_name_in_the_log(match: Match[Any], items: tuple[str, ...], label: str) -> None:
    _outfit(match, *items)
    undo = match.undo_label()
    assert undo is not None
    assert undo.read() == label


def test_every_token_has_a_name(match: Match[Any]) -> None:
    from companion.boxes.mousquetaires.names import GOODS

    assert set(TOKENS) == set(GOODS) - {"balm"}
