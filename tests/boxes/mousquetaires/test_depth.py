from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from companion.boxes.mousquetaires.state import STEPS
from companion.core.record import BadForm
from tests.boxes.mousquetaires.scenes import GALLERIES, in_the_louvre, show_gallery, waiting

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


@pytest.mark.parametrize("step", STEPS)
def test_it_can_be_changed_at_any_moment_and_back(evening: Start, step: str) -> None:
    table = evening().at(step)
    first = table.do("depth", to="clerk")
    assert (table.state.depth, table.match.view()["depth"]) == ("clerk", "clerk")
    second = table.do("depth", to="scorekeeper")
    assert table.state.depth == "scorekeeper"
    assert [table.match.label(record).read() for record in (first, second)] == [
        "The clerk follows every action",
        "The scorekeeper keeps the tokens",
    ]


def test_it_decides_what_is_asked_and_what_is_refused(evening: Start) -> None:
    table = evening().at("actions", **{"athos.down": True})
    assert table.prompt.what.read() == "Ride!"
    table.do("draw", who="athos")
    table.do("undo")
    table.do("depth", to="clerk")
    assert table.prompt.what.read() == "Who acts?"
    assert table.refused("draw", who="athos").rule == "recovery"


def test_there_are_two(evening: Start) -> None:
    with pytest.raises(BadForm, match="scorekeeper, clerk"):
        evening().act("depth", to="deeper")


def test_the_same_depth_again_changes_nothing(evening: Start) -> None:
    assert "changes" not in evening().do("depth", to="scorekeeper").result


def test_in_the_galleries_the_clerk_asks_what_lies_there(evening: Start) -> None:
    table = evening().at("actions", chapters_done=GALLERIES)
    table.do("depth", to="clerk")
    assert (waiting(table).waits, table.prompt.id) == ("gallery", "gallery")
    table.do("depth", to="scorekeeper")
    assert (table.state.errand, table.prompt.id) == (None, "actions")
    table.do("depth", to="clerk")
    show_gallery(table, "panache", "trap", "two_swords")
    assert (table.state.errand, table.prompt.id) == (None, "actions")


def test_what_is_known_of_a_gallery_is_not_asked_again(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", chapters_done=GALLERIES)
    show_gallery(table, "panache", "trap", "two_swords")
    table.do("depth", to="scorekeeper")
    table.do("depth", to="clerk")
    assert table.state.errand is None


def test_a_duel_is_fought_to_its_end_in_either_depth(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin")
    table.do("duel", who="porthos", foe="lubin")
    table.do("depth", to="scorekeeper")
    assert (waiting(table).waits, table.prompt.id) == ("rochefort", "rochefort")
    table.do("let_pass")
    table.do("depth", to="clerk")
    assert table.prompt.id == "duel"
