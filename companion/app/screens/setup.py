"""Before a match: how many people, which musketeers, which Paris card."""

from __future__ import annotations

from kivy.app import App
from kivy.properties import BooleanProperty, ColorProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen
from kivymd.uix.behaviors import RectangularRippleBehavior

from companion import boxes
from companion.app.kv import load_kv
from companion.app.viewmodels.houserules import HouseRow
from companion.app.viewmodels.setup import SetupModel
from companion.app.widgets.basics import Plate, Words
from companion.app.widgets.factrow import Count
from companion.app.widgets.now import QuietPlate
from companion.app.widgets.sheets import Drawer, list_sheet
from companion.store.corrections import checked

LAST = f"setup.{SetupModel.box}"  # under which the choices for the last match are kept


class Pick(Plate):
    """One of several; the chosen one is gold and carries a tick."""

    chosen = BooleanProperty(False)
    value = StringProperty()


class HousePlate(RectangularRippleBehavior, ButtonBehavior, BoxLayout):
    """A point on which the sheets disagree, and how it is played here. A tap switches it, if it is not a number."""

    name = StringProperty()
    text = StringProperty()
    answer = StringProperty()
    ruling = StringProperty()
    changed = BooleanProperty(False)
    fill = ColorProperty()
    edge = ColorProperty()

    def show(self, row: HouseRow) -> None:
        self.text, self.ruling, self.changed = row.question, row.ruling, row.changed
        self.answer = "" if row.number else row.answer
        if row.number:
            count = self.ids.right.children[0]
            count.lo, count.hi, count.value = row.lo, row.hi, row.value


class SetupScreen(Screen):
    house = StringProperty()
    check = StringProperty()
    box_title = StringProperty()
    deal = StringProperty()
    chooses = BooleanProperty(False)

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._app = App.get_running_app()
        self.model = SetupModel(self._app.tr.read)
        self._checking = False  # the box, and coming back from there
        self._app.tr.bind(rev=lambda *_: self.draw())

    def on_pre_enter(self, *_: object) -> None:
        desk = self._app.desk
        desk.wait()  # what was just set must be on the shelf before we look
        profile = checked(boxes.load(SetupModel.box), desk.shelf.corrections(SetupModel.box))
        if self._checking:
            self.model.use(profile)
        else:
            self.model = SetupModel(self._app.tr.read, profile, desk.shelf.setting(LAST))
        self._checking = False
        self.draw()

    def draw(self) -> None:
        model, tr = self.model, self._app.tr
        self.house, self.check = model.house.summary, model.check
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

    def check_box(self) -> None:
        self._checking = True
        self._app.go("boxcheck")
        self._app.screens.current_screen.back_to = self.name

    def show_house_rules(self) -> None:
        sheet = Drawer(title=self._app.tr._("House rules"))
        plates: dict[str, HousePlate] = {}

        def draw() -> None:
            for row in self.model.house.rows():
                plates[row.name].show(row)
            self.house = self.model.house.summary

        sheet.add(
            Words(text=self._app.tr._("Where the rule sheets disagree or keep silent. A tap changes the answer."))
        )
        for row in self.model.house.rows():
            plate = plates[row.name] = HousePlate(name=row.name)
            if row.number:
                count = Count()
                count.bind(on_set=lambda _, value, name=row.name: (self.model.house.put(name, value), draw()))
                plate.ids.right.add_widget(count)
            else:
                plate.bind(on_release=lambda touched: (self.model.house.switch(touched.name), draw()))
            sheet.add(plate)
        ours = QuietPlate(text=self._app.tr._("All as we rule"), icon="undo-variant")
        ours.bind(on_release=lambda _: (self.model.house.as_ours(), draw()))
        sheet.add(ours)
        draw()
        sheet.open(animation=not self._app.theme.still)

    def start(self) -> None:
        choices = self.model.to_remember()
        self._app.start(self.model.box, self.model.options())
        if self._app.desk.match:
            self._app.desk.set_setting(LAST, choices)


load_kv(__file__)
