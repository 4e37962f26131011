from __future__ import annotations

from collections.abc import Iterable

import pytest

from companion.boxes.mousquetaires import BOX, board, names, setup
from companion.boxes.mousquetaires.state import ROMAN, STEPS
from companion.core.words import Line

PROFILE = BOX.profile()


@pytest.mark.parametrize(
    ("named", "there"),
    [
        (names.TRACKS, board.TRACKS),
        (names.PARIS_CARDS, PROFILE.names("paris")),
        (names.PERFIDY_CARDS, PROFILE.names("perfidy")),
        (names.MUSKETEER_NAMES, setup.FOUR),
        (names.STEP_NAMES, STEPS),
    ],
    ids=["tracks", "paris cards", "treachery cards", "musketeers", "steps"],
)
def test_everything_has_a_name_and_nothing_else_does(named: dict[str, Line], there: Iterable[str]) -> None:
    assert set(named) == set(there)
    texts = [line.read() for line in named.values()]
    assert all(texts)
    assert len(set(texts)) == len(texts)


def test_milady_has_a_card_for_each_of_six_places() -> None:
    with_a_card = {name for name in PROFILE.names("places") if PROFILE.flag(f"places.{name}.milady")}
    assert set(names.PLACES) == with_a_card
    assert len(names.PLACES) == 6


def test_the_ribbon_shows_the_four_phases() -> None:
    assert [sign for sign, _ in names.PHASES] == list(ROMAN.values())
    assert all(name.read() for _, name in names.PHASES)


def test_the_quest_has_four_chapters() -> None:
    assert len(names.CHAPTERS) == board.CHAPTERS == len(PROFILE.names("quest.chapters"))
