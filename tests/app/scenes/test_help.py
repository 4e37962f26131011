"""Real touches on the help: it opens where the round is, other chapters open by a tap, rules by another."""

import pytest

from companion.app import headless


@pytest.fixture
def evening(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    evening.app.start("mousquetaires", {"players": 5, "depth": "clerk"})
    evening.app.go("help")
    evening.wait(6)
    return evening


def _act(evening, do, fields):
    evening.table.act(do, fields)
    evening.app.desk.wait()
    evening.wait(6)


def test_the_present_phase_is_open_and_the_others_are_not(evening):
    assert "Milady's destination" in evening.texts
    assert "You are here" in evening.texts
    assert "The musketeers act" not in evening.texts


def test_a_later_phase_can_be_opened_and_closed(evening):
    evening.tap(text="Musketeers", sign="II")
    assert "The musketeers act" in evening.texts
    evening.tap(text="Musketeers", sign="II")
    assert "The musketeers act" not in evening.texts


def test_it_follows_the_round(evening):
    _act(evening, "correct", {"what": "step", "to": "time"})
    evening.app.go("help")  # nothing else is going on
    evening.wait(4)
    assert "Time moves on" in evening.texts
    assert "Milady's destination" not in evening.texts


def test_the_chapter_of_the_moment_stands_on_top(evening):
    headless.resize((411, 731))
    _act(evening, "correct", {"what": "step", "to": "time"})
    scroll = evening.table.scene.ids.scroll
    (sheet,) = [one for one in evening.table.scene.ids.column.children if getattr(one, "sign", "") == "IV"]
    assert sheet.to_window(0, sheet.top)[1] == pytest.approx(scroll.to_window(0, scroll.top)[1], abs=2)


def test_the_rule_is_one_tap_away(evening):
    evening.tap(text="The rule")
    assert "Milady's secret destination" in evening.texts


def test_each_camp_is_told_apart_by_symbol_and_word(evening):
    lines = [one for one in evening.table.walk(restrict=True) if type(one).__name__ == "CampLine"]
    assert {(line.camp, line.icon) for line in lines} == {("milady", "drama-masks"), ("musketeers", "sword-cross")}
    assert {line.who for line in lines} == {"Milady", "The musketeers"}


def test_the_language_changes_live(evening):
    evening.app.tr.language = "de"
    evening.wait(4)
    assert "Milady's destination" not in evening.texts


@pytest.mark.parametrize("size", [(360, 640), (731, 411), (1280, 800)])
def test_everything_can_be_tapped_with_a_finger(evening, size):
    headless.resize(size)
    evening.wait(6)
    from kivy.uix.behaviors import ButtonBehavior

    for widget in evening.table.scene.walk(restrict=True):
        if isinstance(widget, ButtonBehavior):
            assert min(widget.size) >= 48
