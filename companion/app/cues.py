"""What is heard, felt and spoken: one place, each behind its own switch, and nothing where the device cannot.

The screen waits for none of it. Opening the audio device can block, a voice takes as long as its sentence; so each
of the three has a servant, a thread of its own that forgets what came too fast.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.app import device
from companion.app.viewmodels.cues import NONE, SAND, Cue, spoken, told
from companion.app.viewmodels.settings import Preferences
from companion.app.viewmodels.table import TableModel

log = logging.getLogger(__name__)

SOUNDS = Path(__file__).parent / "sounds"
FIRST = "token"  # is loaded before anybody needs it, and opens the audio device


class Servant:
    """Does one errand after the other on a thread of its own. Of those that wait, only the newest few are kept."""

    def __init__(self, name: str, keeps: int) -> None:
        self._name = name
        self._waiting: deque[Callable[[], None]] = deque(maxlen=keeps)
        self._bell = threading.Condition()
        self._thread: threading.Thread | None = None
        self._gone = False

    def ask(self, errand: Callable[[], None]) -> None:
        with self._bell:
            if self._gone:
                return
            self._waiting.append(errand)
            if self._thread is None:
                # A daemon: whoever closes the app does not wait for the end of a sentence.
                self._thread = threading.Thread(target=self._serve, name=self._name, daemon=True)
                self._thread.start()
            self._bell.notify()

    def dismiss(self) -> None:
        with self._bell:
            self._gone = True
            self._waiting.clear()
            self._bell.notify()

    def _serve(self) -> None:
        while True:
            with self._bell:
                while not self._waiting:
                    if self._gone:
                        return
                    self._bell.wait()
                errand = self._waiting.popleft()
            errand()


def load_sound(path: Path) -> Any:
    """A sound of Kivy's, or None where there is no audio."""
    from kivy.core.audio import SoundLoader

    return SoundLoader.load(str(path)) if SoundLoader._classes else None


class Port:
    """The way out to the device: three servants, and what failed once is not tried again."""

    def __init__(self, platform: str, load: Callable[[Path], Any] = load_sound) -> None:
        self._platform, self._load = platform, load
        self._sounds: dict[str, Any] = {}
        self._broken: set[str] = set()
        # Two knocks may follow each other; a sentence that nobody has begun to read is out of date.
        self._servants = {"sound": Servant("sounds", 2), "buzz": Servant("vibration", 1), "speech": Servant("voice", 1)}

    # Found on the app's own thread: only from there can Java be searched for the app's classes.

    @cached_property
    def vibrator(self) -> device.Buzz | None:
        return device.vibrator(self._platform)

    @cached_property
    def speaker(self) -> device.Speak | None:
        return device.speaker(self._platform)

    def get_ready(self) -> None:
        if self._platform == "android":
            with suppress(Exception):
                from jnius import autoclass

                autoclass("org.jnius.NativeInvocationHandler")  # a player's listener needs it, on another thread
        self._ask("sound", lambda: self._sound(FIRST))

    def play(self, name: str) -> None:
        self._ask("sound", lambda: self._play(name))

    def buzz(self, pattern: Sequence[float]) -> None:
        if buzz := self.vibrator:
            self._ask("buzz", lambda: buzz(pattern))

    def speak(self, text: str, language: str) -> None:
        if speak := self.speaker:
            self._ask("speech", lambda: speak(text, language))

    def close(self) -> None:
        for servant in self._servants.values():
            servant.dismiss()

    def _ask(self, what: str, errand: Callable[[], None]) -> None:
        def safely() -> None:
            try:
                errand()
            except Exception as error:  # whatever a device may say
                self._broken.add(what)
                log.info("there will be no %s: %r", what, error)

        if what not in self._broken:
            self._servants[what].ask(safely)

    def _sound(self, name: str) -> Any:
        if name not in self._sounds:
            self._sounds[name] = self._load(SOUNDS / f"{name}.wav")
        return self._sounds[name]

    def _play(self, name: str) -> None:
        sound = self._sound(name)
        if sound is None:
            self._broken.add("sound")
            return
        if sound.state == "play":
            sound.stop()
        sound.play()


class Cues:
    def __init__(self, port: Any, language: Callable[[], str]) -> None:
        self.port, self._language = port, language
        self.preferences = Preferences()
        self._said: tuple[str, str] | None = None  # the match, and what was read aloud of it
        self._clock: Any = None

    def heed(self, preferences: Preferences) -> None:
        if preferences.speech and not self.preferences.speech:
            self._said = None
        self.preferences = preferences

    @property
    def can(self) -> set[str]:
        """The switches that make sense on this device."""
        able = {"buzz": self.port.vibrator, "speech": self.port.speaker}
        return {"sound", *(name for name, port in able.items() if port)}

    def play(self, name: str) -> None:
        if name and self.preferences.sound:
            self.port.play(name)

    def buzz(self, pattern: Sequence[float]) -> None:
        if pattern and self.preferences.buzz:
            self.port.buzz(pattern)

    def speak(self, text: str) -> None:
        if text and self.preferences.speech:
            self.port.speak(text, self._language())

    def give(self, cue: Cue) -> None:
        if cue != NONE:
            self.play(cue.sound)
            self.buzz(cue.buzz)

    # --- what happens at the table ---

    def told(self, outcome: Any, model: TableModel) -> None:
        """Something came of a tap; the model still shows how things stood before."""
        self.give(told(outcome, model))

    def ask(self, model: TableModel) -> None:
        """What the table is asked now; read aloud when it has changed."""
        if not self.preferences.speech:
            return
        match, text = model.match.header.match, spoken(model)
        if (match, text) != self._said:
            self._said = (match, text)
            self.speak(text)

    def follow(self, clock: Any) -> None:
        """Hear what the app's clock says of the sand."""
        if clock is not self._clock:
            self._clock = clock
            clock.bind(on_cue=self._sand)

    def _sand(self, _: object, name: str) -> None:
        self.give(SAND[name])

    def get_ready(self) -> None:
        """After the first picture, when there is time."""
        if self.preferences.sound:
            self.port.get_ready()

    def close(self) -> None:
        self.port.close()
