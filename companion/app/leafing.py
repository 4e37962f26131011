"""Leafing through the pages of a match: by swiping, and by keys."""

from __future__ import annotations

from time import time

from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.scrollview import ScrollView

from companion.app.pages import tabs_of

FAR = 90  # dp that a finger travels to turn the page
QUICK = 0.7  # seconds at most; whoever rests on the way thinks of something else
LEVEL = 2.5  # so many times further sideways than up or down


class Leafing:
    """For a MatchScreen: the page beside this one, and what a key means here."""

    def on_touch_move(self, touch) -> bool:
        if "leafed" in touch.ud:
            return True
        if self._swiped(touch) and _let_go(touch):
            touch.ud["leafed"] = True
            self.turn(-1 if touch.x > touch.ox else 1)
            return True
        return super().on_touch_move(touch)

    def _swiped(self, touch) -> bool:
        aside, along = abs(touch.x - touch.ox), abs(touch.y - touch.oy)
        quick = time() - touch.time_start < QUICK
        return quick and aside > dp(FAR) and aside > along * LEVEL and self.collide_point(touch.ox, touch.oy)

    def turn(self, by: int) -> None:
        """The next page, or the one before. A page that came by itself lies on the board's place."""
        tabs = [page.name for page in tabs_of(self.box)]
        at = tabs.index(self.name) if self.name in tabs else 0
        if 0 <= at + by < len(tabs):
            self._app.go(tabs[at + by])

    def press(self, key: str) -> None:
        """What a key on the keyboard means here; see companion.app.keys."""
        if key in ("undo", "redo"):
            if getattr(self, key):
                self.act(key, {})
        elif key == "why":
            self.why()
        elif key == "help":
            self._app.go("help")
        elif key == "roll" and hasattr(self.scene, "roll"):
            self.scene.roll()
        elif key in ("next", "roll"):
            self._next(throw=key == "roll")
        elif (at := int(key.removeprefix("page "))) <= len(tabs_of(self.box)):
            self._app.go(tabs_of(self.box)[at - 1].name)

    def _next(self, throw: bool) -> None:
        """The one thing that usually comes next; with `throw`, only if dice are thrown for it."""
        if throw and not (self.model.now and any(button.choice.dice for button in self.model.now.main)):
            return
        if self.asks:
            self.ids.now.press()
        else:
            self._app.go(self._app.moment)


def _let_go(touch) -> bool:
    """Take the finger off the buttons it rests on. Whatever moves with it already, a figure or a list, keeps it."""
    holders = [holder for ref in touch.grab_list if (holder := ref())]
    waiting = [touch.ud.get(f"sv.{holder.uid}", {}) for holder in holders if isinstance(holder, ScrollView)]
    if any(listing.get("mode") != "unknown" for listing in waiting):
        return False
    buttons = [holder for holder in holders if isinstance(holder, ButtonBehavior)]
    if len(buttons) + len(waiting) != len(holders):
        return False
    for listing in waiting:
        listing["mode"] = "scroll"  # a list hands a touch that it did not need on to its buttons, unless it scrolled
    for button in buttons:
        touch.ungrab(button)
        button.state = "normal"
        if hasattr(button, "finish_ripple"):
            button.finish_ripple()
    return True
