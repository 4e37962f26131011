"""What is heard, felt and spoken: each behind its switch, on threads of their own, and quiet where nothing works."""

import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.app import cues as cues_module
from companion.app.cues import SOUNDS, Cues, Port, Servant
from companion.app.viewmodels.cues import ENDS, NO, OVER, REFUSED, SAND, SHORT, Cue
from companion.app.viewmodels.settings import Preferences


class FakePort:
    """A device that can do everything, and writes down what it was asked."""

    vibrator = speaker = staticmethod(lambda *_: None)

    def __init__(self):
        self.asked = []

    def get_ready(self):
        self.asked.append(("ready",))

    def play(self, name):
        self.asked.append(("play", name))

    def buzz(self, pattern):
        self.asked.append(("buzz", pattern))

    def speak(self, text, language):
        self.asked.append(("speak", text, language))

    def close(self):
        self.asked.append(("close",))

    def told(self):
        asked, self.asked = self.asked, []
        return asked


@pytest.fixture
def port():
    return FakePort()


# --- the switches ---


def test_each_has_its_own_switch(port):
    cues = Cues(port, lambda: "fr")
    cues.give(REFUSED)
    cues.speak("Bonjour")
    assert port.told() == [("play", "refusal"), ("buzz", NO)]
    cues.heed(Preferences(sound=False, buzz=False, speech=True))
    cues.give(REFUSED)
    cues.speak("Bonjour")
    assert port.told() == [("speak", "Bonjour", "fr")]


def test_only_what_the_device_can(port):
    assert Cues(port, str).can == {"sound", "buzz", "speech"}
    port.vibrator = port.speaker = None
    assert Cues(port, str).can == {"sound"}


def test_whoever_wants_no_sound_does_not_even_get_the_audio_opened(port):
    cues = Cues(port, str)
    cues.heed(Preferences(sound=False))
    cues.get_ready()
    assert port.told() == []


def test_every_cue_has_its_file():
    for cue in (REFUSED, *SAND.values(), *ENDS.values(), Cue("dice"), Cue("token"), Cue("page")):
        assert (SOUNDS / f"{cue.sound}.wav").is_file()


# --- the servants ---


@pytest.fixture
def slow():
    """A servant who is kept busy until `go` is set."""
    servant, begun, go = Servant("slow", 1), threading.Event(), threading.Event()
    servant.ask(lambda: (begun.set(), go.wait(5)))
    assert begun.wait(5)
    yield servant, go
    go.set()
    servant.dismiss()


def test_a_new_sentence_replaces_one_not_yet_spoken(slow):
    servant, go = slow
    done, last = [], threading.Event()
    servant.ask(lambda: done.append("old"))
    servant.ask(lambda: (done.append("new"), last.set()))
    go.set()
    assert last.wait(5)
    assert done == ["new"]


def test_a_dismissed_servant_does_nothing_more_and_goes(slow):
    servant, go = slow
    done = []
    servant.ask(lambda: done.append("late"))
    servant.dismiss()
    servant.ask(lambda: done.append("later"))
    go.set()
    servant._thread.join(5)
    assert not servant._thread.is_alive()
    assert done == []


# --- the way out to the device ---


class Sound:
    def __init__(self, path):
        self.path, self.state, self.calls = path, "stop", []
        self.played = threading.Event()

    def play(self):
        self.calls.append(("play", threading.current_thread()))
        self.state = "play"
        self.played.set()

    def stop(self):
        self.calls.append(("stop", threading.current_thread()))
        self.state = "stop"


@pytest.fixture
def ports():
    """`ports(load)`: a port that is closed after the test."""
    made = []

    def ports_(load, platform="linux"):
        made.append(Port(platform, load))
        return made[-1]

    yield ports_
    for port in made:
        port.close()


def _settle(port, what="sound"):
    """Until everything asked so far is done."""
    done = threading.Event()
    port._servants[what].ask(done.set)
    assert done.wait(5)


def _until(true):
    late = time.monotonic() + 5
    while not true():
        assert time.monotonic() < late
        time.sleep(0.005)


def test_a_sound_is_loaded_once_and_away_from_the_screen(ports):
    loaded = []

    def load(path: Path):
        loaded.append(Sound(path))
        return loaded[-1]

    port = ports(load)
    for _ in range(2):
        port.play("dice")
        _settle(port)
    [dice] = loaded
    assert dice.path.name == "dice.wav"
    assert [call for call, _ in dice.calls] == ["play", "stop", "play"]
    assert threading.main_thread() not in {thread for _, thread in dice.calls}


@pytest.mark.parametrize("fault", [None, OSError("no such device")])
def test_without_audio_it_is_tried_once(ports, fault):
    tried = []

    def load(path):
        tried.append(path)
        if fault:
            raise fault

    port = ports(load)
    for _ in range(3):
        port.play("dice")
        _settle(port)
    assert len(tried) == 1


def test_audio_that_hangs_does_not_hold_the_screen(ports):
    go, begun = threading.Event(), threading.Event()

    def load(path):
        begun.set()
        go.wait(5)

    port = ports(load)
    port.get_ready()
    assert begun.wait(5)
    for _ in range(20):
        port.play("dice")
    assert len(port._servants["sound"]._waiting) == 2
    go.set()


def test_here_is_no_audio_and_nobody_minds():
    assert cues_module.load_sound(SOUNDS / "dice.wav") is None


def test_buzz_and_speech_go_to_the_device_on_other_threads(ports, monkeypatch):
    asked = []
    note = lambda *given: asked.append((given, threading.current_thread()))  # noqa: E731
    monkeypatch.setattr(cues_module, "device", SimpleNamespace(vibrator=lambda _: note, speaker=lambda _: note))
    port = ports(lambda path: None)
    port.buzz(OVER)
    _until(lambda: asked)
    port.speak("En garde", "fr")
    _until(lambda: len(asked) == 2)
    assert [given for given, _ in asked] == [(OVER,), ("En garde", "fr")]
    assert threading.main_thread() not in {thread for _, thread in asked}


def test_a_voice_that_fails_is_not_asked_again(ports, monkeypatch):
    tried = []

    def speak(text, language):
        tried.append(text)
        raise NotImplementedError

    monkeypatch.setattr(cues_module, "device", SimpleNamespace(vibrator=lambda _: None, speaker=lambda _: speak))
    port = ports(lambda path: None)
    port.speak("one", "en")
    _until(lambda: port._broken)
    port.speak("two", "en")
    port.buzz(OVER)  # there is no vibrator: nothing happens
    _settle(port, "speech")
    assert tried == ["one"]


# --- in the app ---


@pytest.fixture
def evening(sit_down, tmp_path, port):
    evening = sit_down(tmp_path)
    evening.app.cues.port = port
    evening.app.start("mousquetaires", {"players": 4})
    evening.wait(4)
    port.told()
    return evening


def _do(evening, do, **fields):
    evening.table.act(do, fields)
    evening.app.desk.wait()
    evening.wait(3)


def test_the_audio_is_opened_after_the_first_pictures(sit_down, tmp_path, port):
    evening = sit_down(tmp_path)
    evening.app.cues.port = port
    evening.wait(20)
    assert port.told() == []
    evening.wait(60)
    assert port.told() == [("ready",)]


def test_taps_are_heard(evening, port):
    _do(evening, "correct", what="queen", to=3)
    assert port.told() == [("play", "token")]
    _do(evening, "roll", dice="2b")
    assert port.told() == [("play", "dice"), ("buzz", SHORT)]
    _do(evening, "clash")
    assert port.told() == [("play", "refusal"), ("buzz", NO)]
    _do(evening, "correct", what="queen", to=8)
    assert [asked for asked in port.told() if asked[0] == "play"] == [("play", "defeat")]


def test_what_comes_next_is_read_aloud_once_in_the_language_of_the_screen(evening, port):
    _do(evening, "next")
    assert port.told() == []
    evening.app.cues.heed(Preferences(speech=True, sound=False))
    _do(evening, "next")
    [(_, text, language)] = port.told()
    assert text == f"{evening.table.model.now.who}\n{evening.table.model.now.what}"
    assert language == "en"
    _do(evening, "note", text="nothing new")
    evening.app.go("missions")
    evening.wait(3)
    assert port.told() == []
    evening.app.tr.language = "fr"
    evening.wait(3)
    [(_, french, language)] = port.told()
    assert language == "fr"
    assert french != text


def test_the_sand_is_heard_and_felt(evening, port):
    from companion.app.widgets.sandclock import sand_clock

    for name in ("start", "half", "ten", "out"):
        sand_clock().dispatch("on_cue", name)
    sounds = [asked[1] for asked in port.told() if asked[0] == "play"]
    assert sounds == ["sand_start", "sand_half", "sand_ten", "sand_out"]
    sand_clock().dispatch("on_cue", "out")
    assert ("buzz", OVER) in port.told()


def test_a_stopped_app_lets_its_servants_go(evening, port):
    evening.close()
    assert port.told() == [("close",)]
