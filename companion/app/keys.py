"""Keys, where there is a keyboard: next, roll, undo, redo, why, help, and the pages by their number."""

from __future__ import annotations

from collections.abc import Mapping

from kivy.core.window import Window
from kivy.uix.modalview import ModalView

from companion.app.pages import is_page

ENTER, SPACE, F1 = 13, 32, 282
PLAIN: Mapping[int, str] = {
    ENTER: "next",
    SPACE: "next",
    ord("n"): "next",
    ord("r"): "roll",
    ord("u"): "undo",
    ord("y"): "redo",
    ord("w"): "why",
    ord("?"): "why",
    ord("h"): "help",
    F1: "help",
    **{ord(str(number)): f"page {number}" for number in range(1, 10)},
}
WITH_CTRL: Mapping[int, str] = {ord("z"): "undo", ord("y"): "redo"}


class Keys:
    """Listens until `rest` is called. A key that is held down counts once, however often the system repeats it."""

    def __init__(self, app) -> None:
        self._app = app
        self._down: set[int] = set()
        Window.bind(on_key_down=self._press, on_key_up=self._release)

    def rest(self) -> None:
        Window.unbind(on_key_down=self._press, on_key_up=self._release)

    def _release(self, window, key: int, *_: object) -> None:
        self._down.discard(key)

    def _press(self, window, key: int, scancode: int = 0, codepoint: str | None = None, modifiers=(), *_) -> bool:
        if key in self._down:
            return False
        self._down.add(key)
        meant = self._meant(key, set(modifiers))
        # A sheet has buttons and a line to write in; whoever types a reason does not mean to undo anything.
        if (
            not meant
            or not is_page(self._app.screens.current)
            or any(isinstance(on, ModalView) for on in Window.children)
        ):
            return False
        self._app.screens.current_screen.press(meant)
        return True

    def _meant(self, key: int, modifiers: set[str]) -> str:
        if modifiers & {"ctrl", "meta"}:
            return "redo" if key == ord("z") and "shift" in modifiers else WITH_CTRL.get(key, "")
        return "" if "alt" in modifiers else PLAIN.get(key, "")
