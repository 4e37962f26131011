"""The last picture of the evening: who has won, and what the evening was made of."""

from __future__ import annotations

from math import cos, pi, sin

from kivy.animation import Animation
from kivy.app import App
from kivy.graphics import Color, Mesh
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.kv import load_kv
from companion.app.viewmodels.table import TableModel
from companion.app.viewmodels.verdict import evening_of
from companion.app.widgets import now  # noqa: F401  the kv file names its buttons
from companion.app.widgets.ink import blend, disc, outline, ring, slab, stroke, symbol
from companion.app.widgets.tracks import ROOMY

RISE = 0.8  # seconds until the picture has unfolded; it is seen once an evening
_STUDS = 12  # the Queen's diamonds
_RAYS = 28
_SIDE_BY_SIDE = 320  # in dp at text scale 1: room for two buttons
_PETALS = ((0.0, 0.19, 0.145, 0.04), (0.5, 0.125, 0.115, 0.13), (0.0, 0.07, 0.085, 0.24))  # turn, reach, size, light
_NIGHT = (0.0, 0.0, 0.0)


class EveningTally(BoxLayout):
    """One number of the evening."""

    icon = StringProperty()
    value = StringProperty()
    label = StringProperty()
    camp = StringProperty("musketeers")


class WinnerPicture(BoxLayout):
    """The winner's colours with the winner's sign over the words: the Queen's diamonds, or Milady's rose."""

    winner = StringProperty("musketeers")
    least = NumericProperty(120)  # room for the sign, however many words there are
    risen = NumericProperty(1)

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._theme = App.get_running_app().theme
        self._theme.bind(c=self.draw)
        self.bind(pos=self.draw, size=self.draw, winner=self.draw, risen=self.draw)

    def draw(self, *_: object) -> None:
        self.canvas.before.clear()
        if not self.children or self.width < dp(60) or self.height < dp(60):
            return
        c = self._theme.c
        low = self.children[0].height
        room = self.height - low
        x, y = self.x + self.width / 2, self.y + low + room * 0.5
        size = min(room * 0.84, self.width * 0.8, dp(380))
        with self.canvas.before:
            slab(self.x, self.y, self.width, self.height, c.camp(self.winner), dp(14))
            self._rays(x, y, c)
            outline(self.x, self.y, self.width, self.height, c.gold, dp(14), dp(1.6))
            inner = dp(5)
            rest = (self.width - 2 * inner, self.height - 2 * inner)
            outline(self.x + inner, self.y + inner, *rest, blend(c.camp(self.winner), c.gold, 0.6), dp(10), dp(0.8))
            (self._rose if self.winner == "milady" else self._diamonds)(x, y, size * (0.8 + 0.2 * self.risen), c)

    def _rays(self, x: float, y: float, c) -> None:
        """Light behind the sign, out to the border and no farther."""
        left, right = self.x + dp(7), self.x + self.width - dp(7)
        floor, top = self.y + dp(7), self.y + self.height - dp(7)
        for ray in range(_RAYS):
            middle, half = 2 * pi * ray / _RAYS, pi / _RAYS * 0.5 * self.risen
            ends = [_edge(x, y, middle + side * half, left, floor, right, top) for side in (-1, 1)]
            _flat([(x, y), *ends], (*c.gold[:3], 0.11))

    def _medal(self, x: float, y: float, size: float, c) -> None:
        for spread, shade in ((0.52, 0.10), (0.505, 0.16)):
            disc(x, y, size * spread, (0, 0, 0, shade))
        disc(x, y, size * 0.49, c.gold)
        night = blend(c.camp(self.winner), _NIGHT, 0.42)
        disc(x, y, size * 0.465, night)
        ring(x, y, size * 0.44, blend(night, c.gold, 0.7), dp(1))

    def _diamonds(self, x: float, y: float, size: float, c) -> None:
        """Twelve studs around crossed rapiers, under the crown they were saved for."""
        self._medal(x, y, size, c)
        for stud in range(_STUDS):
            at = _at(x, y, size * 0.37, pi / 2 + 2 * pi * (stud + 0.5) / _STUDS)
            symbol("diamond-stone", *at, size * 0.105, c.on_camp)
        disc(x, y, size * 0.295, c.blue)
        ring(x, y, size * 0.295, c.gold, dp(1.2))
        for side in (-1, 1):
            _rapier(x, y - size * 0.035, size * 0.275, side, c)
        symbol("crown", x, y + size * 0.135, size * 0.2, c.gold)
        symbol("fleur-de-lis", x, y - size * 0.165, size * 0.12, c.gold)

    def _rose(self, x: float, y: float, size: float, c) -> None:
        """A rose among thorns, with the Cardinal's cross in its heart."""
        self._medal(x, y, size, c)
        for thorn in range(16):
            angle = 2 * pi * thorn / 16
            foot = [_at(x, y, size * 0.385, angle + side * 0.09) for side in (-1, 1)]
            _flat([_at(x, y, size * 0.43, angle), *foot], c.gold)
        ring(x, y, size * 0.385, c.gold, dp(1.2))
        for leaf in range(5):
            angle = -pi / 2 + 2 * pi * leaf / 5
            sides = [_at(x, y, size * 0.26, angle + side * 0.25) for side in (-1, 1)]
            _flat([_at(x, y, size * 0.36, angle), sides[0], (x, y), sides[1]], c.gold)
        for turn, reach, width, light in (
            (0.0, 0.19, 0.145, 0.04),
            (0.5, 0.125, 0.115, 0.13),
            (0.0, 0.07, 0.085, 0.24),
        ):
            for petal in range(5):
                at = _at(x, y, size * reach, pi / 2 + 2 * pi * (petal + turn) / 5)
                disc(*at, size * width, blend(c.red, c.on_camp, light))
                ring(*at, size * width, blend(c.red, _NIGHT, 0.45), max(dp(0.8), size * 0.004))
        disc(x, y, size * 0.105, blend(c.red, _NIGHT, 0.42))
        ring(x, y, size * 0.105, c.gold, dp(1.4))
        symbol("cross", x, y, size * 0.15, c.gold)


class VerdictScene(BoxLayout):
    winner = StringProperty("musketeers")
    headline = StringProperty()
    reason = StringProperty()
    round = StringProperty()
    columns = NumericProperty(3)
    roomy = BooleanProperty(False)

    def __init__(self, screen, **how) -> None:
        super().__init__(**how)
        self._app = App.get_running_app()
        self._shown: object = None
        self.bind(size=self._fit)
        self._app.theme.bind(scale=self._fit)

    def show(self, model: TableModel, walk: bool) -> None:
        evening = evening_of(model, self._app.tr.read)
        if evening is None:
            return  # taken back: the page is on its way out
        new, self._shown = evening != self._shown, evening
        self.winner, self.headline = evening.winner, evening.headline
        self.reason, self.round = evening.reason, evening.round
        portrait, tallies = self.ids.portrait, self.ids.tallies
        portrait.winner = evening.winner
        tallies.clear_widgets()
        for number in evening.numbers:
            tallies.add_widget(
                EveningTally(icon=number.icon, value=number.value, label=number.label, camp=evening.winner)
            )
        self._fit()
        if new and not self._app.theme.still:
            portrait.risen = 0
            Animation(risen=1, duration=RISE, transition="out_cubic").start(portrait)

    def _fit(self, *_: object) -> None:
        self.roomy = self.width > dp(ROOMY) and self.height > dp(ROOMY)
        count = max(len(self.ids.tallies.children), 1)
        fits = max(int(self.width // (dp(100) * self._app.theme.scale)), 1)
        # Two even rows look better than one that is nearly full.
        self.columns = count if fits >= count else min(fits, -(-count // 2))
        self.ids.portrait.least = max(dp(120), self.height * 0.36)
        self._place_buttons(self.width < dp(_SIDE_BY_SIDE) * self._app.theme.scale)

    def _place_buttons(self, large: bool) -> None:
        """Side by side and always in sight; with large letters one above the other, at the end of the scroll."""
        buttons, page = self.ids.buttons, self.ids.page if large else self
        if buttons.parent is not page:
            buttons.parent.remove_widget(buttons)
            page.add_widget(buttons)
        buttons.orientation = "vertical" if large else "horizontal"


def _at(x: float, y: float, reach: float, angle: float) -> tuple[float, float]:
    return x + reach * cos(angle), y + reach * sin(angle)


def _edge(x, y, angle, left, floor, right, top) -> tuple[float, float]:
    """Where a ray from a point meets the frame around it."""
    dx, dy = cos(angle), sin(angle)
    ways = [((right if dx > 0 else left) - x) / dx if dx else 1e9, ((top if dy > 0 else floor) - y) / dy if dy else 1e9]
    return x + dx * min(ways), y + dy * min(ways)


def _flat(points, colour) -> None:
    Color(*colour)
    vertices = [value for x, y in points for value in (x, y, 0, 0)]
    Mesh(vertices=vertices, indices=list(range(len(points))), mode="triangle_fan")


def _rapier(x: float, y: float, reach: float, side: int, c) -> None:
    """From the pommel below to the point above, leaning to one side."""
    dx, dy = side * 0.66, 0.75

    def at(along: float, across: float = 0.0) -> tuple[float, float]:
        return x + reach * (along * dx - across * dy * side), y + reach * (along * dy + across * dx * side)

    _flat([at(-0.6, -0.034), at(-0.6, 0.034), at(1.0)], c.on_camp)
    stroke([*at(-0.6), *at(-0.92)], c.gold, max(dp(1.6), reach * 0.03))
    stroke([*at(-0.6, -0.19), *at(-0.6, 0.19)], c.gold, max(dp(1.2), reach * 0.022))
    disc(*at(-0.63), reach * 0.095, c.gold)
    for end in (at(-0.6, -0.19), at(-0.6, 0.19), at(-0.95)):
        disc(*end, reach * 0.052, c.gold)


Scene = VerdictScene

load_kv(__file__)
