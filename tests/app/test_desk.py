"""The desk: taps in their order, on disk before they are shown."""

import threading

import pytest

from companion.app.desk import Desk
from companion.boxes import load
from companion.core.match import Match, open_header
from companion.core.prompt import Refusal
from companion.core.record import BadForm, Intent, Record
from companion.core.toss import Mint, pledge_of
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


# --- at one table with other devices ---


def _far(*texts):
    """A match as another device has it."""
    box = load("mousquetaires")
    match = Match(box, open_header(box, "far", {"players": 5}, box.profile(), 1, "test"))
    for text in texts:
        match.act(Intent("note", {"text": text}))
    return match


def _lay_out(desk, match, look=lambda match, record: None):
    """What of ours stands no more, or what went wrong."""
    seen = []

    def task():
        try:
            seen.append([record.seq for record in desk.lay_out(match.header, match.records, look)])
        except (BadForm, StoreTrouble) as error:
            seen.append(error)

    desk.work(task)
    desk.wait()
    return seen[0]


def test_while_there_is_a_road_taps_go_there_and_nowhere_else(tmp_path):
    desk = _desk(tmp_path)
    desk.start("mousquetaires", {})
    seen, road = [], []
    desk.seat, desk.road = "milady", lambda intent, then: road.append((intent, then))
    desk.act("next", {"x": 1}, seen.append, step="1.destination", anyway=True)
    desk.wait()
    [(intent, then)] = road
    assert (intent.do, intent.fields, intent.seat, intent.step, intent.anyway) == (
        "next",
        {"x": 1},
        "milady",
        "1.destination",
        True,
    )
    assert len(intent.id) == 16
    assert seen == []
    assert desk.is_waiting
    assert desk.match.records == []
    then(Refusal(say("No."), "seat"))
    assert seen == [Refusal(say("No."), "seat")]
    assert not desk.is_waiting
    desk.road = None
    desk.act("next", {}, seen.append)
    desk.wait()
    assert isinstance(seen[1], Record)
    assert seen[1].intent.seat == "milady"
    desk.close()


def test_every_tap_has_a_name_of_its_own(tmp_path):
    desk = _desk(tmp_path)
    desk.start("mousquetaires", {})
    for _ in range(3):
        desk.act("note", {"text": "the same"}, lambda outcome: None)
    desk.wait()
    assert len({record.intent.id for record in desk.match.records}) == 3
    desk.close()


def test_a_draft_is_dropped_only_when_the_table_has_accepted_it(tmp_path):
    desk = _desk(tmp_path)
    desk.start("mousquetaires", {})
    road = []
    desk.road = lambda intent, then: road.append(then)
    desk.draft("form", {"cards": 2})
    for outcome, kept in ((say("No."), True), (Record.make(1, 1, Intent("next"), {}, "x"), False)):
        desk.act("next", {}, lambda outcome: None)
        desk.wait()
        road.pop()(outcome)
        assert _draft_file(desk).exists() == kept
    desk.close()


def test_what_makes_no_sense_is_one_line(tmp_path):
    desk = _desk(tmp_path)
    desk.start("mousquetaires", {})
    assert desk.decide(Intent("nonsense")).read() == "That did not work."
    assert isinstance(desk.decide(Intent("note", {"text": "x"})), Record)
    desk.leave()
    assert desk.decide(Intent("next")).read() == "This match is closed."
    desk.close()


def test_a_throw_with_coins_follows_from_them(tmp_path):
    desk = _desk(tmp_path)
    desk.start("mousquetaires", {})
    mint = Mint(1)
    desk.decide(pledge_of("here", mint))
    coin = mint.show()
    record = desk.decide(Intent("roll", {"dice": "4b"}), {"here": coin})
    assert record.result["coins"] == {"here": coin}
    assert desk.decide(Intent("roll", {"dice": "4b"}), {"here": coin}).read() == "That did not work."
    desk.close()


def test_the_clock_is_the_table_s(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.app.desk.now", lambda: 2_000_000_000_000)
    desk = _desk(tmp_path)
    desk.start("mousquetaires", {})
    desk.ahead = 5_000
    assert desk.now() == 2_000_000_005_000
    assert desk.decide(Intent("note", {"text": "x"})).at == 2_000_000_005_000
    name = desk.opened
    desk.leave()
    desk.resume(name)
    desk.ahead = 6_000
    assert desk.decide(Intent("note", {"text": "y"})).at == 2_000_000_006_000
    desk.close()


def test_whoever_heeds_hears_of_every_change_and_of_other_matches(tmp_path):
    desk = _desk(tmp_path)
    heard = []
    desk.heed(lambda: heard.append(len(desk.match.records) if desk.match else None))
    desk.start("mousquetaires", {})
    desk.act("next", {}, lambda outcome: None)
    desk.wait()
    desk.work(lambda: desk.match.act(Intent("note", {"text": "somebody else's"})))
    desk.work(desk.gone_on)
    desk.wait()
    assert heard == [0, 1, 2]
    assert _lay_out(desk, _far("a", "b", "c")) == []
    assert heard[3:] == [3]
    desk.leave()
    assert heard[4:] == [None]
    desk.close()


def test_a_finished_match_is_backed_up_whoever_has_finished_it(tmp_path):
    desk = _desk(tmp_path)
    desk.start("mousquetaires", {})
    for what, to in (("time", 11), ("queen", 8)):
        desk.match.act(Intent("correct", {"what": what, "to": to}))
    assert desk.match.verdict() is not None
    desk.work(desk.gone_on)
    desk.wait()
    assert (tmp_path / "backups" / f"{desk.opened}.match").exists()
    desk.abandon()
    desk.close()


def test_a_match_from_another_device_is_laid_out_in_the_place_of_the_open_one(tmp_path):
    desk = _desk(tmp_path)
    desk.start("mousquetaires", {})
    desk.act("correct", {"what": "round", "to": 4}, lambda outcome: None)
    desk.wait()
    before = desk.opened
    far = _far("a", "b")
    assert _lay_out(desk, far) == []
    assert (desk.opened, desk.match.head) == ("far", far.head)
    desk.draft("form", {"cards": 2})
    desk.wait()
    assert _draft_file(desk).name.startswith("far")
    rounds = {entry.id: entry.round for entry in desk.entries()}
    assert rounds == {before: 4, "far": 1}
    desk.resume(before)  # it was closed in order, and nobody holds it
    desk.close()


def test_of_a_match_that_went_another_way_here_the_rest_comes_back(tmp_path):
    desk = _desk(tmp_path)
    _lay_out(desk, _far("a"))
    for text in ("b", "c"):
        desk.act("note", {"text": text}, lambda outcome: None)
    desk.wait()
    seen = []
    far = _far("a", "x")
    assert _lay_out(desk, far, lambda match, record: seen.append(record.seq)) == [2, 3]
    assert desk.match.head == far.head
    assert seen == [2]
    desk.close()


def test_if_it_cannot_be_laid_out_what_lay_here_is_open_again(tmp_path, monkeypatch):
    desk = _desk(tmp_path)
    desk.start("mousquetaires", {})
    desk.act("note", {"text": "ours"}, lambda outcome: None)
    desk.wait()
    before = (desk.opened, desk.match.head)

    def full(path, data):
        raise StoreTrouble(say("The disk is full."))

    heard = []
    desk.heed(lambda: heard.append(desk.opened))
    with monkeypatch.context() as patch:
        patch.setattr("companion.store.copies.place_new", full)
        assert isinstance(_lay_out(desk, _far("a")), StoreTrouble)
    assert (desk.opened, desk.match.head) == before
    assert heard == [before[0]]
    far = _far("a")
    bad = Record.make(2, 1, Intent("undo", id="u"), {"undoes": [7]}, far.head)
    far.records.append(bad)
    assert isinstance(_lay_out(desk, far), BadForm)
    assert (desk.opened, desk.match.head) == before
    seen = []
    desk.act("note", {"text": "we go on"}, seen.append)
    desk.wait()
    assert isinstance(seen[0], Record)
    desk.close()


def test_a_tap_counts_although_the_match_was_laid_out_anew_meanwhile(tmp_path):
    """It was meant for this match, not for the file in which it lies."""
    desk = _desk(tmp_path)
    _lay_out(desk, _far("a"))
    far, seen, hold = _far("a", "b"), [], threading.Event()
    desk.work(hold.wait)
    desk.work(lambda: desk.lay_out(far.header, far.records, lambda match, record: None))
    desk.act("note", {"text": "tapped"}, seen.append)
    hold.set()
    desk.wait()
    assert isinstance(seen[0], Record)
    assert seen[0].seq == 3
    desk.close()


def test_a_tap_for_a_match_that_was_closed_is_told_so(tmp_path):
    desk = _desk(tmp_path)
    desk.start("mousquetaires", {})
    far, seen, hold = _far("a"), [], threading.Event()
    desk.work(hold.wait)
    desk.work(lambda: desk.lay_out(far.header, far.records, lambda match, record: None))
    desk.act("note", {"text": "tapped"}, seen.append)
    hold.set()
    desk.wait()
    assert [line.read() for line in seen] == ["This match is closed."]
    assert not desk.is_waiting
    assert len(desk.match.records) == 1
    desk.close()


def test_work_is_done_in_its_order_and_all_of_it_is_waited_for(tmp_path):
    desk = _desk(tmp_path)
    done = []

    def hand_over(who):
        for number in range(200):
            desk.work(done.append, (who, number))

    threads = [threading.Thread(target=hand_over, args=(who,)) for who in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    desk.wait()
    assert len(done) == 800
    for who in range(4):
        assert [number for one, number in done if one == who] == list(range(200))
    desk.close()


def test_without_a_match_a_tap_goes_nowhere(tmp_path):
    desk = _desk(tmp_path)
    seen = []
    desk.act("next", {}, seen.append)
    desk.wait()
    assert seen == []
    assert not desk.is_waiting
    desk.work(desk.gone_on)
    desk.wait()
    assert isinstance(_lay_out(desk, _far("a")), list)
    desk.close()


def test_without_a_match_nothing_is_opened_again(tmp_path, monkeypatch):
    desk = _desk(tmp_path)

    def full(path, data):
        raise StoreTrouble(say("The disk is full."))

    monkeypatch.setattr("companion.store.copies.place_new", full)
    assert _lay_out(desk, _far("a")).line == say("The disk is full.")
    assert desk.match is None
    desk.close()


def test_a_tap_is_told_when_the_match_was_closed_under_it(tmp_path):
    desk = _desk(tmp_path)
    desk.start("mousquetaires", {})
    opened, seen, hold = desk._open, [], threading.Event()
    desk.work(hold.wait)
    desk.act("next", {}, seen.append)
    desk._open = None
    hold.set()
    desk.wait()
    assert [line.read() for line in seen] == ["This match is closed."]
    opened.close()
    desk.close()


def test_what_was_refused_is_no_change(tmp_path):
    desk = _desk(tmp_path)
    desk.start("mousquetaires", {})
    heard = []
    desk.heed(lambda: heard.append(1))
    desk.act("undo", {}, lambda outcome: None)
    desk.wait()
    assert heard == []
    desk.close()
