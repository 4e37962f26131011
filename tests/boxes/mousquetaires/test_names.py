from __future__ import annotations

from collections.abc import Iterable

import pytest

from companion.boxes.mousquetaires import BOX, board, names, setup
from companion.boxes.mousquetaires.state import FACE_DOWN, ROMAN, STEPS
from companion.core.words import Line

PROFILE = BOX.profile()
BOARD = board.read_board(PROFILE)
CHALLENGES = {name for name, token in BOARD.tokens.items() if token.kind == "challenge"}


@pytest.mark.parametrize(
    ("named", "there"),
    [
        (names.TRACKS, board.TRACKS),
        (names.PARIS_CARDS, PROFILE.names("paris")),
        (names.PERFIDY_CARDS, (*PROFILE.names("perfidy"), "other")),
        (names.LOUVRE_CARDS, PROFILE.names("louvre")),
        (names.MUSKETEER_NAMES, setup.FIVE),
        (names.SKILLS, board.SKILLS),
        (names.SKILLS, PROFILE.under("skills")),
        (names.ADVERSARIES, PROFILE.names("adversaries")),
        (names.AMBUSHES, PROFILE.names("ambushes")),
        (names.CHARACTERS, PROFILE.names("characters")),
        (names.GOODS, [*(name for name in PROFILE.names("arsenal") if name != "improved_skill"), *board.SKILLS]),
        (names.PLACES, PROFILE.names("places")),
        (names.TOKENS, [name for name in PROFILE.names("quest.tokens") if name not in CHALLENGES]),
        (names.FOES, [*BOARD.opponents, "other", FACE_DOWN]),
        (names.SIEGE_CARDS, ("single", "double", "bassompierre")),
        (names.STEP_NAMES, STEPS),
    ],
    ids=[
        *("tracks", "paris cards", "treachery cards", "louvre cards", "musketeers", "skills", "skills of the box"),
        *("adversaries", "ambushes", "characters", "goods", "places", "tokens", "foes", "siege cards", "steps"),
    ],
)
def test_everything_has_a_name_and_nothing_else_does(named: dict[str, Line], there: Iterable[str]) -> None:
    assert set(named) == set(there)
    texts = [line.read() for line in named.values()]
    assert all(texts)
    assert len(set(texts)) == len(texts)


def test_milady_has_a_card_for_each_of_six_places() -> None:
    with_a_card = {name for name in PROFILE.names("places") if PROFILE.flag(f"places.{name}.milady")}
    assert set(names.DESTINATIONS) == with_a_card
    assert len(names.DESTINATIONS) == 6 == PROFILE.number("components.location_cards")


def test_a_thing_that_is_in_two_lists_has_one_name() -> None:
    for some, others in (
        (names.ADVERSARIES, names.FOES),
        ({name: line for name, line in names.TOKENS.items() if name in names.FOES}, names.FOES),
        ({"bassompierre": names.SIEGE_CARDS["bassompierre"]}, names.CHARACTERS),
    ):
        assert all(others[name] == line for name, line in some.items())
    assert set(names.TOKENS) - set(names.FOES) == {"decoy", "trap"}


def test_an_improved_skill_is_called_by_its_skill() -> None:
    assert [names.GOODS[skill].read() for skill in board.SKILLS] == [
        f"Improved skill: {names.SKILLS[skill].read()}" for skill in board.SKILLS
    ]


def test_the_three_sides_have_names() -> None:
    assert len({side.read() for side in (names.MILADY, names.MUSKETEERS, names.TABLE)}) == 3


def test_the_ribbon_shows_the_four_phases() -> None:
    assert [sign for sign, _ in names.PHASES] == list(ROMAN.values())
    assert all(name.read() for _, name in names.PHASES)


def test_the_quest_has_four_chapters() -> None:
    assert len(names.CHAPTERS) == board.CHAPTERS == len(PROFILE.names("quest.chapters"))
