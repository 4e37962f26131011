"""Behind the dots: what is wanted now and then in a match."""

import pytest


@pytest.fixture
def evening(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    evening.app.start("mousquetaires", {"players": 5})
    evening.wait(30)
    return evening


@pytest.mark.parametrize(
    ("words", "there"),
    [("One for all", "oneforall"), ("Hourglass", "hourglass"), ("Help", "help"), ("Settings", "settings")],
)
def test_every_line_leads_to_its_page(evening, words, there):
    evening.tap(text="More")
    evening.tap(text=words)
    assert evening.app.screens.current == there


def test_the_light_changes(evening):
    evening.tap(text="More")
    evening.tap(text="Day or candle light")
    assert evening.app.theme.dark


def test_the_depth_changes_in_the_middle_of_a_match(evening):
    evening.tap(text="More")
    evening.tap(text="Follow every action (Clerk)")
    assert evening.app.desk.match.view()["depth"] == "clerk"
    evening.tap(text="More")
    evening.tap(text="Only keep the tokens (Scorekeeper)")
    assert evening.app.desk.match.view()["depth"] == "scorekeeper"


def test_the_voice_changes_in_the_middle_of_a_match(evening):
    detail = evening.table.ids.now.detail
    evening.tap(text="More")
    evening.tap(text="How much the clerk says")
    evening.tap(text="Terse: What comes next, and nothing more.")
    assert (bool(detail), evening.table.ids.now.detail) == (True, "")
