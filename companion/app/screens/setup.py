"""Before a match: how many people, which musketeers, which Paris card."""

from __future__ import annotations

from kivy.app import App
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.screenmanager import Screen

from companion.app.kv import load_kv
from companion.app.viewmodels.setup import SetupModel
from companion.app.widgets.basics import Plate
from companion.app.widgets.sheets import list_sheet


class Pick(Plate):
    """One of several; the chosen one is gold and carries a tick."""

    chosen = BooleanProperty(False)
    value = StringProperty()


class SetupScreen(Screen):
    box_title = StringProperty()
    deal = StringProperty()
    chooses = BooleanProperty(False)

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._app = App.get_running_app()
        self.model = SetupModel(self._app.tr.read)
        self._app.tr.bind(rev=lambda *_: self.draw())

    def on_pre_enter(self, *_: object) -> None:
        self.model = SetupModel(self._app.tr.read)
        self.draw()

    def draw(self) -> None:
        model, tr = self.model, self._app.tr
        self.box_title, self.deal, self.chooses = model.title, model.deal(), model.chooses_company
        self._row("players", [(str(n), str(n), n == model.players) for n in model.player_choices()], self._seat)
        self._row(
            "milady",
            [
                ("yes", tr._("Somebody at the table"), model.milady),
                ("no", tr._("Nobody: the app draws"), not model.milady),
            ],
            self._play_milady,
        )
        self._row("company", list(model.company()), self._swap)
        cards = [(name, title, name == model.paris) for name, title in model.paris_cards()]
        self._row("paris", [("", tr._("Decide at the table"), not model.paris), *cards], self._lay)
        self._row("depth", list(model.depths()), self._follow)
        self._row("variants", list(model.variant_choices()), self._vary)

    def _row(self, name: str, picks: list[tuple[str, str, bool]], take) -> None:
        row = self.ids[name]
        if [pick.value for pick in reversed(row.children)] != [value for value, _, _ in picks]:
            row.clear_widgets()
            for value, _, _ in picks:
                pick = Pick(value=value)
                pick.bind(on_release=lambda touched: (take(touched.value), self.draw()))
                row.add_widget(pick)
        for pick, (_, text, chosen) in zip(reversed(row.children), picks, strict=True):
            pick.text, pick.chosen = text, chosen

    def _seat(self, value: str) -> None:
        self.model.seat(int(value))

    def _swap(self, value: str) -> None:
        self.model.swap(value)

    def _lay(self, value: str) -> None:
        self.model.paris = value

    def _play_milady(self, value: str) -> None:
        self.model.play_milady(value == "yes")

    def _follow(self, value: str) -> None:
        self.model.depth = value

    def _vary(self, value: str) -> None:
        self.model.toggle(value)

    def show_pieces(self) -> None:
        """What goes where on the real table."""
        sheet = list_sheet(self._app.tr._("On the table"), self.model.pieces())
        sheet.open(animation=not self._app.theme.still)

    def start(self) -> None:
        self._app.start(self.model.box, self.model.options())


load_kv(__file__)
