"""The desk: taps in their order, on disk before they are shown."""

import pytest

from companion.app.desk import Desk
from companion.core.prompt import Refusal
from companion.core.record import Record
from companion.core.words import Line, say
from companion.store.files import StoreTrouble
from companion.store.parcel import unpack


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


# --- drafts ---


def _draft_file(desk):
    path = desk.shelf.journal_path(desk.opened)
    return path.with_name(path.name + ".draft")


def test_a_draft_survives_a_kill(tmp_path):
    desk = _desk(tmp_path)
    desk.start("mousquetaires", {})
    name = desk.opened
    desk.draft("reveal", {"place": ["louvre"]})
    desk.draft("reveal", {"place": ["house"]})
    desk.draft("correct purse", {"reason": "dropped"})
    desk.wait()
    desk.abandon()  # what a kill leaves: nothing is brought in order
    again = _desk(tmp_path)
    again.resume(name)
    assert again.drafted("reveal") == {"place": ["house"]}
    assert again.drafted("correct purse") == {"reason": "dropped"}
    assert again.drafted("another") == {}
    for one in (desk, again):
        one.close()


def test_a_secret_in_a_draft_is_in_the_private_file_only(tmp_path):
    desk = _desk(tmp_path)
    desk.start("mousquetaires", {})
    desk.draft("seal", {"place": ["a very secret place"]})
    desk.wait()
    path = _draft_file(desk)
    assert path.stat().st_mode & 0o077 == 0
    holding = [file for file in tmp_path.rglob("*") if file.is_file() and b"very secret" in file.read_bytes()]
    assert holding == [path]
    desk.close()


def test_what_was_sent_is_no_draft_any_more(tmp_path):
    desk = _desk(tmp_path)
    desk.start("mousquetaires", {})
    desk.draft("form", {"cards": 2})
    desk.act("next", {}, lambda outcome: None)
    desk.wait()
    assert desk.drafted("form") == {}
    assert not _draft_file(desk).exists()
    desk.close()


def test_what_was_refused_can_be_mended(tmp_path):
    desk = _desk(tmp_path)
    desk.start("mousquetaires", {})
    desk.draft("form", {"cards": 2})
    seen = []
    desk.act("reveal", {"place": "louvre"}, seen.append)
    desk.wait()
    assert isinstance(seen[0], Refusal)
    assert desk.drafted("form") == {"cards": 2}
    desk.close()


def test_a_draft_that_cannot_be_kept_is_no_trouble(tmp_path, monkeypatch):
    desk = _desk(tmp_path)
    desk.start("mousquetaires", {})

    def full(path, data):
        raise StoreTrouble(say("The disk is full."))

    monkeypatch.setattr("companion.store.draft.place_over", full)
    desk.draft("form", {"cards": 2})
    desk.wait()
    assert desk.drafted("form") == {"cards": 2}
    desk.close()


def test_without_a_match_there_is_nothing_to_draft(tmp_path):
    desk = _desk(tmp_path)
    desk.draft("form", {"cards": 2})
    assert desk.drafted("form") == {}
    desk.close()


# --- backups, errands, mishaps ---


def _finish(desk):
    seen = []
    desk.act("correct", {"what": "time", "to": 11}, seen.append)
    desk.act("correct", {"what": "queen", "to": 8}, seen.append)
    desk.wait()
    assert desk.match.verdict() is not None, seen
    return desk.match


def test_a_finished_match_is_backed_up_at_once(tmp_path):
    desk = _desk(tmp_path)
    desk.start("mousquetaires", {})
    match = _finish(desk)
    backup = tmp_path / "backups" / f"{desk.opened}.match"
    assert unpack(backup.read_bytes(), "x").records == tuple(match.records)
    desk.abandon()
    desk.close()


def test_a_running_match_is_not(tmp_path):
    desk = _desk(tmp_path)
    desk.start("mousquetaires", {})
    desk.act("next", {}, lambda outcome: None)
    desk.close()
    assert not (tmp_path / "backups").exists()


def test_a_backup_that_failed_is_made_up_for_when_the_match_is_left(tmp_path, monkeypatch):
    desk = _desk(tmp_path)
    desk.start("mousquetaires", {})

    def full(*_):
        raise StoreTrouble(say("The disk is full."))

    with monkeypatch.context() as patch:
        patch.setattr("companion.app.desk.back_up", full)
        _finish(desk)
        assert not (tmp_path / "backups").exists()
    name = desk.opened
    desk.leave()
    desk.close()
    assert (tmp_path / "backups" / f"{name}.match").exists()


def test_an_errand_gives_what_came_of_it_or_one_line(tmp_path):
    desk = _desk(tmp_path)
    seen = []

    def full():
        raise StoreTrouble(say("The disk is full."))

    desk.errand(lambda: 7, seen.append)
    desk.errand(full, seen.append)
    desk.wait()
    assert seen == [7, say("The disk is full.")]
    desk.close()


def test_what_goes_wrong_with_the_worker_is_raised_on_the_screen_s_thread(tmp_path):
    calls = []
    desk = Desk(tmp_path, calls.append)

    def fail():
        raise KeyError("surprise")

    desk.errand(fail, lambda outcome: None)
    desk.wait()
    [call] = calls
    with pytest.raises(KeyError, match="surprise"):
        call()
    desk.close()


def test_after_a_mishap_the_match_is_let_go_and_can_be_opened_again(tmp_path, monkeypatch):
    desk = _desk(tmp_path)
    desk.start("mousquetaires", {})
    name = desk.opened
    assert desk.abandon() == name
    assert desk.match is None
    assert desk.abandon() == ""
    desk.resume(name)
    assert desk.opened == name
    desk.close()


# --- the box as its owner checked it ---


def test_a_corrected_value_is_in_every_later_match_and_in_no_earlier_one(tmp_path):
    desk = _desk(tmp_path)
    desk.start("mousquetaires", {})
    old = desk.opened
    desk.shelf.correct("mousquetaires", {"tracks.time.spaces": 14, "tracks.purse.start": 6})
    desk.start("mousquetaires", {})
    new = desk.opened
    desk.close()
    again = _desk(tmp_path)
    again.start("mousquetaires", {})
    for name, spaces, purse in ((again.opened, 14, 6), (new, 14, 6), (old, 12, 3)):
        again.resume(name)
        tracks = again.match.view()["tracks"]
        assert (tracks["time"]["hi"], tracks["purse"]["at"]) == (spaces, purse)
        assert again.match.header.profile["tracks.time.spaces"] == spaces
    again.close()


def test_a_match_begins_even_with_corrections_that_make_no_sense(tmp_path):
    desk = _desk(tmp_path)
    desk.shelf.correct("mousquetaires", {"tracks.time.spaces": "many", "nothing": 1, "tracks.purse.start": 6})
    desk.start("mousquetaires", {})
    tracks = desk.match.view()["tracks"]
    assert (tracks["time"]["hi"], tracks["purse"]["at"]) == (12, 6)
    desk.close()
