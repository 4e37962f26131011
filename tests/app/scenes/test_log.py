"""Real touches on the log: unfold a line, go back to it, and stay quick however long the evening was."""

import time

import pytest

from companion.app import headless
from companion.core.record import Intent


@pytest.fixture
def evening(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    evening.app.start("mousquetaires", {"players": 5, "depth": "clerk"})
    for purse in (4, 5, 6):
        evening.table.act("correct", {"what": "purse", "to": purse})
    evening.app.desk.wait()
    headless.frames(2)
    evening.app.go("log")
    evening.wait(6)
    return evening


def _rows(evening):
    return [row for row in evening.table.scene.ids.list.data if row["viewclass"] == "LogLineRow"]


def test_the_tab_opens_the_log_with_the_newest_on_top(evening, touch):
    evening.app.go("table")
    evening.wait(24)
    touch(next(tab for tab in evening.table.ids.bar.children if tab.page == "log"))
    evening.wait(3)
    assert evening.app.screens.current == "log"
    assert [row["text"] for row in _rows(evening)][:2] == ["Purse set to 6", "Purse set to 5"]


def test_a_tap_unfolds_a_line_and_another_folds_it(evening):
    evening.tap(seq=1)
    assert "Purse: 3 › 4" in evening.texts
    assert "The table is the truth" in evening.texts
    evening.tap(seq=2)  # one is open at a time
    assert "Purse: 4 › 5" in evening.texts
    assert "Purse: 3 › 4" not in evening.texts
    evening.tap(seq=2)
    assert "Purse: 4 › 5" not in evening.texts


def test_back_to_here_takes_back_what_came_after_and_strikes_it_through(evening):
    evening.tap(seq=1)
    evening.tap(text="Back to here")
    match = evening.app.desk.match
    assert match.view()["tracks"]["purse"]["at"] == 4
    assert [line.undone for line in match.log()] == [False, True, True, False]
    assert [row["undone"] for row in _rows(evening)] == [False, True, True, False, False]
    assert "[s]Purse set to 6[/s]" in evening.texts
    assert evening.table.scene.opened == -1


def test_back_to_the_very_beginning(evening):
    evening.tap(seq=0)
    evening.tap(text="Back to here")
    assert evening.app.desk.match.view()["tracks"]["purse"]["at"] == 3


def test_the_log_of_another_match_is_another_log(evening):
    evening.app.go("shelf")
    evening.app.start("mousquetaires", {"players": 4})
    evening.app.go("log")
    evening.wait(4)
    assert "Nothing is written down yet." in evening.texts


def test_words_that_look_like_markup_are_only_words_and_change_with_the_language(evening):
    evening.table.act("note", {"text": "[b]bold[/b] & brave"})
    evening.app.desk.wait()
    evening.wait(4)
    assert _rows(evening)[0]["shown"] == "Note: &bl;b&br;bold&bl;/b&br; &amp; brave"
    evening.app.tr.language = "de"
    evening.wait(4)
    assert _rows(evening)[0]["text"].startswith("Notiz")


@pytest.mark.parametrize("scale", [1, 2])
def test_no_row_is_lower_than_its_words_or_a_finger(evening, scale):
    evening.app.theme.scale = scale
    headless.resize((360, 640))
    evening.table.act("note", {"text": "a long note of many words that has to be broken into several lines " * 2})
    evening.app.desk.wait()
    evening.wait(12)
    rows = [row for row in evening.table.scene.ids.list.ids.rows.children if hasattr(row, "seq")]
    assert rows
    for row in rows:
        assert row.height >= 48
        assert row.height >= row.ids.words.height
    evening.app.theme.scale = 1


def test_five_thousand_records_are_listed_without_as_many_widgets(evening):
    match = evening.app.desk.match
    match._sink = lambda record: None  # what the disk needs is not the question here
    for turn in range(5000):
        match.act(Intent("correct", {"what": "purse", "to": turn % 20}))
    scene, started = evening.table.scene, time.process_time()
    evening.table.draw()
    headless.frames(2)
    listing = scene.ids.list
    assert len(listing.data) > 4700
    assert len(listing.ids.rows.children) < 40
    # Half a second would be felt; a list that builds a widget for each record needs a minute.
    assert time.process_time() - started < 3
    listing.scroll_y = 0
    headless.frames(3)
    assert [row for row in listing.ids.rows.children if getattr(row, "seq", -1) == 0]


def test_unfolding_moves_nothing_above_the_line(evening):
    match = evening.app.desk.match
    match._sink = lambda record: None
    for turn in range(60):
        match.act(Intent("correct", {"what": "purse", "to": turn % 20}))
    evening.table.draw()
    evening.wait(4)
    newest = len(match.records)

    def top_of(seq):
        rows = evening.table.scene.ids.list.ids.rows.children
        (row,) = [row for row in rows if getattr(row, "seq", -1) == seq and hasattr(row, "sign")]
        return row.to_window(0, row.top)[1]

    before = top_of(newest - 1)
    evening.tap(seq=newest - 2)
    assert top_of(newest - 1) == pytest.approx(before, abs=1)


@pytest.mark.pixels
def test_a_house_ruling_carries_a_seal_of_red_wax(evening):
    evening.app.desk.act("march", {"sacrifices": 0}, lambda outcome: evening.table.draw(), anyway=True)
    evening.app.desk.wait()
    evening.wait(6)
    seal = next(w for w in evening.table.walk(restrict=True) if type(w).__name__ == "WaxSeal" and w.shown)
    x, y = seal.to_window(*seal.center)
    (width, height), rgb = headless.pixels()
    at = (int(height - 1 - (y + seal.height * 0.36)) * width + int(x)) * 3
    red = [round(part * 255) for part in evening.app.theme.c.red[:3]]
    assert [abs(one - other) < 12 for one, other in zip(rgb[at : at + 3], red, strict=True)] == [True] * 3
