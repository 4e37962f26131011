"""Milady's pad: her red screen. With the curtain down everybody may look at it."""

from __future__ import annotations

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.modalview import ModalView
from kivy.uix.screenmanager import Screen
from kivy.utils import platform

from companion.app.backstage import NOW, PAPERS, Backstage
from companion.app.deeds import Deeds
from companion.app.keys import SPACE
from companion.app.kv import load_kv
from companion.app.padlock import OPEN, Padlock
from companion.app.privacy import FaceDown, veil
from companion.app.viewmodels.cabinet import CabinetModel
from companion.app.viewmodels.draft import OpenForm
from companion.app.viewmodels.fouls import fouls_of
from companion.app.viewmodels.pad import PLACE, PadModel
from companion.app.viewmodels.table import Button
from companion.app.viewmodels.veil import HER_WORD, UNSEAL, deed_of
from companion.app.widgets import linkbadge, pinpad  # noqa: F401  named in kv
from companion.app.widgets.basics import Plate
from companion.app.widgets.curtain import Curtain
from companion.app.widgets.fouls import foul_sheet
from companion.core.prompt import Refusal
from companion.core.record import Intent, Record
from companion.core.words import Line, say

DESK = "desk"
TALL = 1000  # dp from which on her prompts and the curtain stand one above the other
FLAT = 560  # dp up to which a broad window is a phone on its side
ASIDE = 5.0  # seconds for a word that is meant for her alone


class LeafPlate(Plate):
    """Turns to a leaf of the pad."""

    value = StringProperty()
    sign = StringProperty()  # its symbol, where there is room
    swell = NumericProperty(1)  # of all text
    chosen = BooleanProperty(False)


class HandOver(BoxLayout):
    """Between the camps: the device changes hands."""

    __events__ = ("on_here", "on_back")

    def on_here(self) -> None: ...

    def on_back(self) -> None: ...


class PadScreen(Padlock, Backstage, Deeds, Screen):
    opens = frozenset({"reveal", "rochefort", "richelieu"})

    fill = ColorProperty()
    heading = StringProperty()
    status = StringProperty()
    sign = StringProperty()
    warning = StringProperty()  # the seal on the table is another one's
    aside = StringProperty()
    fouls = ListProperty()
    leaf = StringProperty(NOW)
    leaves = ListProperty()
    papers = ListProperty()  # the leaves of her desk, while it is open
    seal_words = StringProperty()
    may_seal = BooleanProperty(False)
    can_seal = BooleanProperty(False)
    roomy = BooleanProperty(False)  # her prompts stand beside the curtain, or above it
    wide = BooleanProperty(False)  # beside it
    flat = BooleanProperty(False)  # a phone that lies on its side

    def __init__(self, **how) -> None:
        self._app = App.get_running_app()
        self.model: PadModel | None = None
        self._asked = ""
        self._sending = False
        self._laid: tuple = ()
        self._hush = Clock.create_trigger(lambda _: setattr(self, "aside", ""), ASIDE)
        self._face = FaceDown(self.drop, Clock.schedule_interval)
        super().__init__(**how)
        # Parts that change their places; while they have none, nothing else keeps them alive.
        names = ("hand", "pin", "open", "front", "rear", "leaves", "done", "seal")
        self._parts = {name: self.ids[name].__self__ for name in names}
        for part in self._parts.values():
            part.parent.remove_widget(part)
        self.curtain.build = self._behind
        self.curtain.bind(on_move=self._curtain_moved)
        self.bind(size=self._fit, stage=self._place_parts)
        self._app.tr.bind(rev=lambda *_: (self.draw(), self.entitle()))
        self._app.theme.bind(c=lambda *_: self.ids.now.paint())

    @property
    def curtain(self) -> Curtain:
        return self.ids.curtain

    @property
    def foot(self) -> float:
        """How much of the lower edge a notice leaves free."""
        return self._parts["done"].height + dp(8) if self._parts["done"].parent is self.ids.foot.__self__ else 0

    # --- coming and going ---

    def on_pre_enter(self, *_: object) -> None:
        match = self._app.desk.match
        if match is None:
            return
        self.model = PadModel(match, self._app.tr.read)
        self.model.may = self._app.gathering.may
        self._cabinet = CabinetModel(match, self._app.tr.read)
        self._asked, self._sending = "", False  # of another match nobody tells us any more
        veil(True, platform)
        self._face.watch()
        Window.bind(on_key_down=self._press, on_key_up=self._release)
        self.lock()
        self._fit()
        self.draw()

    def on_pre_leave(self, *_: object) -> None:
        self.drop()

    def on_leave(self, *_: object) -> None:
        self.be_still()
        self._face.rest()
        Window.unbind(on_key_down=self._press, on_key_up=self._release)
        veil(False, platform)

    def drop(self) -> None:
        """Nothing that only she may see stays: not on the screen, and not in its memory."""
        self.curtain.fall()
        if self._notes:
            self._notes.put_away()
        if self.open_sheet:
            self.open_sheet.dismiss(animation=False)
            self.open_sheet = None
        self._app.confidant.chosen, self.aside, self.can_seal = "", "", False
        self.lock()

    def step_back(self) -> None:
        if not self.leave_pin():
            self.done()

    def done(self) -> None:
        """Safe to show: back to the board."""
        self.drop()
        self._app.go(self._app.moment)

    def opened(self) -> None:
        """She is here, and it is her."""
        if self._app.confidant.papers is None:
            self._app.confidant.read_papers(self._told)
        self.draw()

    def _told(self, trouble: Line | None) -> None:
        if trouble is not None:
            self._app.notice(trouble)

    # --- what everybody may see ---

    def _fit(self, *_: object) -> None:
        self.flat = self.width > self.height and self.height < dp(FLAT)
        self.wide = self._app.wide and not self.flat
        self.roomy = self.wide or self.height >= dp(TALL)
        self._lay_leaves()

    @property
    def open_leaf(self) -> str:
        """Where her prompts stand beside the curtain anyway, there is a leaf less."""
        return PLACE if self.roomy and self.leaf == NOW else self.leaf

    def _place_parts(self, *_: object) -> None:
        """Everything where it belongs on a window of this shape, and nothing that is not wanted now."""
        ids, part = self.ids, self._parts
        seals = self.open_leaf == PLACE and self.may_seal
        now_or_else = self.open_leaf == NOW
        laid = (self.stage, self.flat, self.wide, self.roomy, now_or_else, seals)
        if laid == self._laid:
            return  # whoever holds a finger on something keeps it
        self._laid = laid
        for one in part.values():
            if one.parent:
                one.parent.remove_widget(one)
        ids.body.add_widget(part[self.stage])
        if self.stage != OPEN:
            return
        if self.roomy or now_or_else:
            ids.middle.add_widget(part["front"])
        if self.roomy or not now_or_else:
            ids.middle.add_widget(part["rear"])
        (ids.slot if self.flat else ids.shelf if self.roomy else ids.top).add_widget(part["leaves"])
        (ids.slot if self.flat else part["front"] if self.wide else ids.foot).add_widget(part["done"])
        if seals:
            part["rear"].add_widget(part["seal"])

    def draw(self, *_: object) -> None:
        model, tr, confidant = self.model, self._app.tr, self._app.confidant
        if model is None or self._app.desk.match is not model.match or self.manager.current_screen is not self:
            return
        before = model.match.state if self._asked else None
        model.voice = self._app.voice
        model.refresh()
        self.heading = tr.read(say("Milady · Round {n}", n=model.view["round"]))
        keeps = confidant.keeps
        self.sign, self.status = model.status(keeps)
        self.warning = (
            tr._("The seal on the table is not the one that this device has laid. Seal anew, or say so.")
            if confidant.stranger
            else ""
        )
        self.fouls = [foul.text for foul in fouls_of(model.view, tr.read)]
        now = model.asked(keeps, confidant.will_answer)
        words = {"typed": tr._("Real dice"), "verdict": tr._("Verdict")}
        self.ids.now.show(now, model.verdict, words)
        self._turn_with(model)
        self.may_seal, self.seal_words = model.may_seal, model.seal_words
        if not model.may_seal:
            confidant.chosen = ""
        self.can_seal = bool(confidant.chosen) and not self._sending
        self._lay_leaves()
        if before is not None:
            self.curtain.rebuild()

    def _turn_with(self, model: PadModel) -> None:
        """Something else is asked: turn to where it is answered. Whoever turned elsewhere since is left in peace."""
        asked = f"{model.step} {model.sealed}"
        if asked != self._asked:
            self._asked = asked
            chooses = model.prompt is not None and model.prompt.id == "destination" and not model.sealed
            self.turn(PLACE if chooses else NOW)

    def _lay_leaves(self) -> None:
        tr = self._app.tr
        place = tr._("Show yourself") if self.model and self.model.shows_herself else tr._("Destination")
        leaves = [(PLACE, place, "map-marker-radius"), (DESK, tr._("Desk"), "feather")]
        self.leaves = leaves if self.roomy else [(NOW, tr._("Now"), "bell-outline"), *leaves]
        papers = [
            ("cards", tr._("Treachery"), ""),
            ("paris", tr._("Paris"), ""),
            ("stock", tr._("People"), ""),
            ("notes", tr._("Notes"), ""),
        ]
        self.papers = papers if self.leaf in PAPERS else []
        for row, entries in ((self.ids.leaves, self.leaves), (self.ids.papers, self.papers)):
            if [plate.value for plate in reversed(row.children)] != [value for value, _, _ in entries]:
                row.clear_widgets()
                for value, _, _ in entries:
                    plate = LeafPlate(value=value)
                    plate.bind(on_release=lambda touched: self.turn(touched.value))
                    row.add_widget(plate)
            for plate, (value, text, icon) in zip(reversed(row.children), entries, strict=True):
                plate.text, plate.sign = text, icon
                plate.chosen = self.open_leaf == value or (value == DESK and self.leaf in PAPERS)
        self._place_parts()

    def turn(self, leaf: str) -> None:
        self.curtain.fall()
        self.leaf = PAPERS[0] if leaf == DESK else leaf
        self._lay_leaves()

    # --- taps ---

    def _form(self, name: str) -> OpenForm:
        return OpenForm()  # what Milady begins to answer is kept nowhere

    def choose(self, button: Button, asked: dict) -> None:
        choice = button.choice
        intent = Intent(choice.do, {**choice.fields, **asked})
        if self.model.prompt and self.model.prompt.id in HER_WORD and self._app.confidant.belies(intent):
            self.whisper(self._app.tr._("Your seal says otherwise. Nothing was sent."))
            return
        super().choose(button, asked)

    def whisper(self, words: str) -> None:
        """For her alone; it is on no other screen, and soon on this one no more."""
        self.aside = words
        self._hush.cancel()
        self._hush()

    def lead(self, to: str) -> None:
        if to == PLACE:
            self.turn(PLACE)
        elif to == UNSEAL and deed_of(self.model.prompt, self._app.confidant.opening()) is None:
            self.turn(PLACE)  # she has something to choose there, and that is behind the curtain
        else:
            super().lead(to)

    def why_fouls(self) -> None:
        self._open(foul_sheet(self._app.tr, self.model))

    def seal(self) -> None:
        confidant = self._app.confidant
        place, confidant.chosen = confidant.chosen, ""
        self.can_seal = False
        if place and not self._sending:
            self._sending = True
            confidant.seal(place, self._sealed)

    def _sealed(self, outcome: Record | Refusal | Line) -> None:
        self._sending = False
        self.hear(outcome)

    # --- keys, on a desk ---

    def _press(self, window, key: int, scancode: int = 0, codepoint: str | None = None, modifiers=(), *_) -> bool:
        if self.type_pin(key):
            return True
        if key == SPACE and self.stage == OPEN and not self._over():
            self.curtain.lift()
            return True
        return False

    def _release(self, window, key: int, *_: object) -> bool:
        if key == SPACE:
            self.curtain.fall()
        return False

    def _over(self) -> bool:
        """Does a sheet lie over the pad?"""
        return any(isinstance(child, ModalView) for child in Window.children)


load_kv(__file__)
