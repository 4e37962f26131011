"""Whose work this is: the game, the companion, its fonts and the libraries under it, each with its licence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion import __version__
from companion.core.words import Line, say

_FONTS = Path(__file__).parent.parent / "fonts"


@dataclass(frozen=True, slots=True)
class Work:
    """Names stay as they are in every language; what a work is for is said in the reader's."""

    name: str
    by: str
    licence: str
    what: Line


OWN = Work("The Musketeers' Companion", "The Musketeers' Companion authors", "MIT", say("This companion"))
FONTS: tuple[Work, ...] = (
    Work("EB Garamond", "Georg Duffner", "SIL OFL 1.1", say("titles")),
    Work("Roboto", "Christian Robertson, Google", "Apache 2.0", say("text")),
    Work("Material Design Icons", "Pictogrammers", "Apache 2.0", say("symbols")),
)
LIBRARIES: tuple[Work, ...] = (
    Work("Python", "Python Software Foundation", "PSF", say("the language it is written in")),
    Work("Kivy", "Kivy Team", "MIT", say("window, drawing and touch")),
    Work("SDL", "Sam Lantinga", "zlib", say("the way to screen and sound under Kivy")),
    Work("KivyMD", "Andrés Rodríguez, KivyMD Team", "MIT", say("Material Design")),
    Work("materialyoucolor", "Ansh Dadwal", "MIT", say("colours for KivyMD")),
    Work("asynckivy", "Nattōsai Mitō", "MIT", say("animations for KivyMD")),
    Work("asyncgui", "Nattōsai Mitō", "MIT", say("animations for KivyMD")),
    Work("filetype", "Tomas Aparicio", "MIT", say("kinds of files for Kivy")),
    Work("Pygments", "Georg Brandl", "BSD 2-Clause", say("coloured text for Kivy")),
    Work("plyer", "Kivy Team", "MIT", say("what the device can do")),
    Work("TinyDB", "Markus Siemens", "MIT", say("the shelf and the settings")),
)

# A licence is quoted in the language in which it was granted.
MIT = (
    "Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated "
    'documentation files (the "Software"), to deal in the Software without restriction, including without limitation '
    "the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and "
    "to permit persons to whom the Software is furnished to do so, subject to the following conditions:",
    "The above copyright notice and this permission notice shall be included in all copies or substantial portions of "
    "the Software.",
    'THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO '
    "THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE "
    "AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF "
    "CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER "
    "DEALINGS IN THE SOFTWARE.",
)


@dataclass(frozen=True, slots=True)
class Credit:
    name: str
    text: str  # by whom, under which licence
    what: str


class AboutModel:
    def __init__(self, read: Callable[[Line | None], str]) -> None:
        self._read = read

    @property
    def version(self) -> str:
        return self._read(say("Version {number}", number=__version__))

    @property
    def game(self) -> tuple[str, ...]:
        """Paragraphs about the game, which is not ours."""
        lines = (
            say(
                "Mousquetaires du Roy (Mylady und die Musketiere) belongs to its authors, {authors}, and to its "
                "publisher, {publisher}.",
                authors="François Combe, Gilles Lehmann",
                publisher="Ystari Games",
            ),
            say(
                "This companion was made by players and is not endorsed by them. It holds none of their pictures and "
                "none of their texts: every word is our own. To play you need the real game."
            ),
        )
        return tuple(self._read(line) for line in lines)

    @property
    def promise(self) -> str:
        return self._read(
            say("No account, no advertising, no internet. What you play stays on your device until you share it.")
        )

    def fonts(self) -> tuple[Credit, ...]:
        return tuple(self._credit(work) for work in FONTS)

    def libraries(self) -> tuple[Credit, ...]:
        return tuple(self._credit(work) for work in (OWN, *LIBRARIES))

    def _credit(self, work: Work) -> Credit:
        text = self._read(say("{by} · licence {licence}", by=work.by, licence=work.licence))
        return Credit(work.name, text, self._read(work.what))

    def font_licence(self) -> tuple[str, ...]:
        """The licence that lies beside the font, in paragraphs."""
        return paragraphs((_FONTS / "OFL.txt").read_text(encoding="utf-8"))


def paragraphs(text: str) -> tuple[str, ...]:
    """Text that was broken into lines for another width, joined again so that it can wrap at this one.

    Rules of hyphens vanish; a line that ends a sentence or begins with a number or in capitals keeps its own line.
    """
    found: list[str] = []
    for block in text.replace("\r\n", "\n").split("\n\n"):
        lines = [line.strip() for line in block.split("\n") if line.strip(" -")]
        joined: list[str] = []
        for line in lines:
            if joined and not _begins(line) and not joined[-1].isupper():
                joined[-1] = f"{joined[-1]} {line}"
            else:
                joined.append(line)
        found += joined
    return tuple(found)


def _begins(line: str) -> bool:
    return line.isupper() or line[:2].rstrip(")").isdigit() or line.startswith(("Copyright", "Licensed", "SIL OPEN"))
