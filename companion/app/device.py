"""What the device can do besides drawing: plyer behind one port, and nothing offered that would not work."""

from __future__ import annotations

import logging
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import hypot
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)

Choose = Callable[[Callable[[Path], None]], None]

# plyer asks one of these to show its dialog on Linux.
_DIALOGS = ("zenity", "kdialog", "yad")

Every = Callable[[Callable[[float], None], float], Any]
Buzz = Callable[[Sequence[float]], None]  # seconds: silent, buzzing, silent, buzzing and so on
Speak = Callable[[str, str], None]  # a text, and the code of its language

# Programs that read aloud on a desk, the better first.
_VOICES = ("espeak-ng", "espeak")
_MAC_VOICES = {"en": "Samantha", "fr": "Thomas", "de": "Anna", "it": "Alice"}
PATIENCE = 20  # seconds for one sentence; and an engine on a phone may need a few to wake up

LOOK = 0.1  # seconds between two looks at the sensor
GRAVITY = 9.81
JOLT = 7.0  # so far from resting, a reading is a jolt
JOLTS, WITHIN = 3, 10  # so many jolts within so many looks are shaking
REST = 12  # looks after it in which the hand may come to rest
DOWN = 3  # looks in a row at a device that lies on its face


def file_chooser(platform: str, hand: Callable[[Callable[[], None]], None], plyer: Any = None) -> Choose | None:
    """A dialog in which people choose a file, or None where there is none. `hand` carries the answer to the screen.

    Not on phones: there the dialog gives names of files that the app may not open.
    """
    if platform not in ("linux", "win", "macosx"):
        return None
    if platform == "linux" and not any(map(shutil.which, _DIALOGS)):
        return None
    if plyer is None:
        try:
            import plyer
        except ImportError:
            return None

    def choose(then: Callable[[Path], None]) -> None:
        # The dialog is another program, and plyer waits for it.
        threading.Thread(target=_ask, args=(plyer, then, hand), name="file dialog", daemon=True).start()

    return choose


def _ask(plyer: Any, then: Callable[[Path], None], hand: Callable[[Callable[[], None]], None]) -> None:
    chosen = plyer.filechooser.open_file(filters=["*.match", "*.zip"])
    if chosen:
        path = Path(chosen[0])
        hand(lambda: then(path))


def shaken(then: Callable[[], None], every: Every, plyer: Any = None) -> Callable[[], None] | None:
    """Call `then` whenever the device is shaken, until what comes back is called; None where it cannot be felt.

    `every(look, seconds)` looks again and again and gives back something that can be cancelled, as Kivy's
    Clock.schedule_interval does.
    """
    return _felt(Wrist().feel, then, every, plyer)


def turned_down(then: Callable[[], None], every: Every, plyer: Any = None) -> Callable[[], None] | None:
    """Call `then` when the device comes to lie on its face; everything else as with `shaken`."""
    return _felt(Face().feel, then, every, plyer)


def _felt(
    feel: Callable[[Sequence[float | None]], bool], then: Callable[[], None], every: Every, plyer: Any
) -> Callable[[], None] | None:
    try:
        if plyer is None:
            import plyer
        sensor = plyer.accelerometer
        sensor.enable()
        sensor.acceleration  # noqa: B018  plyer may find only now that there is no sensor
    except Exception:  # plyer's backends raise whatever they like
        return None

    def look(_: float) -> None:
        try:
            felt = feel(sensor.acceleration)
        except Exception:
            felt = False
        if felt:
            then()

    looking = every(look, LOOK)

    def stop() -> None:
        looking.cancel()
        with suppress(Exception):
            sensor.disable()

    return stop


class Wrist:
    """Tells shaking from walking about: several jolts shortly after one another, then a rest."""

    def __init__(self) -> None:
        self._last: tuple[float, ...] = ()
        self._jolts: list[int] = []  # at which looks
        self._looks = 0
        self._rest_until = 0

    def feel(self, acceleration: Sequence[float | None]) -> bool:
        """One reading in metres per second squared; True when the device was shaken."""
        self._looks += 1
        reading = tuple(part for part in acceleration if part is not None)
        if len(reading) != 3 or reading == self._last:
            return False  # the sensor has nothing new to say
        self._last = reading
        if abs(hypot(*reading) - GRAVITY) > JOLT and self._looks >= self._rest_until:
            self._jolts = [look for look in self._jolts if self._looks - look < WITHIN] + [self._looks]
        if len(self._jolts) < JOLTS:
            return False
        self._jolts.clear()
        self._rest_until = self._looks + REST
        return True


class Face:
    """Tells whether the device was laid on its face: gravity pulls out of the screen, and not only for a moment."""

    def __init__(self) -> None:
        self._looks = 0

    def feel(self, acceleration: Sequence[float | None]) -> bool:
        """One reading in metres per second squared; True once for each time."""
        x, y, z = acceleration
        if x is None or y is None or z is None:
            return False
        # Android tells what pushes against gravity: lying on its back the device feels +9.81 along z.
        down = z < -GRAVITY * 0.8 and hypot(x, y) < GRAVITY * 0.6
        self._looks = self._looks + 1 if down else 0
        return self._looks == DOWN


def model_name(platform: str) -> str:
    """What the maker calls this device, such as people know it by; empty where nobody says so."""
    if platform == "android":
        with suppress(Exception):
            from jnius import autoclass

            return str(autoclass("android.os.Build").MODEL)
    return ""


def hears_broadcasts(platform: str) -> Callable[[], None] | None:
    """From now on this device hears what is said to everybody on its network, until what comes back is called.

    A phone that saves its power does not listen by itself. None where nobody needs to ask for it, or nobody can.
    """
    if platform != "android":
        return None
    try:
        return _multicast_lock()
    except Exception as error:  # pyjnius raises whatever Java did
        log.warning("broadcasts may not be heard: %s", type(error).__name__)
        return None


def _multicast_lock() -> Callable[[], None]:
    from jnius import autoclass, cast

    activity = autoclass("org.kivy.android.PythonActivity").mActivity
    context = autoclass("android.content.Context")
    # Of the application, not of the activity: that one may be gone before the lock is.
    service = activity.getApplicationContext().getSystemService(context.WIFI_SERVICE)
    lock = cast("android.net.wifi.WifiManager", service).createMulticastLock("companion")
    lock.setReferenceCounted(False)
    lock.acquire()

    def let_go() -> None:
        with suppress(Exception):
            lock.release()

    return let_go


def vibrator(platform: str, plyer: Any = None) -> Buzz | None:
    """What makes the device buzz, or None where nothing would.

    To be asked on the app's own thread, as the next one: only from there does Java find the app's own classes.
    """
    if platform != "android":
        return None
    try:
        if plyer is None:
            import plyer
        if not plyer.vibrator.exists():
            return None
        pattern = plyer.vibrator.pattern
    except Exception:  # plyer's backends raise whatever they like
        return None
    return lambda seconds: pattern(pattern=list(seconds), repeat=-1)


def speaker(platform: str) -> Speak | None:
    """What reads a sentence aloud in its own language, or None. What comes back waits until the voice is done.

    Not by plyer, whose voice on phones speaks every language as an American would.
    """
    if platform == "android":
        with suppress(Exception):
            return _android_voice()
        return None
    program = next(filter(None, map(shutil.which, _VOICES)), None)
    if program:
        return lambda text, language: _call(program, "-v", language, "--", text)
    if platform == "macosx" and (say := shutil.which("say")):
        return lambda text, language: _call(say, "-v", _MAC_VOICES[language], "--", text)
    return None


def _call(*command: str) -> None:
    subprocess.run(command, timeout=PATIENCE, check=True, capture_output=True)


def _android_voice() -> Speak:
    from jnius import autoclass

    activity = autoclass("org.kivy.android.PythonActivity").mActivity
    engine, locale = autoclass("android.speech.tts.TextToSpeech"), autoclass("java.util.Locale")
    voices: list[Any] = []

    def speak(text: str, language: str) -> None:
        if not voices:
            voices.append(engine(activity, None))
        [voice] = voices
        voice.setLanguage(locale(language))
        for _ in range(PATIENCE * 5):
            if voice.speak(text, engine.QUEUE_FLUSH, None) == engine.SUCCESS:
                return
            time.sleep(0.2)  # it is still waking up
            voice.setLanguage(locale(language))
        raise OSError("the voice of this device does not wake up")

    return speak
