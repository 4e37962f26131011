"""A page of the match: a drawn scene, what comes now, and how near each defeat is."""

from __future__ import annotations

from collections.abc import Callable

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.app.kv import load_kv
from companion.app.leafing import Leafing
from companion.app.more import rest_sheet, voice_sheet
from companion.app.pages import moment, page_of, scene_of, tabs_of
from companion.app.viewmodels.draft import OpenForm, form_name
from companion.app.viewmodels.hourglass import glass_of
from companion.app.viewmodels.table import Button, TableModel
from companion.app.widgets import nearness, now, pagebar, ribbon, sandglass  # noqa: F401  the kv file names their classes
from companion.app.widgets.form import form_sheet, needs_form
from companion.app.widgets.now import GUARD
from companion.app.widgets.sheets import choice_sheet, dice_sheet, value_sheet, why_sheet
from companion.core.dice import BadDice, Pool
from companion.core.prompt import Choice, Refusal
from companion.core.record import Record
from companion.core.words import Line, say

SEEN = {"undo", "redo", "roll", "sand", "one_for_all"}  # what these do, the page shows at once


class Bow(BoxLayout):
    """The head of every page: the way back, the round, undo and redo, and everything else behind one button."""

    __events__ = ("on_do",)

    heading = StringProperty()
    undo = StringProperty()
    redo = StringProperty()

    def on_do(self, what: str) -> None: ...


class MatchScreen(Leafing, Screen):
    wide = BooleanProperty(False)
    heading = StringProperty()
    phases = ListProperty()
    dangers = ListProperty()
    undo = StringProperty()
    redo = StringProperty()
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
        self.open_sheet = None
        self.ids.now.forms = self._form
        self._app.tr.bind(rev=lambda *_: self.draw())
        self._app.theme.bind(c=lambda *_: self.ids.now.paint())
        self._app.bind(wide=self.setter("wide"), voice=lambda *_: self.draw(walk=False))
        self.wide = self._app.wide

    def on_pre_enter(self, *_: object) -> None:
        match = self._app.desk.match
        if match is None:
            return
        self.model = TableModel(match, self._app.tr.read)
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
        self.undo, self.redo = model.undo, model.redo
        self.happened = "\n".join(model.happened)
        self.asked = model.now.what if model.now else ""
        for bar in (self.ids.bar, self.ids.rail):
            bar.show(tabs_of(self.box), self.name, tr.read)
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

    def act(
        self,
        do: str,
        fields: dict,
        *,
        meant_for_now: bool = False,
        anyway: bool = False,
        then: Callable[[], None] | None = None,
    ) -> None:
        step = self.model.step if meant_for_now else None

        def insist() -> None:
            self.act(do, fields, meant_for_now=meant_for_now, anyway=True, then=then)

        def done(outcome: Record | Refusal | Line) -> None:
            self._app.told(outcome, self.model)
            if isinstance(outcome, Record):
                if anyway or not meant_for_now:
                    self._tell(do)
                if then:
                    then()
            else:
                self._say_no(outcome, insist)
            self.draw()

        self._app.desk.act(do, fields, done, step=step, anyway=anyway)

    def _tell(self, do: str) -> None:
        """No question before, but a way back after: what the NOW card does not show anyway is told, with Undo."""
        match = self.model.match
        if do == "undo" and (label := match.redo_label()):
            self._app.notice(say("Undone: {what}", what=label), ((say("Redo"), lambda: self.act("redo", {})),))
        elif do not in SEEN and (label := match.undo_label()):
            self._app.notice(label, ((say("Undo"), lambda: self.act("undo", {})),))

    def _say_no(self, outcome: Refusal | Line, insist: Callable[[], None]) -> None:
        if isinstance(outcome, Line):
            self._app.notice(outcome)
        elif not outcome.stale:  # a tap that came too late is dropped: the board already shows what came instead
            deeds = [(say("Why?"), lambda: self._explain(outcome.rule))]
            if outcome.overridable:
                deeds.append((say("Do it anyway"), insist))
            self._app.notice(outcome.reason, deeds)

    def _explain(self, rule: str) -> None:
        self._open(why_sheet(self._app.tr._("Why?"), self.model.why((rule,))))

    def choose(self, button: Button, asked: dict) -> None:
        """A choice is sent at once, unless it still needs answers: then a sheet asks for them first."""
        choice, tr = button.choice, self._app.tr
        if needs_form(choice, asked):
            self._open(
                form_sheet(
                    button.text,
                    choice,
                    asked,
                    tr.read,
                    tr._("So it is"),
                    lambda given: self._send(choice, {**asked, **given}),
                    self._form(f"form {form_name(choice, asked)}"),
                )
            )
        else:
            self._send(choice, asked)

    def _send(self, choice: Choice, asked: dict) -> None:
        self.act(choice.do, {**choice.fields, **asked}, meant_for_now=True)

    def unfold(self) -> None:
        now_shown = self.model.now
        if now_shown:
            self._open(choice_sheet(now_shown.folded, now_shown.others, lambda button: self.choose(button, {})))

    def type_dice(self, button: Button, asked: dict) -> None:
        """Real dice: ask for their faces, then send the same choice with them."""
        dice = self.model.match.box.dice(self.model.match.state)
        extra = " ".join(f"{count}{letter}" for letter, count in (("b", asked.get("blue", 0)),) if count)
        try:
            pool = Pool.parse(f"{extra} {button.choice.dice}", dice)
        except BadDice:
            return
        tr = self._app.tr
        pairs = [(die.name, die.faces) for die in pool.dice]
        self._open(
            dice_sheet(
                tr._("Tap each die until it shows what lies on the table"),
                pairs,
                tr._("So it is"),
                lambda faces: self._send(button.choice, {**asked, **self._thrown(button.choice, faces)}),
                self._form(f"dice {form_name(button.choice, asked)}"),
            )
        )

    def _thrown(self, choice: Choice, faces: list[str]) -> dict:
        """Most throws are told as a list; a single die that is thrown again, as one face."""
        fields = {field.name for field in self.model.match.box.verbs[choice.do].fields}
        return {"faces": faces} if "faces" in fields else {"face": faces[0]}

    def correct(self, name: str) -> None:
        if Clock.get_time() - self._entered < GUARD:
            return  # the second half of a double tap on the shelf
        slot = {"quest": "chapters_done"}.get(name, name)
        title, present, values = self.model.values_of(slot)
        hint = self._app.tr._("Reason (if you like)")

        def take(value: int, reason: str) -> None:
            fields = {"what": slot, "to": value}
            self.act("correct", {**fields, "reason": reason} if reason else fields)

        self._open(value_sheet(title, present, values, hint, take, self._form(f"correct {slot}")))

    def why(self) -> None:
        self._open(why_sheet(self._app.tr._("Why?"), self.model.why_now()))

    def why_happened(self) -> None:
        reasons = self.model.why_happened()
        if reasons:
            self._open(why_sheet(self._app.tr._("Why was that?"), reasons))

    def _form(self, name: str) -> OpenForm:
        """What is answered here outlives the sheet, and the app, until it is sent."""
        desk = self._app.desk
        return OpenForm(desk.drafted(name), lambda answers: desk.draft(name, answers))

    def _open(self, sheet) -> None:
        self.open_sheet = sheet
        sheet.open(animation=not self._app.theme.still)


load_kv(__file__)
