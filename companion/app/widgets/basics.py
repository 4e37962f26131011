"""Text, symbols and buttons that everything else is made of."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivymd.uix.behaviors import RectangularRippleBehavior

from companion.app.kv import load_kv


class Words(Label):
    """Text that wraps at its width and is as high as it needs to be."""

    px = NumericProperty(15)
    wish = NumericProperty(15)  # the size of its letters, if no word is too long for it


class Title(Words):
    """Text in the voice of the seventeenth century."""


class Glyph(Label):
    """A Material symbol."""

    icon = StringProperty()
    px = NumericProperty(22)


class Sheet(BoxLayout):
    """A piece of paper lying on the table."""

    fill = ColorProperty()
    edge = ColorProperty()
    round = NumericProperty(14)


class Plate(RectangularRippleBehavior, ButtonBehavior, BoxLayout):
    """A button: symbol and words, which may wrap. Its height follows the words, never below a finger's breadth."""

    text = StringProperty()
    icon = StringProperty()
    fill = ColorProperty((0, 0, 0, 0))
    edge = ColorProperty((0, 0, 0, 0))
    ink = ColorProperty()
    px = NumericProperty(16)
    wish = NumericProperty(16)
    lines = NumericProperty(0)  # how high its words are; a rule that looks for them through `ids` would never let go
    least = NumericProperty(48)  # its height in dp when the words are short
    bold = BooleanProperty(False)
    round = NumericProperty(10)
    align = StringProperty("left")


class IconPlate(RectangularRippleBehavior, ButtonBehavior, BoxLayout):
    """A button with a symbol only; its meaning is spoken by `text`, for those who cannot see it."""

    icon = StringProperty()
    text = StringProperty()
    ink = ColorProperty()


load_kv(__file__)
