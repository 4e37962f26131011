"""An app that is nothing but colours and words, for looking at one widget at a time."""

from kivy.app import App
from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from companion.app.theme import Theme, register_fonts
from companion.app.tr import Translator


class Stand(App):
    """As much of the app as a widget needs around it, on a black ground."""

    theme = ObjectProperty(rebind=True)
    tr = ObjectProperty(rebind=True)

    def __init__(self):
        super().__init__(theme=Theme(), tr=Translator())

    def build(self):
        register_fonts()
        return FloatLayout()
