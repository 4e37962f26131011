"""The language of the screen, switchable while everything stands on it."""

from __future__ import annotations

import gc

from kivy.event import EventDispatcher
from kivy.properties import NumericProperty, StringProperty

from companion.core.words import Line
from companion.locale import catalogue


class Translator(EventDispatcher):
    language = StringProperty("en")
    rev = NumericProperty(0)  # kv rules name this one, so that they are read again when the language changes

    @property
    def words(self):
        return catalogue(self.language)

    def on_language(self, *_: object) -> None:
        gc.collect()  # for the same reason as when the light changes: see Theme
        self.rev += 1

    def _(self, text: str, rev: int = 0) -> str:
        return self.words.gettext(text)

    def read(self, line: Line | None) -> str:
        return line.read(self.words) if line else ""
