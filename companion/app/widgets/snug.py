"""Letters that step back a little where their longest word has no room: a word is never broken in the middle."""

from __future__ import annotations

import re
from functools import lru_cache

from kivy.core.text import Label as CoreLabel
from kivy.metrics import dp, sp

# How far they step back: to this share of the size wished for, large ones to this size, but none below the last.
# A word that has no room even then wants other words, or more room.
_SHARE, _LARGE, _LEAST = 0.6, 12, 10
_LEADING = 1.2  # from line to line, in heights of the letters
_TAGS = re.compile(r"\[/?[a-z]+(?:=[^\]]*)?\]")
_BREAKS = re.compile(r"[ \n\t]+")  # where a line may end; a hyphen or a hard blank holds


def snug(text: str, room: float, size: float, font: str, bold: bool = False, whole: bool = False) -> float:
    """The size of letters at which every word has room; with `whole`, every line of the text.

    For kv: `font_size: snug(self.text, self.width, wish, self.font_name, self.bold)`.
    """
    if room < dp(24) or not text:
        return size  # not laid out yet
    if "[" in text:
        text = _TAGS.sub("", text)
    parts = tuple(text.split("\n") if whole else _BREAKS.split(text))
    widest = _widest(parts, font, size, bold)
    if widest <= room:
        return size
    least = min(size, max(min(size * _SHARE, sp(_LARGE)), sp(_LEAST)))
    fits = int(size * room / widest) + 1
    # Letters are hinted to whole pixels, so their width is only nearly in proportion.
    while fits > least and _widest(parts, font, fits, bold) > room:
        fits -= 1
    return max(fits, least)


def within(text: str, room: float, high: float, size: float, font: str, bold: bool = False) -> float:
    """As `snug`, for words that have to stay within a height as well."""
    fits = snug(text, room, size, font, bold)
    while fits > sp(_LEAST) and _lines(text, room, font, fits, bold) * fits * _LEADING > high > dp(24):
        fits = max(fits - 1, sp(_LEAST))
    return fits


def _lines(text: str, room: float, font: str, size: float, bold: bool) -> int:
    """Into how many lines the words fall."""
    count, wide = 1, 0.0
    blank = _width(" ", font, size, bold)
    for word in _BREAKS.split(text):
        width = _width(word, font, size, bold)
        if wide and wide + blank + width > room:
            count, wide = count + 1, width
        else:
            wide += width + (blank if wide else 0)
    return count


def _widest(parts: tuple[str, ...], font: str, size: float, bold: bool) -> float:
    return max(_width(part, font, size, bold) for part in parts)


@lru_cache(maxsize=4096)
def _width(text: str, font: str, size: float, bold: bool) -> float:
    return _pen(font, size, bold).get_extents(text)[0]


@lru_cache(maxsize=64)
def _pen(font: str, size: float, bold: bool) -> CoreLabel:
    pen = CoreLabel(font_name=font, font_size=size, bold=bold)
    pen.resolve_font_name()
    return pen
