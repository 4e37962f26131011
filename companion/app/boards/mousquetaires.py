"""The board of Mousquetaires du Roy, drawn from the public view of the match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kivy.app import App
from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout

from companion.app.theme import TOUCH
from companion.app.widgets.ink import blend, outline, slab, symbol
from companion.app.widgets.tracks import Ladder, Purse, Road, Row, Track
from companion.boxes.mousquetaires.names import TRACKS
from companion.core.words import Line, say

_ROCHELLE = {
    "richelieu": ("cross", "danger"),
    "perfidy": ("skull-outline", "milady"),
    "epic": ("star-four-points", "gold"),
    "one_for_all": ("sword-cross", "gold"),
}
_LOUVRE = {"queen": ("crown", "-1", ""), "failed": ("crown", "-2", "milady")}
_EPIC_BONUS = ("star-four-points", "+2", "gold")

# Where everything lies, as shares of the board: left, bottom, width, height. At the right there are six rows: on the
# smallest phone each is just as high as a finger is broad.
_HIGH, _STEP = 0.1595, 0.1681
_PLAN: Mapping[str, tuple[float, float, float, float]] = {
    "time": (0.0, 0.0, 0.22, 1.0),
    "queen": (0.25, 5 * _STEP, 0.75, _HIGH),
    "louvre": (0.25, 2 * _STEP, 0.32, 2 * _STEP + _HIGH),
    "purse": (0.61, 4 * _STEP, 0.18, _HIGH),
    "one_for_all": (0.80, 4 * _STEP, 0.20, _HIGH),
    "rochefort": (0.61, 3 * _STEP, 0.39, _HIGH),
    "epic": (0.61, 2 * _STEP, 0.39, _HIGH),
    "rochelle": (0.25, _STEP, 0.75, _HIGH),
    "constance": (0.25, 0.0, 0.36, _HIGH),
    "quest": (0.65, 0.0, 0.35, _HIGH),
}


class Board(FloatLayout):
    """Give it the view with `show`; tell it who listens to taps with `on_track`."""

    __events__ = ("on_track",)

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._app = App.get_running_app()
        self.tracks: dict[str, Track] = {
            "time": Ladder(token="timer-sand"),
            "louvre": Ladder(token="crown"),
            "queen": Road(token="crown"),
            "rochelle": Road(token="castle"),
            "purse": Purse(),
            "rochefort": Row(kind="milady"),
            "epic": Row(full="star-four-points", empty="star-four-points-outline", kind="gold"),
            "constance": Row(full="skull", empty="flower-tulip-outline", kind="milady"),
            "one_for_all": Row(full="sword-cross", empty="circle-outline", kind="musketeers"),
            "quest": Row(full="diamond-stone", empty="diamond-outline", kind="musketeers"),
        }
        for name, track in self.tracks.items():
            track.name = name
            track.bind(on_release=lambda touched: self.dispatch("on_track", touched.name))
            self.add_widget(track)
        self.bind(pos=self._arrange, size=self._arrange)
        self._app.theme.bind(c=self._frame)
        self._arrange()

    def on_track(self, name: str) -> None:
        """A track was tapped."""

    @property
    def least(self) -> float:
        """The height at which every row is still as high as a finger is broad."""
        return TOUCH / _HIGH + 2 * self._margin + 1

    @property
    def _margin(self) -> float:
        return min(dp(14), self.width * 0.03)

    def show(self, view: Mapping[str, Any], walk: bool) -> None:
        read = self._app.tr.read
        for name, form in view["tracks"].items():
            track = self.tracks[name]
            track.lo, track.hi = form["lo"], form["hi"]
            track.title = read(_titles().get(name, TRACKS[name]))
            track.show(form["at"], walk)
        self._signs(view)
        self._row("one_for_all", view["one_for_all"], max(view["one_for_all"], 1), say("One for all"), walk)
        self._row("quest", view["chapters_done"], 4, say("Quest"), walk)
        in_danger = view["paris"] == "abducted"
        self.tracks["constance"].opacity = 1.0 if in_danger else 0.45

    def _row(self, name: str, at: int, most: int, title: Line, walk: bool) -> None:
        track = self.tracks[name]
        track.hi, track.title = most, self._app.tr.read(title)
        track.show(at, walk)

    def _signs(self, view: Mapping[str, Any]) -> None:
        tracks = view["tracks"]
        self.tracks["time"].pips = view["siege_dice_by_time"]
        self.tracks["time"].danger = [tracks["time"]["hi"]]
        self.tracks["queen"].signs = {tracks["queen"]["hi"]: ("cross", "danger")}
        self.tracks["rochelle"].signs = {
            int(space): _ROCHELLE[mark] for space, mark in tracks["rochelle"]["marks"].items()
        }
        steps = dict.fromkeys((1, 2), _EPIC_BONUS)
        steps |= {int(space): _LOUVRE[mark] for space, mark in tracks["louvre"]["marks"].items()}
        self.tracks["louvre"].signs = steps

    def _arrange(self, *_: object) -> None:
        margin = self._margin
        left, bottom = self.x + margin, self.y + margin
        width, height = self.width - 2 * margin, self.height - 2 * margin
        for name, (x, y, w, h) in _PLAN.items():
            track = self.tracks[name]
            track.size_hint = (None, None)
            track.pos = (left + x * width, bottom + y * height)
            track.size = (w * width, h * height)
        self._frame()

    def _frame(self, *_: object) -> None:
        """Paper with a double gold border and a lily in each corner."""
        c = self._app.theme.c
        self.canvas.before.clear()
        if self.width < dp(40):
            return
        with self.canvas.before:
            slab(self.x, self.y, self.width, self.height, c.panel, dp(12))
            outline(self.x, self.y, self.width, self.height, c.gold, dp(12), dp(1.3))
            inner = dp(4)
            outline(
                self.x + inner,
                self.y + inner,
                self.width - 2 * inner,
                self.height - 2 * inner,
                blend(c.panel, c.gold, 0.55),
                dp(9),
                dp(0.7),
            )
            for x in (self.x + dp(1), self.x + self.width - dp(1)):
                for y in (self.y + dp(1), self.y + self.height - dp(1)):
                    slab(x - dp(7), y - dp(7), dp(14), dp(14), c.panel, dp(7))
                    symbol("fleur-de-lis", x, y, dp(15), c.gold)


def _titles() -> Mapping[str, Line]:
    """Shorter names where the board is narrow."""
    return {"queen": say("The Queen's honour"), "rochefort": say("Rochefort"), "epic": say("Epic tokens")}
