"""Keys for a number of four to eight digits. What is typed is seen as dots, and is no property of any widget."""

from __future__ import annotations

from kivy.properties import ColorProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivymd.uix.behaviors import RectangularRippleBehavior

from companion.app.kv import load_kv
from companion.app.pin import LONGEST, SHORTEST
from companion.app.theme import icon

_SIGNS = {"back": "backspace-outline", "done": "check-bold"}
BACKSPACE, ENTER, KEYPAD = 8, (13, 271), 256  # as the window tells keys


class PinKey(RectangularRippleBehavior, ButtonBehavior, BoxLayout):
    """One digit, or what is done with those that were typed."""

    value = StringProperty()
    text = StringProperty()
    icon = StringProperty()
    fill = ColorProperty()
    ink = ColorProperty()


class PinPad(BoxLayout):
    __events__ = ("on_entered",)

    title = StringProperty()
    note = StringProperty()
    typed = NumericProperty(0)  # how many digits
    dots = StringProperty()
    wait = NumericProperty(0)  # seconds in which nothing is taken

    def __init__(self, **how) -> None:
        self._digits = ""
        super().__init__(**how)

    def on_kv_post(self, *_: object) -> None:
        self.on_typed()
        for value in (*"123456789", "back", "0", "done"):
            key = PinKey(value=value, text="" if value in _SIGNS else value, icon=_SIGNS.get(value, ""))
            key.bind(on_release=lambda touched: self.press(touched.value))
            self.ids.grid.add_widget(key)

    def on_typed(self, *_: object) -> None:
        signs = ("circle" if at < self.typed else "circle-outline" for at in range(max(self.typed, SHORTEST)))
        self.dots = " ".join(icon(sign) for sign in signs)

    def on_entered(self, pin: str) -> None: ...

    def clear(self) -> None:
        self._digits, self.typed = "", 0

    def press(self, value: str) -> None:
        if self.wait:
            return
        if value == "back":
            self._digits = self._digits[:-1]
        elif value == "done":
            if len(self._digits) >= SHORTEST:
                pin = self._digits
                self.clear()
                self.dispatch("on_entered", pin)
            return
        elif len(self._digits) < LONGEST:
            self._digits += value
        self.typed = len(self._digits)

    def press_key(self, key: int) -> bool:
        """From a keyboard; True if it meant anything."""
        digit = key - KEYPAD if KEYPAD <= key < KEYPAD + 10 else key - ord("0")
        if 0 <= digit <= 9:
            self.press(str(digit))
        elif key == BACKSPACE:
            self.press("back")
        elif key in ENTER:
            self.press("done")
        else:
            return False
        return True


load_kv(__file__)
