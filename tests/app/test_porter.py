"""Matches out of the shelf and in, by the worker, into a folder that people find."""

import os
import threading
import zipfile

import pytest

from companion.app.desk import Desk
from companion.app.porter import Porter
from companion.core.words import Line
from companion.store.parcel import unpack
from companion.store.shelf import MatchEntry
from tools.games.again import play_again


@pytest.fixture
def desk(tmp_path):
    desk = Desk(tmp_path / "home", lambda call: call())
    desk.start("mousquetaires", {"players": 5})
    desk.act("note", {"text": "Anna laughs"}, lambda outcome: None)
    desk.wait()
    yield desk
    desk.close()


@pytest.fixture
def told():
    return []


@pytest.fixture
def porter(desk, tmp_path, told):
    class Waiting(Porter):
        """Every errand is done when the call returns."""

        def __getattribute__(self, name):
            found = super().__getattribute__(name)
            if name in ("export", "export_all", "report", "waiting", "take_in"):
                return lambda *given: (found(*given, told.append), desk.wait())
            return found

    return Waiting(desk, tmp_path / "travel")


def test_a_match_goes_out_while_it_is_open(porter, desk, told):
    porter.export(desk.opened)
    [file] = porter.folder.iterdir()
    assert file.name.startswith("mousquetaires-20")
    assert file.suffix == ".match"
    assert unpack(file.read_bytes(), "x").records == tuple(desk.match.records)
    assert told[0].read() == f"Saved as {file.name} in {porter.folder}."


def test_each_export_gets_a_name_of_its_own(porter, desk, told):
    for _ in range(3):
        porter.export(desk.opened)
    assert len(list(porter.folder.iterdir())) == 3


def test_it_is_the_worker_who_writes(porter, desk, monkeypatch):
    threads = []
    monkeypatch.setattr(
        "companion.app.porter.export", lambda *_: threads.append(threading.current_thread()) or (1, None)
    )
    porter.export(desk.opened)
    assert threads
    assert threads[0] is not threading.main_thread()


def test_a_report_runs_as_a_test_and_names_nobody(porter, desk, told):
    porter.report(desk.opened)
    [file] = porter.folder.glob("report-*.jsonl")
    assert "Anna" not in file.read_text("utf-8")
    assert len(play_again(file).records) == 1


def test_everything_goes_out_and_comes_back(porter, desk, told, tmp_path):
    porter.export_all()
    [file] = porter.folder.iterdir()
    assert zipfile.is_zipfile(file)
    assert "Packed: 1." in told[0].read()
    other = Desk(tmp_path / "other", lambda call: call())
    Porter(other, porter.folder).take_in(file, told.append)
    other.wait()
    assert told[-1].read().startswith("Restored: 1.")
    assert [entry.id for entry in other.entries()] == [desk.opened]
    other.close()


def test_a_match_that_is_there_already_is_left_alone(porter, desk, told):
    porter.export(desk.opened)
    [file] = porter.folder.iterdir()
    porter.take_in(file)
    assert "already on the shelf" in told[-1].read()
    assert len(desk.entries()) == 1


@pytest.mark.parametrize("data", [b"", b"Dear diary", b"PK and so on"])
def test_a_bad_file_is_one_line(porter, desk, told, data, tmp_path):
    (tmp_path / "bad.match").write_bytes(data)
    porter.take_in(tmp_path / "bad.match")
    assert isinstance(told[0], Line)
    assert told[0].read().startswith("bad.match ")
    assert len(desk.entries()) == 1


def test_the_folder_shows_what_may_come_in_newest_first(porter, told):
    porter.waiting()
    assert told.pop() == []
    for age, name in enumerate(("old.match", "new.ZIP", "notes.txt", "report.jsonl")):
        (porter.folder / name).write_bytes(b"")
        os.utime(porter.folder / name, (age, age))
    (porter.folder / "folder.match").mkdir()
    porter.waiting()
    assert [path.name for path in told.pop()] == ["new.ZIP", "old.match"]


def test_a_folder_that_cannot_be_used_is_one_line(porter, desk, told):
    porter.folder.write_bytes(b"a file in the way")
    porter.export(desk.opened)
    porter.waiting()
    porter.export_all()
    assert len(told) == 3
    assert all(isinstance(line, Line) for line in told)


@pytest.mark.parametrize("box", ["../../x", "", "a/b"])
def test_a_stranger_s_box_is_no_path(porter, desk, told, box):
    desk.shelf.add(MatchEntry("odd", box, 10**30, 1))
    desk.shelf.journal_path("odd").write_bytes(desk.shelf.journal_path(desk.opened).read_bytes())
    porter.export("odd")
    assert [path.parent for path in porter.folder.iterdir()] == [porter.folder]


def test_without_a_match_the_log_is_the_report(porter, desk, told):
    porter.report("")
    assert "There is no file" in told.pop().read()
    log = desk.shelf.folder / "logs" / "companion.log"
    log.parent.mkdir(exist_ok=True)
    log.write_text("it failed", "utf-8")
    porter.report("")
    assert [path.read_text("utf-8") for path in porter.folder.glob("report*.log")] == ["it failed"]
