"""Which page shows what is going on."""

from pathlib import Path

import pytest

from companion.app import pages
from companion.app.pages import PAGES, is_page, moment, page_of, tabs_of

QUIET = {"verdict": None, "duel": None, "step": "3.actions"}


@pytest.mark.parametrize(
    ("changed", "last", "page"),
    [
        ({}, {}, "table"),
        ({"step": "3.siege"}, {}, "siege"),
        ({"step": "3.march"}, {}, "siege"),
        ({"step": "3.time"}, {}, "table"),
        ({"duel": {"who": "athos"}}, {}, "duel"),
        ({"verdict": {"winner": "milady"}, "duel": {"who": "athos"}}, {}, "verdict"),
        ({}, {"changes": [{"what": "duel", "to": None}]}, "duel"),
        ({}, {"changes": [{"what": "purse", "to": 3}]}, "table"),
    ],
)
def test_the_page_of_the_moment(changed, last, page):
    assert moment({**QUIET, **changed}, last) == page


def test_every_page_has_a_scene_of_its_own():
    scenes = Path(pages.__file__).parent / "scenes"
    for box in PAGES:
        for page in PAGES[box]:
            assert (scenes / f"{page.name}.py").exists(), page.name


def test_tabs_are_what_can_be_chosen_at_any_time():
    assert [page.name for page in tabs_of("mousquetaires")] == ["table", "company", "missions", "dice", "log"]
    assert page_of("mousquetaires", "duel").tab is False


def test_other_screens_are_no_pages():
    assert is_page("table")
    assert not is_page("shelf")
    assert not is_page("settings")
