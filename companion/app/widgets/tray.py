"""Thrown dice: large ones that tumble and can be kept, and small ones for a line of the log."""

from __future__ import annotations

from kivy.animation import Animation
from kivy.app import App
from kivy.graphics import PopMatrix, PushMatrix, Rotate, Scale
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.widgets.dice import NAMES, die_edge, draw_block, draw_die
from companion.app.widgets.ink import blend, plain_text, slab, symbol
from companion.core.words import say

_SIDES = ((4, 104), (9, 84), (99, 66))  # up to so many dice are so large
TUMBLE = 0.55  # seconds until the first die lies still
TURNS = 450  # degrees it turns meanwhile
_KEPT = say("kept")


def caption_height(scale: float) -> float:
    """Room for the word under a large die."""
    return sp(14) * min(scale, 1.4) + dp(6)


class TrayDie(ButtonBehavior, Widget):
    """One thrown die. Tapped, it is kept or given free again: on_release says so, `kept` shows it."""

    colour = StringProperty("blue")
    faces = ListProperty()
    face = StringProperty()
    kept = BooleanProperty(False)
    place = NumericProperty(0)  # in its throw
    turn = NumericProperty(0)  # degrees still to go until it lies still
    tilt = NumericProperty(0)  # how it lies then: real dice never lie quite straight
    seen = StringProperty()  # the face that is up at this moment

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._app = App.get_running_app()
        self._fall = None
        self.seen = self.seen or self.face
        self._app.theme.bind(c=self._draw, scale=self._draw)
        self._app.tr.bind(rev=self._draw)
        self.bind(pos=self._draw, size=self._draw, kept=self._draw, seen=self._draw, colour=self._draw)
        self.bind(turn=self._spin, face=self._settle)
        self._draw()

    @property
    def text(self) -> str:
        """What it shows, for those who cannot see it."""
        return self._app.tr.read(NAMES[self.face]) if self.face in NAMES else self.face

    def tumble(self, delay: float = 0.0) -> None:
        """Fall on the face that was thrown. With reduced motion it simply lies there."""
        if self._fall:
            self._fall.cancel(self)
        if self._app.theme.still:
            self.turn = 0
            return
        self.turn = TURNS
        self._fall = Animation(turn=0, duration=TUMBLE + delay, transition="out_cubic")
        self._fall.start(self)

    def _spin(self, *_: object) -> None:
        """Only the angle changes from frame to frame; drawn again is what shows another face."""
        others = list(dict.fromkeys(self.faces)) or [self.face]
        step = int(self.turn // 90)
        self.seen = others[(step + int(self.place)) % len(others)] if step else self.face
        self._rotate.angle = self.tilt + self.turn
        size = 1 - 0.16 * self.turn / TURNS
        self._grow.x = self._grow.y = size

    def _settle(self, *_: object) -> None:
        if not self.turn:
            self.seen = self.face

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        c, theme = self._app.theme.c, self._app.theme
        foot = caption_height(theme.scale)
        side = min(self.width, self.height - foot) * 0.92
        middle, centre = self.x + self.width / 2, self.y + foot + (self.height - foot) / 2
        x, y = middle - side / 2, centre - side / 2
        with self.canvas:
            PushMatrix()
            self._rotate = Rotate(angle=self.tilt + self.turn, origin=(middle, centre))
            self._grow = Scale(1, 1, 1, origin=(middle, centre))
            draw_block(x + dp(1.5), y - dp(2.5), side, self.colour, (0, 0, 0, 0.22))
            draw_die(x, y, side, self.colour, self.seen, c)
            edge = blend(c.red if self.colour == "red" else c.blue, c.on_camp, 0.35)
            die_edge(x + dp(2.5), y + dp(2.5), side - dp(5), self.colour, edge, dp(0.7))
            if self.kept:
                die_edge(x - dp(2), y - dp(2), side + dp(4), self.colour, c.gold, dp(2.6))
            PopMatrix()
            if self.face:
                self._caption(middle, self.y + foot / 2 - dp(2), c, theme)

    def _caption(self, x: float, y: float, c, theme) -> None:
        size = sp(14) * min(theme.scale, 1.4)
        if self.kept:
            word = self._app.tr.read(_KEPT)
            wide = plain_text(word, x + size * 0.55, y, size, c.gold_ink, bold=True, within=self.width - size)
            symbol("lock", x + size * 0.55 - wide / 2 - size * 0.6, y, size, c.gold_ink)
        elif not self.turn:
            plain_text(self.text, x, y, size, c.faded, within=self.width)


class DiceField(GridLayout):
    """Dice side by side, as large as they can be: few are seen from the other end of the table."""

    count = NumericProperty(0)

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self.size_hint_y, self.spacing, self.cols = None, dp(8), 1
        self.row_force_default = self.col_force_default = True
        self._theme = App.get_running_app().theme
        self._theme.bind(scale=self._fit)
        self.bind(width=self._fit, count=self._fit, minimum_height=self.setter("height"))

    def _fit(self, *_: object) -> None:
        gap, count = dp(8), max(1, int(self.count))
        side = next(dp(size) for most, size in _SIDES if count <= most)
        side *= 1.6 if self.width >= dp(560) else 1.35 if self.width >= dp(440) else 1
        fit = max(1, int((self.width + gap) // (side + gap)))
        rows = -(-count // fit)
        self.cols = -(-count // rows)  # no die alone in the last row
        # What is left over makes the dice larger, but few dice not huge.
        self.col_default_width = min((self.width + gap) / self.cols - gap, side * 1.2)
        self.row_default_height = self.col_default_width + caption_height(self._theme.scale)


class MiniDice(Widget):
    """A throw in one line, or in as many as it takes. Kept dice are underlined in gold."""

    dice = ListProperty()  # of DieShown
    side = NumericProperty(24)

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self.size_hint_y = None
        self._theme = App.get_running_app().theme
        self._theme.bind(c=self._draw, scale=self._draw)
        self.bind(pos=self._draw, size=self._draw, dice=self._draw, side=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        side = dp(self.side) * min(self._theme.scale, 1.5)
        step = side + dp(6)
        columns = max(1, int((self.width + dp(6)) // step))
        self.height = step * -(-len(self.dice) // columns)
        with self.canvas:
            for place, die in enumerate(self.dice):
                x = self.x + place % columns * step
                y = self.y + self.height - (place // columns + 1) * step + dp(5)
                draw_die(x, y, side, die.colour, die.face, self._theme.c)
                if die.kept:
                    slab(x, y - dp(4), side, dp(2.5), self._theme.c.gold, dp(1))
