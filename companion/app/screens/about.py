"""About: what this is, whose work it is, and under which licences."""

from __future__ import annotations

from kivy.app import App
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.app.kv import load_kv
from companion.app.viewmodels.about import FONTS, LIBRARIES, OWN, AboutModel, Credit
from companion.app.widgets import emblem  # noqa: F401  named in kv
from companion.app.widgets.basics import Words
from companion.app.widgets.now import OtherPlate
from companion.app.widgets.sheets import Drawer


class CreditLine(BoxLayout):
    """One work: its name, who made it and under which licence, what it does here."""

    name = StringProperty()
    text = StringProperty()
    what = StringProperty()


class AboutScreen(Screen):
    version = StringProperty()
    promise = StringProperty()

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._app = App.get_running_app()
        self.open_sheet = None
        self.model = AboutModel(self._app.tr.read)
        self._app.tr.bind(rev=lambda *_: self.draw())

    def on_pre_enter(self, *_: object) -> None:
        self.draw()

    def draw(self) -> None:
        model = self.model
        self.version, self.promise = model.version, model.promise
        self._list("game", [Words(text=text, px=16, line_height=1.1) for text in model.game])
        self._list("fonts", [_credit(credit) for credit in model.fonts()])
        self._list("font_licences", self._plates(FONTS))
        self._list("libraries", [_credit(credit) for credit in model.libraries()])
        self._list("library_licences", self._plates((OWN, *LIBRARIES)))

    def _plates(self, works: tuple) -> list[OtherPlate]:
        """A button for each licence of these works."""
        plates = []
        for name, text in self.model.licences(works):
            plate = OtherPlate(text=text, icon="script-text-outline")
            plate.bind(on_release=lambda _, chosen=name: self.show_licence(chosen))
            plates.append(plate)
        return plates

    def _list(self, name: str, widgets: list) -> None:
        box = self.ids[name]
        box.clear_widgets()
        for widget in widgets:
            box.add_widget(widget)

    def leave(self) -> None:
        """Back to where the way here is."""
        self._app.go("settings")

    def show_licence(self, name: str) -> None:
        # One label for each paragraph: a whole licence in large text would not fit into one texture of a phone.
        self.open_sheet = Drawer(title=name)
        for text in self.model.licence(name):
            self.open_sheet.add(Words(text=text, px=14))
        self.open_sheet.open(animation=not self._app.theme.still)


def _credit(credit: Credit) -> CreditLine:
    return CreditLine(name=credit.name, text=credit.text, what=credit.what)


load_kv(__file__)
