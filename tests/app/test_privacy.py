"""What keeps Milady's screen from other eyes."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from companion.app.privacy import FaceDown, veil

FLAG = 8192


class AndroidWindow:
    def __init__(self):
        self.flags = 0

    def addFlags(self, flag):
        self.flags |= flag

    def clearFlags(self, flag):
        self.flags &= ~flag


@pytest.fixture
def android(monkeypatch):
    """A phone with a thread of its own for its windows."""
    phone = SimpleNamespace(window=AndroidWindow(), on_ui_thread=0)

    def run_on_ui_thread(call):
        def posted():
            phone.on_ui_thread += 1
            call()

        return posted

    classes = {
        "org.kivy.android.PythonActivity": SimpleNamespace(mActivity=SimpleNamespace(getWindow=lambda: phone.window)),
        "android.view.WindowManager$LayoutParams": SimpleNamespace(FLAG_SECURE=FLAG),
    }
    monkeypatch.setitem(sys.modules, "jnius", SimpleNamespace(autoclass=classes.__getitem__))
    monkeypatch.setitem(sys.modules, "android", SimpleNamespace())
    monkeypatch.setitem(sys.modules, "android.runnable", SimpleNamespace(run_on_ui_thread=run_on_ui_thread))
    return phone


def test_a_phone_takes_no_pictures_of_the_pad(android):
    assert veil(True, "android")
    assert android.window.flags == FLAG
    assert veil(False, "android")
    assert android.window.flags == 0
    assert android.on_ui_thread == 2  # Android lets nobody else touch a window


@pytest.mark.parametrize("platform", ["linux", "win", "macosx", "ios"])
def test_elsewhere_nothing_is_asked(android, platform):
    assert not veil(True, platform)
    assert android.on_ui_thread == 0


def test_a_phone_that_refuses_is_no_mishap(android, monkeypatch):
    monkeypatch.setitem(sys.modules, "android.runnable", None)
    assert not veil(True, "android")


class Sensor:
    def __init__(self):
        self.on, self.acceleration = False, (0.0, 0.0, 9.8)

    def enable(self):
        self.on = True

    def disable(self):
        self.on = False


def test_it_watches_from_watch_to_rest():
    sensor, looks, told = Sensor(), [], []

    def every(look, seconds):
        looks.append(look)
        return SimpleNamespace(cancel=looks.clear)

    face = FaceDown(lambda: told.append("down"), every, SimpleNamespace(accelerometer=sensor))
    face.rest()
    assert not sensor.on
    face.watch()
    face.watch()
    assert sensor.on
    [look] = looks
    sensor.acceleration = (0.0, 0.0, -9.8)
    for _ in range(5):
        look(0.1)
    assert told == ["down"]
    face.rest()
    assert not sensor.on
    assert not looks


def test_without_a_sensor_it_does_nothing():
    face = FaceDown(lambda: None, lambda look, seconds: None, SimpleNamespace())
    face.watch()
    face.rest()
