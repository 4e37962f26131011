"""The quest as it lies on the table: its tokens, and the way they lie on."""

from __future__ import annotations

from kivy.metrics import dp, sp
from kivy.properties import ObjectProperty

from companion.app.viewmodels.missions import Spot
from companion.app.widgets.dice import die_edge, draw_block
from companion.app.widgets.figures import Drawn, coin
from companion.app.widgets.ink import (
    blend,
    dashes,
    disc,
    ink_width,
    outline,
    plain_text,
    ring,
    slab,
    stroke,
    symbol,
    write,
)

LANE = 60  # dp: one row of tokens
# How large one, two or three signs are on a token, and where they stand, as shares of its radius.
_PLACES = {
    1: (1.1, ((0, 0),)),
    2: (0.78, ((-0.38, 0), (0.38, 0))),
    3: (0.66, ((0, 0.36), (-0.38, -0.26), (0.38, -0.26))),
}


def token(spot: Spot, x: float, y: float, radius: float, c) -> None:
    """One space of the quest. A token is round, a foe without corners, a challenge square; only a ring is done with."""
    if spot.state in ("gone", "waiting"):
        disc(x, y, radius * 0.9, c.panel)
        dashes(x, y, radius * 0.9, c.line, dp(0.6))
        symbol("check" if spot.state == "gone" else "dots-horizontal", x, y, radius, c.faded)
        return
    disc(x + dp(1), y - dp(1.5), radius, (0, 0, 0, 0.2))
    if spot.state == "hidden":
        disc(x, y, radius, c.slate)
        ring(x, y, radius * 0.84, blend(c.slate, c.gold, 0.8), dp(0.8))
        symbol("help", x, y, radius, c.on_camp)
        return
    if spot.kind == "gold":
        slab(x - radius, y - radius, radius * 2, radius * 2, c.gold, radius * 0.3)
        ink = c.on_gold
    elif spot.kind == "milady":
        draw_block(x - radius, y - radius, radius * 2, "red", c.red)
        die_edge(x - radius * 0.86, y - radius * 0.86, radius * 1.72, "red", blend(c.red, c.on_camp, 0.6), dp(0.8))
        ink = c.on_camp
    else:
        ink = c.red_ink if spot.kind == "trap" else c.ink
        disc(x, y, radius, c.raised)
        ring(x, y, radius * 0.95, ink, dp(1.2))
    _signs(spot, x, y, radius, ink)
    for at, text in enumerate(spot.figures):
        coin(text, x + radius * (0.8 - 0.75 * at), y + radius * 0.85, radius * 0.42, c)


def _signs(spot: Spot, x: float, y: float, radius: float, ink) -> None:
    if spot.number:
        symbol(spot.signs[0], x - radius * 0.35, y, radius * 0.78, ink)
        plain_text(spot.number, x + radius * 0.42, y, radius * 0.85, ink, bold=True)
        return
    size, places = _PLACES[len(spot.signs)]
    for sign, (dx, dy) in zip(spot.signs, places, strict=True):
        symbol(sign, x + dx * radius, y + dy * radius, radius * size, ink)


class QuestMap(Drawn):
    """The way through a chapter: from where it begins, lane by lane, to where it leads."""

    chapter = ObjectProperty(None, allownone=True)

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self.bind(chapter=self._again)

    def draw(self, c) -> None:
        chapter = self.chapter
        if chapter is None or not chapter.lanes:
            return
        # Named, a single token stands at the left, with its name beside it.
        named = all(len(lane) == 1 for lane in chapter.lanes)
        size = sp(13) * min(self.theme.scale, 1.3)
        side = min(max(self.width * 0.17, dp(50)), dp(100))
        # A long word at either end gets the room it needs, or most of it.
        ends = chapter.start.text.split() + ([] if named else chapter.goal.text.split())
        widest = max((ink_width(word, size * 0.85, bold=True) for word in ends), default=0)
        side = max(side, min(widest + dp(10), self.width * 0.29))
        left, right = self.x + side, self.x + self.width - side
        middle = self.y + self.height / 2
        lane_high = self.height / len(chapter.lanes)
        spots = max(len(lane) for lane in chapter.lanes)
        each = (right - left) / (2.6 if named else spots)
        radius = min(lane_high * 0.38, each * 0.42, dp(30))
        if chapter.framed:
            self._rooms(left, each, spots, middle, c)
        for row, lane in enumerate(chapter.lanes):
            y = self.y + self.height - lane_high * (row + 0.5)
            xs = [left + each * (at + 0.5) for at in range(len(lane))]
            ends = [self.x + side / 2, middle, xs[0], y, xs[-1], y]
            if not chapter.framed:
                stroke(ends if named else [*ends, right + side / 2, middle], c.line, dp(1.6))
            for x, spot in zip(xs, lane, strict=True):
                token(spot, x, y, radius, c)
                if spot.label and named:
                    room = self.x + self.width - x - radius - dp(14)
                    ink = c.faded if spot.state != "open" else c.ink
                    write(spot.label, x + radius + dp(10), y, size * 1.3, ink, anchor="left", within=room)
                elif spot.label and spot.kind != "gold":
                    write(spot.label, x, y - radius - size * 0.6, size, c.faded, bold=True)
        self._end(chapter.start, self.x + side / 2, middle, side, size, c)
        if not named:
            self._end(chapter.goal, self.x + self.width - side / 2, middle, side, size, c)

    def _rooms(self, left: float, each: float, count: int, middle: float, c) -> None:
        """One after the other, each with its own walls."""
        stroke([left - dp(20), middle, left + each * count + dp(20), middle], c.line, dp(1.6))
        for room in range(count):
            x, wide = left + each * room + dp(2), each - dp(4)
            slab(x, self.y, wide, self.height, c.raised, dp(10))
            outline(x, self.y, wide, self.height, c.line, dp(10), dp(0.9))

    def _end(self, tag, x: float, y: float, side: float, size: float, c) -> None:
        words = tag.text.split()
        high = dp(38) + size * 1.05 * len(words)
        slab(x - side / 2 + dp(2), y - high / 2, side - dp(4), high, c.panel, dp(8))
        outline(x - side / 2 + dp(2), y - high / 2, side - dp(4), high, c.line, dp(8), dp(0.8))
        symbol(tag.icon, x, y + high / 2 - dp(19), dp(24), c.gold_ink)
        for at, word in enumerate(words):
            write(
                word, x, y + high / 2 - dp(36) - size * (at + 0.4) * 1.05, size, c.ink, bold=True, within=side - dp(8)
            )
