"""The One for all page under real fingers."""

import pytest


@pytest.fixture
def evening(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    evening.app.start("mousquetaires", {"players": 5})
    evening.wait(4)
    return evening


def _set(evening, what, to):
    evening.table.act("correct", {"what": what, "to": to})
    evening.app.desk.wait()
    evening.wait(4)


def _let_notices_go(evening):
    """The last button of a card may lie under one; people scroll, or wait until it is gone by itself."""
    from kivy.core.window import Window

    from companion.app.widgets.notice import Notice

    while any(isinstance(child, Notice) for child in Window.children):
        evening.wait(30)


def _state(evening):
    return evening.app.desk.match.state


def test_the_menu_leads_there_at_any_time(evening):
    evening.tap(text="More")
    evening.tap(text="One for all")
    assert evening.app.screens.current == "oneforall"
    assert "The musketeers hold no One for all card." in evening.texts


def test_without_a_card_a_tap_does_nothing(evening):
    evening.app.go("oneforall")
    evening.tap(use="queen")
    assert not evening.app.desk.match.records


def test_the_card_leads_there_and_playing_it_leads_back(evening):
    _set(evening, "one_for_all", 1)
    _set(evening, "queen", 5)
    _let_notices_go(evening)
    evening.tap(text="One for all …")
    assert "Honour lost: 5 › 3" in evening.texts
    evening.tap(use="queen")
    assert (_state(evening).queen, _state(evening).one_for_all) == (3, 0)
    assert evening.app.screens.current == "table"
    assert "One for all …" not in evening.texts


def test_two_taps_play_one_card(evening, touch):
    _set(evening, "one_for_all", 2)
    _set(evening, "queen", 6)
    evening.app.go("oneforall")
    evening.wait(24)
    plate = evening.seek(use="queen")
    touch(plate)
    touch(plate)
    evening.app.desk.wait()
    evening.wait(10)
    assert (_state(evening).queen, _state(evening).one_for_all) == (4, 1)


def test_the_number_of_cards_is_put_right_by_hand(evening):
    evening.app.go("oneforall")
    evening.wait(24)
    evening.tap(text="Another number of cards")
    evening.tap(text="2")
    assert _state(evening).one_for_all == 2
    assert evening.seek(use="epic").possible


def test_why_shows_the_rule(evening):
    evening.app.go("oneforall")
    evening.tap(text="Why?")
    titles = [widget.text for widget in evening.table.open_sheet.walk(restrict=True) if getattr(widget, "text", "")]
    assert evening.app.desk.match.rule("one-for-all").title.read() in titles
