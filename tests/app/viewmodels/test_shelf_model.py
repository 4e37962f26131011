"""The shelf's view-model, without a window."""

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.viewmodels.shelf import boards, put_away, rows
from companion.locale import catalogue
from companion.store.shelf import MatchEntry

NOON = int(datetime.datetime(2026, 3, 14, 12, 5).timestamp() * 1000)  # the shelf shows local time


DATES = {
    "en": "2026-03-14 12:05 · ",
    "fr": "14/03/2026 12:05 · ",
    "de": "14.03.2026 12:05 · ",
    "it": "14/03/2026 12:05 · ",
}


def _read(line):
    return line.read()


def _entry(**how):
    return MatchEntry(**{"id": "m", "box": "mousquetaires", "created": NOON, "touched": NOON, **how})


def _row(**how):
    [row] = rows([_entry(**how)], _read)
    return row


@pytest.mark.parametrize(
    ("verdict", "detail"),
    [
        ("", "2026-03-14 12:05 · Round 7"),
        ("milady", "2026-03-14 12:05 · Milady won in round 7"),
        ("musketeers", "2026-03-14 12:05 · The musketeers won in round 7"),
    ],
)
def test_a_row_says_when_and_how_far(verdict, detail):
    row = _row(round=7, verdict=verdict)
    assert (row.id, row.detail, row.verdict) == ("m", detail, verdict)


def test_a_match_that_was_never_closed_is_in_its_first_round():
    assert _row(round=0).detail.endswith("Round 1")


def test_the_title_is_the_given_one_or_the_name_of_the_box():
    assert _row(title="Sunday").title == "Sunday"
    assert _row().title == "Mousquetaires du Roy"


def test_a_match_of_an_unknown_box_is_still_listed():
    assert _row(box="cardinal").title == "cardinal"


def test_rows_keep_the_order_of_the_shelf():
    entries = [_entry(id=name) for name in ("b", "c", "a")]
    assert [row.id for row in rows(entries, _read)] == ["b", "c", "a"]


@pytest.mark.parametrize("language", ["fr", "de", "it"])
def test_rows_speak_every_language(language):
    words = catalogue(language)
    [row] = rows([_entry(round=7, verdict="milady")], lambda line: line.read(words))
    assert row.detail.startswith(DATES[language])
    assert "7" in row.detail
    assert "Milady won" not in row.detail


@given(touched=st.integers())
def test_no_date_in_a_file_can_break_the_list(touched):
    assert _row(touched=touched, round=3).detail.endswith(" · Round 3")


def test_two_boards_and_what_lies_in_the_drawer_stands_on_neither():
    entries = [_entry(id="a"), _entry(id="b", verdict="milady"), _entry(id="c"), _entry(id="d", verdict="musketeers")]
    found = boards(entries, ["c", "d"], _read)
    assert [(board.title, [row.id for row in board.rows]) for board in found] == [("Go on", ["a"]), ("Finished", ["b"])]


@pytest.mark.parametrize("kept", [{}, {"put_away": "a"}, {"put_away": None}, {"put_away": [3, None]}])
def test_a_damaged_drawer_is_empty(kept):
    assert put_away(kept) == []
