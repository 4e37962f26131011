"""The musketeers' figures: a profile cut out of paper, a coin with letters, hearts in a row, the places to stand."""

from __future__ import annotations

from math import cos, pi, sin

from kivy.app import App
from kivy.graphics import Color, Mesh
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion.app.widgets.ink import blend, disc, outline, ring, slab, stroke, symbol, write

# Who is cut out of paper how: which way he looks, tilt of the hat, feathers, length of the beard, breadth of the
# shoulders, length of the hair.
_CUTS = {
    "dartagnan": (1, 0.14, 1, 0.0, 0.86, 0.30),
    "aramis": (-1, 0.04, 1, 0.10, 0.76, 0.42),
    "athos": (1, -0.06, 2, 0.16, 0.90, 0.20),
    "porthos": (-1, 0.10, 3, 0.06, 1.0, 0.26),
    "treville": (1, 0.0, 0, 0.13, 0.94, 0.06),
}
_BRIM = ((0.60, 0.13), (0.50, 0.0), (0.2, -0.06), (-0.2, -0.06), (-0.50, 0.0), (-0.62, 0.10), (-0.3, 0.08), (0.3, 0.08))
_CROWN = ((0.27, 0.02), (0.23, 0.30), (0.10, 0.37), (0.0, 0.33), (-0.12, 0.38), (-0.25, 0.30), (-0.28, 0.02))


def _shape(points: list[tuple[float, float]], colour) -> None:
    """A filled outline; every point of its edge can be seen from the first one."""
    Color(*colour)
    vertices = [value for x, y in points for value in (x, y, 0, 0)]
    Mesh(vertices=vertices, indices=list(range(len(points))), mode="triangle_fan")


def medallion(who: str, x: float, y: float, radius: float, c, *, down: bool = False) -> None:
    """A profile cut out of paper, in a gold frame. Whoever is out of action lies on his back."""
    side, tilt, feathers, beard, broad, hair = _CUTS[who]
    ink = c.faded if down else c.blue_ink
    turn = pi / 2 * side if down else 0.0

    def at(dx: float, dy: float) -> tuple[float, float]:
        dx *= side
        return x + radius * (dx * cos(turn) - dy * sin(turn)), y + radius * (dx * sin(turn) + dy * cos(turn))

    def cut(middle: tuple[float, float], *edge: tuple[float, float]) -> None:
        _shape([at(*point) for point in (middle, *edge, edge[0])], ink)

    disc(x + dp(1), y - dp(1.5), radius, (0, 0, 0, 0.22))
    disc(x, y, radius, c.gold)
    disc(x, y, radius * 0.93, c.raised)
    # The shoulders end where the frame begins.
    rim = [(0.93 * cos(angle), 0.93 * sin(angle)) for angle in _between(1.22 * pi, 1.78 * pi, 14)]
    slope = [
        (0.66 * broad, -0.56),
        (0.34, -0.44),
        (0.12, -0.36),
        (-0.16, -0.36),
        (-0.38, -0.44),
        (-0.66 * broad, -0.56),
    ]
    cut((0, -0.62), *rim, *slope)
    chin = -0.20 - beard
    face = [(0.20, 0.24), (0.22, 0.10), (0.24, 0.06), (0.35, -0.05), (0.25, -0.08), (0.30, -0.12), (0.25, -0.15)]
    nape = [(0.24, chin), (0.06, -0.28), (0.06, -0.5), (-0.18, -0.5), (-0.24, -0.26 - hair * 0.4), (-0.34, -hair)]
    cut((-0.02, 0.0), *face, *nape, (-0.26, 0.02), (-0.24, 0.24))
    hat = 0.25
    for part, middle in ((_BRIM, 0.03), (_CROWN, 0.15)):
        cut((0, hat + middle), *((dx, hat + dy + tilt * dx) for dx, dy in part))
    # The band of the hat, then its feathers, which fall to the back.
    stroke(
        [*at(0.26, hat + 0.09 + tilt * 0.26), *at(-0.27, hat + 0.09 - tilt * 0.27)],
        c.raised,
        max(radius * 0.02, dp(0.6)),
    )
    for feather in range(feathers):
        reach, lift = 0.66 - 0.09 * feather, 0.20 + 0.09 * feather
        bow = [at(0.08 - reach * t, hat + 0.12 + lift * sin(pi * (0.06 + 0.86 * t))) for t in _between(0, 1, 12)]
        stroke([value for point in bow for value in point], c.gold, max(radius * 0.05, dp(1)))
    ring(x, y, radius * 0.93, blend(c.gold, c.on_gold, 0.5), dp(0.7))


def _between(start: float, end: float, count: int) -> list[float]:
    return [start + (end - start) * at / (count - 1) for at in range(count)]


def coin(text: str, x: float, y: float, radius: float, c, *, foe: bool = False) -> None:
    """A small token with letters: round for a musketeer, a red lozenge for whoever is against them."""
    if foe:
        far = radius * 1.2
        _shape([(x, y), (x + far, y), (x, y + far), (x - far, y), (x, y - far), (x + far, y)], c.red)
    else:
        disc(x, y, radius, c.blue)
        ring(x, y, radius, c.gold, dp(0.9))
    write(text, x, y, radius * 1.15, c.on_camp, bold=True, within=radius * 1.7)


class Drawn(Widget):
    """Draws itself anew when anything about it changes."""

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self.theme = App.get_running_app().theme
        self.theme.bind(c=self._again, scale=self._again)
        self.fbind("pos", self._again)
        self.fbind("size", self._again)

    def _again(self, *_: object) -> None:
        self.canvas.clear()
        if self.width > dp(10) and self.height > dp(10):
            with self.canvas:
                self.draw(self.theme.c)

    def draw(self, c) -> None:
        """What it looks like."""


class Portrait(Drawn):
    who = StringProperty()
    monogram = StringProperty()
    down = BooleanProperty(False)

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self.bind(who=self._again, monogram=self._again, down=self._again)

    def draw(self, c) -> None:
        if not self.who:
            return
        radius = min(self.width, self.height) / 2 - dp(3)
        x, y = self.x + self.width / 2, self.y + self.height / 2
        medallion(self.who, x, y, radius, c, down=self.down)
        if self.monogram:
            coin(self.monogram, x + radius * 0.72, y - radius * 0.72, radius * 0.34, c)


class CountRow(ButtonBehavior, Drawn):
    """Hearts or actions, each one drawn; a tap puts their number right."""

    text = StringProperty()
    signs = ListProperty()  # of each: (symbol, kind)

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self.bind(signs=self._again)

    def draw(self, c) -> None:
        inks = {"heart": c.red_ink, "left": c.gold_ink, "": (*c.faded[:3], 0.8)}
        each = min(self.width / max(len(self.signs), 1), dp(30) * min(self.theme.scale, 1.3))
        y = self.y + self.height / 2
        for at, (name, kind) in enumerate(self.signs):
            symbol(name, self.x + each * (at + 0.5), y, each * 0.86, inks[kind])


class PlaceChip(ButtonBehavior, Drawn):
    """A place along the edge (a `Stand` of the view-model), with the figures that stand there."""

    stand = ObjectProperty(None, allownone=True)
    text = StringProperty()
    aimed = BooleanProperty(False)  # a figure is held over it

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self.bind(stand=self._again, aimed=self._again)

    def draw(self, c) -> None:
        stand = self.stand
        if stand is None:
            return
        strong = self.aimed or stand.ride
        slab(self.x, self.y, self.width, self.height, c.gold if self.aimed else c.panel, dp(10))
        edge = c.gold if strong else c.line
        outline(self.x, self.y, self.width, self.height, edge, dp(10), dp(1.8 if strong else 0.8))
        ink = c.on_gold if self.aimed else c.ink
        lines = _two_lines(stand.name)
        size = min(sp(13) * min(self.theme.scale, 1.25) * (1.25 if self.width > dp(110) else 1), self.height * 0.26)
        low = self.y + size * 0.5 + dp(4)
        for row, line in enumerate(reversed(lines)):
            write(
                line, self.x + self.width / 2, low + row * size * 1.02, size, ink, bold=True, within=self.width - dp(6)
            )
        base = low + (len(lines) - 0.45) * size * 1.02
        middle, room = (base + self.y + self.height) / 2, self.y + self.height - base
        sign = min(room * 0.72, dp(30))
        # Sign and coins stand together in the middle.
        tokens = [(text, False) for text in stand.figures] + [(text, True) for text in stand.foes]
        horse = dp(20) if stand.ride else 0
        radius = min(room * 0.42, (self.width - sign - horse - dp(8)) / max(len(tokens), 1) / 2.15, dp(13))
        whole = sign + dp(3) + len(tokens) * radius * 2.15
        x = max(self.x + (self.width - whole) / 2, self.x + horse)
        symbol(stand.icon, x + sign / 2, middle, sign, ink)
        for at, (text, foe) in enumerate(tokens):
            coin(text, x + sign + dp(3) + radius * (1 + 2.15 * at), middle, radius, c, foe=foe)
        if stand.ride:
            symbol("horse", self.x + dp(5), self.y + self.height - dp(12), dp(15), c.gold_ink, "left")


def _two_lines(name: str) -> list[str]:
    """A name of several words in two lines, as even as they get."""
    words = name.split()
    if len(words) < 2:
        return [name]
    cuts = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return list(min(cuts, key=lambda cut: max(map(len, cut))))
