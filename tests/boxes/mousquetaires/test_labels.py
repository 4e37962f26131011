from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.boxes.mousquetaires.labels import acted
from companion.core.record import Intent, Record

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def record(fields: dict[str, Any], *changed: str) -> Record:
    changes = [{"what": what, "from": 0, "to": 1, "why": "turn"} for what in changed]
    return Record.make(1, 0, Intent("draw", fields, id="#1"), {"changes": changes} if changes else {}, "")


@pytest.mark.parametrize(
    ("fields", "changed", "name"),
    [
        ({"who": "athos"}, (), "Athos"),
        ({"who": "athos"}, ("company.aramis.left",), "Athos"),
        ({}, ("purse", "company.aramis.left", "company.porthos.left"), "Aramis"),
        ({}, ("purse",), "The musketeers"),
        ({}, (), "The musketeers"),
        ({"who": "nobody"}, (), "The musketeers"),
        ({}, ("company.nobody.left",), "The musketeers"),
    ],
)
def test_who_did_it_is_read_off_the_record(fields: dict[str, Any], changed: tuple[str, ...], name: str) -> None:
    assert acted(record(fields, *changed)).read() == name


def test_who_is_acting_need_not_be_named(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    table.do("turn", who="aramis")
    assert table.match.label(table.do("draw")).read() == table.match.label(table.do("draw", who="aramis")).read()
    assert "Aramis" in table.match.label(table.do("rest")).read()
