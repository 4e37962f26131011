"""La Rochelle: two camps, the fortress between them, and the road on which they pull the marker."""

from __future__ import annotations

from math import cos, pi, sin

from kivy.animation import Animation
from kivy.app import App
from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.kv import load_kv
from companion.app.scenes.siege_camp import SiegeDrawing, flat
from companion.app.theme import MOVE, TEXT, TOUCH
from companion.app.viewmodels.siege import Siege, siege_of
from companion.app.viewmodels.table import TableModel
from companion.app.widgets.ink import disc, ink_width, outline, plain_text, slab, stroke, symbol
from companion.app.widgets.now import Stepper
from companion.app.widgets.tracks import ROOMY, Road

_SIGNS = {
    "richelieu": ("cross", "danger"),
    "perfidy": ("skull-outline", "milady"),
    "epic": ("star-four-points", "gold"),
    "one_for_all": ("sword-cross", "gold"),
}


class SiegeFortress(SiegeDrawing):
    """The walls of La Rochelle on their rock in the sea; when the dice lie there, the swords of both sides."""

    def draw(self, siege: Siege, c) -> None:
        low = self.height * (0.34 if siege.thrown else 0.12)
        if siege.thrown:
            self._swords(siege, low, c)
        width = min(self.width, (self.height - low) * 1.15)
        self._walls(self.x + self.width / 2, self.y + low, width, self.height - low - dp(2), c)

    def _swords(self, siege: Siege, high: float, c) -> None:
        middle, size = self.y + high * 0.40, min(high * 0.86, self.width * 0.34)
        x = self.x + self.width / 2
        symbol("sword-cross", x, middle, size * 0.62, c.gold_ink)
        plain_text(str(siege.red.swords), x - self.width * 0.32, middle, size, c.red_ink, bold=True)
        plain_text(str(siege.blue.swords), x + self.width * 0.32, middle, size, c.blue_ink, bold=True)

    def _walls(self, x: float, y: float, width: float, height: float, c) -> None:
        stone, sea = c.slate, (*c.blue_ink[:3], 0.5)
        ground = y + height * 0.20
        for radius, light in ((0.46, 0.16), (0.36, 0.22)):  # the evening sun behind it
            disc(x, ground + height * 0.30, min(height, width) * radius, (*c.gold[:3], light))
        _tower(x, ground, width * 0.22, height * 0.52, stone)
        for side in (-1, 1):
            _tower(x + side * width * 0.33, ground, width * 0.17, height * 0.36, stone)
        _crest(x - width * 0.33, ground, width * 0.66, height * 0.22, stone, 7)
        gate = width * 0.055
        slab(x - gate, ground, gate * 2, height * 0.12, c.gold, 0)
        disc(x, ground + height * 0.12, gate, c.gold)
        for side in (-1, 0, 1):
            slit = height * (0.40 if side == 0 else 0.26)
            slab(x + side * width * 0.33 - dp(1.2), ground + slit, dp(2.4), height * 0.06, c.gold, dp(1))
        # La Rochelle flies the flag of whoever holds it against the King.
        top = ground + height * 0.56
        stroke([x, top, x, top + height * 0.20], stone, dp(1.2))
        flat([(x, top + height * 0.20), (x + width * 0.17, top + height * 0.155), (x, top + height * 0.10)], c.red)
        for row in range(3):
            self._wave(x, ground - height * (0.035 + 0.065 * row), width * (0.98 - 0.12 * row), row, sea)

    @staticmethod
    def _wave(x: float, y: float, width: float, phase: int, colour) -> None:
        points: list[float] = []
        for at in range(41):
            points += [x + width * (at / 40 - 0.5), y + dp(1.6) * sin(at * pi / 4 + phase * 2)]
        stroke(points, colour, dp(1.1))


class SiegeOutlook(SiegeDrawing):
    """Over the road: before the throw how likely each space is, after it where the marker goes."""

    grown = NumericProperty(1)

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self.lo, self.hi = 1, 2
        self.bind(grown=self.again)

    def _middle(self, space: float) -> float:
        return self.x + self.width * (space - self.lo + 0.5) / (self.hi - self.lo + 1)

    def draw(self, siege: Siege, c) -> None:
        (self._arrow if siege.thrown else self._bars)(siege, c)

    def _bars(self, siege: Siege, c) -> None:
        small = self.size_of(12)
        words = small * 1.7
        room = self.height - words - small * 1.3
        if room < small * 0.7:  # no room for bars that could be told apart
            self._summary(siege, self.y + self.height / 2, c)
            return
        self._summary(siege, self.y + self.height - words / 2, c)
        each = self.width / (self.hi - self.lo + 1)
        most = max(chance.share for chance in siege.chances)
        for chance in siege.chances:
            tall = max(room * chance.share / most * self.grown, dp(2))
            x = self._middle(chance.space)
            ink = c.red if chance.space < siege.at else c.blue if chance.space > siege.at else c.slate
            slab(x - each * 0.34, self.y, each * 0.68, tall, ink, min(dp(4), tall / 2))
            plain_text(chance.text, x, self.y + tall + small * 0.62, small, c.ink, bold=True, within=each)

    def _summary(self, siege: Siege, y: float, c) -> None:
        size = self.size_of(14)
        room, letters = self.width / 3 - size * 1.9, int(size)
        # All three in the same size, the one that the longest of them has room for.
        while letters > dp(9) and any(
            ink_width(text, letters, font=TEXT, bold=True) > room for text in (siege.lost, siege.stays, siege.gained)
        ):
            letters -= 1
        for at, sign, text, ink in (
            (1 / 6, "arrow-left-bold", siege.lost, c.red_ink),
            (3 / 6, "castle", siege.stays, c.slate_ink),
            (5 / 6, "arrow-right-bold", siege.gained, c.blue_ink),
        ):
            x = self.x + self.width * at + size * 0.7
            wide = plain_text(text, x, y, letters, ink, bold=True, within=room)
            symbol(sign, x - wide / 2 - dp(3), y, size * 1.2, ink, "right")

    def _arrow(self, siege: Siege, c) -> None:
        big, small = self.size_of(19), self.size_of(12.5)
        ink = c.blue_ink if siege.by > 0 else c.red_ink if siege.by < 0 else c.slate_ink
        top = self.y + self.height - big * 0.7
        low = top - big * 0.85
        if low - self.y < small * 2.4:  # no room for more than where the marker goes
            top = self.y + self.height / 2
        plain_text(siege.movement, self.x + self.width / 2, top, big, ink, bold=True, within=self.width)
        if low - self.y < small * 2.4:
            return
        if siege.givers:
            plain_text(siege.givers, self.x + self.width / 2, low, small, c.ink, within=self.width)
            low -= small * 0.8
        room = max(low - self.y, dp(18))
        if siege.to != siege.at:
            self._arc(siege.at, siege.at + (siege.to - siege.at) * self.grown, room, ink)
        seen: set[int] = {siege.to}
        for heart in siege.hearts:
            if heart.space not in seen:  # the fewest hearts that bring the marker there
                seen.add(heart.space)
                self._heart(heart.hearts, heart.space, room, c)

    def _arc(self, start: float, end: float, room: float, ink) -> None:
        """From the marker in a high bow to where it comes to rest, with a head that points down."""
        left, right = self._middle(start), self._middle(end)
        high, foot = min(room * 0.66, self.width / (self.hi - self.lo + 1) * 1.1), self.y + dp(9)
        points: list[float] = []
        for at in range(31):
            angle = pi * at / 30
            points += [(left + right) / 2 - (right - left) / 2 * cos(angle), foot + high * sin(angle)]
        stroke(points, ink, dp(2.6))
        half = dp(7)
        flat([(right - half, foot + dp(2)), (right + half, foot + dp(2)), (right, self.y - dp(2))], ink)

    def _heart(self, hearts: int, space: int, room: float, c) -> None:
        x, size = self._middle(space), min(room * 0.5, self.size_of(20))
        wide = self.width / (self.hi - self.lo + 1) * 0.94
        slab(x - wide / 2, self.y + dp(1), wide, size * 1.15, c.panel, dp(4))
        outline(x - wide / 2, self.y + dp(1), wide, size * 1.15, c.red_ink, dp(4), dp(0.9))
        y = self.y + dp(1) + size * 0.58
        symbol("heart-broken", x - wide * 0.02, y, min(size * 0.72, wide * 0.5), c.red_ink, "right")
        plain_text(str(hearts), x + wide * 0.06, y, min(size * 0.72, wide * 0.5), c.ink, bold=True, anchor="left")


class SiegeRoad(Road):
    """Its name stands over the whole picture."""

    head = 0


class SiegeScene(BoxLayout):
    margin = NumericProperty(10)
    upper = NumericProperty(0.46)  # share of the camps; a large picture has room for larger dice
    road_height = NumericProperty(60)  # the outlook stands on it

    def __init__(self, screen, **how) -> None:
        self.screen = screen
        super().__init__(**how)
        self._app = App.get_running_app()
        self._model: TableModel | None = None
        self._stepper: Stepper | None = None
        self.ids.blue.camp = "musketeers"
        self._parts = (self.ids.red, self.ids.fortress, self.ids.blue, self.ids.outlook)
        self.bind(pos=self._arrange, size=self._arrange)
        self._app.theme.bind(c=self._arrange, scale=self._arrange)
        # The number of blue dice is asked for in the NOW card; the odds follow it while it is being set.
        screen.ids.now.ids.choices.bind(children=self._listen)

    def show(self, model: TableModel, walk: bool) -> None:
        before, self._model = self.ids.outlook.siege, model
        form, road = model.view["tracks"]["rochelle"], self.ids.road
        road.lo, road.hi = form["lo"], form["hi"]
        road.signs = {int(space): _SIGNS[mark] for space, mark in form["marks"].items()}
        road.show(form["at"], walk)
        self.ids.outlook.lo, self.ids.outlook.hi = form["lo"], form["hi"]
        self._arrange()
        self._count()
        if walk and before != self.ids.outlook.siege and not self._app.theme.still:
            self.ids.outlook.grown = 0
            Animation(grown=1, duration=MOVE, transition="out_cubic").start(self.ids.outlook)

    def _count(self, *_: object) -> None:
        """Before the throw the picture counts as many blue dice as the NOW card is about to throw."""
        siege = siege_of(self._model, self._app.tr.read, int(self._stepper.value) if self._stepper else None)
        for part in self._parts:
            part.siege = siege

    def _listen(self, _, children: list) -> None:
        stepper = next((child for child in children if isinstance(child, Stepper)), None)
        if stepper is not self._stepper:
            self._stepper = stepper
            if stepper:
                stepper.bind(value=self._count)
            if self._model:
                self._count()

    def _arrange(self, *_: object) -> None:
        self.margin = min(dp(14), self.width * 0.03)
        self.upper = 0.52 if min(self.size) > dp(ROOMY) else 0.46
        road = self.ids.road
        each = (self.width - 2.8 * self.margin) / (road.hi - road.lo + 1)
        self.road_height = max(min(self.height * 0.21, each * 1.45) + dp(2), TOUCH)
        self.canvas.before.clear()
        c = self._app.theme.c
        with self.canvas.before:
            slab(self.x, self.y, self.width, self.height, c.panel, dp(12))
            outline(self.x, self.y, self.width, self.height, c.gold, dp(12), dp(1.3))
            for x in (self.x + dp(1), self.x + self.width - dp(1)):
                for y in (self.y + dp(1), self.y + self.height - dp(1)):
                    slab(x - dp(7), y - dp(7), dp(14), dp(14), c.panel, dp(7))
                    symbol("fleur-de-lis", x, y, dp(15), c.gold)


def _tower(x: float, y: float, width: float, height: float, colour) -> None:
    _crest(x - width / 2, y, width, height * 0.86, colour, 0)
    _crest(x - width * 0.6, y + height * 0.84, width * 1.2, height * 0.16, colour, 3)


def _crest(x: float, y: float, width: float, height: float, colour, teeth: int) -> None:
    """A wall; with teeth it has battlements."""
    tooth = min(height * 0.35, width / 8) if teeth else 0
    slab(x, y, width, height - tooth, colour, 0)
    each = width / (teeth * 2 - 1) if teeth else 0
    for at in range(teeth):
        slab(x + at * 2 * each, y + height - tooth - 1, each, tooth + 1, colour, 0)


Scene = SiegeScene

load_kv(__file__)
