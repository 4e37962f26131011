"""Dice lying on the table: as many as were thrown, in one row or two. New ones tumble before they lie still."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, pi, sin

from kivy.animation import Animation
from kivy.app import App
from kivy.graphics import PopMatrix, PushMatrix, Rotate, Translate
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion.app.theme import TOUCH
from companion.app.widgets.dice import die_edge, draw_block, draw_die
from companion.app.widgets.ink import plain_text

TUMBLE = 0.7  # seconds until the dice lie still
TURNS = 5  # so often a tumbling die shows another face
_CYCLE = ("sword", "shield", "lily")


class PickDie(ButtonBehavior, Widget):
    """The finger's place over a die that may be taken up again. What it means is spoken by `text`."""

    text = StringProperty()
    at = NumericProperty(0)


class DiceRow(Widget):
    """Show faces with `show`. While `picks` names what a tap on each die means, taps come out as on_die(place)."""

    __events__ = ("on_die",)

    colour = StringProperty("blue")
    mirror = BooleanProperty(False)  # the foe's dice lie at the right
    big = NumericProperty(1)
    faces = ListProperty()
    picks = ListProperty()
    spin = NumericProperty(0)  # 1 when the dice leave the hand, 0 when they lie still

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self.size_hint_y = None
        self._theme = App.get_running_app().theme
        self._moving: set[int] = set()
        self._poses: list[tuple[int, Rotate, Translate]] = []
        self._turn = 0
        again = self._draw
        self._theme.bind(c=again, scale=self._measure)
        self.bind(pos=again, size=again, colour=again)
        self.bind(width=self._measure, faces=self._measure, picks=self._measure, big=self._measure)
        self.bind(spin=self._tumbled)
        self._measure()

    def on_die(self, place: int) -> None:
        """A die was tapped."""

    def show(self, faces: Sequence[str], tumble: bool, fresh: bool) -> None:
        """Lay these dice out. A fresh throw tumbles whole, otherwise only the dice that changed."""
        before, after = list(self.faces), list(faces)
        Animation.cancel_all(self, "spin")
        same = len(before) == len(after)
        self._moving = {at for at, face in enumerate(after) if face and (fresh or (same and face != before[at]))}
        self.faces = after
        self.spin = 0
        if tumble and self._moving:
            self.spin = 1
            Animation(spin=0, duration=TUMBLE, transition="out_quad").start(self)

    # --- where each die lies ---

    @property
    def _thrown(self) -> bool:
        return any(self.faces)

    def _plan(self) -> tuple[int, float]:
        """How many lie in a row, and how large they are with the room around them."""
        count = max(len(self.faces), 1)
        if self.picks:
            least, most = TOUCH + dp(1), max(dp(50) * self.big, TOUCH + dp(1))
        else:
            # Dice still in the hand are small: the odds want the room.
            roomy = self.big > 1
            most = (66 if roomy else 44) if self._thrown else (54 if roomy else 34)
            least, most = dp(32), dp(most) * self.big
        fits = max(int(self.width // least), 1)
        in_row = ceil(count / ceil(count / fits))
        return in_row, min(most, max(self.width, 1) / in_row)

    def _measure(self, *_: object) -> None:
        in_row, cell = self._plan()
        rows = ceil(len(self.faces) / in_row)
        self.height = rows * (cell + self._label) if rows else 0
        self._draw()

    @property
    def _label(self) -> float:
        """Room under each die for its number."""
        return sp(15) * min(self._theme.scale, 1.3) if self.picks else 0

    def _places(self) -> list[tuple[float, float, float]]:
        in_row, cell = self._plan()
        step = cell + self._label
        places = []
        for at in range(len(self.faces)):
            row, column = divmod(at, in_row)
            left = column * cell
            x = self.x + self.width - left - cell if self.mirror else self.x + left
            places.append((x, self.y + self.height - row * step - cell, cell))
        return places

    # --- drawing ---

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        self.clear_widgets()
        self._poses = []
        if self.width < dp(10):
            return
        c, places = self._theme.c, self._places()
        with self.canvas:
            for at, (x, y, cell) in enumerate(places):
                side = cell * 0.88
                x, y = x + (cell - side) / 2, y + (cell - side) / 2
                face = self._face(at)
                PushMatrix()
                lift, turn = Translate(0, 0), Rotate(angle=0, origin=(x + side / 2, y + side / 2))
                if face:
                    draw_die(x, y, side, self.colour, face, c)
                else:
                    # Paper, not a pale blue: on parchment that would look grey.
                    draw_block(x, y, side, self.colour, c.panel)
                    ink = c.red_ink if self.colour == "red" else c.blue_ink
                    die_edge(x, y, side, self.colour, ink, dp(1.4))
                PopMatrix()
                if at in self._moving:
                    self._poses.append((at, turn, lift))
                if self.picks:
                    plain_text(
                        str(at + 1), x + side / 2, y - self._label / 2 - dp(2), self._label * 0.85, c.ink, bold=True
                    )
        self._pose()
        if self.spin == 0:
            for at, text in enumerate(self.picks[: len(places)]):
                x, y, cell = places[at]
                foot = self._label  # its number belongs to it
                die = PickDie(text=text, at=at, pos=(x, y - foot), size=(cell, cell + foot), size_hint=(None, None))
                die.bind(on_release=lambda touched: self.dispatch("on_die", int(touched.at)))
                self.add_widget(die)

    def _face(self, at: int) -> str:
        """While it tumbles, a die shows any face but keeps its own for the end."""
        face = self.faces[at]
        if not face or at not in self._moving or self._turn == 0:
            return face
        return _CYCLE[(self._turn + at) % (2 if self.colour == "red" else 3)]

    def _tumbled(self, *_: object) -> None:
        turn = ceil(self.spin * TURNS) if self.spin > 0.08 else 0
        if turn != self._turn or self.spin == 0:
            self._turn = turn
            self._draw()  # another face; in between the dice only move
        else:
            self._pose()

    def _pose(self) -> None:
        for at, turn, lift in self._poses:
            way = 1 if at % 2 else -1
            turn.angle = way * self.spin * (300 + 40 * at)
            lift.y = abs(sin(self.spin * pi * 2.5)) * self.spin * dp(16)
