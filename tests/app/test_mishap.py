"""Our own code fails: people see a friendly screen, lose nothing, and never a dead window."""

import logging
import threading
from contextlib import contextmanager

import pytest
from kivy.base import EventLoop, ExceptionManager
from kivy.clock import Clock
from kivy.uix.modalview import ModalView

from companion.app import headless
from companion.app.app import ESCAPE
from companion.app.diary import diary_path
from companion.app.mishap import MOST_LOGGED, Mishap
from companion.app.widgets.notice import Notice
from companion.core.words import say
from companion.locale import catalogue
from companion.store.files import StoreTrouble
from companion.store.journal import Journal
from tools.games.again import play_again

GO_ON, REPORT = "Go on with the match", "Save a report"
SECRET = "Milady goes to the louvre"


class Oops(Exception):
    """What no code of ours expects."""


@contextmanager
def in_the_main_loop():
    """What Kivy's loop does with an error: ask whoever catches them, and go on or give up."""
    try:
        yield
    except Exception as error:
        if ExceptionManager.handle_exception(error) == ExceptionManager.RAISE:
            raise
    headless.frames(3)


def fail(*_, **__):
    raise Oops(SECRET)


def shown(window):
    return [child for child in window.children if isinstance(child, Mishap)]


@pytest.fixture
def evening(sit_down, tmp_path):
    """A match in which two taps were acknowledged."""
    evening = sit_down(tmp_path)
    evening.app.start("mousquetaires", {"players": 5})
    evening.tap(text="The card is down")
    evening.tap(text="No new card")
    assert len(evening.app.desk.match.records) == 2
    return evening


@pytest.fixture
def crash(evening, monkeypatch):
    """A finger on a button whose handler is broken."""

    def crash_(text="Undo: No new card"):
        screen = evening.app.screens.current_screen
        with monkeypatch.context() as patch:
            patch.setattr(type(screen), "act", fail)
            patch.setattr(type(screen), "choose", fail)
            with in_the_main_loop():
                evening.tap(icon="undo-variant")

    return crash_


def test_a_broken_button_shows_the_screen_and_the_match_goes_on_where_it_was(evening, crash, window, mishaps):
    name, head, what = (
        evening.app.desk.match.header.match,
        evening.app.desk.match.head,
        evening.table.ids.now.what,
    )
    before = evening.app.desk.match
    table = evening.table
    crash()
    [mishap] = shown(window)
    assert window.children[0] is mishap
    assert {"A fencing accident", GO_ON, REPORT} <= set(evening.texts)
    evening.tap(text=GO_ON)
    assert shown(window) == []
    assert evening.app.screens.current == "table"
    assert evening.table is not table  # nothing half-drawn is kept
    assert evening.app.desk.match is not before
    assert (evening.app.desk.match.header.match, evening.app.desk.match.head) == (name, head)
    assert evening.table.ids.now.what == what
    evening.tap(icon="undo-variant")  # the button works again
    assert [record.intent.do for record in evening.app.desk.match.records][-1] == "undo"
    assert len(mishaps) == 1


def test_the_report_is_where_the_screen_says(evening, crash, tmp_path, mishaps):
    crash()
    evening.tap(text=REPORT)
    [report] = (tmp_path / "travel").glob("report-*.jsonl")
    [told] = [text for text in evening.texts if report.name in text]
    assert str(report.parent) in told
    assert len(play_again(report).records) == 2
    log = report.with_suffix(".log").read_text("utf-8")
    assert "Oops" in log
    assert "louvre" not in log
    evening.tap(text=GO_ON)
    assert evening.app.screens.current == "table"
    assert mishaps


def test_a_second_report_does_not_take_the_first_one_s_place(evening, crash, tmp_path, mishaps):
    crash()
    evening.tap(text=REPORT)
    evening.tap(text=REPORT)
    assert len(list((tmp_path / "travel").glob("report-*.jsonl"))) == 2


def test_a_report_that_cannot_be_saved_is_one_line_on_the_same_screen(evening, crash, tmp_path, window, mishaps):
    (tmp_path / "travel").write_bytes(b"a file in the way")
    crash()
    evening.tap(text=REPORT)
    assert shown(window)[0].told
    evening.tap(text=GO_ON)
    assert evening.app.screens.current == "table"


def test_what_fails_while_the_screen_is_up_does_not_loop(evening, crash, window, tmp_path, mishaps):
    crash()
    [mishap] = shown(window)
    for _ in range(60):
        Clock.schedule_once(fail)  # Kivy itself calls off an interval that has failed
        headless.frames(1)
    assert shown(window) == [mishap]
    assert len(mishaps) == MOST_LOGGED  # the first entry explains it and must not be pushed out of the log
    evening.tap(text=GO_ON)
    assert shown(window) == []
    crash()
    assert len(shown(window)) == 1
    assert len(mishaps) == MOST_LOGGED + 1


def test_the_screen_takes_touches_even_while_everything_fails(evening, crash, window, mishaps):
    crash()
    for frame in range(40):
        Clock.schedule_once(fail, frame / 60)
    evening.tap(text=GO_ON)
    assert evening.app.desk.match
    assert evening.app.screens.current == "table"


def test_nothing_behind_the_screen_can_be_touched(evening, crash, window, touch, mishaps):
    crash()
    records = len(evening.app.desk.match.records)
    for y in (40, 200, window.height - 26):
        touch(206, y)
    assert len(evening.app.desk.match.records) == records
    assert evening.app.screens.current == "table"
    window.dispatch("on_keyboard", ESCAPE, 0, "", [])
    headless.frames(3)
    assert shown(window)
    assert evening.app.screens.current == "table"


def test_open_sheets_go_with_the_mishap(evening, window, mishaps):
    evening.table.why()
    headless.frames(30)
    with in_the_main_loop():
        fail()
    assert isinstance(window.children[0], Mishap)
    evening.tap(text=GO_ON)
    assert not any(isinstance(child, ModalView) for child in window.children)


def test_a_failing_worker_is_told_too(evening, window, monkeypatch, mishaps):
    monkeypatch.setattr("companion.core.match.Match.act", fail)
    evening.table.act("undo", {})
    evening.app.desk.wait()
    headless.frames(3)
    assert len(shown(window)) == 1
    monkeypatch.undo()
    evening.tap(text=GO_ON)
    assert len(evening.app.desk.match.records) == 2


def test_a_failing_thread_is_told_too(evening, window, mishaps):
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    headless.frames(3)
    assert len(shown(window)) == 1


def test_after_the_app_threads_are_nobody_s_again(sit_down, tmp_path):
    before = threading.excepthook
    evening = sit_down(tmp_path)
    assert threading.excepthook != before
    handlers = len(ExceptionManager.handlers)
    evening.close()
    assert threading.excepthook == before
    assert len(ExceptionManager.handlers) == handlers - 1
    assert not any(diary_path(tmp_path) == getattr(one, "baseFilename", "") for one in logging.getLogger().handlers)


def test_a_match_that_fails_to_open_again_leaves_the_shelf_as_the_way_out(
    evening, crash, window, touch, monkeypatch, mishaps
):
    name = evening.app.desk.opened
    crash()
    monkeypatch.setattr("companion.app.desk.OpenMatch.resume", fail)
    evening.tap(text=GO_ON)
    assert shown(window) == []
    assert evening.app.screens.current == "shelf"
    assert "on the shelf, as it was" in evening.app.last_notice
    monkeypatch.undo()
    evening.wait(24)
    touch(evening.seek(match=name))
    evening.wait(30)
    assert len(evening.app.desk.match.records) == 2


def test_a_record_that_was_written_but_not_folded_is_there_after_the_mishap(evening, window, monkeypatch, mishaps):
    """On the disk it counts, whatever happened in memory."""
    monkeypatch.setattr("companion.core.match.Match._fold", fail)
    evening.table.act("undo", {})
    evening.app.desk.wait()
    headless.frames(3)
    monkeypatch.undo()
    path = evening.app.desk.shelf.journal_path(evening.app.desk.opened)
    assert len(Journal.read(path)[1]) == 3
    evening.tap(text=GO_ON)
    assert [record.intent.do for record in evening.app.desk.match.records][-1] == "undo"


def test_on_the_shelf_there_is_no_match_to_go_on_with(sit_down, tmp_path, window, mishaps):
    evening = sit_down(tmp_path)
    with in_the_main_loop():
        fail()
    assert GO_ON not in evening.texts
    evening.tap(text=REPORT)
    [report] = (tmp_path / "travel").iterdir()
    assert "Oops" in report.read_text("utf-8")
    evening.tap(text="Go on")
    assert evening.app.screens.current == "shelf"
    evening.tap(text="New match")
    assert evening.app.screens.current == "setup"


def test_trouble_with_the_disk_is_a_line_and_no_mishap(sit_down, tmp_path, window, mishaps):
    evening = sit_down(tmp_path)
    with in_the_main_loop():
        raise StoreTrouble(say("The disk is full."))
    assert [child.text for child in window.children if isinstance(child, Notice)] == ["The disk is full."]
    assert shown(window) == []
    assert evening.app.screens.current == "shelf"


def test_somebody_who_wants_the_app_to_end_is_not_stopped(sit_down, tmp_path):
    sit_down(tmp_path)
    assert ExceptionManager.handle_exception(KeyboardInterrupt()) == ExceptionManager.RAISE
    assert ExceptionManager.handle_exception(SystemExit()) == ExceptionManager.RAISE


def test_if_not_even_the_screen_can_be_drawn_the_window_may_go(sit_down, tmp_path, monkeypatch, mishaps):
    evening = sit_down(tmp_path)
    monkeypatch.setattr(evening.app._safety, "_show", fail)
    assert ExceptionManager.handle_exception(Oops()) == ExceptionManager.RAISE


def test_kivy_s_own_loop_survives_a_broken_touch(evening, window, monkeypatch, mishaps):
    """The real loop, with a real touch waiting in its queue."""
    button = evening.seek(icon="undo-variant")
    x, y = button.to_window(*button.center)
    monkeypatch.setattr(type(evening.table), "act", fail)
    finger = headless.finger(x, y)
    EventLoop.input_events.extend([("begin", finger), ("end", finger)])
    monkeypatch.setattr(type(window), "mainloop", lambda self: None, raising=False)
    Clock.schedule_once(lambda _: setattr(EventLoop, "quit", True), 0.3)
    monkeypatch.setattr(EventLoop, "quit", False)
    EventLoop.mainloop()
    monkeypatch.setattr(EventLoop, "quit", False)
    monkeypatch.undo()
    assert len(shown(window)) == 1
    assert len(mishaps) == 1


def test_a_folder_that_cannot_be_used_is_told_and_tried_again(sit_down, tmp_path, window):
    home = tmp_path / "home"
    home.write_bytes(b"a file in the way")
    evening = sit_down(home)
    headless.frames(3)
    [mishap] = shown(window)
    assert window.children[0] is mishap
    assert "matches" in mishap.text
    assert not mishap.can_report
    home.unlink()
    evening.wait(24)
    headless.tap(evening.seek(text="Go on"))
    headless.frames(10)
    assert shown(window) == []
    assert evening.app.screens.current == "shelf"
    evening.tap(text="New match")
    assert evening.app.screens.current == "setup"


@pytest.mark.parametrize("language", ["fr", "de", "it"])
def test_the_screen_speaks_the_language_of_the_app(evening, crash, language, mishaps):
    evening.app.tr.language = language
    crash()
    assert catalogue(language).gettext("A fencing accident") in evening.texts


@pytest.mark.parametrize("scale", [1, 2])
def test_everything_on_the_screen_has_room(evening, crash, scale, mishaps):
    headless.resize((320, 480))
    evening.app.theme.scale = scale
    headless.frames(6)
    crash()
    evening.tap(text=REPORT)
    mishap = evening.app.mishap
    assert mishap.height <= 480
    assert mishap.x >= 0
    assert mishap.right <= 320
    evening.tap(text=GO_ON)
    assert evening.app.mishap is None
