"""One whole match for five, from the shelf to the musketeers' victory, by touches alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion import boxes
from companion.app.guests import Guests
from companion.app.tour import SEED
from companion.core.match import Match
from companion.store.journal import Journal


class Witness:
    """Plays on with the guests, and remembers what has been seen on the way."""

    def __init__(self, hand: Any) -> None:
        self.hand = hand
        self.guests = Guests(hand.match, SEED)
        self.prompts: set[str] = set()
        self.pages: set[str] = set()
        self.chapters: list[int] = []

    @property
    def view(self) -> dict[str, Any]:
        return self.hand.match.view()

    def play(self, until: Callable[[str, Any], bool]) -> None:
        """Until this holds of the prompt and the state, or to the end."""
        match = self.hand.match
        while prompts := match.prompts():
            asked = prompts[0].id
            if until(asked, match.state):
                return
            self.prompts.add(asked)
            self.pages.add(self.hand.app.screens.current)
            self.chapters.append(match.state.chapters)
            choice, intent = self.guests.decide()
            assert self.hand.play(choice, intent), f"{intent.do} {dict(intent.fields)} was refused"


@pytest.fixture
def hand(open_app: Callable[[Any], Any], tmp_path: Path) -> Any:
    from companion.app.app import CompanionApp
    from companion.app.hand import Hand

    return Hand(open_app(CompanionApp(folder=tmp_path, hints=False)))


def test_a_whole_match_is_won_by_touches_alone(hand: Any, tmp_path: Path) -> None:
    app = hand.app
    hand.tap(text="New match")
    for value in ("5", "yes", "clerk"):
        hand.tap(value=value)
    hand.tap(text="Begin")
    assert app.screens.current == "table"
    evening = Witness(hand)
    assert (evening.view["players"], evening.view["depth"]) == (5, "clerk")

    evening.play(until=lambda asked, state: asked == "turn")
    _take_back_and_bring_again(evening)
    _set_by_hand(evening)
    evening.play(until=lambda asked, state: asked == "turn" and state.sand.turned)
    _see_the_sand_run(evening)
    evening.play(until=lambda asked, state: asked == "duel" and state.duel.exchange > 0)
    assert app.screens.current == "duel"
    evening.play(until=lambda asked, state: asked == "march")
    assert app.screens.current == "siege"
    evening.play(until=lambda asked, state: False)

    _show_the_verdict(evening)
    match = hand.match
    hand.tap(icon="bookshelf")
    _stand_on_the_shelf(hand, match, tmp_path)


def _take_back_and_bring_again(evening: Witness) -> None:
    hand, before = evening.hand, evening.hand.match.state
    hand.tap(icon="undo-variant")
    assert hand.match.state != before
    hand.tap(icon="redo-variant")
    assert hand.match.state == before


def _set_by_hand(evening: Witness) -> None:
    """A token that lies elsewhere than the app believes; and then it did lie right."""
    hand, purse = evening.hand, evening.view["tracks"]["purse"]["at"]
    hand.tap(name="purse")
    hand.tap(text=str(purse + 2))
    assert evening.view["tracks"]["purse"]["at"] == purse + 2
    hand.wait(60)  # the token walks there
    assert hand.page.scene.board.tracks["purse"].shown == purse + 2
    hand.tap(text="Undo")
    assert evening.view["tracks"]["purse"]["at"] == purse


def _see_the_sand_run(evening: Witness) -> None:
    """Milady has turned the hourglass: it runs, lies on its side and runs on."""
    hand = evening.hand
    hand.tap(icon="dots-vertical")
    hand.tap(icon="timer-sand")
    assert hand.app.screens.current == "hourglass"
    assert hand.page.scene.state == "running"
    hand.tap(icon="pause")
    assert hand.match.state.sand.holds
    hand.tap(icon="play")
    assert not hand.match.state.sand.holds
    hand.tap(icon="arrow-left")


def _show_the_verdict(evening: Witness) -> None:
    hand = evening.hand
    verdict = hand.match.verdict()
    assert (verdict.winner, verdict.cause) == ("musketeers", "diamonds")
    assert (hand.app.screens.current, hand.page.scene.winner) == ("verdict", "musketeers")
    assert list(dict.fromkeys(evening.chapters)) == [0, 1, 2, 3]
    assert evening.view["chapters_done"] == 4
    steps = {"destination", "paris", "perfidy", "actions", "reveal", "siege", "march", "time", "louvre", "aftermath"}
    clerk = {"turn", "duel", "blade", "rochefort", "token", "challenge", "gallery"}
    assert evening.prompts >= steps | clerk
    assert evening.pages >= {"table", "duel", "siege"}
    done = [record.intent for record in hand.match.records]
    assert {"louvre_mission", "paris_card", "one_for_all", "toledo", "escape"} <= {intent.do for intent in done}
    assert any(intent.fields.get("faces", []).count("lily") >= 3 for intent in done if intent.do == "clash")
    rolls = [roll for record in hand.match.records for roll in record.result.get("rolls", ())]
    assert rolls
    assert all(roll["typed"] for roll in rolls)


def _stand_on_the_shelf(hand: Any, match: Any, folder: Path) -> None:
    from companion.app.screens.shelf import MatchPlate

    plate = hand.find(MatchPlate)
    assert not plate.running
    entry = hand.app.desk.entries()[0]
    assert entry.verdict == "musketeers"
    journal = Journal.open(hand.app.desk.shelf.journal_path(entry.id))
    try:
        again = Match.replay(boxes.load("mousquetaires"), journal.header, journal.records)
    finally:
        journal.close()
    assert (again.state, again.head) == (match.state, match.head)
