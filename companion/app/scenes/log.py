"""The log: every record of the match, newest on top; a tap on a line unfolds what it changed, and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.recycleview import RecycleView
from kivy.uix.widget import Widget
from kivy.utils import escape_markup

from companion.app.kv import load_kv
from companion.app.theme import TEXT, TOUCH
from companion.app.viewmodels.log import LogModel, LogRow, Unfolded
from companion.app.viewmodels.table import TableModel
from companion.app.widgets.basics import Plate, Words
from companion.app.widgets.roundel import Roundel, WaxSeal  # noqa: F401  the kv file names them
from companion.app.widgets.sheets import Item, Reason
from companion.app.widgets.steady import Steady

LINE, META = 16, 13  # sizes of the text in sp
FOLD = 22
ROUNDEL, SEAL = 38, 34  # dp


class Fitting(BoxLayout):
    """A row whose height was guessed from its words. When they are drawn and need another height, it takes that."""

    need = NumericProperty(0)

    def __init__(self, **how) -> None:
        super().__init__(**how)
        settle = Clock.create_trigger(self._settle)
        self.bind(need=settle, height=settle)

    def _settle(self, *_: object) -> None:
        if self.need and abs(self.need - self.height) > 1:
            self.height = self.need


class RoundHead(Fitting):
    text = StringProperty()


class HeadRule(Widget):
    """A fine line on either side of a heading."""

    line = ColorProperty()


class EmptyLog(Fitting):
    text = StringProperty()


class LogLineRow(ButtonBehavior, Fitting):
    seq = NumericProperty(-1)
    text = StringProperty()
    shown = StringProperty()  # the text with its markup
    meta = StringProperty()
    sign = StringProperty()
    icon = StringProperty()
    camp = StringProperty("table")
    undone = BooleanProperty(False)
    ruling = BooleanProperty(False)
    open = BooleanProperty(False)
    thread = ColorProperty()
    glow = ColorProperty((0, 0, 0, 0))
    take = ObjectProperty(lambda seq: None)

    def on_release(self) -> None:
        self.take(self.seq)


class LogDetail(Fitting):
    """What lies behind the open line."""

    seq = NumericProperty(-1)
    behind = ObjectProperty(allownone=True)
    thread = ColorProperty()
    glow = ColorProperty()
    take_back = ObjectProperty(lambda seq: None)

    def on_behind(self, _: object, behind: Unfolded) -> None:
        self.clear_widgets()
        for change in behind.changes:
            self.add_widget(Item(text=change))
        for why in behind.reasons:
            self.add_widget(Reason(title=why.title, text=why.text, where=why.where))
        if behind.back:
            plate = BackPlate(text=behind.back)
            plate.bind(on_release=lambda _: self.take_back(self.seq))
            self.add_widget(plate)
            self.add_widget(Words(text=behind.cost, px=META))


class BackPlate(Plate):
    """Everything after this line is taken back."""


class LogList(Steady, RecycleView):
    def on_kv_post(self, *_: object) -> None:
        self.watch(self.ids.rows)

    def refresh_views(self, *how: object) -> None:
        # A frame may still be on its way when the app has stopped, and rows cannot be made without one.
        if App.get_running_app():
            super().refresh_views(*how)

    def scroll_to(self, widget, padding=10, animate=True) -> None:
        """Kivy's own does not know the layout of rows that are used again and again."""
        low, high = self.to_window(*self.pos)[1], self.to_window(0, self.top)[1]
        under, over = widget.to_window(*widget.pos)[1], widget.to_window(0, widget.top)[1]
        shift = max(low + padding - under, 0) or min(high - padding - over, 0)
        if shift and self.spare:
            self.scroll_y = min(max(self.scroll_y - shift / self.spare, 0), 1)

    def bring(self, seq: int) -> None:
        """Move as far as is needed to see what was unfolded, but never so far that its line is gone."""
        shown = {type(row): row for row in self.ids.rows.children if getattr(row, "seq", None) == seq}
        line, detail = shown.get(LogLineRow), shown.get(LogDetail)
        if not line or not detail or not self.spare:
            return
        below = self.to_window(*self.pos)[1] - detail.to_window(*detail.pos)[1]
        above = self.to_window(0, self.top)[1] - line.to_window(0, line.top)[1]
        self.scroll_y = min(max(self.scroll_y - min(max(below, 0), above) / self.spare, 0), 1)


class LogScene(BoxLayout):
    def __init__(self, screen, **how) -> None:
        super().__init__(**how)
        self._screen, self._app = screen, App.get_running_app()
        self.model: LogModel | None = None
        self._looks_on = False
        self.opened = -1
        self._seen: tuple[Any, int] = (None, 0)
        self._rows: list[LogRow] = []
        again = Clock.create_trigger(lambda _: self._lay())
        self.ids.list.bind(width=again)
        self._app.theme.bind(scale=again)

    def show(self, model: TableModel, walk: bool) -> None:
        match = model.match
        if self._seen != (match, len(match.records)):
            self._seen = (match, len(match.records))
            self.opened = -1
            self.ids.list.to_top()
        self.model, self._looks_on = LogModel(match, self._app.tr.read), model.looks_on
        self._rows = self.model.rows()
        self._lay()

    def toggle(self, seq: int) -> None:
        """Unfold a line, or fold it up again; one is open at a time."""
        before, self.opened = self.opened, -1 if self.opened == seq else seq
        # Only these rows change: with thousands of others, laying all of them out again would be felt.
        self._mark(before, False)
        self._mark(self.opened, True)
        if self.opened >= 0:
            # Two frames later what is behind the line has been drawn and has its height.
            Clock.schedule_once(lambda _: Clock.schedule_once(lambda _: self.ids.list.bring(seq)), 0.05)

    def _mark(self, seq: int, unfolded: bool) -> None:
        data = self.ids.list.data
        at = next((at for at, row in enumerate(data) if row.get("seq") == seq), None)
        if seq < 0 or at is None:
            return
        data[at] = {**data[at], "open": unfolded}
        if unfolded:
            data.insert(at + 1, self._detail(seq))
        elif at + 1 < len(data) and data[at + 1]["viewclass"] == "LogDetail":
            del data[at + 1]

    def back_to(self, seq: int) -> None:
        self._screen.act("back_to", {"seq": int(seq)})

    def _lay(self) -> None:
        if self.model is None or self.ids.list.width < dp(120):
            return
        scale, width = self._app.theme.scale, self.ids.list.width
        ruler = Ruler(scale)
        data: list[dict[str, Any]] = []
        for row in self._rows:
            if row.kind == "round":
                data.append({"viewclass": "RoundHead", "text": row.text, "box": (None, dp(52) * scale)})
            elif row.kind == "empty":
                data.append({"viewclass": "EmptyLog", "text": row.text, "box": (None, dp(150) * scale)})
            else:
                data.append(self._line(row, width, ruler))
                if row.seq == self.opened:
                    data.append(self._detail(row.seq))
        self.ids.list.data = data

    def _line(self, row: LogRow, width: float, ruler: Ruler) -> dict[str, Any]:
        scale = self._app.theme.scale
        # What the kv rule leaves for the words.
        room = width - dp(ROUNDEL + 38) - (dp(SEAL) if row.ruling else 0) - sp(FOLD) * min(scale, 1.3) * 1.25
        text = ruler.height(row.text, LINE, room)
        meta = ruler.height(row.meta, META, room) if row.meta else 0
        words = escape_markup(row.text[:1].upper() + row.text[1:])
        return {
            "viewclass": "LogLineRow",
            "box": (None, max(TOUCH, dp(ROUNDEL) + dp(8), text + meta + dp(2) + dp(18))),
            "seq": row.seq,
            "text": row.text,
            "shown": f"[s]{words}[/s]" if row.undone else words,
            "meta": row.meta,
            "sign": row.sign,
            "icon": row.icon,
            "camp": row.camp,
            "undone": row.undone,
            "ruling": row.ruling,
            "open": row.seq == self.opened,
            "take": self.toggle,
        }

    def _detail(self, seq: int) -> dict[str, Any]:
        behind = self.model.unfold(seq)
        if self._looks_on:
            behind = replace(behind, back="")
        return {
            "viewclass": "LogDetail",
            "box": (None, dp(200) * self._app.theme.scale),
            "seq": seq,
            "behind": behind,
            "take_back": self.back_to,
        }


class Ruler:
    """How high words will be once they are wrapped, without drawing them: five thousand lines are measured at once."""

    _widths: dict[tuple[int, str], int] = {}  # noqa: RUF012  shared on purpose, the same words come again and again

    def __init__(self, scale: float) -> None:
        self._scale = scale
        self._labels: dict[int, tuple[Callable[[str], int], int]] = {}

    def height(self, text: str, px: int, room: float) -> float:
        measure, line = self._label(px)
        lines, used, gap = 1, 0.0, measure(" ")
        for word in text.split(" "):
            width = measure(word)
            if used and used + gap + width > room:
                lines, used = lines + 1, width
            else:
                used += (gap if used else 0) + width
        return lines * line

    def _label(self, px: int) -> tuple[Callable[[str], int], int]:
        if px not in self._labels:
            size = sp(px) * self._scale
            label = CoreLabel(font_name=TEXT, font_size=size)

            def measure(word: str) -> int:
                key = (round(size * 10), word)
                if key not in self._widths:
                    self._widths[key] = label.get_extents(word)[0]
                return self._widths[key]

            self._labels[px] = (measure, label.get_extents("Ég")[1])
        return self._labels[px]


Scene = LogScene
load_kv(__file__)
