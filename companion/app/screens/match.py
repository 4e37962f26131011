"""A page of the match: a drawn scene, what comes now, and how near each defeat is."""

from __future__ import annotations

from functools import partial

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.app.deeds import Deeds
from companion.app.kv import load_kv
from companion.app.leafing import Leafing
from companion.app.more import rest_sheet, voice_sheet
from companion.app.pages import moment, page_of, scene_of, tabs_of
from companion.app.viewmodels.fouls import fouls_of
from companion.app.viewmodels.hourglass import glass_of
from companion.app.viewmodels.seat import seen_from
from companion.app.viewmodels.table import TableModel
from companion.app.viewmodels.veil import veiled
from companion.app.widgets import linkbadge, nearness, now, pagebar, ribbon, sandglass  # noqa: F401  named in kv
from companion.app.widgets.fouls import foul_sheet
from companion.app.widgets.now import GUARD
from companion.app.widgets.sheets import value_sheet, why_sheet


class Bow(BoxLayout):
    """The head of every page: the way back, the round, undo and redo, and everything else behind one button."""

    __events__ = ("on_do",)

    heading = StringProperty()
    undo = StringProperty()
    redo = StringProperty()
    standing = ObjectProperty(linkbadge.NOBODY)

    def on_do(self, what: str) -> None: ...


class MatchScreen(Leafing, Deeds, Screen):
    wide = BooleanProperty(False)
    heading = StringProperty()
    phases = ListProperty()
    dangers = ListProperty()
    fouls = ListProperty()  # what of Milady's does not fit her seal
    undo = StringProperty()
    redo = StringProperty()
    lately = StringProperty()  # what was done last
    happened = StringProperty()
    asked = StringProperty()  # what comes now, in one line, on pages without the NOW card
    asks = BooleanProperty(True)
    share = NumericProperty(0.47)

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._app = App.get_running_app()
        self._entered = 0.0
        self.box = ""
        self.scene = None
        self.model: TableModel | None = None
        self.ids.now.forms = self._form
        self._app.tr.bind(rev=lambda *_: self.draw())
        self._app.theme.bind(c=lambda *_: self.ids.now.paint())
        self._app.bind(wide=self.setter("wide"), voice=lambda *_: self.draw(walk=False))
        self._app.bind(seats=lambda *_: self.draw(walk=False))
        self.wide = self._app.wide

    def on_pre_enter(self, *_: object) -> None:
        match = self._app.desk.match
        if match is None:
            return
        self.model = TableModel(match, self._app.tr.read)
        self.model.veil = partial(veiled, self._app.confidant, self._app.tr.read)
        self.model.may = self._app.gathering.may
        self.model.seat = partial(seen_from, self._app.gathering, match, self._app.tr.read)
        if self.box != match.box.name:
            self._furnish(match.box.name)
        self.draw(walk=False)
        self._entered = Clock.get_time()
        if self._app.desk.damage:
            self._app.notice(self._app.desk.damage)

    def on_enter(self, *_: object) -> None:
        if self.name == "table" and self._app.usher:
            self._app.usher.greet(self)

    def on_pre_leave(self, *_: object) -> None:
        if self._app.usher:
            self._app.usher.step_aside()

    @property
    def foot(self) -> float:
        """How much of the lower edge belongs to the tabs, and to the line that leads back."""
        return self.ids.bar.height + (0 if self.asks else self.ids.back.height)

    def landmark(self, name: str):
        """The part of the page that a hint speaks of."""
        places = {
            "now": self.ids.now,
            "scene": self.ids.scene,
            "why": self.ids.now.ids.why,
            "undo": self.ids.bow.ids.undo,
        }
        return places.get(name) or (self.ids.rail if self.wide else self.ids.bar)

    def _furnish(self, box: str) -> None:
        """The scene of this page for this box, and the NOW card if it has one."""
        self.box = box
        page = page_of(box, self.name)
        self.asks, self.share = page.asks, page.share
        # Kept, though out of sight: what is in it is named by ids, and those do not keep anything alive.
        self._spare = (self.ids.back if page.asks else self.ids.aside).__self__
        self._spare.parent.remove_widget(self._spare)
        if page.tells:
            # The scene says it all; what the card would repeat is kept out of sight likewise.
            self._card = self.ids.now.__self__
            self._card.parent.remove_widget(self._card)
        self.scene = scene_of(page)(self)
        self.ids.scene.clear_widgets()
        self.ids.scene.add_widget(self.scene)

    def draw(self, walk: bool = True) -> None:
        """Show the match as it is now."""
        model = self.model
        if model is None or self._app.desk.match is not model.match or self.manager.current_screen is not self:
            return
        model.voice = self._app.voice
        model.refresh()
        tr = self._app.tr
        if walk:
            self.ids.scroll.scroll_y = 1  # what comes now is at the top
        self.heading = model.round
        over = model.verdict is not None
        self.phases = [(sign, name, present and not over) for sign, name, present in model.phases]
        self.dangers = [] if over else list(model.nearness)
        self.undo, self.redo, self.lately = model.undo, model.redo, model.lately
        self.happened = "\n".join(model.happened)
        self.asked = model.now.what if model.now else ""
        for bar in (self.ids.bar, self.ids.rail):
            bar.show(tabs_of(self.box), self.name, tr.read)
        self.fouls = [foul.text for foul in fouls_of(model.view, tr.read)] if self.name == "table" else []
        self.scene.show(model, walk)
        if self.name != "hourglass":
            self.ids.bow.ids.sand.show(glass_of(model.view))
        self.ids.now.show(model.now, model.verdict, {"typed": tr._("Real dice"), "verdict": tr._("Verdict")})
        self._app.cues.ask(model)
        self._app.follow(moment(model.view, model.match.last_change()))

    # --- taps ---

    def head(self, what: str) -> None:
        if what == "more":
            self.more()
        else:
            self.act(what, {})

    def more(self) -> None:
        self._open(rest_sheet(self))

    def choose_voice(self) -> None:
        self._open(voice_sheet(self))

    def correct(self, name: str) -> None:
        if Clock.get_time() - self._entered < GUARD:
            return  # the second half of a double tap on the shelf
        if self.barred("correct", {}):
            return
        slot = {"quest": "chapters_done"}.get(name, name)
        title, present, values = self.model.values_of(slot)
        hint = self._app.tr._("Reason (if you like)")

        def take(value: int, reason: str) -> None:
            fields = {"what": slot, "to": value}
            self.act("correct", {**fields, "reason": reason} if reason else fields)

        self._open(value_sheet(title, present, values, hint, take, self._form(f"correct {slot}")))

    def why_fouls(self) -> None:
        self._open(foul_sheet(self._app.tr, self.model))

    def why_happened(self) -> None:
        reasons = self.model.why_happened()
        if reasons:
            self._open(why_sheet(self._app.tr._("Why was that?"), reasons))


load_kv(__file__)
