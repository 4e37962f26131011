"""The hand: what was decided comes about by touches alone, or it says that it slipped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.app.guests import Guests
from companion.core.record import Intent
from companion.core.words import say


@pytest.fixture
def hand(open_app: Callable[[Any], Any], tmp_path: Path) -> Any:
    from companion.app.app import CompanionApp
    from companion.app.hand import Hand

    return Hand(open_app(CompanionApp(folder=tmp_path, hints=False)))


def begin(hand: Any, *values: str) -> Guests:
    hand.tap(text="New match")
    for value in values:
        hand.tap(value=value)
    hand.tap(text="Begin")
    return Guests(hand.match, "3")


@pytest.mark.parametrize("values", [("clerk",), ("scorekeeper", "4"), ("clerk", "2", "abducted")], ids=" ".join)
def test_any_match_can_be_played_by_touches(hand: Any, values: tuple[str, ...]) -> None:
    guests = begin(hand, *values)
    for at in range(1, 31):
        assert hand.play(*guests.decide())
        assert len(hand.match.records) == at


def test_real_dice_and_numbers_are_told_as_they_were_decided(hand: Any) -> None:
    guests = begin(hand, "scorekeeper")
    while hand.match.prompts()[0].id != "march":
        assert hand.play(*guests.decide())
    siege = hand.match.records[-1]
    assert siege.intent.do == "siege"
    assert siege.intent.fields["faces"] == siege.result["rolls"][0]["faces"]


def test_the_real_dice_of_an_ambush_are_turned_too(hand: Any) -> None:
    guests = begin(hand, "clerk")
    hand.match.act(Intent("correct", {"what": "athos.place", "to": "louvre"}))
    hand.match.act(Intent("louvre_mission", {"skill": "panache", "value": 6, "foes": ["lubin"], "ambush": "assassin"}))
    hand.page.draw()
    choice, intent = guests.decide()
    struck = Intent(intent.do, {"faces": ["sword", "shield"]})
    assert hand.play(choice, struck)
    record = hand.match.records[-1]
    assert (record.intent.do, record.result["rolls"][0]["typed"]) == ("ambush", True)
    assert [hand.match.state.of(who).life for who in ("athos", "porthos")] == [2, 5]


def test_a_choice_that_is_nowhere_to_be_touched_is_a_slip(hand: Any) -> None:
    from companion.app.hand import Slip

    choice, intent = begin(hand).decide()
    with pytest.raises(Slip, match="nowhere"):
        hand.play(replace(choice, do="accept"), intent)
    with pytest.raises(Slip, match="Sell the horse"):
        hand.tap(text="Sell the horse")


def test_something_else_that_comes_of_a_touch_is_a_slip(hand: Any) -> None:
    from companion.app.hand import Slip

    choice, _ = begin(hand).decide()
    with pytest.raises(Slip, match="came of siege"):
        hand.play(choice, Intent("siege"))


def test_what_the_table_refuses_is_not_done(hand: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    guests = begin(hand)
    choice, intent = guests.decide()
    monkeypatch.setattr(hand.app.desk, "act", lambda *_, **how: None)
    assert not hand.play(choice, intent)


def test_a_notice_over_a_button_is_waited_for(hand: Any) -> None:
    from kivy.core.window import Window

    from companion.app.widgets.notice import Notice

    hand.app.notice(say("Dinner is ready"))
    notice = next(child for child in Window.children if isinstance(child, Notice))
    hand.wait(2)
    plate = hand.find(text="New match")
    notice.pos_hint, notice.size_hint_y, notice.height = {"x": 0, "y": 0}, None, Window.height
    hand.wait(2)
    hand.touch(plate)
    assert notice.parent is None
    assert hand.app.screens.current == "setup"
