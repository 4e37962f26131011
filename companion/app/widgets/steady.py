"""A scroll that stays where the eye is while its content takes another height."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.effects.scroll import ScrollEffect
from kivy.uix.scrollview import ScrollView


class Steady(ScrollView):
    """Kivy keeps the share that is scrolled; when the content grows, everything on the screen would jump.

    This one keeps the distance from the top. Its content tells of its height through `content`.
    """

    def __init__(self, **how) -> None:
        # The usual effect swings beyond the end when the content shrinks, and that is what we are here to prevent.
        super().__init__(**{"effect_cls": ScrollEffect, **how})
        self._from_top = 0.0
        self._restoring = False
        self._content = None
        self._pinned = None
        self._restore_soon = Clock.create_trigger(self._restore)
        self.bind(scroll_y=self._remember, height=self._restore_soon)

    def watch(self, content) -> None:
        self._content = content
        content.bind(height=self._restore_soon)

    @property
    def spare(self) -> float:
        """How much of the content does not fit."""
        return max(self._content.height - self.height, 0) if self._content else 0

    def _remember(self, *_: object) -> None:
        if not self._restoring:
            self._from_top = (1 - self.scroll_y) * self.spare

    def _restore(self, *_: object) -> None:
        if self._pinned and self._pinned.parent:
            self._from_top = self._content.top - self._pinned.top
        if self.spare:
            self._restoring = True
            self.scroll_y = min(max(1 - self._from_top / self.spare, 0), 1)
            self._restoring = False

    def to_top(self) -> None:
        self._from_top, self.scroll_y = 0.0, 1.0

    def pin(self, widget) -> None:
        """Show this part of the content at the top, and keep it there until a finger moves it away."""
        self._pinned = widget
        widget.bind(top=self._restore_soon)
        self._restore_soon()

    def on_scroll_start(self, touch, *how) -> bool:
        if self.collide_point(*touch.pos):
            self._pinned = None
        return super().on_scroll_start(touch, *how)
