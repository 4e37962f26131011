"""A drawn hourglass: large on its page, small in the head of every other one."""

from __future__ import annotations

from kivy.app import App
from kivy.graphics import Canvas, Color, Line, Mesh, Point
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion.app.theme import TOUCH
from companion.app.viewmodels.hourglass import numerals
from companion.app.widgets.bulb import Bulb
from companion.app.widgets.ink import blend, disc, outline, plain_text, ring, sheen, slab, stroke, symbol
from companion.app.widgets.sandclock import sand_clock
from companion.core.hourglass import Hourglass

LIVELY = 1 / 20  # seconds between two ticks for a glass in which grains are seen to fall
CALM = 1 / 4  # and for one that only shows how much is left


class SandGlass(Widget):
    """The drawing alone: `share` of the sand is above, and it falls while `running`."""

    share = NumericProperty(1)
    running = BooleanProperty(False)
    held = BooleanProperty(False)
    phase = NumericProperty(0)  # where the falling grains are, 0 to 1

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._theme = App.get_running_app().theme
        self._behind, self._sand, self._front = Canvas(), Canvas(), Canvas()
        for part in (self._behind, self._sand, self._front):
            self.canvas.add(part)
        self._bulb = Bulb(0, 0, 1, 1)
        self._theme.bind(c=self._draw)
        self.bind(pos=self._draw, size=self._draw, held=self._draw)
        self.bind(share=self._pour, running=self._pour)  # not phase: it moves together with the share

    @property
    def _large(self) -> bool:
        return self._bulb.height > dp(60)

    def _draw(self, *_: object) -> None:
        for part in (self._behind, self._front):
            part.clear()
        if self.width < 8 or self.height < 12:
            return
        tall = min(self.height, self.width * 1.62)
        plate, middle = tall * 0.075, self.y + self.height / 2
        x = self.x + self.width / 2
        self._bulb = Bulb(x, middle, tall * 0.235, tall / 2 - plate)
        wide = tall * 0.62
        with self._behind:
            self._wood(x, middle, tall, wide, plate)
        with self._front:
            self._panes()
            if self.held and self._large:
                self._seal(x, middle, tall * 0.07)
        self._pour()

    def _wood(self, x: float, middle: float, tall: float, wide: float, plate: float) -> None:
        c = self._theme.c
        glass = self._bulb.outline()
        Color(*c.on_camp[:3], 0.16 if self._theme.dark else 0.5)
        Mesh(vertices=glass, indices=list(range(len(glass) // 4)), mode="triangle_strip")
        if self._large:
            for side in (-1, 1):
                at = x + side * wide * 0.435
                stroke((at, middle - tall / 2 + plate, at, middle + tall / 2 - plate), c.slate, tall * 0.012)
                for knob, size in ((0, 0.026), (-0.2, 0.018), (0.2, 0.018), (-0.38, 0.022), (0.38, 0.022)):
                    disc(at, middle + knob * tall, tall * size, c.slate)
                ring(at, middle, tall * 0.026, c.gold, tall * 0.004)
        for end in (-1, 1):
            low = middle + end * (tall / 2 - plate / 2) - plate / 2
            slab(x - wide / 2, low, wide, plate, c.slate, plate * 0.35)
            if self._large:
                inner = low + (plate * 0.12 if end > 0 else plate * 0.62)
                slab(x - wide * 0.46, inner, wide * 0.92, plate * 0.26, c.gold, plate * 0.1)

    def _panes(self) -> None:
        """The edge of the glass, and the light on it."""
        c = self._theme.c
        for side in (-1, 1):
            stroke(self._bulb.edge(side), c.faded, dp(1.3) if self._large else dp(0.9))
        if self._large:
            for end in (-1, 1):
                sheen(self._bulb.shine(end), (*c.on_camp[:3], 0.55), dp(1.8))

    def _seal(self, x: float, y: float, radius: float) -> None:
        """A seal of wax on the neck: nothing falls."""
        c = self._theme.c
        disc(x + dp(1), y - dp(1.5), radius, (0, 0, 0, 0.25))
        disc(x, y, radius, c.red)
        ring(x, y, radius * 0.8, blend(c.red, c.on_camp, 0.5), dp(0.8))
        symbol("pause", x, y, radius * 1.3, c.on_camp)

    def _pour(self, *_: object) -> None:
        """Only the sand, many times a second."""
        self._sand.clear()
        bulb = self._bulb
        if bulb.height < 4:
            return
        c = self._theme.c
        with self._sand:
            Color(*c.gold)
            for heap in (bulb.upper(self.share, self.running), bulb.lower(self.share)):
                if heap:
                    Mesh(vertices=heap, indices=list(range(len(heap) // 4)), mode="triangle_strip")
            if self.running and self.share > 0:
                top, foot = bulb.stream(self.share)
                Line(points=(bulb.x, top, bulb.x, foot), width=dp(1.1) if self._large else dp(0.7))
                if self._large:
                    Point(points=bulb.grains(foot, self.phase), pointsize=dp(1.2))


class LiveGlass(SandGlass):
    """A glass that shows the app's clock while it is looked at."""

    def __init__(self, every: float = LIVELY, **how) -> None:
        super().__init__(**how)
        self._every, self._step = every, 0
        self._clock = sand_clock()
        self._clock.bind(share=self._follow, running=self._follow, held=self._follow)
        self._follow()

    def look(self) -> None:
        self._clock.watch(self, CALM if self._theme.still else self._every)

    def look_away(self) -> None:
        self._clock.look_away(self)

    def _follow(self, *_: object) -> None:
        clock = self._clock
        if not self._theme.still:
            self._step = (self._step + 1) % 7
            self.phase = self._step / 7
        self.share, self.running, self.held = clock.share, clock.running, clock.held


class SandBadge(ButtonBehavior, Widget):
    """The glass and the time left, for the head of a page; it takes no room while nobody has turned it.

    Call `show(view)` whenever the page is drawn. Tapped, it is for whoever listens to open the hourglass page.
    """

    text = StringProperty()  # what it is, for those who cannot see it
    time = StringProperty()
    hot = BooleanProperty(False)  # the last seconds
    held = BooleanProperty(False)

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self.size_hint, self.size = (None, None), (0, TOUCH)
        self._app = App.get_running_app()
        self._clock = sand_clock()
        self._paper = Canvas()
        self.canvas.add(self._paper)
        self._glass = SandGlass()
        self.add_widget(self._glass)
        self._app.theme.bind(c=self._draw, scale=self._draw)
        self._clock.bind(left=self._follow, turned=self._follow, held=self._follow)
        self.bind(pos=self._draw, size=self._draw, time=self._draw, hot=self._draw, held=self._draw)
        self._follow()

    def show(self, glass: Hourglass | None) -> None:
        self._clock.follow(glass)
        if glass:
            self._clock.watch(self, CALM)
        else:
            self._clock.look_away(self)
        self._follow()

    def look_away(self) -> None:
        self._clock.look_away(self)

    def _follow(self, *_: object) -> None:
        clock = self._clock
        scale = min(self._app.theme.scale, 1.3)
        self.width = dp(30) + sp(42) * scale if clock.turned else 0
        self.disabled, self.opacity = not clock.turned, 1 if clock.turned else 0
        self.time = numerals(int(clock.left))
        self.hot = clock.turned and clock.left <= 10_000
        self.held = clock.held
        self._glass.share, self._glass.running, self._glass.held = clock.share, clock.running, clock.held

    def _draw(self, *_: object) -> None:
        self._paper.clear()
        if self.width < 20:
            self._glass.size = (0, 0)
            return
        c, scale = self._app.theme.c, min(self._app.theme.scale, 1.3)
        high = dp(36)
        low, middle = self.y + (self.height - high) / 2, self.y + self.height / 2
        ink = c.red_ink if self.hot else c.ink
        with self._paper:
            slab(self.x, low, self.width, high, c.panel, dp(10))
            outline(self.x, low, self.width, high, c.red_ink if self.hot else c.gold, dp(10), dp(1.4))
            plain_text(self.time, self.x + self.width - dp(6), middle, sp(17) * scale, ink, bold=True, anchor="right")
            if self.held:
                symbol("pause", self.x + dp(17), middle, sp(20), ink)
        self._glass.opacity = 0 if self.held else 1
        self._glass.size, self._glass.pos = (dp(20), dp(30)), (self.x + dp(7), middle - dp(15))
