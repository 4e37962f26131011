"""Milady's confidant, with a real desk and a real match: the seal, her word, and nothing that tells where she is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.app.confidant import ANSWER_AFTER, Confidant
from companion.app.desk import Desk
from companion.core.prompt import Refusal
from companion.core.record import Intent, Record
from companion.core.words import Line
from companion.store.cabinet import Papers
from companion.store.files import StoreTrouble
from companion.store.vault import FileVault

PLACES = ("paris", "louvre", "quest", "rochelle", "richelieu", "house")
OPTIONS = {"players": 5, "depth": "clerk", "paris": "missing"}


class Event:
    def __init__(self, call: Callable[..., None], seconds: float) -> None:
        self.call, self.seconds, self.cancelled = call, seconds, False

    def cancel(self) -> None:
        self.cancelled = True


class Table:
    """A desk whose calls come to this thread when it is waited for, and a clock that is turned by hand."""

    def __init__(self, folder: Path) -> None:
        self._calls: list[Callable[[], None]] = []
        self.events: list[Event] = []
        self.told: list[Any] = []
        self.desk = Desk(folder, self._calls.append)
        self.confidant = Confidant(self.desk, self._later, self.told.append)

    def _later(self, call: Callable[..., None], seconds: float) -> Event:
        self.events.append(Event(call, seconds))
        return self.events[-1]

    def settle(self) -> None:
        self.desk.wait()
        while self._calls:
            self._calls.pop(0)()
            self.desk.wait()

    @property
    def due(self) -> list[Event]:
        return [event for event in self.events if not event.cancelled]

    def strike(self) -> None:
        """The delay is over."""
        due, self.events = self.due, []
        for event in due:
            event.call(event.seconds)
        self.settle()

    def act(self, do: str, **fields: Any) -> Any:
        outcomes: list[Any] = []
        self.desk.act(do, fields, outcomes.append)
        self.settle()
        return outcomes[0]

    def seal(self, place: str) -> Any:
        outcomes: list[Any] = []
        self.confidant.seal(place, outcomes.append)
        self.settle()
        return outcomes[0]

    def ride(self, who: str = "aramis", place: str = "louvre") -> None:
        """To the moment before somebody tries something."""
        for do, fields in (
            ("next", {}),
            ("next", {}),
            ("perfidy", {"how": "draw"}),
            ("correct", {"what": f"{who}.place", "to": place}),
            ("louvre_mission", {"card": "poisons", "skill": "panache", "value": 6, "foes": ["lubin"]}),
            ("turn", {"who": who}),
        ):
            assert isinstance(self.act(do, **fields), Record), do

    def close(self) -> None:
        self.desk.close()

    @property
    def match(self) -> Any:
        return self.desk.match

    @property
    def done(self) -> list[str]:
        return [record.intent.do for record in self.match.records]


@pytest.fixture
def sit(tmp_path: Path):
    tables: list[Table] = []

    def sit_() -> Table:
        tables.append(Table(tmp_path))
        return tables[-1]

    yield sit_
    for table in tables:
        table.close()


@pytest.fixture
def table(sit: Callable[[], Table]) -> Table:
    table = sit()
    table.desk.start("mousquetaires", OPTIONS)
    table.settle()
    return table


# --- the seal ---


def test_the_opening_is_on_the_disk_before_the_seal_is_on_the_table(table: Table, monkeypatch) -> None:
    order: list[str] = []
    keep, act = FileVault.keep, table.desk.act

    def kept(vault: FileVault, opening: Any) -> None:
        keep(vault, opening)
        order.append("kept")

    def sent(do: str, *how: Any, **named: Any) -> None:
        order.append(do)
        act(do, *how, **named)

    monkeypatch.setattr(FileVault, "keep", kept)
    monkeypatch.setattr(table.desk, "act", sent)
    assert isinstance(table.seal("house"), Record)
    assert order == ["kept", "seal"]
    assert table.confidant.opening().choice == "house"
    assert table.confidant.keeps
    assert table.confidant.sealed
    assert not table.confidant.stranger


def test_the_record_holds_the_seal_and_nothing_else(table: Table) -> None:
    record = table.seal("house")
    opening = table.confidant.opening()
    assert list(record.intent.fields) == ["seal"]
    assert "house" not in record.line()
    assert opening.nonce_hex not in record.line()


def test_what_could_not_be_kept_is_not_sealed(table: Table, monkeypatch) -> None:
    def full(vault: FileVault, opening: Any) -> None:
        raise StoreTrouble(Line("The disk is full."))

    monkeypatch.setattr(FileVault, "keep", full)
    assert table.seal("house") == Line("The disk is full.")
    assert not table.match.records
    assert not table.confidant.keeps


def test_sealing_anew_opens_the_newest_only(table: Table) -> None:
    table.seal("house")
    table.seal("paris")
    assert table.confidant.opening().choice == "paris"
    table.act("undo")
    assert table.confidant.opening().choice == "house"
    assert not table.confidant.stranger


def test_a_seal_of_somebody_else_is_a_stranger_only_if_this_device_has_sealed(table: Table) -> None:
    assert isinstance(table.act("seal", seal="ab" * 32), Record)
    assert not table.confidant.stranger
    table.seal("house")
    assert isinstance(table.act("seal", seal="ab" * 32), Record)
    assert table.confidant.stranger
    assert not table.confidant.keeps


def test_after_the_round_was_renumbered_by_hand_the_seal_is_still_hers(table: Table) -> None:
    table.seal("house")
    table.act("correct", what="round", to=5)
    assert table.confidant.keeps


def test_a_seal_for_a_round_that_is_over_is_not_sent(table: Table) -> None:
    outcomes: list[Any] = []
    table.desk.act("correct", {"what": "round", "to": 4}, lambda _: None)
    table.confidant.seal("house", outcomes.append)  # tapped before the other one was through
    table.settle()
    assert isinstance(outcomes[0], Line)
    assert table.done == ["correct"]


def test_another_match_is_not_sealed_by_a_slow_hand(table: Table) -> None:
    table.confidant.seal("house", table.told.append)
    table.desk.wait()
    table.desk.start("mousquetaires", OPTIONS)
    table.settle()
    assert not table.match.records
    assert not table.told


# --- her word ---


@pytest.mark.parametrize("place", PLACES)
def test_her_device_says_whether_rochefort_comes(table: Table, place: str) -> None:
    table.seal(place)
    table.ride()
    table.act("duel", foe="lubin")
    assert table.confidant.will_answer
    table.strike()
    assert table.done[-1] == ("rochefort" if place == "louvre" else "let_pass")
    [outcome] = table.told
    assert isinstance(outcome, Record)
    assert ("nonce" in outcome.intent.fields) == (place == "louvre")
    assert not table.match.view()["fouls"]
    assert not table.confidant.will_answer


@pytest.mark.parametrize("place", PLACES)
def test_her_device_says_whether_she_is_found(table: Table, place: str) -> None:
    table.seal(place)
    table.ride(place="paris")
    table.act("move", to="richelieu")
    assert table.match.state.errand.waits == "richelieu"
    table.strike()
    last = table.match.records[-1].intent
    assert (last.do, last.fields["found"]) == ("richelieu", place == "richelieu")
    assert ("nonce" in last.fields) == (place == "richelieu")
    assert table.match.state.milady_at == ("richelieu" if place == "richelieu" else "")


def test_the_delay_is_the_same_whatever_she_says(sit: Callable[[], Table]) -> None:
    """And what is asked of the vault and of the box before it, too."""
    timelines = []
    for place in PLACES:
        table = sit()
        table.desk.start("mousquetaires", OPTIONS)
        table.settle()
        table.seal(place)
        table.ride()
        steps: list[Any] = []
        box, openings = table.match.box, table.desk.table.opening
        answer = type(box).answer

        def asked(self: Any, *how: Any, steps: list[Any] = steps, answer: Any = answer) -> Any:
            steps.append("answer")
            return answer(self, *how)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(box), "answer", asked)
            patch.setattr(table.desk.table, "opening", lambda o=openings, s=steps: (s.append("vault"), o())[1])
            table.act("duel", foe="lubin")
            steps.append([event.seconds for event in table.events])
        timelines.append(steps)
        table.close()
    assert timelines[0][-1] == [ANSWER_AFTER]
    assert all(steps == timelines[0] for steps in timelines)


def test_athos_meets_no_rochefort_and_nobody_is_asked(table: Table) -> None:
    table.seal("louvre")
    table.ride(who="athos")
    table.act("duel", foe="lubin")
    assert not table.events
    assert table.match.state.duel


def test_out_of_action_he_does_not_come(table: Table) -> None:
    table.act("correct", what="rochefort", to=0)
    table.seal("house")
    table.ride()
    table.act("duel", foe="lubin")
    assert not table.events
    assert table.match.state.duel


def test_who_let_somebody_pass_may_step_in_at_the_next(table: Table) -> None:
    """The forgotten interruption: the first action stands, and her device speaks at the second."""
    table.seal("louvre")
    table.ride()
    table.confidant.answer_herself(True, table.told.append)
    table.settle()
    table.act("challenge")
    assert isinstance(table.act("let_pass"), Record)
    table.act("meet", cards=0)
    table.confidant.answer_herself(False, table.told.append)
    table.settle()
    table.act("duel", foe="lubin")
    table.strike()
    assert table.done[-1] == "rochefort"
    assert not table.match.view()["fouls"]


def test_a_device_that_keeps_nothing_says_nothing(table: Table) -> None:
    table.act("seal", seal="ab" * 32)
    table.ride()
    table.act("duel", foe="lubin")
    assert not table.events
    assert not table.confidant.will_answer


def test_one_question_gets_one_answer(table: Table) -> None:
    table.seal("house")
    table.ride()
    table.act("duel", foe="lubin")
    for _ in range(3):
        table.confidant.look()
    assert len(table.due) == 1
    table.strike()
    table.confidant.look()
    assert not table.due
    assert table.done.count("let_pass") == 1


def test_an_answer_that_was_taken_back_is_not_given_again_by_itself(table: Table) -> None:
    table.seal("house")
    table.ride()
    table.act("duel", foe="lubin")
    table.strike()
    table.act("undo")
    assert table.match.state.errand
    assert not table.due
    assert not table.confidant.will_answer
    table.confidant.answer_now()
    table.settle()
    assert table.done[-1] == "let_pass"


def test_the_next_question_is_answered_again(table: Table) -> None:
    table.seal("house")
    table.ride()
    table.act("challenge")
    table.strike()
    table.act("meet", cards=0)
    table.act("challenge")
    table.strike()
    assert table.done.count("let_pass") == 2


def test_somebody_who_was_quicker_is_not_contradicted(table: Table) -> None:
    table.seal("house")
    table.ride()
    table.act("duel", foe="lubin")
    [event] = table.due
    table.act("let_pass")
    assert event.cancelled
    event.call(ANSWER_AFTER)  # had it come at the very same moment
    table.settle()
    assert table.done.count("let_pass") == 1


def test_nothing_is_said_after_the_match_was_closed(table: Table) -> None:
    table.seal("house")
    table.ride()
    table.act("duel", foe="lubin")
    [event] = table.due
    table.desk.leave()
    assert event.cancelled
    assert not table.confidant.serves
    assert not table.confidant.keeps


def test_a_restart_between_seal_and_answer_changes_nothing(sit: Callable[[], Table]) -> None:
    table = sit()
    table.desk.start("mousquetaires", OPTIONS)
    table.settle()
    table.seal("louvre")
    table.ride()
    table.act("duel", foe="lubin")
    name = table.desk.opened
    table.desk.abandon()  # a kill
    again = sit()
    again.desk.resume(name)
    again.settle()
    assert again.confidant.keeps
    assert [event.seconds for event in again.due] == [ANSWER_AFTER]
    again.strike()
    assert again.done[-1] == "rochefort"


def test_without_its_vault_a_device_keeps_silent(sit: Callable[[], Table], tmp_path: Path) -> None:
    table = sit()
    table.desk.start("mousquetaires", OPTIONS)
    table.settle()
    table.seal("louvre")
    table.ride()
    table.act("duel", foe="lubin")
    name = table.desk.opened
    table.desk.abandon()
    (tmp_path / "matches" / f"{name}.jsonl.secret").unlink()
    again = sit()
    again.desk.resume(name)
    again.settle()
    assert not again.confidant.keeps
    assert not again.events


# --- she answers herself ---


def test_she_may_answer_herself_and_that_is_remembered(sit: Callable[[], Table]) -> None:
    table = sit()
    table.desk.start("mousquetaires", OPTIONS)
    table.settle()
    table.confidant.answer_herself(True, table.told.append)
    table.settle()
    name = table.desk.opened
    table.desk.abandon()
    again = sit()
    again.desk.resume(name)
    again.settle()
    again.seal("louvre")
    again.ride()
    again.act("duel", foe="lubin")
    assert not again.events
    again.confidant.answer_herself(False, again.told.append)
    assert len(again.due) == 1


@pytest.mark.parametrize("place", PLACES)
def test_a_false_word_is_known_before_it_is_said(table: Table, place: str) -> None:
    table.confidant.answer_herself(True, table.told.append)
    table.seal(place)
    table.ride()
    table.act("duel", foe="lubin")
    confidant = table.confidant
    assert confidant.belies(Intent("rochefort")) == (place != "louvre")
    assert not confidant.belies(Intent("let_pass"))  # to say nothing is her right
    table.act("let_pass")
    table.act("undo")
    table.act("undo")
    table.act("move", to="richelieu")
    assert confidant.belies(Intent("richelieu", {"found": True})) == (place != "richelieu")
    assert confidant.belies(Intent("richelieu", {"found": False})) == (place == "richelieu")


def test_without_an_opening_nothing_is_held_against_her(table: Table) -> None:
    table.ride()
    table.act("duel", foe="lubin")
    assert not table.confidant.belies(Intent("rochefort"))


@pytest.mark.parametrize(("shown", "carries"), [("louvre", True), ("paris", False)])
def test_only_what_shows_her_place_carries_the_nonce(table: Table, shown: str, carries: bool) -> None:
    table.seal("louvre")
    table.act("correct", what="step", to="reveal")
    intent = table.confidant.with_nonce(Intent("reveal", {"place": shown}))
    assert ("nonce" in intent.fields) == carries
    outcome = table.act(intent.do, **intent.fields)
    assert isinstance(outcome, Record if carries else Refusal)


# --- her papers ---


def test_her_papers_are_read_kept_and_forgotten(sit: Callable[[], Table]) -> None:
    table = sit()
    table.desk.start("mousquetaires", OPTIONS)
    assert table.confidant.papers is None
    table.settle()
    assert table.confidant.papers == Papers()
    told: list[Any] = []
    table.confidant.write(Papers({"plot": 1}), told.append)
    table.settle()
    assert told == [None]
    table.confidant.forget()
    assert table.confidant.papers is None
    table.confidant.read_papers(told.append)
    table.settle()
    assert table.confidant.papers == Papers({"plot": 1})
    assert told == [None, None]


def test_what_could_not_be_read_is_not_written_over(table: Table, monkeypatch, tmp_path: Path) -> None:
    table.confidant.write(Papers(notes="behind the arras"), table.told.append)
    table.settle()
    table.confidant.forget()

    def broken(cabinet: Any) -> Papers:
        raise StoreTrouble(Line("It could not be read."))

    from companion.store.cabinet import Cabinet

    monkeypatch.setattr(Cabinet, "read", broken)
    told: list[Any] = []
    table.confidant.read_papers(told.append)
    table.settle()
    assert told == [Line("It could not be read.")]
    table.confidant.write(Papers(), told.append)
    table.settle()
    [path] = (tmp_path / "matches").glob("*.cabinet")
    assert b"arras" in path.read_bytes()


def test_each_match_has_its_own(table: Table) -> None:
    table.confidant.write(Papers({"plot": 1}, herself=True), table.told.append)
    table.settle()
    table.desk.start("mousquetaires", OPTIONS)
    table.settle()
    assert table.confidant.papers == Papers()
    assert not table.confidant.herself


@pytest.mark.parametrize(("options", "serves"), [({}, True), ({"milady": False}, False)])
def test_the_pad_is_for_a_milady_who_is_there(sit: Callable[[], Table], options: dict[str, Any], serves: bool) -> None:
    table = sit()
    table.desk.start("mousquetaires", {"players": 4, **options})
    table.settle()
    assert table.confidant.serves == serves
    assert not table.confidant.keeps
    table.desk.seat = "musketeers"
    assert not table.confidant.serves
