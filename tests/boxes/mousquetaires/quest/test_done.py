from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from companion.boxes.mousquetaires.names import CHAPTERS

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def test_the_four_chapters_are_finished_one_after_the_other_and_the_musketeers_win_at_once(evening: Start) -> None:
    table = evening().at("actions")
    names = []
    for done in range(4):
        assert (table.state.chapters, table.cause) == (done, "")
        names.append(table.match.label(table.do("chapter_done")).read())
    assert names == [f"Chapter finished: {chapter.read()}" for chapter in CHAPTERS]
    verdict = table.match.verdict()
    assert verdict is not None
    assert (verdict.winner, verdict.cause, verdict.rule) == ("musketeers", "diamonds", "victory")
    # The round is not played to its end.
    assert table.state.step == "actions"
    assert table.refused("next").rule == "over"


@pytest.mark.parametrize("done", [0, 1, 2])
def test_whoever_finishes_one_of_the_first_three_draws_two_cards_and_the_next_is_laid_out(
    evening: Start, done: int
) -> None:
    table = evening().at("actions", chapters_done=done)
    record = table.do("chapter_done")
    cards, board = record.result["tells"]
    assert cards["say"] == "Whoever finished the chapter draws 2 adventure cards."
    assert board["with"]["chapter"] == CHAPTERS[done + 1].plain()


def test_after_the_fourth_nobody_draws(evening: Start) -> None:
    record = evening().at("actions", chapters_done=3).do("chapter_done")
    assert "tells" not in record.result


def test_chapters_are_finished_in_phase_two(evening: Start) -> None:
    table = evening().at("reveal")
    refusal = table.refused("chapter_done")
    assert (refusal.rule, refusal.overridable) == ("quest", True)
    table.do("chapter_done", anyway=True)
    assert table.state.chapters == 1


def test_the_scorekeeper_is_not_asked_what_lies_in_the_galleries(evening: Start) -> None:
    table = evening().at("actions", chapters_done=2)
    table.do("chapter_done")
    assert table.state.errand is None
    assert table.prompt.id == "actions"


def test_a_clerk_who_lost_the_thread_can_skip_a_chapter_and_is_asked_for_the_galleries(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", chapters_done=2)
    table.do("chapter_done")
    assert table.prompt.id == "gallery"
