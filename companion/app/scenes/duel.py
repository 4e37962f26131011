"""A duel: both sides facing each other, what the blades have done and why, and the odds of what may come."""

from __future__ import annotations

from collections.abc import Iterator

from kivy.app import App
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.app.kv import load_kv
from companion.app.viewmodels.duel import Bout, Fighter, bout_of
from companion.app.viewmodels.duel_odds import OddsColumn, OddsRow, OddsTable
from companion.app.viewmodels.table import Button, TableModel
from companion.app.widgets.basics import Sheet, Words
from companion.app.widgets.dice import SYMBOLS
from companion.app.widgets.dicerow import DiceRow  # noqa: F401  the kv file names it
from companion.app.widgets.ink import disc, outline, ring, slab, symbol
from companion.app.widgets.sheets import menu_sheet
from companion.app.widgets.signed import SignedWords
from companion.app.widgets.tracks import ROOMY

# From this width in dp on, everything is so much larger: a tablet is read from farther away.
_SIZES = ((660, 1.5), (ROOMY, 1.3), (0, 1.0))
NARROW = 236  # below this width, in dp at text scale 1, the two sides stand one above the other


def hearts_of(have: int, most: int, hits: int) -> list[str]:
    """Those that are left, those that this throw takes, those that were lost before: as many as there were at first."""
    broken = min(hits, most - have)
    return ["heart"] * have + ["heart-broken"] * broken + ["heart-outline"] * (most - have - broken)


class DuelHearts(Widget):
    """The hearts that are left, those that are lost, and those that this throw takes."""

    have = NumericProperty(0)
    most = NumericProperty(0)
    hits = NumericProperty(0)
    mirror = BooleanProperty(False)

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._theme = App.get_running_app().theme
        again = self._again
        self._theme.bind(c=again)
        self.bind(pos=again, size=again, have=again, most=again, hits=again, mirror=again)

    def _again(self, *_: object) -> None:
        self.canvas.clear()
        if self.width > dp(4) and self.height > dp(4):
            with self.canvas:
                self.draw(self._theme.c)

    def draw(self, c) -> None:
        ink = c.red_ink if self.mirror else c.blue_ink
        signs = hearts_of(int(self.have), int(self.most), int(self.hits))
        each = min(self.height * 1.02, self.width / max(len(signs), 1))
        for at, sign in enumerate(signs):
            along = each * (at + 0.5)
            x = self.x + self.width - along if self.mirror else self.x + along
            colour = {"heart": ink, "heart-broken": c.gold_ink}.get(sign, c.faded)
            symbol(sign, x, self.y + self.height / 2, each * 0.82, colour)


class DuelGear(SignedWords):
    counts = BooleanProperty(True)


class DuelBotte(SignedWords):
    """The faces a botte asks for; on gold when the throw shows them, and then the word says so too."""

    faces = ListProperty()
    done = BooleanProperty(False)

    @property
    def _side(self) -> float:
        return self.letters * 1.85

    @property
    def sign(self) -> float:
        return (self._side + dp(3)) * len(self.faces) + dp(5)

    def draw(self, x: float, y: float) -> None:
        c, side = App.get_running_app().theme.c, self._side
        y -= side / 2
        camp = c.red_ink if self.mirror else c.blue_ink
        x += dp(8) if self.mirror else 0
        for face in self.faces:
            slab(x, y, side, side, c.gold if self.done else c.panel, side * 0.22)
            outline(x, y, side, side, c.gold if self.done else c.line, side * 0.22, dp(0.9))
            symbol(SYMBOLS[face], x + side / 2, y + side / 2, side * 0.68, c.on_gold if self.done else camp)
            x += side + dp(3)


class DuelArena(BoxLayout):
    """Both sides, and two crossed rapiers where they meet."""

    big = NumericProperty(1)
    stacked = BooleanProperty(False)

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._theme = App.get_running_app().theme
        self._theme.bind(c=self._again)
        self.bind(pos=self._again, size=self._again, stacked=self._again, big=self._again)

    def _again(self, *_: object) -> None:
        self.canvas.after.clear()
        if self.stacked or self.height < dp(40):
            return
        c, radius = self._theme.c, dp(16) * self.big
        x, y = self.x + self.width / 2, self.y + self.height - radius
        with self.canvas.after:
            disc(x, y, radius, c.panel)
            ring(x, y, radius - dp(1), c.gold, dp(1.3))
            symbol("sword-cross", x, y, radius * 1.2, c.gold_ink)


class DuelSide(BoxLayout):
    """One fighter."""

    name = StringProperty()
    note = StringProperty()
    camp = StringProperty("musketeers")
    mirror = BooleanProperty(False)
    big = NumericProperty(1)
    tall = NumericProperty(0)  # what it needs; it may be given more, to be as high as the other one
    head = NumericProperty(0)
    wants = NumericProperty(0)  # how high its name is by itself
    other = NumericProperty(0)  # and that of the other one: both bands are equally high
    fill = ColorProperty()
    band = ColorProperty()

    def __init__(self, **how) -> None:
        self._things: list[Widget] = []
        super().__init__(**how)

    def show(self, fighter: Fighter, tumble: bool, fresh: bool, words: dict[str, str]) -> None:
        self.name, self.note = fighter.name, fighter.note
        hearts = self.ids.hearts
        hearts.have, hearts.most, hearts.hits = fighter.hearts, fighter.most_hearts, fighter.wounds
        self.ids.dice.show(fighter.dice, tumble, fresh)
        for thing in self._things:
            self.remove_widget(thing)
        self._things = list(self._make(fighter, words))
        for thing in self._things:
            self.add_widget(thing, index=1)  # above the empty room at the end

    def _make(self, fighter: Fighter, words: dict[str, str]) -> Iterator[Widget]:
        px = 13 * self.big
        for botte in fighter.bottes:
            word = words["done" if botte.done else "botte"]
            yield DuelBotte(text=word, px=px, faces=botte.faces, done=botte.done, mirror=self.mirror, bold=botte.done)
        for gear in fighter.gear:
            yield DuelGear(icon=gear.icon, text=gear.text, counts=gear.counts, px=px, mirror=self.mirror)


class OddsLine(BoxLayout):
    """One decision: what it is, and a cell for each thing that may come of it."""


class OddsName(SignedWords):
    pass


class OddsColumnName(SignedWords):
    camp = StringProperty("musketeers")


class OddsCell(Label):
    """How likely: a number, and a bar for the eye."""

    big = NumericProperty(1)
    share = NumericProperty(0)
    camp = StringProperty("musketeers")
    groove = ColorProperty()
    fill = ColorProperty()
    numeral = NumericProperty(0)  # the width of the number


class OddsSheet(Sheet):
    """Every possible decision in a line of its own."""

    big = NumericProperty(1)
    empty = BooleanProperty(True)

    def show(self, table: OddsTable | None) -> None:
        self.clear_widgets()
        self.empty = table is None
        if table is None:
            return
        head = OddsLine()
        head.add_widget(Words(text=table.title, px=14 * self.big, bold=True, pos_hint={"center_y": 0.5}))
        for column in table.columns:
            name = OddsColumnName(icon=column.icon, text=column.text, camp=column.camp, px=12.5 * self.big)
            head.add_widget(name)
        self.add_widget(head)
        for row in table.rows:
            self.add_widget(self._line(row, table.columns))

    def _line(self, row: OddsRow, columns: tuple[OddsColumn, ...]) -> OddsLine:
        line = OddsLine()
        line.add_widget(OddsName(icon=SYMBOLS.get(row.icon, row.icon), text=row.text, px=14 * self.big))
        for chance, column in zip(row.chances, columns, strict=True):
            line.add_widget(OddsCell(text=chance.text, share=chance.share, camp=column.camp, big=self.big))
        return line


class DuelScene(Sheet):
    big = NumericProperty(1)
    stacked = BooleanProperty(False)
    title = StringProperty()
    headline = StringProperty()
    lines = StringProperty()
    idle = BooleanProperty(True)
    thrown = BooleanProperty(False)

    def __init__(self, screen, **how) -> None:
        super().__init__(**how)
        self._screen = screen
        self._app = App.get_running_app()
        self._throw: tuple[str, int] | None = None
        self.bout: Bout | None = None
        self.ids.blue.ids.dice.bind(on_die=lambda _, at: self._again(at))
        self.bind(width=self._fit)
        self._app.theme.bind(scale=self._fit)
        self._fit()

    def _fit(self, *_: object) -> None:
        big = next(big for width, big in _SIZES if self.width >= dp(width))
        if big != self.big:
            self.big = big
            if self.bout:
                self._lay_out(self.bout)
        self.stacked = self.width < dp(NARROW) * self._app.theme.scale

    def show(self, model: TableModel, walk: bool) -> None:
        tr = self._app.tr
        self.bout = bout = bout_of(model.match, tr.read)
        self.idle = bout is None
        if bout is None:
            self.title, self.headline, self.lines = "", "", ""
            return
        tumble = walk and bout.thrown_now and not self._app.theme.still
        fresh = self._throw is not None and bout.throw != self._throw and bout.throw[1] > 0
        self._throw = bout.throw
        self.title, self.headline, self.lines = bout.title, bout.headline, "\n".join(bout.lines)
        self.thrown = bout.throw[1] > 0
        self._lay_out(bout, tumble, fresh)
        if walk:
            self.ids.scroll.scroll_y = 1

    def _lay_out(self, bout: Bout, tumble: bool = False, fresh: bool = False) -> None:
        tr = self._app.tr
        words = {"botte": tr._("Botte"), "done": tr._("Botte succeeds")}
        self.ids.blue.show(bout.musketeer, tumble, fresh, words)
        self.ids.red.show(bout.foe, tumble, fresh, words)
        self.ids.blue.ids.dice.picks = list(bout.again) if self._button() else []
        self.ids.odds.show(bout.odds)

    def why(self) -> None:
        self._screen.why_happened()

    # --- the Toledo blade ---

    def _button(self) -> Button | None:
        now = self._screen.model.now
        return next((button for button in now.others if button.choice.do == "toledo"), None) if now else None

    def _again(self, at: int) -> None:
        """A blue die was tapped: thrown again here, or on the table."""
        button, tr = self._button(), self._app.tr
        if button is None or self.bout is None or at >= len(self.bout.again):
            return
        rows = (
            ("sword", button.text, lambda: self._screen.choose(button, {"die": at})),
            ("hand-pointing-up", tr._("Real dice"), lambda: self._screen.type_dice(button, {"die": at})),
        )
        self._screen._open(menu_sheet(self.bout.again[at], rows))


Scene = DuelScene  # rules of kv go by the name of a class, and every page has a scene
load_kv(__file__)
