"""Nothing is offered that would not work here."""

import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.app import device
from companion.app.device import file_chooser, shaken


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
    choose, handed, done = chooser(["a.match"])
    taken = []
    choose(taken.append)
    assert done.wait(5)
    [(thread, call)] = handed
    assert thread is not threading.main_thread()
    call()
    assert taken == [Path("a.match")]


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


# --- shaking ---


class Sensor:
    """An accelerometer that is told what it feels."""

    def __init__(self, fault=""):
        self.on, self._fault, self.reading = False, fault, (None, None, None)

    def enable(self):
        if self._fault == "enable":
            raise NotImplementedError
        self.on = True

    def disable(self):
        self.on = False
        if self._fault == "disable":
            raise OSError

    @property
    def acceleration(self):
        if self._fault == "reading":
            raise Exception("Could not enable accelerometer!")
        return self.reading


class Hand:
    def __init__(self, fault=""):
        self.sensor, self.shakes, self.looking, self.cancelled = Sensor(fault), 0, None, False
        self.stop = shaken(self._shaken, self._every, SimpleNamespace(accelerometer=self.sensor))

    def _shaken(self):
        self.shakes += 1

    def _every(self, look, seconds):
        self.looking = look
        return SimpleNamespace(cancel=lambda: setattr(self, "cancelled", True))

    def feel(self, *strengths):
        for strength in strengths:
            self.sensor.reading = (0.0, strength, 0.0)
            self.looking(0.1)


def test_several_jolts_are_shaking():
    hand = Hand()
    hand.looking(0.1)  # before the sensor has anything to say
    hand.feel(20.0, -21.0)
    assert hand.shakes == 0
    hand.feel(22.0)
    assert hand.shakes == 1


def test_the_hand_may_come_to_rest_before_it_throws_again():
    hand = Hand()
    hand.feel(20.0, -21.0, 22.0, -23.0, 24.0, -25.0, 26.0)
    assert hand.shakes == 1
    hand.feel(*(9.8, 9.7) * 6)
    hand.feel(20.0, -21.0, 22.0)
    assert hand.shakes == 2


def test_carrying_it_about_throws_nothing():
    hand = Hand()
    hand.feel(*(9.8, 12.0, 7.5, 20.0, 9.9, 10.4, 8.8, 11.0, 9.6, 9.7) * 5)
    assert hand.shakes == 0


def test_the_same_reading_twice_is_one_jolt():
    hand = Hand()
    hand.feel(20.0, 20.0, 20.0, 20.0)
    assert hand.shakes == 0


def test_stopping_turns_the_sensor_off():
    hand = Hand("disable")
    assert hand.sensor.on
    hand.stop()
    assert hand.cancelled
    assert not hand.sensor.on


@pytest.mark.parametrize("fault", ["enable", "reading"])
def test_without_a_sensor_nothing_is_felt_and_nothing_fails(fault):
    assert Hand(fault).stop is None


def test_a_sensor_that_fails_later_is_left_alone():
    hand = Hand()
    hand.sensor._fault = "reading"
    hand.looking(0.1)
    assert hand.shakes == 0
