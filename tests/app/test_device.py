"""Nothing is offered that would not work here."""

import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.app import device
from companion.app.device import DOWN, file_chooser, shaken, speaker, turned_down, vibrator


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


# --- lying on its face ---


class Lying:
    """A device that is laid down and taken up."""

    def __init__(self, fault=""):
        self.sensor, self.times, self.looking, self.cancelled = Sensor(fault), 0, None, False
        self.stop = turned_down(self._down, self._every, SimpleNamespace(accelerometer=self.sensor))

    def _down(self):
        self.times += 1

    def _every(self, look, seconds):
        self.looking = look
        return SimpleNamespace(cancel=lambda: setattr(self, "cancelled", True))

    def feel(self, *readings):
        for reading in readings:
            self.sensor.reading = reading
            self.looking(0.1)


FACE_DOWN, FACE_UP, UPRIGHT = (0.2, -0.3, -9.7), (0.1, 0.2, 9.8), (0.0, 9.8, 0.3)


def test_a_device_on_its_face_is_felt_once():
    lying = Lying()
    lying.looking(0.1)  # before the sensor has anything to say
    lying.feel(*(FACE_DOWN,) * (DOWN - 1))
    assert lying.times == 0
    lying.feel(*(FACE_DOWN,) * 20)
    assert lying.times == 1
    lying.feel(FACE_UP, *(FACE_DOWN,) * DOWN)
    assert lying.times == 2


def test_a_device_that_is_held_or_tossed_about_lies_on_no_face():
    lying = Lying()
    lying.feel(*(FACE_UP, UPRIGHT, (0.0, 7.0, -6.9), FACE_DOWN, UPRIGHT) * 10)
    assert lying.times == 0


def test_whoever_stops_watching_turns_the_sensor_off():
    lying = Lying("disable")
    lying.stop()
    assert lying.cancelled
    assert not lying.sensor.on


@pytest.mark.parametrize("fault", ["enable", "reading"])
def test_without_a_sensor_no_face_is_felt(fault):
    assert Lying(fault).stop is None


# --- buzzing ---


def _plyer(exists=True, fault=None):
    asked = []

    def is_there():
        if fault:
            raise fault
        return exists

    port = SimpleNamespace(exists=is_there, pattern=lambda **how: asked.append(how))
    return SimpleNamespace(vibrator=port), asked


def test_a_phone_buzzes_in_a_pattern_once():
    plyer, asked = _plyer()
    vibrator("android", plyer)((0.0, 0.1, 0.2, 0.1))
    assert asked == [{"pattern": [0.0, 0.1, 0.2, 0.1], "repeat": -1}]


@pytest.mark.parametrize("fault", [NotImplementedError(), OSError(), Exception("whatever")])
def test_a_device_that_cannot_buzz_has_no_vibrator(fault):
    assert vibrator("android", _plyer(exists=False)[0]) is None
    assert vibrator("android", _plyer(fault=fault)[0]) is None


def test_a_desk_does_not_buzz():
    assert vibrator("linux", _plyer()[0]) is None


# --- speaking ---


@pytest.fixture
def called(monkeypatch):
    """The programs that were started, with what they were given."""
    called = []
    monkeypatch.setattr(device.subprocess, "run", lambda command, **how: called.append(command))
    return called


@pytest.mark.parametrize("programs", [("espeak-ng", "espeak"), ("espeak-ng",)])
def test_the_better_voice_reads_in_the_language_of_the_text(dialogs, called, programs):
    dialogs(*programs)
    speaker("linux")("-- En garde !", "fr")
    assert called == [("espeak-ng", "-v", "fr", "--", "-- En garde !")]


def test_a_mac_has_a_voice_of_its_own(dialogs, called):
    dialogs("say")
    speaker("macosx")("Wer da?", "de")
    assert called == [("say", "-v", "Anna", "--", "Wer da?")]


@pytest.mark.parametrize("platform", ["linux", "win", "macosx", "android", "unknown"])
def test_without_a_voice_nothing_is_offered(dialogs, platform):
    dialogs()
    assert speaker(platform) is None


class Voice:
    """What Android gives: it sleeps a while before it says anything."""

    SUCCESS, QUEUE_FLUSH = 0, 0

    def __init__(self, activity, listener):
        self.naps, self.said = 2, []
        activity.append(self)

    def setLanguage(self, locale):
        self.language = locale

    def speak(self, text, queue, how):
        if self.naps:
            self.naps -= 1
            return -1
        self.said.append((text, self.language))
        return 0


def test_a_phone_speaks_the_language_of_the_text_with_one_voice(monkeypatch):
    voices = []
    classes = {
        "org.kivy.android.PythonActivity": SimpleNamespace(mActivity=voices),
        "android.speech.tts.TextToSpeech": Voice,
        "java.util.Locale": str,
    }
    monkeypatch.setitem(sys.modules, "jnius", SimpleNamespace(autoclass=classes.__getitem__))
    monkeypatch.setattr(device.time, "sleep", lambda seconds: None)
    speak = speaker("android")
    speak("Qui vive ?", "fr")
    speak("Wer da?", "de")
    [voice] = voices
    assert voice.said == [("Qui vive ?", "fr"), ("Wer da?", "de")]
    voice.naps = 10**6
    with pytest.raises(OSError, match="wake"):
        speak("Chi va là?", "it")


# --- broadcasts ---


class Wifi:
    """As much of Android as the question for broadcasts needs."""

    def __init__(self, monkeypatch, fault=""):
        self.asked, self.fault = [], fault
        monkeypatch.setitem(sys.modules, "jnius", SimpleNamespace(autoclass=self._class, cast=lambda kind, what: what))

    def _class(self, name):
        if self.fault == "java":
            raise RuntimeError("no such class")
        if name == "android.os.Build":
            return SimpleNamespace(MODEL="Pixel 7")
        if name == "android.content.Context":
            return SimpleNamespace(WIFI_SERVICE="wifi")
        application = SimpleNamespace(getSystemService=lambda service: self)
        activity = SimpleNamespace(getApplicationContext=lambda: application)
        return SimpleNamespace(mActivity=activity)

    def createMulticastLock(self, name):
        self.asked.append(name)
        return self

    def setReferenceCounted(self, counted):
        self.asked.append(counted)

    def acquire(self):
        self.asked.append("acquire")

    def release(self):
        self.asked.append("release")
        if self.fault == "release":
            raise RuntimeError("it was let go before")


def test_a_phone_hears_broadcasts_until_nobody_listens(monkeypatch):
    wifi = Wifi(monkeypatch)
    let_go = device.hears_broadcasts("android")
    assert wifi.asked == ["companion", False, "acquire"]
    let_go()
    assert wifi.asked[-1] == "release"


def test_what_goes_wrong_with_broadcasts_is_only_noted(monkeypatch, caplog):
    Wifi(monkeypatch, "java")
    assert device.hears_broadcasts("android") is None
    assert "broadcasts may not be heard: RuntimeError" in caplog.text
    Wifi(monkeypatch, "release")
    device.hears_broadcasts("android")()


@pytest.mark.parametrize("platform", ["linux", "win", "macosx", "ios"])
def test_elsewhere_nobody_needs_to_ask(monkeypatch, platform):
    wifi = Wifi(monkeypatch)
    assert device.hears_broadcasts(platform) is None
    assert device.model_name(platform) == ""
    assert wifi.asked == []


def test_a_phone_is_called_as_its_maker_calls_it(monkeypatch):
    Wifi(monkeypatch)
    assert device.model_name("android") == "Pixel 7"
    Wifi(monkeypatch, "java")
    assert device.model_name("android") == ""
