"""A page of the match: a drawn scene, what comes now, and how near each defeat is."""

from __future__ import annotations

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.app.kv import load_kv
from companion.app.pages import moment, page_of, scene_of, tabs_of
from companion.app.viewmodels.draft import OpenForm, form_name
from companion.app.viewmodels.hourglass import glass_of
from companion.app.viewmodels.table import Button, TableModel
from companion.app.widgets import nearness, now, pagebar, ribbon, sandglass  # noqa: F401  the kv file names their classes
from companion.app.widgets.form import form_sheet, needs_form
from companion.app.widgets.now import GUARD
from companion.app.widgets.sheets import choice_sheet, dice_sheet, menu_sheet, value_sheet, why_sheet
from companion.core.dice import BadDice, Pool
from companion.core.prompt import Choice, Refusal
from companion.core.record import Record
from companion.core.words import Line


class Bow(BoxLayout):
    """The head of every page: the way back, the round, undo and redo, and everything else behind one button."""

    __events__ = ("on_do",)

    heading = StringProperty()
    undo = StringProperty()
    redo = StringProperty()

    def on_do(self, what: str) -> None: ...


class MatchScreen(Screen):
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
        self._app.bind(wide=self.setter("wide"))
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

    def _furnish(self, box: str) -> None:
        """The scene of this page for this box, and the NOW card if it has one."""
        self.box = box
        page = page_of(box, self.name)
        self.asks, self.share = page.asks, page.share
        # Kept, though out of sight: what is in it is named by ids, and those do not keep anything alive.
        self._spare = (self.ids.back if page.asks else self.ids.aside).__self__
        self._spare.parent.remove_widget(self._spare)
        self.scene = scene_of(page)(self)
        self.ids.scene.clear_widgets()
        self.ids.scene.add_widget(self.scene)

    def draw(self, walk: bool = True) -> None:
        """Show the match as it is now."""
        model = self.model
        if model is None or self._app.desk.match is not model.match or self.manager.current_screen is not self:
            return
        model.refresh()
        tr = self._app.tr
        if walk:
            self.ids.scroll.scroll_y = 1  # what comes now is at the top
        self.heading = model.round
        self.phases = list(model.phases)
        self.dangers = list(model.nearness)
        self.undo, self.redo = model.undo, model.redo
        self.happened = "\n".join(model.happened)
        self.asked = model.now.what if model.now else ""
        for bar in (self.ids.bar, self.ids.rail):
            bar.show(tabs_of(self.box), self.name, tr.read)
        self.scene.show(model, walk)
        if self.name != "hourglass":
            self.ids.bow.ids.sand.show(glass_of(model.view))
        self.ids.now.show(model.now, model.verdict, {"typed": tr._("Real dice"), "verdict": tr._("Verdict")})
        self._app.follow(moment(model.view, model.match.last_change()))

    # --- taps ---

    def head(self, what: str) -> None:
        if what == "more":
            self.more()
        else:
            self.act(what, {})

    def more(self) -> None:
        """Everything that is wanted now and then."""
        tr = self._app.tr
        rows = (
            ("lifebuoy", tr._("Help"), lambda: self._app.go("help")),
            ("timer-sand", tr._("Hourglass"), lambda: self._app.go("hourglass")),
            ("theme-light-dark", tr._("Day or candle light"), self._app.toggle_dark),
            ("cog", tr._("Settings"), lambda: self._app.go("settings")),
        )
        self._open(menu_sheet(self.heading, rows))

    def act(self, do: str, fields: dict, *, meant_for_now: bool = False) -> None:
        step = self.model.step if meant_for_now else None
        self._app.desk.act(do, fields, self._done, step=step)

    def _done(self, outcome: Record | Refusal | Line) -> None:
        if isinstance(outcome, Refusal):
            # A tap that came too late is dropped without a word: the board already shows what came instead.
            if not outcome.stale:
                self._app.notice(outcome.reason)
        elif isinstance(outcome, Line):
            self._app.notice(outcome)
        self.draw()

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
