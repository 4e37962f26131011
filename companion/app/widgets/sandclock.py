"""One clock for all hourglasses of the app. It ticks only while sand falls and somebody looks at it.

It gives the cues, each once: `sand_clock().bind(on_cue=lambda clock, name: ...)` hears "start", "half", "ten", "out".
"""

from __future__ import annotations

from collections.abc import Callable

from kivy.app import App
from kivy.clock import Clock
from kivy.event import EventDispatcher
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.widget import Widget

from companion.core.hourglass import Hourglass
from companion.store.table import now

FRESH = 1500  # milliseconds in which a glass counts as just turned


class SandClock(EventDispatcher):
    """Follows the glass on the table."""

    __events__ = ("on_cue",)

    left = NumericProperty(0)  # milliseconds
    share = NumericProperty(0)  # of all the sand, still above
    running = BooleanProperty(False)  # sand is falling
    held = BooleanProperty(False)
    out = BooleanProperty(False)
    turned = BooleanProperty(False)

    def __init__(self, reading: Callable[[], int] = now) -> None:
        super().__init__()
        self._reading = reading
        self._glass: Hourglass | None = None
        self._last = 0  # the reading up to which cues were given
        self._started: int | None = None  # when the run began whose start was cued
        self._eyes: dict[Widget, float] = {}
        self._tick = None

    def on_cue(self, name: str) -> None: ...

    @property
    def ticking(self) -> bool:
        return self._tick is not None

    def follow(self, glass: Hourglass | None) -> None:
        """The glass as the match has it now."""
        at = self._reading()
        if self.ticking and self._glass:
            self._give_cues(at)  # what the old one still had to say
        self._glass, self._last = glass, at
        self._show(at)
        if glass and glass.since is not None and glass.since != self._started:
            self._started = glass.since
            if 0 <= at - glass.since < FRESH:
                self.dispatch("on_cue", "start")
        self._see_to_it()

    def watch(self, eye: Widget, every: float) -> None:
        """Somebody looks at this widget, which wants to be drawn so often. It is forgotten when it is taken away."""
        if self._eyes.get(eye) != every:
            self._eyes[eye] = every
            self._see_to_it()

    def look_away(self, eye: Widget) -> None:
        if self._eyes.pop(eye, None) is not None:
            self._see_to_it()

    def _see_to_it(self) -> None:
        """Tick exactly if there is a reason to."""
        if self._tick:
            self._tick.cancel()
            self._tick = None
        if self.running and self._eyes:
            self._last = self._reading()
            self._tick = Clock.schedule_interval(self._on_tick, min(self._eyes.values()))

    def _on_tick(self, _: float) -> None:
        gone = [eye for eye in self._eyes if eye.get_root_window() is None]
        for eye in gone:
            self.look_away(eye)
        if not self._eyes:
            return
        at = self._reading()
        self._show(at)
        self._give_cues(at)
        if not self.running:
            self._see_to_it()

    def _give_cues(self, at: int) -> None:
        before, self._last = self._last, at
        for name in self._glass.cues(before, at):
            self.dispatch("on_cue", name)

    def _show(self, at: int) -> None:
        glass = self._glass
        self.left = glass.left(at) if glass else 0
        self.share = self.left / glass.total if glass else 0
        self.turned = glass is not None
        self.held = bool(glass and glass.holds)
        self.out = bool(glass) and self.left == 0
        self.running = bool(glass and glass.running) and not self.out


def sand_clock() -> SandClock:
    """The clock of the app; made when it is first asked for. It reads the clock of the table, wherever that stands."""
    app = App.get_running_app()
    if getattr(app, "sand", None) is None:

        def reading() -> int:
            desk = getattr(app, "desk", None)
            return desk.now() if desk else now()

        app.sand = SandClock(reading)
    return app.sand
