"""One for all, all for one: the cards in hand, and what each of their three uses would do now."""

from __future__ import annotations

from dataclasses import replace

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivymd.uix.behaviors import RectangularRippleBehavior

from companion.app.kv import load_kv
from companion.app.viewmodels.oneforall import OneForAllModel, Use
from companion.app.viewmodels.table import TableModel
from companion.app.widgets.emblem import Emblem  # noqa: F401  the kv file names it
from companion.app.widgets.now import GUARD
from companion.app.widgets.sheets import why_sheet


class UsePlate(RectangularRippleBehavior, ButtonBehavior, BoxLayout):
    """One of the three uses, with what it would do to the board as it stands."""

    text = StringProperty()
    icon = StringProperty()
    fill = ColorProperty()
    edge = ColorProperty()
    ink = ColorProperty()
    mark = ColorProperty()
    effect = StringProperty()
    possible = BooleanProperty(True)
    use = StringProperty()


class OneForAllScene(BoxLayout):
    wide = BooleanProperty(False)
    cards = NumericProperty(0)
    looks_on = BooleanProperty(False)
    held = StringProperty()
    earned = StringProperty()

    def __init__(self, screen, **how) -> None:
        self._app = App.get_running_app()
        self._screen = screen
        self._shown: tuple[Use, ...] = ()
        self._changed = 0.0
        super().__init__(**how)
        self.wide = screen.wide
        screen.bind(wide=self.setter("wide"))

    def show(self, model: TableModel, walk: bool) -> None:
        cards = OneForAllModel(model.match, self._app.tr.read)
        self.cards, self.held, self.earned = cards.cards, cards.held, cards.earned
        self.looks_on = model.looks_on
        uses = tuple(
            replace(use, possible=use.possible and not model.may("one_for_all", {"use": use.name}))
            for use in cards.uses()
        )
        if uses == self._shown:
            return
        self._shown, self._changed = uses, Clock.get_time()
        self.ids.uses.clear_widgets()
        for use in uses:
            plate = UsePlate(text=use.title, icon=use.icon, effect=use.effect, use=use.name, possible=use.possible)
            plate.bind(on_release=lambda touched: self.play(touched.use))
            self.ids.uses.add_widget(plate)

    def play(self, use: str) -> None:
        if Clock.get_time() - self._changed < GUARD:
            return
        self._changed = Clock.get_time()  # the second tap of two was meant for the first
        # Back to what is going on: the card is played, and there is nothing more to see here.
        self._screen.act("one_for_all", {"use": use}, then=lambda: self._app.go(self._app.moment))

    def correct(self) -> None:
        self._screen.correct("one_for_all")

    def why(self) -> None:
        self._screen._open(why_sheet(self._app.tr._("Why?"), self._screen.model.why(("one-for-all",))))


Scene = OneForAllScene  # every scene module offers one; in kv a rule needs a name that no other scene has

load_kv(__file__)
