"""One value of a box: its name, how sure we are, and the way to set it, drawn as it lies on the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.kv import load_kv
from companion.app.viewmodels.boxcheck import Row
from companion.app.widgets.basics import Plate
from companion.app.widgets.dice import DieTile, draw_die
from companion.app.widgets.form import TogglePlate
from companion.app.widgets.ink import outline, plain_text, slab, symbol
from companion.app.widgets.now import GUARD

Tell = Callable[..., None]


class Count(BoxLayout):
    """Minus, the number, plus."""

    value = NumericProperty(0)
    lo = NumericProperty(0)
    hi = NumericProperty(9)
    by = NumericProperty(1)

    __events__ = ("on_set",)

    def on_set(self, value: int) -> None: ...

    def step(self, sign: int) -> None:
        wanted = min(max(self.value + sign * self.by, self.lo), self.hi)
        if wanted != self.value:
            self.dispatch("on_set", int(wanted))


class Rung(Widget):
    """A space of the Time ladder with Milady's dice on it; the last one is Richelieu's."""

    space = NumericProperty(1)
    dice = NumericProperty(0)
    last = BooleanProperty(False)

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._app = App.get_running_app()
        self._app.theme.bind(c=self._draw, scale=self._draw)
        self.bind(pos=self._draw, size=self._draw, dice=self._draw, space=self._draw, last=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        c = self._app.theme.c
        if self.width < dp(20):
            return
        gap, middle = dp(2), self.y + self.height / 2
        with self.canvas:
            slab(self.x, self.y + gap, self.width, self.height - 2 * gap, c.red if self.last else c.raised, dp(6))
            outline(self.x, self.y + gap, self.width, self.height - 2 * gap, c.line, dp(6), dp(0.8))
            plain_text(str(int(self.space)), self.x + dp(18), middle, dp(17), c.on_camp if self.last else c.faded)
            if self.last:
                symbol("cross", self.x + self.width / 2, middle, dp(24), c.on_camp)
            side = min(dp(22), (self.width - dp(40)) / 4 - dp(5))
            for die in range(int(self.dice)):
                draw_die(self.x + dp(38) + die * (side + dp(5)), middle - side / 2, side, "red", "", c)


class RungRow(BoxLayout):
    """A rung and its stepper."""

    space = NumericProperty(1)
    value = NumericProperty(0)


class PlaceRow(BoxLayout):
    """A number in its named place."""

    place = StringProperty()
    value = NumericProperty(0)


class FaceTile(DieTile):
    """A face that lies there; a tap asks for the next one instead of turning it at once."""

    def __init__(self, take: Callable[[], None], **how) -> None:
        super().__init__(**how)
        self._take = take

    def on_release(self) -> None:
        self._take()


class Tiles(GridLayout):
    """Things side by side, as many in a row as there is room for."""

    wide = NumericProperty(150)  # what each needs, in dp

    def columns(self, width: float, count: int, scale: float) -> int:
        """Six that do not fit lie in two rows of three, like the faces of an unfolded die."""
        fit = max(1, int((width + self.spacing[0]) // (dp(self.wide) * scale + self.spacing[0])))
        return 3 if count == 6 and 3 <= fit < 6 else max(1, min(fit, count))


class FactRow(BoxLayout):
    """Give it a Row with `show`. Taps come out as on_tell(what, name, ...): put, put_at, turn, confirm, restore."""

    __events__ = ("on_tell",)

    label = StringProperty()
    source = StringProperty()
    sure = StringProperty("printed")
    icon = StringProperty()
    act = StringProperty()  # what the button below says; empty if there is nothing to do
    act_icon = StringProperty()
    hair = ColorProperty()
    row: Row = ObjectProperty(allownone=True)

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._changed = -GUARD
        self._shape: object = None
        self._act = self.ids.act.__self__  # held on to while there is nothing to do

    def on_tell(self, what: str, name: str, *more: Any) -> None: ...

    def show(self, row: Row) -> None:
        tr = App.get_running_app().tr
        self.row, self.label, self.source, self.sure, self.icon = row, row.label, row.source, row.sure, row.icon
        act = tr._("It is so") if row.confirms else row.was
        if act != self.act:
            self._changed = Clock.get_time()
        self.act, self.act_icon = act, "check-bold" if row.confirms else "undo-variant"
        # Taken away, not made flat: the ring that a tap leaves behind cannot be drawn without a height.
        if bool(act) != (self._act.parent is not None):
            (self.ids.foot.add_widget if act else self.ids.foot.remove_widget)(self._act)
        shape = (row.kind, len(row.value) if isinstance(row.value, tuple) else 0, row.options, row.places)
        if shape != self._shape:
            self._shape = shape
            self._build(row)
        self._fill(row)

    def tell(self, what: str, *more: Any) -> None:
        self.dispatch("on_tell", what, self.row.name, *more)

    def press(self) -> None:
        """Confirm, or as it was: never the one because the finger was on its way to the other."""
        if Clock.get_time() - self._changed >= GUARD:
            self.tell("confirm" if self.row.confirms else "restore")

    # --- the ways to set a value ---

    def _build(self, row: Row) -> None:
        self.ids.beside.clear_widgets()
        self.ids.below.clear_widgets()
        getattr(self, f"_build_{row.kind}")(row)
        self.ids.beside.size_hint_x = None
        self.ids.beside.width = sum(child.width for child in self.ids.beside.children)

    def _build_number(self, row: Row) -> None:
        count = Count()
        count.bind(on_set=lambda _, value: self.tell("put", value))
        count.bind(width=lambda _, width: setattr(self.ids.beside, "width", width))
        self.ids.beside.add_widget(count)

    def _build_choice(self, row: Row) -> None:
        self._picks(row, lambda value: self.tell("put", value))

    def _build_several(self, row: Row) -> None:
        def take(value: str) -> None:
            now = self.row.value
            self.tell("put", [one for one in now if one != value] if value in now else [*now, value])

        self._picks(row, take)

    def _picks(self, row: Row, take: Callable[[Any], None]) -> None:
        grid = Tiles(wide=150)
        for option in row.options:
            # Neighbours are as high as the one with the most words.
            plate = TogglePlate(text=option.text, value=str(option.value), size_hint_y=1)
            plate.ids.words.bind(texture_size=lambda _, size, plate=plate: _room(plate, size[1]))
            plate.bind(on_release=lambda _, value=option.value: take(value))
            grid.add_widget(plate)
        self.ids.below.add_widget(grid)

    def _build_numbers(self, row: Row) -> None:
        for at in range(len(row.value)):
            line = PlaceRow(place=row.places[at]) if row.places else RungRow(space=at + 1)
            line.ids.count.lo, line.ids.count.hi = row.lo, row.hi
            line.ids.count.bind(on_set=lambda _, value, at=at: self.tell("put_at", at, value))
            self.ids.below.add_widget(line)
        if not row.places:
            self.ids.below.add_widget(Rung(space=len(row.value) + 1, last=True, size_hint_y=None, height=dp(48)))

    def _build_choices(self, row: Row) -> None:
        for at, place in enumerate(row.places):
            plate = ChoicePlate(place=place)
            plate.bind(on_release=lambda _, at=at: self._next(at))
            self.ids.below.add_widget(plate)

    def _build_faces(self, row: Row) -> None:
        tiles = Tiles(wide=58)
        for at in range(len(row.value)):
            tiles.add_widget(FaceTile(lambda at=at: self._next(at), colour=self._colour(row)))
        self.ids.below.add_widget(tiles)
        if row.optional:
            plate = NonePlate()
            plate.bind(on_release=lambda _: self.tell("put", [] if self.row.value else ["sword"] * 3))
            self.ids.below.add_widget(plate)

    def _build_die(self, row: Row) -> None:
        tiles = Tiles(wide=58)
        for at in range(len(row.value)):
            tile = FaceTile(lambda at=at: self.tell("turn", self.row.value[at]), colour=row.name.rpartition(".")[2])
            tiles.add_widget(tile)
        self.ids.below.add_widget(tiles)

    def _next(self, at: int) -> None:
        """A place of a list takes its next option."""
        values = [option.value for option in self.row.options]
        now = values.index(self.row.value[at]) if self.row.value[at] in values else -1
        self.tell("put_at", at, values[(now + 1) % len(values)])

    @staticmethod
    def _colour(row: Row) -> str:
        return "blue" if row.name.startswith("musketeers") else "red"

    # --- what they show ---

    def _fill(self, row: Row) -> None:
        beside, below = list(reversed(self.ids.beside.children)), list(reversed(self.ids.below.children))
        if row.kind == "number":
            count = beside[0]
            count.lo, count.hi, count.by, count.value = row.lo, row.hi, row.step, row.value
        elif row.kind in ("choice", "several"):
            for plate, option in zip(reversed(below[0].children), row.options, strict=True):
                plate.text = option.text
                plate.chosen = option.value in row.value if row.kind == "several" else option.value == row.value
        elif row.kind == "numbers":
            for line, value in zip(below, row.value, strict=False):
                line.value = value
        elif row.kind == "choices":
            texts = {option.value: option.text for option in row.options}
            for plate, value in zip(below, row.value, strict=True):
                plate.text = texts.get(value, "")
        else:
            for tile, face in zip(reversed(below[0].children), row.value, strict=True):
                tile.face = face
            if row.optional:
                below[1].chosen = not row.value


def _room(plate: Plate, words: float) -> None:
    plate.size_hint_min_y = max(dp(48), words + dp(18))


class ChoicePlate(Plate):
    """A named place of a list; a tap takes the next option."""

    place = StringProperty()


class NonePlate(Plate):
    """There is none; or, tapped again, there is."""

    chosen = BooleanProperty(False)


load_kv(__file__)
