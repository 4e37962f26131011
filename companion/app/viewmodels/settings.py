"""What people can set for all matches: how it is kept, and what the settings screen offers.

Only what the app can do stands on the screen. Each further switch (sounds, vibration, spoken prompts) is one line in
`SWITCHES` once its feature is there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

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
    """The settings that change how everything looks, whatever nonsense the file may hold."""

    dark: bool = False
    as_device: bool = False
    percent: int = 100
    still: bool = False

    @staticmethod
    def of(kept: Mapping[str, Any]) -> Preferences:
        percent = kept.get("scale")
        good = isinstance(percent, int) and not isinstance(percent, bool) and SCALES[0] <= percent <= SCALES[-1]
        return Preferences(
            kept.get("dark") is True,
            kept.get("as_device") is True,
            percent if good else 100,
            kept.get("still") is True,
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
    icon: str
    title: Line
    detail: Line


SWITCHES: tuple[Switch, ...] = (
    Switch(
        "still",
        "motion-pause-outline",
        say("Reduce motion"),
        say("Tokens jump, sheets open at once, nothing tumbles."),
    ),
)


class SettingsModel:
    def __init__(
        self, kept: Mapping[str, Any], language: str, device: bool | None, read: Callable[[Line | None], str]
    ) -> None:
        """`device` is what the device says of the light; None if it cannot tell."""
        self._kept, self._language, self._device, self._read = kept, language, device, read
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

    @property
    def size(self) -> str:
        return self._percent(self.preferences.percent)

    def _percent(self, size: int) -> str:
        return self._read(say("{n} %", n=size))

    def switches(self) -> tuple[tuple[Switch, str, str, bool], ...]:
        """Each with its words, and whether it is on."""
        return tuple(
            (switch, self._read(switch.title), self._read(switch.detail), self._kept.get(switch.name) is True)
            for switch in SWITCHES
        )


def light_settings(light: str, device: bool | None) -> dict[str, bool]:
    """What to keep for a light that was chosen. `dark` is kept in any case: the table's own button turns it."""
    if light == DEVICE:
        return {"as_device": True, **({} if device is None else {"dark": device})}
    return {"as_device": False, "dark": light == CANDLE}
