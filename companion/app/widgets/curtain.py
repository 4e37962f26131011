"""A red curtain before what only Milady may see. It is up for as long as a finger holds its grip, and no longer.

What lies behind is built when the curtain goes up and taken apart when it falls, so that nothing is there to be found
while it hangs. One finger is enough: press the grip, slide to what is meant, lift there. A second finger may tap
instead, and on a desk the space key holds. Nothing about it depends on what is chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import pi, sin

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Ellipse, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.label import Label
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from companion.app.kv import load_kv
from companion.app.widgets import basics  # noqa: F401  the kv file names its classes

IDLE = 20.0  # seconds without a finger that points at anything new
_FOLD = 62  # dp, from fold to fold
_GRAIN = 64  # steps from light to shade and back


# What parts behind the curtain say in properties of their own.
_WORDS, _SIGNS = ("text", "detail", "note", "icon", "mark"), ("chosen", "sealed", "barred", "gone")


class Target(ButtonBehavior, BoxLayout):
    """Something behind the curtain that can be chosen: by lifting the finger there, or by a tap of another one."""

    pointed = BooleanProperty(False)  # the finger that holds the curtain is over it
    lit = BooleanProperty(False)
    swell = NumericProperty(1)  # of all text
    fill = ColorProperty()
    edge = ColorProperty()
    ink = ColorProperty()


class Grip(BoxLayout):
    """Hold it, and the curtain is up."""

    text = StringProperty()
    icon = StringProperty()
    fill = ColorProperty()
    ink = ColorProperty()


class Cloth(FloatLayout):
    """Velvet in folds. Opaque."""

    note = StringProperty()
    swell = NumericProperty(1)  # of all text
    high = BooleanProperty(True)  # there is room for more than the words

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._theme = App.get_running_app().theme
        self._theme.bind(c=self._draw)
        self.bind(pos=self._draw, size=self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        self.canvas.before.clear()
        c, folds = self._theme.c, max(round(self.width / dp(_FOLD)), 1)
        with self.canvas.before:
            Color(1, 1, 1, 1)
            cloth = _folds(c.velvet, c.shade)
            Rectangle(texture=cloth, pos=self.pos, size=self.size, tex_coords=(0, 0, folds, 0, folds, 1, 0, 1))
            Color(*c.gold)
            Rectangle(pos=(self.x, self.top - dp(6)), size=(self.width, dp(6)))
            Rectangle(pos=(self.x, self.y + dp(7)), size=(self.width, dp(3)))
            tassel = self.width / (folds * 4)
            for at in range(folds * 4):
                Ellipse(pos=(self.x + at * tassel + tassel * 0.2, self.y), size=(tassel * 0.6, dp(8)))


@lru_cache(maxsize=4)
def _folds(light, shade):
    """One fold; the cloth repeats it."""
    texture = Texture.create(size=(_GRAIN, 1), colorfmt="rgb")
    data = bytearray()
    for at in range(_GRAIN):
        near = 0.5 + 0.5 * sin(2 * pi * at / _GRAIN) ** 3
        data += bytes(int(255 * (low + (high - low) * near)) for low, high in zip(shade[:3], light[:3], strict=True))
    texture.blit_buffer(bytes(data), colorfmt="rgb", bufferfmt="ubyte")
    texture.wrap = "repeat"
    texture.mag_filter = "linear"
    return texture


class Curtain(BoxLayout):
    """`build` makes what lies behind; on_move says that the curtain has gone up or fallen."""

    __events__ = ("on_move",)

    up = BooleanProperty(False)
    note = StringProperty()  # what everybody may read on it

    def __init__(self, **how) -> None:
        self.build: Callable[[], Widget] | None = None
        self._behind: Widget | None = None
        self._finger = None
        self._pointed: Target | None = None
        self._idle = None
        super().__init__(**how)

    def on_kv_post(self, *_: object) -> None:
        self._cloth = self.ids.cloth.__self__  # kept while it is not in the tree

    def on_move(self) -> None: ...

    # --- up and down ---

    def lift(self) -> None:
        """Show what lies behind. Whoever lifts the curtain has to let it fall again."""
        if self.up or self.build is None:
            return
        self.up = True
        self._behind = self.build()
        self.ids.stage.remove_widget(self._cloth)
        self.ids.stage.add_widget(self._behind)
        Window.bind(focus=self._look_away, on_hide=self.fall, on_minimize=self.fall)
        self.stir()
        self.dispatch("on_move")

    def fall(self, *_: object) -> None:
        """At once, whatever fingers still do. What was behind is not only hidden, it is gone."""
        self._finger = None
        self._point(None)
        if not self.up:
            return
        self.up = False
        Window.unbind(focus=self._look_away, on_hide=self.fall, on_minimize=self.fall)
        if self._idle:
            self._idle.cancel()
            self._idle = None
        behind, self._behind = self._behind, None
        self.ids.stage.clear_widgets()
        self.ids.stage.add_widget(self._cloth)
        forget(behind)
        self.dispatch("on_move")

    def rebuild(self) -> None:
        """What lies behind has changed while she looks."""
        if self.up:
            before, self._behind = self._behind, self.build()
            self.ids.stage.clear_widgets()
            self.ids.stage.add_widget(self._behind)
            self._pointed = None
            forget(before)

    def stir(self) -> None:
        """She is still there."""
        if self._idle:
            self._idle.cancel()
        self._idle = Clock.schedule_once(self.fall, IDLE)

    def _look_away(self, _: object, focused: bool) -> None:
        if not focused:
            self.fall()

    # --- fingers ---

    def on_touch_down(self, touch) -> bool:
        if self.ids.grip.collide_point(*touch.pos):
            if not self.up:
                self._finger = touch
                touch.grab(self)
                self.lift()
            return True
        if self.up and self.ids.stage.collide_point(*touch.pos):
            self.stir()
        return super().on_touch_down(touch)

    def on_touch_move(self, touch) -> bool:
        if touch.grab_current is self:
            if touch is self._finger:
                self._point(self._target_at(*touch.pos))
            return True
        return super().on_touch_move(touch)

    def on_touch_up(self, touch) -> bool:
        if touch.grab_current is not self:
            return super().on_touch_up(touch)
        touch.ungrab(self)
        if touch is self._finger:
            target = self._target_at(*touch.pos)
            if target:
                target.dispatch("on_release")
            self.fall()
        return True

    def _target_at(self, x: float, y: float) -> Target | None:
        if self._behind is None:
            return None
        for widget in self._behind.walk(restrict=True):
            if isinstance(widget, Target) and widget.collide_point(x, y):
                return widget
        return None

    def _point(self, target: Target | None) -> None:
        if target is not self._pointed:
            if self._pointed:
                self._pointed.pointed = False
            self._pointed = target
            if target:
                target.pointed = True
                self.stir()

    def taken(self, take: Callable[[], None]) -> Callable[..., None]:
        """For a target's on_release: nothing is chosen any more by a finger that outlasts the curtain."""

        def perhaps(target: Target, *_: object) -> None:
            if self.up and self._behind is not None and any(one is target for one in self._behind.walk(restrict=True)):
                take()

        return perhaps


def forget(root: Widget | None) -> None:
    """Wipe what a part of the screen said, before it is thrown away."""
    if root is None:
        return
    for widget in list(root.walk(restrict=True)):
        if isinstance(widget, TextInput):
            widget.text = ""
            widget.reset_undo()
        elif isinstance(widget, Label):
            widget.text = ""
        for name in _WORDS:
            if isinstance(getattr(widget, name, None), str) and not isinstance(widget, Label):
                setattr(widget, name, "")
        for name in _SIGNS:
            if getattr(widget, name, False) is True:
                setattr(widget, name, False)


load_kv(__file__)
