"""Nothing is offered that would not work here."""

import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.app import device
from companion.app.device import file_chooser


@pytest.fixture
def dialogs(monkeypatch):
    """`dialogs("zenity")`: this program is installed, and no other."""

    def dialogs_(*names):
        monkeypatch.setattr(device.shutil, "which", lambda name: name if name in names else None)

    return dialogs_


def chooser(answer, platform="linux"):
    handed, done = [], threading.Event()

    def hand(call):
        handed.append((threading.current_thread(), call))
        done.set()

    def open_file(**_):
        if not answer:
            done.set()
        return answer

    choose = file_chooser(platform, hand, SimpleNamespace(filechooser=SimpleNamespace(open_file=open_file)))
    return choose, handed, done


def test_the_answer_is_carried_to_the_screen_and_the_screen_does_not_wait(dialogs):
    dialogs("kdialog")
    choose, handed, done = chooser(["/tmp/a.match"])
    taken = []
    choose(taken.append)
    assert done.wait(5)
    [(thread, call)] = handed
    assert thread is not threading.main_thread()
    call()
    assert taken == [Path("/tmp/a.match")]


@pytest.mark.parametrize("answer", [None, []])
def test_whoever_chooses_nothing_gets_nothing(dialogs, answer):
    dialogs("zenity")
    choose, handed, done = chooser(answer)
    choose(lambda path: None)
    assert done.wait(5)
    assert handed == []


def test_without_a_dialog_there_is_no_chooser(dialogs):
    dialogs()
    assert chooser(["x"])[0] is None
    assert chooser(["x"], "win")[0] is not None


@pytest.mark.parametrize("platform", ["android", "ios", "unknown"])
def test_phones_have_none(dialogs, platform):
    dialogs("zenity")
    assert chooser(["x"], platform)[0] is None
