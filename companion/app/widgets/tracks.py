"""The drawn tracks of a board: a ladder, a road, a row of things. Each has one token that walks, and can be tapped."""

from __future__ import annotations

from kivy.animation import Animation
from kivy.app import App
from kivy.graphics import Canvas
from kivy.metrics import dp, sp
from kivy.properties import DictProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion.app.theme import MOVE
from companion.app.widgets.dice import draw_block
from companion.app.widgets.ink import disc, outline, plain_text, ring, slab, stroke, symbol, write

ROOMY = 560  # from this width in dp on, a board is a large one


class Track(ButtonBehavior, Widget):
    """What all tracks share: a name, a title, where the token is, and when to draw again."""

    name = StringProperty()
    title = StringProperty()
    lo = NumericProperty(0)
    hi = NumericProperty(1)
    at = NumericProperty(0)
    shown = NumericProperty(0)  # where the token is drawn; walks after `at`
    danger = ListProperty()  # spaces that belong to Richelieu
    token = StringProperty("circle")

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._theme = App.get_running_app().theme
        self._still = Canvas()
        self._moving = Canvas()
        self.canvas.add(self._still)
        self.canvas.add(self._moving)
        self._way = None
        again = self._draw_all
        self._theme.bind(c=again, scale=again)
        self.bind(pos=again, size=again, title=again, lo=again, hi=again, danger=again)
        self.bind(shown=self._draw_token, token=self._draw_token)

    def show(self, at: int, walk: bool) -> None:
        """Put the token on a space, walking there if people are watching."""
        if at == self.at and self.shown == at:
            return
        self.at = at
        if self._way:
            self._way.cancel(self)
        if walk and not self._theme.still:
            self._way = Animation(shown=at, duration=MOVE, transition="in_out_cubic")
            self._way.start(self)
        else:
            self.shown = at

    def _draw_all(self, *_: object) -> None:
        self._still.clear()
        if self.width < 10 or self.height < 10:
            return
        with self._still:
            self.draw()
        self._draw_token()

    def _draw_token(self, *_: object) -> None:
        self._moving.clear()
        if self.width < 10 or self.height < 10:
            return
        with self._moving:
            self.draw_token()

    # --- for the kinds of track ---

    def draw(self) -> None:
        raise LookupError("a track knows how it looks")

    def draw_token(self) -> None:
        """Rows of things have no token; what they show is drawn again whole."""

    def heading(self, y: float, x: float | None = None) -> None:
        write(
            self.title,
            self.x + dp(2) if x is None else x,
            y,
            self.small,
            self._theme.c.faded,
            bold=True,
            anchor="left",
            within=self.width - dp(4),
        )

    @property
    def small(self) -> float:
        return self.head * 0.71

    @property
    def head(self) -> float:
        """Room for the title."""
        return sp(19) * min(self._theme.scale, 1.3) * self.large

    @property
    def large(self) -> float:
        """How much larger signs may be on the board of a tablet, which is read from farther away."""
        return 1.35 if self.parent is not None and self.parent.width > dp(ROOMY) else 1.0

    def coin(self, x: float, y: float, radius: float) -> None:
        """The token: gold, with its sign, and a shadow so that it lies on the board."""
        c = self._theme.c
        disc(x + dp(1), y - dp(1.5), radius, (0, 0, 0, 0.28))
        disc(x, y, radius, c.gold)
        ring(x, y, radius - dp(1.6), c.on_gold, dp(0.8))
        symbol(self.token, x, y, radius * 1.15, c.on_gold)


class Ladder(Track):
    """Spaces from top to bottom, the last one Richelieu's. Beside each rung, signs of what it brings."""

    pips = ListProperty()  # red dice per space
    signs = DictProperty()  # space -> (symbol, text, kind)

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self.bind(pips=self._draw_all, signs=self._draw_all)

    def _rung(self, space: float) -> tuple[float, float, float, float]:
        count = self.hi - self.lo + 1
        each = (self.height - self.head - dp(2)) / count
        gap = min(dp(3), each * 0.12)
        top = self.y + self.height - self.head - (space - self.lo) * each
        return self.x, top - each + gap / 2, self.width, each - gap

    def draw(self) -> None:
        c = self._theme.c
        self.heading(self.y + self.height - self.head / 2)
        for space in range(int(self.lo), int(self.hi) + 1):
            x, y, width, height = self._rung(space)
            kind = self.signs.get(space, ("", "", ""))[2]
            if space in self.danger:
                slab(x, y, width, height, c.red, dp(5))
            elif kind == "gold":
                slab(x, y, width, height, (*c.gold[:3], 0.42), dp(5))
            else:
                slab(x, y, width, height, c.raised, dp(5))
            outline(x, y, width, height, c.line, dp(5), dp(0.7))
            self._signs(space, x, y, width, height)

    def _signs(self, space, x, y, width, height) -> None:
        c = self._theme.c
        middle = y + height / 2
        if space in self.danger:
            symbol("cross", x + width - height * 0.6, middle, height * 0.72, c.on_camp)
            return
        if space in self.signs:
            sign, text, _ = self.signs[space]
            wide = symbol(sign, x + width - dp(8), middle, min(height * 0.5, dp(20) * self.large), c.ink, "right")
            if text:
                plain_text(
                    text,
                    x + width - dp(11) - wide,
                    middle,
                    min(height * 0.45, dp(17) * self.large),
                    c.ink,
                    bold=True,
                    anchor="right",
                    within=width * 0.5,
                )
            return
        at = space - int(self.lo)
        if at < len(self.pips):
            self._dice(self.pips[at], x + width - dp(5), middle, height)

    def _dice(self, count, right, middle, height) -> None:
        """In one line if the token leaves room for it, otherwise in two."""
        gap, side = dp(2), min(height * 0.4, dp(11) * self.large**2)
        free = self.width - 2 * self._radius(height) - dp(8)
        least = free / max(*self.pips, 1) - gap  # for all of them the same, if they need not become much smaller
        side = min(side, least) if least >= side * 0.85 else side
        rows = 1 if count * (side + gap) <= free + gap else 2
        for die in range(count):
            column, row = divmod(die, rows)
            up = (row - (rows - 1) / 2) * (side + gap)
            left = right - side - column * (side + gap)
            draw_block(left, middle - side / 2 - up, side, "red", self._theme.c.red)

    def _radius(self, height) -> float:
        return min(height * 0.62, dp(19) * self.large)

    def draw_token(self) -> None:
        x, y, _, height = self._rung(self.shown)
        radius = self._radius(height)
        self.coin(x + radius + dp(3), y + height / 2, radius)


class Road(Track):
    """Spaces from left to right."""

    signs = DictProperty()  # space -> (symbol, kind)

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self.bind(signs=self._draw_all)

    def _field(self, space: float) -> tuple[float, float, float, float]:
        count = self.hi - self.lo + 1
        each = self.width / count
        gap = min(dp(3), each * 0.12)
        height = min(self.height - self.head - dp(2), each * 1.45)
        y = self.y + (self.height - self.head - height) / 2
        return self.x + (space - self.lo) * each + gap / 2, y, each - gap, height

    def draw(self) -> None:
        c = self._theme.c
        self.heading(self.y + self.height - self.head / 2)
        first, last = self._field(self.lo), self._field(self.hi)
        middle = first[1] + first[3] / 2
        stroke([first[0], middle, last[0] + last[2], middle], c.line, dp(1.5))
        for space in range(int(self.lo), int(self.hi) + 1):
            x, y, width, height = self._field(space)
            sign, kind = self.signs.get(space, ("", ""))
            fill = c.red if kind == "danger" else (*c.gold[:3], 1.0) if kind == "gold" else c.raised
            slab(x, y, width, height, fill, dp(5))
            outline(x, y, width, height, c.line, dp(5), dp(0.7))
            ink = {"danger": c.on_camp, "gold": c.on_gold, "milady": c.red_ink}.get(kind, c.faded)
            if sign:
                symbol(sign, x + width / 2, y + height / 2, min(width, height) * 0.62, ink)
            else:
                plain_text(str(space), x + width / 2, y + height / 2, min(width, height) * 0.45, ink)

    def draw_token(self) -> None:
        x, y, width, height = self._field(self.shown)
        radius = min(width * 0.52, height * 0.5, dp(24) * self.large)
        self.coin(x + width / 2, y + height / 2, radius)


class Row(Track):
    """So many things out of so many: hearts, tokens, steps."""

    full = StringProperty("heart")
    empty = StringProperty("heart-outline")
    kind = StringProperty("ink")

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self.bind(shown=self._draw_all, full=self._draw_all, empty=self._draw_all, kind=self._draw_all)

    def draw(self) -> None:
        c = self._theme.c
        self.heading(self.y + self.height - self.head / 2)
        colours = {"gold": c.gold_ink, "milady": c.red_ink, "musketeers": c.blue_ink}
        ink = colours.get(self.kind, c.ink)
        count = int(self.hi)
        each = min(self.width / max(count, 1), dp(40) * self.large)
        size = min(each * 0.86, (self.height - self.head) * 0.8)
        y = self.y + (self.height - self.head) / 2
        for thing in range(count):
            have = thing < round(self.shown)
            symbol(
                self.full if have else self.empty,
                self.x + each * (thing + 0.5),
                y,
                size,
                ink if have else (*c.faded[:3], 0.75),
            )


class Purse(Track):
    """A number that matters more than its place."""

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self.bind(shown=self._draw_all)

    def draw(self) -> None:
        c = self._theme.c
        self.heading(self.y + self.height - self.head / 2)
        height = self.height - self.head
        middle = self.y + height / 2
        size = min(height * 0.85, dp(46))
        symbol("sack", self.x + size * 0.5, middle, size * 0.9, c.gold_ink)
        plain_text(
            str(round(self.shown)),
            self.x + size * 1.15,
            middle,
            size * 0.9,
            c.ink,
            bold=True,
            anchor="left",
            within=self.width - size * 1.2,
        )
