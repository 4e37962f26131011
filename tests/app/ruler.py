"""A ruler for whatever stands in the window: what is cut off, covered, out of reach or too small for a finger.

No pixel is looked at. Labels know their letters; text that a widget draws by itself is found on its canvas, because
the ruler lets `ink` draw with a Rectangle that remembers what it says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.core.window import Window
from kivy.graphics import Color, InstructionGroup, Line, Rectangle
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.modalview import ModalView
from kivy.uix.relativelayout import RelativeLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.textinput import TextInput

from companion.app.theme import ICONS, TOUCH
from companion.app.widgets import ink

SLACK = 1.0  # pixels that rounding may cost
LEAST_LETTERS = 9.0  # smaller than this in sp nobody reads
LEAST_SIGN = 7.0  # up to three characters are a sign (a monogram, a number on a track); words repeat what it says
LEAST_VIEW = 72.0  # what scrolls must show at least a button and the edge of the next one

Box = tuple[float, float, float, float]  # left, bottom, right, top


class Inscribed(Rectangle):
    """Text on a canvas that can still be read there."""

    def __init__(self, words: str, font: str, letters: float, **how: Any) -> None:
        super().__init__(**how)
        self.words, self.font, self.letters = words, font, letters


def install(monkeypatch: Any) -> None:
    """Before the app is opened: from now on drawn text remembers what it says."""
    texture, last = ink._texture, [("", "", 0.0)]

    def note(text: str, font: str, size: int, bold: bool) -> Any:
        last[0] = (text, font, size)
        return texture(text, font, size, bold)

    monkeypatch.setattr(ink, "_texture", note)
    monkeypatch.setattr(ink, "Rectangle", lambda **how: Inscribed(*last[0], **how))


@dataclass
class Thing:
    """Something that is read or tapped, where it stands in the window."""

    name: str
    box: Box
    clip: Box  # the part of the window in which it can be seen
    view: Any  # the ScrollView it lies in, or None
    span: tuple[int, int]  # of the walk below it; whoever contains another one's span contains that one
    reads: bool = False
    taps: bool = False
    drawn: int = 0  # id of the widget that drew it on its canvas
    parent: int = 0  # id of the widget it lies in


@dataclass
class Ruler:
    """Walks the topmost layer of the window once and collects what is wrong."""

    faults: list[str] = field(default_factory=list)
    things: list[Thing] = field(default_factory=list)
    _step: int = 0

    def measure(self) -> list[str]:
        self._window: Box = (0, 0, Window.width, Window.height)
        # A sheet veils the page below it, which is measured by itself; a notice or a hint lies on it on purpose.
        over = [child for child in Window.children if isinstance(child, ModalView)]
        for root in over[:1] or list(Window.children):
            self.things = []
            self._walk(root, 0, 0, None, self._window, "")
            self._overlaps()
        return list(dict.fromkeys(self.faults))

    # --- one widget after the other ---

    def _walk(self, widget: Any, dx: float, dy: float, view: Any, clip: Box, path: str) -> None:
        if widget.opacity <= 0:
            return
        self._step += 1
        first = self._step
        box = (widget.x + dx, widget.y + dy, widget.right + dx, widget.top + dy)
        name = f"{path}/{type(widget).__name__}"
        here: list[Thing] = []
        if _speaks(widget) or _is_touched(widget):
            thing = Thing(_call(name, widget), box, clip, view, (first, first), taps=_is_touched(widget))
            thing.parent = id(widget.parent)
            here.append(thing)
        if view is not None and _is_translucent(widget.canvas, {id(child.canvas) for child in widget.children}):
            self._fault("a translucent line, which is seen where it was scrolled out of sight", name)
        for text in _inscriptions(widget):
            self._look_at_drawn(text, widget, box, dx, dy, clip, view, name, first)
        inner = (dx, dy, view, clip)
        if isinstance(widget, ScrollView):
            self._look_at_view(widget, box, view, name)
            shift = widget.to_parent(0, 0)
            inner = (dx + shift[0], dy + shift[1], widget, _common(clip, box))
        elif isinstance(widget, RelativeLayout):
            inner = (dx + widget.x, dy + widget.y, view, clip)
        for child in reversed(widget.children):
            self._walk(child, *inner, name)
        for thing in here:
            thing.span = (first, self._step)
            self._look_at(widget, thing)
            self.things.append(thing)

    def _fault(self, what: str, name: str) -> None:
        self.faults.append(f"{what}: {name}")

    def _look_at(self, widget: Any, thing: Thing) -> None:
        left, bottom, right, top = thing.box
        if isinstance(widget, Label) and _speaks(widget):
            thing.reads = True
            self._look_at_words(widget, thing)
            wide, high = widget.texture_size
            middle, level = (left + right) / 2, (bottom + top) / 2
            thing.box = (middle - wide / 2, level - high / 2, middle + wide / 2, level + high / 2)
        if isinstance(widget, TextInput) and widget.hint_text:
            room = widget.width - widget.padding[0] - widget.padding[2]
            wide = _width(widget.hint_text, widget.font_name, widget.font_size, False, False)
            if wide > room + SLACK:
                self._fault(f"hint cut off ({wide:.0f} of {room:.0f})", thing.name)
        if thing.taps and min(widget.size) < TOUCH - 0.5:
            self._fault(f"too small for a finger ({widget.width:.0f} x {widget.height:.0f})", thing.name)
        self._within_reach(thing)

    def _look_at_words(self, label: Label, thing: Thing) -> None:
        wide, high = label.texture_size
        if wide > label.width + SLACK or high > label.height + SLACK:
            self._fault(f"cut off ({wide:.0f} x {high:.0f} in {label.width:.0f} x {label.height:.0f})", thing.name)
        core = label._label
        if core.options["font_size"] != label.font_size:
            self._fault(f"written in another size ({core.options['font_size']} for {label.font_size})", thing.name)
        if core.is_shortened:
            self._fault("shortened", thing.name)
        if label.text_size[1] is not None and core._internal_size[1] > label.text_size[1] + SLACK:
            self._fault("lines missing", thing.name)
        if label.font_name != ICONS and label.font_size < dp(LEAST_LETTERS):
            self._fault(f"letters too small ({label.font_size:.1f})", thing.name)
        if label.text_size[0] is not None:
            room = label.text_size[0] - label.padding[0] - label.padding[2]
            for word in _words(label.text, label.markup):
                wide = _width(word, label.font_name, label.font_size, label.bold, label.italic)
                if wide > room + SLACK:
                    self._fault(f"word broken, {word!r} ({wide:.0f} of {room:.0f})", thing.name)

    def _look_at_drawn(self, text: Inscribed, widget: Any, box: Box, dx, dy, clip, view, name: str, step: int) -> None:
        if text.font == ICONS or not text.words.strip():
            return
        (x, y), (wide, high) = text.pos, text.size
        here = (x + dx, y + dy, x + dx + wide, y + dy + high)
        thing = Thing(f"{name} {text.words[:60]!r}", here, clip, view, (step, step), reads=True, drawn=id(widget))
        # Above and below the letters a texture has a little air, which may stand over the edge.
        air = high * 0.18
        if not _inside((here[0], here[1] + air, here[2], here[3] - air), box):
            self._fault(f"drawn over the edge ({_told(here)} of {_told(box)})", thing.name)
        if text.letters < dp(LEAST_SIGN if len(text.words) <= 3 else LEAST_LETTERS):
            self._fault(f"letters too small ({text.letters:.1f})", thing.name)
        self._within_reach(thing)
        self.things.append(thing)

    def _within_reach(self, thing: Thing) -> None:
        left, bottom, right, top = thing.box
        if thing.view is None:
            if not _inside(thing.box, self._window):
                self._fault(f"outside the window ({_told(thing.box)})", thing.name)
            return
        if left < thing.clip[0] - SLACK or right > thing.clip[2] + SLACK:
            self._fault(f"wider than what it scrolls in ({_told(thing.box)} in {_told(thing.clip)})", thing.name)
        long = thing.view.children[0] if thing.view.children else None
        if long is not None:
            low = thing.view.to_parent(0, long.y)[1] + _rise(thing.view)
            if bottom < low - SLACK or top > low + long.height + SLACK:
                self._fault("where no scrolling leads", thing.name)

    def _look_at_view(self, view: ScrollView, box: Box, outer: Any, name: str) -> None:
        if not view.children or view.children[0].height <= view.height + SLACK or _is_empty(view.children[0]):
            return
        if outer is None and not _inside(box, self._window):
            self._fault(f"scrolls outside the window ({_told(box)})", name)
        if min(box[3], self._window[3]) - max(box[1], 0) < dp(LEAST_VIEW):
            self._fault(f"scrolls in too low a slit ({view.height:.0f})", name)

    # --- all of them together ---

    def _overlaps(self) -> None:
        things = sorted(self.things, key=lambda thing: thing.box[0])
        for at, one in enumerate(things):
            for other in things[at + 1 :]:
                if other.box[0] >= one.box[2] - SLACK:
                    break
                if not _related(one, other) and _covers(one, other):
                    self._fault("overlap", f"{one.name} and {other.name}")


def _related(one: Thing, other: Thing) -> bool:
    for text, control in ((one, other), (other, one)):
        # What a widget draws inside a button that lies on it is the picture of that button.
        if control.taps and text.drawn and text.drawn == control.parent and _inside(text.box, control.box):
            return True
    if one.span == other.span:  # both drawn by the same widget, or the widget and its own text
        return not (one.drawn and other.drawn)
    (a, b), (c, d) = one.span, other.span
    return (a <= c and d <= b) or (c <= a and b <= d)


def _covers(one: Thing, other: Thing) -> bool:
    first, second = one.box, other.box
    if one.view is not other.view:
        first, second = _common(first, one.clip), _common(second, other.clip)
    both = _common(first, second)
    wide, high = both[2] - both[0], both[3] - both[1]
    # The air above and below letters may touch the air of the next line.
    air = 0.18 * min(thing.box[3] - thing.box[1] for thing in (one, other)) if one.reads and other.reads else 0
    return wide > SLACK and high > SLACK + air


def _speaks(widget: Any) -> bool:
    return isinstance(widget, Label) and bool(widget.text.strip())


def _is_touched(widget: Any) -> bool:
    return isinstance(widget, (ButtonBehavior, TextInput))


def _is_empty(widget: Any) -> bool:
    """Is there nothing to scroll to?"""
    return not any(_speaks(one) or _is_touched(one) for one in widget.walk(restrict=True))


def _rise(view: Any) -> float:
    """What the parents of a view add to its place in the window."""
    return view.to_window(*view.pos)[1] - view.y


def _call(path: str, widget: Any) -> str:
    words = getattr(widget, "text", "") or getattr(widget, "title", "") or getattr(widget, "icon", "")
    return f"{'/'.join(path.split('/')[-4:])} {str(words)[:60]!r}"


def _inscriptions(widget: Any) -> Iterator[Inscribed]:
    pending = [widget.canvas]
    if widget.canvas.has_before:
        pending.append(widget.canvas.before)
    if widget.canvas.has_after:
        pending.append(widget.canvas.after)
    own = {id(child.canvas) for child in widget.children}
    while pending:
        for one in pending.pop().children:
            if isinstance(one, Inscribed):
                yield one
            elif hasattr(one, "children") and id(one) not in own:
                pending.append(one)


def _is_translucent(canvas: Any, others: set[int]) -> bool:
    """Has it a line that can be seen through? Kivy cuts those out with a stencil, and that of the list is undone."""
    alpha = 1.0
    for one in canvas.children:
        if isinstance(one, Color):
            alpha = one.a
        elif isinstance(one, Line):
            if 0 < alpha < 1:
                return True
        elif isinstance(one, InstructionGroup) and id(one) not in others and _is_translucent(one, others):
            return True
    return False


def _words(text: str, markup: bool) -> list[str]:
    """A line is broken at plain blanks only; a hyphen or a hard blank holds.

    The name of a file or folder is left out: it is not ours, and has no better place to be broken at.
    """
    plain = re.sub(r"\[/?[a-z]+(=[^\]]*)?\]", "", text) if markup else text
    return [word for word in re.split(r"[ \n\t]+", plain) if word and "/" not in word and ".jsonl" not in word]


@lru_cache(maxsize=20000)
def _width(text: str, font: str, size: float, bold: bool, italic: bool) -> float:
    return _pen(font, size, bold, italic).get_extents(text)[0]


@lru_cache(maxsize=500)
def _pen(font: str, size: float, bold: bool, italic: bool) -> CoreLabel:
    pen = CoreLabel(font_name=font, font_size=size, bold=bold, italic=italic)
    pen.resolve_font_name()
    return pen


def _common(one: Box, other: Box) -> Box:
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def _inside(one: Box, other: Box) -> bool:
    low = all(one[end] >= other[end] - SLACK for end in (0, 1))
    return low and all(one[end] <= other[end] + SLACK for end in (2, 3))


def _told(box: Box) -> str:
    return " ".join(f"{end:.0f}" for end in box)
