"""Every letter of every language is in every font: a missing one is drawn as an empty box, and nobody is told."""

import struct
from itertools import chain
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from kivy.core.text import Label as CoreLabel
from kivymd.font_definitions import fonts

import companion.app
import companion.locale
from companion.locale import LANGUAGES, NAMES

OURS = sorted(
    path for path in (Path(companion.app.__file__).parent / "fonts").iterdir() if path.suffix in (".otf", ".ttf")
)
ROBOTO = sorted(
    {Path(file) for font in fonts if font["name"] == "Roboto" for key, file in font.items() if key != "name"}
)


def _characters(language):
    """Those of the sentences of one language; for English, of the patterns themselves."""
    translated = "fr" if language == "en" else language  # every catalogue holds the English patterns too
    path = Path(companion.locale.__file__).parent / translated / "LC_MESSAGES" / "companion.po"
    with path.open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    said = [message.id if language == "en" else message.string for message in messages]
    assert len(said) > 100
    texts = chain.from_iterable([text] if isinstance(text, str) else text for text in said)
    return set(chain(NAMES[language], "0123456789", *texts)) - {"\n"}


def _glyphs(data):
    """Which glyph stands for which character, in the font's cmap table.

    Of several tables of Unicode the one for all characters counts, as it does for FreeType, which draws our text.
    """
    (tables,) = struct.unpack_from(">H", data, 4)
    offsets = {data[at : at + 4]: struct.unpack_from(">I", data, at + 8)[0] for at in range(12, 12 + 16 * tables, 16)}
    cmap = offsets[b"cmap"]
    (count,) = struct.unpack_from(">H", data, cmap + 2)
    by_format = {}
    for at in range(cmap + 4, cmap + 4 + 8 * count, 8):
        platform, encoding, offset = struct.unpack_from(">HHI", data, at)
        if platform == 0 or (platform == 3 and encoding in (1, 10)):
            (form,) = struct.unpack_from(">H", data, cmap + offset)
            by_format[form] = cmap + offset
    return _segments(data, by_format[4]) if 12 not in by_format else _groups(data, by_format[12])


def _groups(data, table):
    """Format 12: runs of characters whose glyphs run beside them."""
    (count,) = struct.unpack_from(">I", data, table + 12)
    glyphs = {}
    for at in range(table + 16, table + 16 + 12 * count, 12):
        first, last, glyph = struct.unpack_from(">III", data, at)
        glyphs.update({code: glyph + code - first for code in range(first, last + 1)})
    return glyphs


def _segments(data, table):
    """Format 4: segments whose glyphs are either shifted characters or looked up in a list behind the segments."""
    (twice,) = struct.unpack_from(">H", data, table + 6)
    ends, starts = table + 14, table + 16 + twice  # two spare bytes lie between them
    deltas, ranges = starts + twice, starts + 2 * twice
    glyphs = {}
    for at in range(0, twice, 2):
        last, first, delta, jump = (
            struct.unpack_from(">H", data, row + at)[0] for row in (ends, starts, deltas, ranges)
        )
        for code in range(first, last + 1):
            if jump:
                (glyph,) = struct.unpack_from(">H", data, ranges + at + jump + 2 * (code - first))
                glyphs[code] = (glyph + delta) % 0x10000 if glyph else 0
            else:
                glyphs[code] = (code + delta) % 0x10000
    return glyphs


def _missing(characters, data):
    glyphs = _glyphs(data)
    # Glyph 0 is the empty box itself.
    return sorted(character for character in characters if not glyphs.get(ord(character)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("font", [*OURS, *ROBOTO], ids=lambda path: path.stem)
def test_every_letter_can_be_drawn(font, language):
    assert _missing(_characters(language), font.read_bytes()) == []


def test_all_fonts_are_looked_at():
    assert len(OURS) >= 3
    assert len(ROBOTO) == 4


def test_the_languages_need_more_than_ascii():
    assert {"ä", "ß"} <= _characters("de")
    assert {"é", "ç"} <= _characters("fr")
    assert {"è", "à"} <= _characters("it")


def _font(*tables):
    """A font file with nothing but these cmap tables of the Windows platform: (encoding, table)."""
    header = struct.pack(">IHHHH", 0x00010000, 1, 0, 0, 0) + struct.pack(">4sIII", b"cmap", 0, 28, 0)
    index, body = b"", b""
    for encoding, table in tables:
        index += struct.pack(">HHI", 3, encoding, 4 + 8 * len(tables) + len(body))
        body += table
    return header + struct.pack(">HH", 0, len(tables)) + index + body


def _format_4(*segments, glyphs=()):
    """Segments are (first, last, delta, jump)."""
    columns = list(zip(*segments, strict=True))
    count = len(segments)
    rows = [struct.pack(f">{count}H", *columns[at]) for at in (1, 0, 2, 3)]
    body = rows[0] + b"\0\0" + b"".join(rows[1:]) + struct.pack(f">{len(glyphs)}H", *glyphs)
    return struct.pack(">HHHHHHH", 4, 14 + len(body), 0, 2 * count, 0, 0, 0) + body


def _format_12(*groups):
    return struct.pack(">HHIII", 12, 0, 16 + 12 * len(groups), 0, len(groups)) + b"".join(
        struct.pack(">III", *group) for group in groups
    )


def test_shifted_and_listed_glyphs_are_found():
    # "ab" shifted to 1 and 2; "xyz" listed as 0, 7 and 9, shifted by 1; the end mark points at nothing.
    table = _format_4((97, 98, 0x10000 - 96, 0), (120, 122, 1, 4), (0xFFFF, 0xFFFF, 1, 0), glyphs=(0, 7, 9))
    font = _font((1, table))
    assert {chr(code): glyph for code, glyph in _glyphs(font).items()} == {
        "a": 1,
        "b": 2,
        "x": 0,
        "y": 8,
        "z": 10,
        "\uffff": 0,
    }
    assert _missing("abcxyz", font) == ["c", "x"]


def test_the_table_for_all_characters_counts():
    small = _format_4((97, 122, 0, 0), (0xFFFF, 0xFFFF, 1, 0))
    large = _format_12((97, 99, 5), (0x1F3B2, 0x1F3B2, 9))
    font = _font((1, small), (10, large))
    assert _glyphs(font) == {97: 5, 98: 6, 99: 7, 0x1F3B2: 9}
    assert _missing("cd", font) == ["d"]


@pytest.mark.parametrize("font", OURS, ids=lambda path: path.stem)
def test_figures_of_titles_stand_as_high_as_capitals(font):
    """Old figures would make "1 against 0" look like words."""
    high = {letter: _high(font, letter) for letter in "H0123456789x"}
    assert high["x"] < high["H"] * 0.75
    for figure in "0123456789":
        assert high[figure] > high["H"] * 0.9, figure


def _high(font, letter):
    """How many pixels its ink is high."""
    label = CoreLabel(text=letter, font_name=str(font), font_size=100)
    label.resolve_font_name()
    label.refresh()
    label._render_begin()
    label._render_text(letter, 0, 0)
    data = label._render_end()
    row = data.width * 4
    return sum(any(data.data[at + 3 : at + row : 4]) for at in range(0, row * data.height, row))
