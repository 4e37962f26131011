"""Does the device say that it is night? Asked behind one door, and None where it cannot tell."""

from __future__ import annotations

from typing import Any

# android.content.res.Configuration
UI_MODE_NIGHT_MASK, UI_MODE_NIGHT_YES = 0x30, 0x20
_LIGHT_THEME = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"


def device_is_dark(platform: str, jnius: Any = None, winreg: Any = None) -> bool | None:
    """What the device prefers now. Only Android and Windows can be asked without waiting for another program."""
    try:
        if platform == "android":
            if jnius is None:
                import jnius
            activity = jnius.autoclass("org.kivy.android.PythonActivity").mActivity
            mode = activity.getResources().getConfiguration().uiMode
            return (mode & UI_MODE_NIGHT_MASK) == UI_MODE_NIGHT_YES
        if platform == "win":
            if winreg is None:
                import winreg
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, _LIGHT_THEME) as key:
                return winreg.QueryValueEx(key, "AppsUseLightTheme")[0] == 0
    except Exception:  # another program's door may answer with anything
        return None
    return None
