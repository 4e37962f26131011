"""Colours, fonts and measures as properties that kv rules follow live."""

from __future__ import annotations

import gc
from pathlib import Path

from kivy.core.text import LabelBase
from kivy.event import EventDispatcher
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivymd.font_definitions import fonts
from kivymd.icon_definitions import md_icons

from companion.app.palette import CANDLE, DAY

TITLE = "EBGaramond"
TEXT = "Roboto"
ICONS = "Icons"
TOUCH = dp(48)  # nothing that can be tapped is smaller
WIDE = 720  # from this width in dp on, board and NOW card stand side by side
MOVE = 0.35  # seconds a token needs for its way

_FONTS = Path(__file__).parent / "fonts"


def register_fonts() -> None:
    # The family's bold has no accents. For small headings its 8 point cut, sturdier by design, takes that place.
    LabelBase.register(
        TITLE,
        str(_FONTS / "EBGaramond-Regular.otf"),
        fn_bold=str(_FONTS / "EBGaramond08-Regular.otf"),
        fn_italic=str(_FONTS / "EBGaramond-Italic.otf"),
    )
    for font in fonts:  # KivyMD registers its icon font only when its first label is made
        if font["name"] == ICONS:
            LabelBase.register(ICONS, font["fn_regular"])


def icon(name: str) -> str:
    """The character of a Material symbol; nothing for no name."""
    return md_icons[name] if name else ""


class Theme(EventDispatcher):
    dark = BooleanProperty(False)
    scale = NumericProperty(1.0)  # of all text, 0.85 to 2
    still = BooleanProperty(False)  # reduce motion: tokens jump instead of walking
    c = ObjectProperty(DAY, rebind=True)  # kv rules look through it at the colours

    def on_dark(self, *_: object) -> None:
        # Every rule is read again now. Kivy stumbles over the rule of a widget that was cleared away before and is
        # collected in the middle of that, so such widgets are collected first.
        gc.collect()
        self.c = CANDLE if self.dark else DAY
