"""The screen stays awake while a match lies open, and dims when nobody has touched it for a while.

Dimmed, the first touch or key only wakes it: a finger in the dark must not press what it cannot see.
"""

from __future__ import annotations

from collections.abc import Callable

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

IDLE = 120.0  # seconds without a touch
DARK = 0.8  # how much of the light the veil takes
FALLS, LIFTS = 2.0, 0.25  # seconds


class Veil(Widget):
    """Night over the whole window."""

    shade = NumericProperty(0)

    def __init__(self, **how) -> None:
        super().__init__(**how)
        with self.canvas:
            self._colour = Color(0, 0, 0, 0)
            self._sheet = Rectangle()
        self.bind(shade=self._draw, pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        self._colour.a = self.shade
        self._sheet.pos, self._sheet.size = self.pos, self.size


class Awake:
    def __init__(self, busy: Callable[[], bool], still: Callable[[], bool]) -> None:
        """`busy`: something goes on that people watch without touching. `still`: nothing shall move."""
        self._busy, self._still = busy, still
        self._wanted = True  # as set by people
        self._in_match = False
        self._watching = False
        self._touched = 0.0
        self._look = None
        self._veil: Veil | None = None
        self._finger: object = None  # the one that woke us; whatever it still does is not for the table

    @property
    def dimmed(self) -> bool:
        return self._veil is not None

    @property
    def watching(self) -> bool:
        """Is there a timer?"""
        return self._look is not None

    def heed(self, wanted: bool) -> None:
        self._wanted = wanted
        self._see_to_it()

    def enter(self, in_match: bool) -> None:
        """Another screen was opened."""
        self._in_match = in_match
        self._see_to_it()

    def stir(self, *_: object) -> None:
        """Somebody is there."""
        self._touched = Clock.get_time()
        if self._veil:
            self._lift()
            self._look_in(IDLE)

    def rest(self) -> None:
        """The app is laid aside: no timer, no veil, and the device may sleep."""
        self._leave_off()
        Window.allow_screensaver = True

    def _see_to_it(self) -> None:
        wanted = self._wanted and self._in_match
        Window.allow_screensaver = not wanted
        if not wanted:
            self._leave_off()
        elif not self._watching:
            self._watching = True
            Window.bind(on_touch_down=self._note, on_touch_up=self._note, on_key_down=self._note, mouse_pos=self._note)
            self._look_in(IDLE)
        self.stir()

    def _leave_off(self) -> None:
        if self._look:
            self._look.cancel()
            self._look = None
        if self._watching:
            self._watching = False
            Window.unbind(
                on_touch_down=self._note, on_touch_up=self._note, on_key_down=self._note, mouse_pos=self._note
            )
        self._lift(at_once=True)

    def _note(self, *_: object) -> None:
        # Nothing else: it is called for every touch.
        self._touched = Clock.get_time()

    # --- one timer, set for when it could be time ---

    def _look_in(self, seconds: float) -> None:
        self._look = Clock.schedule_once(self._perhaps_dim, seconds)

    def _perhaps_dim(self, _: float) -> None:
        self._look = None
        if self._busy():
            self._touched = Clock.get_time()
        left = self._touched + IDLE - Clock.get_time()
        if left > 0:
            self._look_in(left)
        else:
            self._fall()

    # --- the veil ---

    def _fall(self) -> None:
        veil = self._veil = Veil()
        Window.add_widget(veil)
        # Bound now, and so asked before anybody who was here earlier.
        Window.bind(on_keyboard=self._woken, on_touch_down=self._woken_by)
        if self._still():
            veil.shade = DARK
        else:
            Animation(shade=DARK, duration=FALLS, transition="in_out_quad").start(veil)

    def _lift(self, at_once: bool = False) -> None:
        veil, self._veil = self._veil, None
        if veil is None:
            return
        Window.unbind(on_keyboard=self._woken, on_touch_down=self._woken_by)
        Animation.cancel_all(veil)
        if at_once or self._still():
            Window.remove_widget(veil)
            return
        lift = Animation(shade=0, duration=LIFTS)
        lift.bind(on_complete=lambda *_: Window.remove_widget(veil))
        lift.start(veil)

    def _woken(self, *_: object) -> bool:
        self.stir()
        return True

    def _woken_by(self, _: object, touch) -> bool:
        self._finger = touch
        Window.bind(on_touch_move=self._swallow, on_touch_up=self._swallow_last)
        return self._woken()

    def _swallow(self, _: object, touch) -> bool:
        return touch is self._finger

    def _swallow_last(self, _: object, touch) -> bool:
        if touch is not self._finger:
            return False
        self._finger = None
        Window.unbind(on_touch_move=self._swallow, on_touch_up=self._swallow_last)
        return True
