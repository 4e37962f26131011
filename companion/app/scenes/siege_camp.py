"""One side of the siege: whose camp it is, its dice and its cards."""

from __future__ import annotations

from math import ceil

from kivy.app import App
from kivy.graphics import Color, Mesh
from kivy.metrics import dp, sp
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion.app.theme import TEXT
from companion.app.viewmodels.siege import Card, Side, Siege
from companion.app.widgets.dice import SYMBOLS, die_edge, draw_block
from companion.app.widgets.ink import disc, lines_of, outline, plain_text, ring, slab, symbol, write
from companion.app.widgets.tracks import ROOMY

_EMBLEM = {"milady": "cross", "musketeers": "fleur-de-lis"}
_MOST_DIE = 66
_NAMED_CARD = 50  # a narrower card shows its swords and dice only


class SiegeDrawing(Widget):
    """Draws itself again whenever what it shows, its place or the light has changed."""

    siege = ObjectProperty(None, allownone=True)

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self.theme = App.get_running_app().theme
        self.theme.bind(c=self.again, scale=self.again)
        self.bind(pos=self.again, size=self.again, siege=self.again)

    def again(self, *_: object) -> None:
        self.canvas.clear()
        if self.siege is None or self.width < dp(30) or self.height < dp(20):
            return
        with self.canvas:
            self.draw(self.siege, self.theme.c)

    def size_of(self, px: float) -> float:
        """Letters grow with the text scale, and on a large picture, which is read from farther away."""
        scene = self.parent.parent if self.parent else None
        large = scene is not None and scene.width > dp(ROOMY)
        return sp(px) * min(self.theme.scale, 1.3) * (1.4 if large else 1)

    def draw(self, siege: Siege, c) -> None:
        raise LookupError("a drawing knows how it looks")


class SiegeCamp(ButtonBehavior, SiegeDrawing):
    """One side: whose it is, its dice, and where they come from."""

    camp = StringProperty("milady")

    def __init__(self, **how) -> None:
        self.dice: list[tuple[float, float, float]] = []  # where they lie: left, bottom, side
        super().__init__(**how)

    def draw(self, siege: Siege, c) -> None:
        self.dice.clear()
        side = siege.blue if self.camp == "musketeers" else siege.red
        x, y, width, height = self.x, self.y, self.width, self.height
        head = min(self.size_of(14) * 1.75, height * 0.24)
        slab(x, y, width, height, c.raised, dp(8))
        slab(x, y + height - head, width, head, c.camp(side.camp), dp(8))
        slab(x, y + height - head, width, head / 2, c.camp(side.camp), 0)
        outline(x, y, width, height, c.camp(side.camp), dp(8), dp(1.1))
        wide = symbol(_EMBLEM[side.camp], x + dp(7), y + height - head / 2, head * 0.62, c.on_camp, "left")
        write(
            side.name,
            x + dp(11) + wide,
            y + height - head / 2,
            self.size_of(15),
            c.on_camp,
            bold=True,
            anchor="left",
            within=width - wide - dp(17),
        )
        foot = self._cards(side, c) if side.cards else self._notes(side, c)
        self._dice(side, foot, height - head, c)

    def _notes(self, side: Side, c) -> float:
        room, size = self.width - dp(10), self.size_of(12)
        lines = [line for note in side.notes for line in lines_of(note, room, size, font=TEXT)]
        each = size * 1.3
        for at, line in enumerate(reversed(lines)):
            plain_text(line, self.x + self.width / 2, self.y + dp(5) + each * (at + 0.5), size, c.ink, within=room)
        return each * len(lines) + dp(8) if lines else 0

    def _cards(self, side: Side, c) -> float:
        gap = dp(5)
        tall = self.height * 0.36
        wide = min((self.width - gap * (len(side.cards) + 1)) / len(side.cards), tall * 0.78)
        left = self.x + (self.width - len(side.cards) * (wide + gap) + gap) / 2
        for at, card in enumerate(side.cards):
            self._card(card, left + at * (wide + gap), self.y + gap, wide, tall - gap, c)
        return tall + dp(2)

    def _card(self, card: Card, x: float, y: float, wide: float, tall: float, c) -> None:
        if not card.name:
            outline(x, y, wide, tall, c.line, dp(4), dp(0.8))
            return
        slab(x, y, wide, tall, c.panel, dp(4))
        outline(x, y, wide, tall, c.blue_ink, dp(4), dp(1))
        sign = "account-tie-hat" if card.name == "bassompierre" else "sword" if card.dice == 1 else "sword-cross"
        symbol(sign, x + wide / 2, y + tall * 0.70, min(wide, tall) * 0.46, c.blue_ink)
        side = min(tall * 0.17, wide * 0.24)
        start = x + wide / 2 - card.dice * side * 0.65 + side * 0.15
        for die in range(card.dice):
            slab(start + die * side * 1.3, y + tall * 0.33, side, side, c.blue, side * 0.22)
        if wide > dp(_NAMED_CARD):
            plain_text(card.text, x + wide / 2, y + tall * 0.15, self.size_of(10), c.ink, within=wide - dp(4))

    def _dice(self, side: Side, low: float, high: float, c) -> None:
        # A sword that lies there without a die is a round token behind the dice.
        things, gap = (*side.faces, *("extra",) * side.extra), dp(5)
        count = len(things)
        width, height = self.width - 2 * gap, high - low - gap
        if height < dp(12):
            return
        middle = self.y + low + height / 2
        if not count:
            x, big = self.x + self.width / 2, min(height * 0.6, dp(34))
            size = self.size_of(12)
            lines = [line for note in side.notes for line in lines_of(note, width, size, font=TEXT)]
            lines = lines if side.cards else []
            each = size * 1.2
            zero = max(min(big * 1.2, height - each * len(lines)), dp(14))  # the row of the numeral
            top = middle + (zero + each * len(lines)) / 2
            if zero >= dp(20):  # otherwise the words say it alone
                plain_text("0", x, top - zero / 2, zero / 1.2, c.faded, bold=True)
            for at, line in enumerate(lines):
                plain_text(line, x, top - zero - each * (at + 0.5), size, c.ink, within=width)
            return
        rows, size = max(
            (
                (rows, min(_fit(width, height, ceil(count / rows), rows, gap), self.width * 0.34, dp(_MOST_DIE)))
                for rows in (1, 2)
            ),
            key=lambda one: one[1],
        )
        each = ceil(count / rows)
        for at, face in enumerate(things):
            row, column = divmod(at, each)
            here = min(each, count - row * each)
            x = self.x + self.width / 2 + (column - here / 2) * (size + gap) + gap / 2
            y = middle + (rows / 2 - row - 1) * (size + gap) + gap / 2
            self.dice.append((x, y, size))
            if face == "extra":
                _token(x + size / 2, y + size / 2, size / 2, c)
            else:
                _die(x, y, size, side.camp, face, c)


def _fit(width: float, height: float, columns: int, rows: int, gap: float) -> float:
    return min((width - (columns - 1) * gap) / columns, (height - (rows - 1) * gap) / rows)


def _die(x: float, y: float, size: float, camp: str, face: str, c) -> None:
    """A sword counts: full colour in a gold frame. What does not count steps back and keeps only its outline."""
    counts = face == "sword"
    fill = c.camp(camp) if counts or not face else c.panel
    edge = c.gold if counts else c.camp(camp)
    thick = dp(1.8) if counts else dp(1.1)
    colour = "red" if camp == "milady" else "blue"
    draw_block(x, y, size, colour, fill)
    die_edge(x, y, size, colour, edge, thick)
    if face:
        ink = c.on_camp if counts else c.camp_ink(camp)
        symbol(SYMBOLS.get(face, "help"), x + size / 2, y + size / 2, size * 0.62, ink)


def _token(x: float, y: float, radius: float, c) -> None:
    disc(x, y, radius, c.red)
    ring(x, y, radius, c.gold, dp(1.8))
    symbol("sword", x, y, radius * 1.2, c.on_camp)


def flat(points, colour) -> None:
    Color(*colour)
    vertices = [value for x, y in points for value in (x, y, 0, 0)]
    Mesh(vertices=vertices, indices=list(range(len(points))), mode="triangle_fan")
