"""The app: one window, a few screens, one desk."""

from __future__ import annotations

import os
from pathlib import Path

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import ObjectProperty
from kivy.uix.screenmanager import NoTransition, ScreenManager
from kivymd.app import MDApp

from companion.app.desk import Desk
from companion.app.theme import Theme, register_fonts
from companion.app.tr import Translator
from companion.core.record import BadForm
from companion.core.words import Line, say
from companion.locale import LANGUAGES, system_language
from companion.store.files import StoreTrouble

NAME = "The Musketeers' Companion"
ESCAPE = 27  # also Android's back key


class CompanionApp(MDApp):
    # `rebind`, because kv rules follow a path only through properties that say so.
    theme = ObjectProperty(rebind=True)
    tr = ObjectProperty(rebind=True)

    def __init__(self, folder: Path | None = None, **how) -> None:
        super().__init__(theme=Theme(), tr=Translator(), **how)
        self.title = NAME
        self.last_notice = ""
        home = os.environ.get("COMPANION_HOME")
        self._folder = folder or (Path(home) if home else None)
        self.desk: Desk | None = None

    def build(self):
        register_fonts()
        self.icon = str(Path(__file__).parent.parent.parent / "assets" / "icon.png")
        self.desk = Desk(self._folder or Path(self.user_data_dir), lambda call: Clock.schedule_once(lambda _: call()))
        self.tr.language = self._setting("language", system_language(os.environ), LANGUAGES)
        self.theme.dark = self.desk.shelf.setting("dark", False) is True
        self.theme.bind(dark=self._follow_dark)
        self._follow_dark()
        Window.bind(on_keyboard=self._key)
        Window.allow_screensaver = False

        from companion.app.widgets import emblem  # noqa: F401  named in kv
        from companion.app.widgets.ground import Ground

        ground = Ground()
        self.screens = ScreenManager(transition=NoTransition())
        ground.add_widget(self.screens)
        self.go("shelf")
        if self.desk.damage:
            self.notice(self.desk.damage)
        return ground

    def _setting(self, name: str, otherwise: str, allowed: tuple[str, ...]) -> str:
        value = self.desk.shelf.setting(name, otherwise)
        return value if value in allowed else otherwise

    def _follow_dark(self, *_: object) -> None:
        self.theme_cls.theme_style = "Dark" if self.theme.dark else "Light"

    # --- screens, each built when it is first shown ---

    def go(self, name: str) -> None:
        if name == "shelf":
            self.desk.leave()
        if not self.screens.has_screen(name):
            self.screens.add_widget(self._build_screen(name))
        self.screens.current = name

    def _build_screen(self, name: str):
        if name == "shelf":
            from companion.app.screens.shelf import ShelfScreen

            return ShelfScreen(name=name)
        if name == "setup":
            from companion.app.screens.setup import SetupScreen

            return SetupScreen(name=name)
        from companion.app.screens.table import TableScreen

        return TableScreen(name=name)

    def start(self, box: str, options: dict) -> None:
        self._enter(lambda: self.desk.start(box, options))

    def resume(self, match: str) -> None:
        self._enter(lambda: self.desk.resume(match))

    def _enter(self, opening) -> None:
        try:
            opening()
        except StoreTrouble as trouble:
            self.notice(trouble.line)
        except BadForm:
            self.notice(say("This match cannot be opened by this version."))
        else:
            self.go("table")

    # --- small things ---

    def notice(self, line: Line) -> None:
        """One clear line at the lower edge, gone by itself."""
        from companion.app.widgets.notice import Notice

        self.last_notice = self.tr.read(line)
        Notice(text=self.last_notice).open()

    def toggle_dark(self) -> None:
        self.theme.dark = not self.theme.dark
        self.desk.set_setting("dark", self.theme.dark)

    def speak(self, language: str) -> None:
        self.tr.language = language
        self.desk.set_setting("language", language)

    def _key(self, window, key: int, *_: object) -> bool:
        if key == ESCAPE and self.screens.current != "shelf":
            self.go("shelf")
            return True
        return False

    def on_pause(self) -> bool:
        self.desk.pause()
        return True

    def on_resume(self) -> None:
        # After a pause some phones show a black window until something asks for a picture.
        Window.canvas.ask_update()

    def on_stop(self) -> None:
        Window.unbind(on_keyboard=self._key)
        if self.desk:
            self.desk.close()
            self.desk = None
