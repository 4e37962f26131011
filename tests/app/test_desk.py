"""The desk: taps in their order, on disk before they are shown."""

import pytest

from companion.app.desk import Desk
from companion.core.prompt import Refusal
from companion.core.record import Record
from companion.core.words import Line, say
from companion.store.files import StoreTrouble


def _desk(folder):
    return Desk(folder, lambda call: call())


def test_taps_are_decided_in_order_and_survive(tmp_path):
    desk = _desk(tmp_path)
    desk.start("mousquetaires", {})
    seen = []
    for _ in range(3):
        desk.act("next", {}, seen.append)
    desk.wait()
    assert [record.seq for record in seen] == [1, 2, 3]
    name = desk.match.header.match
    desk.close()
    again = _desk(tmp_path)
    again.resume(name)
    assert len(again.match.records) == 3
    again.close()


def test_the_same_button_twice_counts_once(tmp_path):
    desk = _desk(tmp_path)
    desk.start("mousquetaires", {})
    seen, step = [], desk.match.step
    desk.act("next", {}, seen.append, step=step)
    desk.act("next", {}, seen.append, step=step)
    desk.wait()
    assert isinstance(seen[0], Record)
    assert isinstance(seen[1], Refusal)
    assert seen[1].stale
    desk.close()


def test_a_full_disk_is_one_line_and_changes_nothing(tmp_path, monkeypatch):
    desk = _desk(tmp_path)
    desk.start("mousquetaires", {})

    def full(record):
        raise StoreTrouble(Line("The disk is full."))

    monkeypatch.setattr(desk.match, "_sink", full)
    seen = []
    desk.act("next", {}, seen.append)
    desk.wait()
    assert seen == [Line("The disk is full.")]
    assert desk.match.step == "1.destination"
    desk.close()


def test_the_shelf_remembers_the_round(tmp_path):
    desk = _desk(tmp_path)
    desk.start("mousquetaires", {})
    desk.act("correct", {"what": "round", "to": 4}, lambda outcome: None)
    desk.leave()
    assert [entry.round for entry in desk.entries()] == [4]
    desk.close()


def test_a_match_the_shelf_cannot_take_is_not_left_open(tmp_path, monkeypatch):
    desk = _desk(tmp_path)

    def full(entry):
        raise StoreTrouble(say("The disk is full."))

    monkeypatch.setattr(desk.shelf, "add", full)
    with pytest.raises(StoreTrouble):
        desk.start("mousquetaires", {})
    assert desk.match is None
    desk.close()
