"""The colours, by day and by candle light. Plain numbers, so that their contrast can be tested without a window."""

from __future__ import annotations

from dataclasses import dataclass

Colour = tuple[float, float, float, float]


def colour(text: str, alpha: float = 1.0) -> Colour:
    """From "#1f3f8f"."""
    red, green, blue = (int(text[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return (red, green, blue, alpha)


@dataclass(frozen=True, slots=True)
class Palette:
    ground: Colour  # the table top
    glow: Colour  # where the light falls on it
    panel: Colour  # sheets of paper lying on it
    raised: Colour  # a field on such a sheet
    ink: Colour
    faded: Colour  # ink that can wait
    line: Colour
    gold: Colour  # what counts, as a surface
    gold_ink: Colour  # what counts, as text on a panel
    on_gold: Colour
    blue: Colour  # the musketeers' camp, as a surface
    blue_ink: Colour
    red: Colour  # Milady's camp, as a surface
    red_ink: Colour
    slate: Colour  # the clerk, who belongs to neither, as a surface
    slate_ink: Colour
    velvet: Colour  # the curtain before Milady's secrets
    shade: Colour  # its folds, and the ground of her screen
    on_camp: Colour  # text on any camp's surface, and on her velvet
    veil: Colour  # what dims the table behind a sheet

    def camp(self, name: str) -> Colour:
        return {"musketeers": self.blue, "milady": self.red}.get(name, self.slate)

    def camp_ink(self, name: str) -> Colour:
        return {"musketeers": self.blue_ink, "milady": self.red_ink}.get(name, self.slate_ink)


DAY = Palette(
    ground=colour("#e4d5b4"),
    glow=colour("#f6ecd5"),
    panel=colour("#fbf5e7"),
    raised=colour("#f1e6cd"),
    ink=colour("#2a2017"),
    faded=colour("#665640"),
    line=colour("#c4ae83"),
    gold=colour("#c79b2b"),
    gold_ink=colour("#75560b"),
    on_gold=colour("#241a08"),
    blue=colour("#1f3f8f"),
    blue_ink=colour("#1f3f8f"),
    red=colour("#9c1c33"),
    red_ink=colour("#9c1c33"),
    slate=colour("#54473a"),
    slate_ink=colour("#54473a"),
    velvet=colour("#a3213a"),
    shade=colour("#5f0f1f"),
    on_camp=colour("#fff8e8"),
    veil=colour("#2a2017", 0.55),
)

CANDLE = Palette(
    ground=colour("#100c08"),
    glow=colour("#2c2115"),
    panel=colour("#251c13"),
    raised=colour("#33271a"),
    ink=colour("#f3e6ca"),
    faded=colour("#c2ae8c"),
    line=colour("#5d4a31"),
    gold=colour("#dcb44c"),
    gold_ink=colour("#e6c265"),
    on_gold=colour("#241a08"),
    blue=colour("#2f57b5"),
    blue_ink=colour("#a9c1ff"),
    red=colour("#ad2741"),
    red_ink=colour("#ff9fae"),
    slate=colour("#735327"),
    slate_ink=colour("#d9c7a6"),
    velvet=colour("#85192e"),
    shade=colour("#2c080f"),
    on_camp=colour("#fff8e8"),
    veil=colour("#000000", 0.65),
)


def contrast(one: Colour, other: Colour) -> float:
    """The WCAG contrast ratio; 4.5 is what small text needs."""
    bright, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(of: Colour) -> float:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in of[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
