"""The help: the four phases as chapters, the present one open, and what each camp does in it."""

from __future__ import annotations

from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.utils import escape_markup, get_hex_from_color

from companion.app.kv import load_kv
from companion.app.viewmodels.help import KEYS, Chapter, HelpModel, HelpStep
from companion.app.viewmodels.table import TableModel
from companion.app.widgets import roundel  # noqa: F401  named in kv
from companion.app.widgets.basics import Sheet, Words
from companion.app.widgets.now import QuietPlate
from companion.app.widgets.sheets import list_sheet, why_sheet
from companion.app.widgets.steady import Steady  # noqa: F401  named in kv

CAMP_ICONS = {"milady": "drama-masks", "musketeers": "sword-cross", "table": "feather"}


class ChapterHead(ButtonBehavior, BoxLayout):
    """Tapped, it opens or closes its chapter."""

    sign = StringProperty()
    icon = StringProperty()
    text = StringProperty()
    camp = StringProperty("table")
    open = BooleanProperty(False)


class ChapterSheet(Sheet):
    sign = StringProperty()


class HereMark(Words):
    """In words, what the colour of the chapter says too."""

    camp = StringProperty("table")


class NowMark(Words):
    """The step that is going on."""


class StepBox(BoxLayout):
    """One step: its name, the way to its rule, and a line for each camp."""

    __events__ = ("on_rule",)

    text = StringProperty()
    now = BooleanProperty(False)
    mark = ColorProperty()

    def on_rule(self) -> None: ...


class CampLine(BoxLayout):
    """What one camp does. One text of two colours: a box less to lay out for each of them."""

    camp = StringProperty("table")
    who = StringProperty()
    text = StringProperty()
    icon = StringProperty()
    ink = ColorProperty()
    small = NumericProperty(13)
    shown = StringProperty()

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self.bind(ink=self._write, small=self._write)
        self._write()

    def _write(self, *_: object) -> None:
        who, text, colour = escape_markup(self.who), escape_markup(self.text), get_hex_from_color(self.ink)
        self.shown = f"[color={colour}][size={int(self.small)}][b]{who}[/b][/size][/color]\n{text}"


class HelpScene(BoxLayout):
    def __init__(self, screen, **how) -> None:
        super().__init__(**how)
        self._screen, self._app = screen, App.get_running_app()
        self.model: HelpModel | None = None
        self.open: set[str] = set()
        self._seen: tuple[Any, str] = (None, "")
        self._shown: object = None
        self.ids.scroll.watch(self.ids.column)

    def show(self, model: TableModel, walk: bool) -> None:
        self.model = HelpModel(model.match, model.view, self._app.tr.read)
        if self._seen != (model.match, self.model.present):
            self._seen = (model.match, self.model.present)
            self.open = {self.model.present}
        self._build(follow=True)

    def toggle(self, sign: str) -> None:
        self.open ^= {sign}
        self._build(follow=False)

    def explain(self, step: HelpStep) -> None:
        self._screen._open(why_sheet(step.title, self.model.reasons(step.rules)))

    def _build(self, follow: bool) -> None:
        chapters = self.model.chapters()
        if (chapters, frozenset(self.open)) == self._shown:
            return
        self._shown = (chapters, frozenset(self.open))
        column = self.ids.column
        column.clear_widgets()
        for chapter in chapters:
            sheet = self._chapter(chapter)
            column.add_widget(sheet)
            if chapter.now and follow:
                self.ids.scroll.pin(sheet)
        self._more(column)

    def _more(self, column: BoxLayout) -> None:
        tr = self._app.tr
        hints = QuietPlate(text=tr._("Show the first hints again"), icon="hand-pointing-right")
        hints.bind(on_release=lambda _: (self._app.usher.once_more(), self._app.go("table")))
        column.add_widget(hints)
        if self._app.has_keys:
            keys = QuietPlate(text=tr._("Keys"), icon="keyboard-outline")
            keys.bind(
                on_release=lambda _: self._screen._open(list_sheet(tr._("Keys"), [tr.read(line) for line in KEYS]))
            )
            column.add_widget(keys)

    def _chapter(self, chapter: Chapter) -> ChapterSheet:
        opened = chapter.sign in self.open
        sheet = ChapterSheet(sign=chapter.sign)
        numbered = len(chapter.sign) > 0 and chapter.sign.isalpha()
        head = ChapterHead(
            sign=chapter.sign if numbered else "",
            icon="" if numbered else "all-inclusive",
            text=chapter.title,
            camp=chapter.camp,
            open=opened,
        )
        head.bind(on_release=lambda _, sign=chapter.sign: self.toggle(sign))
        sheet.add_widget(head)
        if chapter.now:
            sheet.add_widget(HereMark(camp=chapter.camp))
        for step in chapter.steps if opened else ():
            box = StepBox(text=step.title, now=step.now)
            if step.now:
                box.add_widget(NowMark())
            box.bind(on_rule=lambda _, asked=step: self.explain(asked))
            for camp, who, text in step.parts:
                box.add_widget(CampLine(camp=camp, who=who, text=text, icon=CAMP_ICONS[camp]))
            sheet.add_widget(box)
        return sheet


Scene = HelpScene
load_kv(__file__)
