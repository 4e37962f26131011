from __future__ import annotations

import pytest

from companion.core.box import Slot
from companion.core.words import say

NAME = say("Purse")


@pytest.mark.parametrize(
    ("slot", "fits", "fits_not"),
    [
        (Slot("purse", NAME, 0, 20), (0, 7, 20), (-1, 21, "7", None, True, False, 7.0)),
        (Slot("step", NAME, choices=("siege", "march")), ("siege", "march"), ("", "Siege", 0, None, True)),
        (Slot("paris", NAME, choices=("", "held")), ("", "held"), ("duels", None, False)),
        (Slot("held", NAME, flag=True), (True, False), (0, 1, "true", None)),
    ],
    ids=["number", "word", "no word", "flag"],
)
def test_a_slot_holds_what_can_lie_there_and_nothing_else(
    slot: Slot, fits: tuple[object, ...], fits_not: tuple[object, ...]
) -> None:
    assert [value for value in fits if not slot.holds(value)] == []
    assert [value for value in fits_not if slot.holds(value)] == []
