"""What people can set for all matches: how it is kept, and what the settings screen offers.

Only what the app can do on this device stands on the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from companion.app.viewmodels.voice import VOICES, voice_of
from companion.core.words import Line, say
from companion.locale import NAMES

SCALES = (85, 100, 115, 130, 160, 200)  # per cent of the text size, as kept
DAY, CANDLE, DEVICE = "day", "candle", "device"
_LIGHTS = {
    DAY: (say("Day"), "white-balance-sunny"),
    CANDLE: (say("Candle light"), "candle"),
    DEVICE: (say("As the device"), "cellphone"),
}


@dataclass(frozen=True, slots=True)
class Preferences:
    """The settings that change how everything looks and sounds, whatever nonsense the file may hold."""

    dark: bool = False
    as_device: bool = False
    percent: int = 100
    still: bool = False
    sound: bool = True
    buzz: bool = True
    speech: bool = False
    awake: bool = True

    @staticmethod
    def of(kept: Mapping[str, Any]) -> Preferences:
        percent = kept.get("scale")
        good = isinstance(percent, int) and not isinstance(percent, bool) and SCALES[0] <= percent <= SCALES[-1]
        return Preferences(
            kept.get("dark") is True,
            kept.get("as_device") is True,
            percent if good else 100,
            **{switch.name: switch.state(kept) for switch in SWITCHES},
        )

    @property
    def scale(self) -> float:
        return self.percent / 100

    def dark_now(self, device: bool | None) -> bool:
        """Candle light or not; a device that cannot tell leaves it as it was."""
        return device if self.as_device and device is not None else self.dark


@dataclass(frozen=True, slots=True)
class Option:
    value: str
    text: str
    chosen: bool
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Switch:
    name: str  # of the setting
    group: str  # the sheet it stands on
    icon: str
    title: Line
    detail: Line
    first: bool  # how it stands until somebody touches it
    needs: bool = False  # not every device can do it

    def state(self, kept: Mapping[str, Any]) -> bool:
        value = kept.get(self.name)
        return value if isinstance(value, bool) else self.first


HEARD, SEEN = "heard", "seen"
SWITCHES: tuple[Switch, ...] = (
    Switch(
        "sound",
        HEARD,
        "volume-high",
        say("Sounds"),
        say("Dice and tokens, the hourglass, and how the match ends."),
        first=True,
    ),
    Switch(
        "buzz",
        HEARD,
        "vibrate",
        say("Vibration"),
        say("When the sand runs out, and when something is not allowed."),
        first=True,
        needs=True,
    ),
    Switch(
        "speech",
        HEARD,
        "bullhorn-outline",
        say("Read aloud"),
        say("What comes next is spoken as soon as it stands on the card. Secrets never are."),
        first=False,
        needs=True,
    ),
    Switch(
        "still",
        SEEN,
        "motion-pause-outline",
        say("Reduce motion"),
        say("Tokens jump, sheets open at once, nothing tumbles."),
        first=False,
    ),
    Switch(
        "awake",
        SEEN,
        "eye-outline",
        say("Keep awake in a match"),
        say("Left alone for two minutes it dims; the first touch only wakes it."),
        first=True,
    ),
)


class SettingsModel:
    def __init__(
        self,
        kept: Mapping[str, Any],
        language: str,
        device: bool | None,
        read: Callable[[Line | None], str],
        can: Collection[str] = (),
    ) -> None:
        """`device` is what the device says of the light; None if it cannot tell. `can`: which switches would work."""
        self._kept, self._language, self._device, self._read, self._can = kept, language, device, read, can
        self.preferences = Preferences.of(kept)

    def languages(self) -> tuple[Option, ...]:
        return tuple(Option(code, name, code == self._language) for code, name in NAMES.items())

    def lights(self) -> tuple[Option, ...]:
        return tuple(
            Option(light, self._read(name), light == self._light, icon)
            for light, (name, icon) in _LIGHTS.items()
            if light != DEVICE or self._device is not None
        )

    @property
    def _light(self) -> str:
        if self.preferences.as_device and self._device is not None:
            return DEVICE
        return CANDLE if self.preferences.dark else DAY

    def sizes(self) -> tuple[Option, ...]:
        # A size of another version, or from a file edited by hand, shows as the nearest of ours.
        nearest = min(SCALES, key=lambda size: abs(size - self.preferences.percent))
        return tuple(Option(str(size), self._percent(size), size == nearest) for size in SCALES)

    def voices(self) -> tuple[Option, ...]:
        chosen = voice_of(self._kept)
        return tuple(Option(name, self._read(title), name == chosen, icon) for name, (icon, title, _) in VOICES.items())

    @property
    def voice(self) -> str:
        """What the chosen voice says."""
        return self._read(VOICES[voice_of(self._kept)][2])

    @property
    def size(self) -> str:
        return self._percent(self.preferences.percent)

    def _percent(self, size: int) -> str:
        return self._read(say("{n} %", n=size))

    def switches(self, group: str) -> tuple[tuple[Switch, str, str, bool], ...]:
        """Those of one sheet, each with its words, and whether it is on."""
        return tuple(
            (switch, self._read(switch.title), self._read(switch.detail), switch.state(self._kept))
            for switch in SWITCHES
            if switch.group == group and (not switch.needs or switch.name in self._can)
        )


def light_settings(light: str, device: bool | None) -> dict[str, bool]:
    """What to keep for a light that was chosen. `dark` is kept in any case: the table's own button turns it."""
    if light == DEVICE:
        return {"as_device": True, **({} if device is None else {"dark": device})}
    return {"as_device": False, "dark": light == CANDLE}
