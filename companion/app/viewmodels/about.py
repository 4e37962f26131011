"""Whose work this is: the game, the companion, its fonts and the libraries under it, each with its licence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion import __version__
from companion.core.words import Line, say

_APP = Path(__file__).parent.parent


@dataclass(frozen=True, slots=True)
class Work:
    """Names stay as they are in every language; what a work is for is said in the reader's."""

    name: str
    by: str
    licence: str
    what: Line
    notice: str  # of copyright, as its licence wants it repeated


# A licence is quoted in the language in which it was granted; the one of a font lies beside the font.
LICENCES = {
    "SIL OFL 1.1": _APP / "fonts" / "OFL.txt",
    "Apache 2.0": _APP / "licences" / "Apache-2.0.txt",
    "MIT": _APP / "licences" / "MIT.txt",
    "BSD 2-Clause": _APP / "licences" / "BSD-2-Clause.txt",
    "BSD 3-Clause": _APP / "licences" / "BSD-3-Clause.txt",
    "zlib": _APP / "licences" / "Zlib.txt",
    "PSF": _APP / "licences" / "PSF-2.0.txt",
}

OWN = Work(
    "The Musketeers' Companion",
    "The Musketeers' Companion authors",
    "MIT",
    say("This companion"),
    "Copyright (c) 2026 The Musketeers' Companion authors",
)
FONTS: tuple[Work, ...] = (
    Work("EB Garamond", "Georg Duffner", "SIL OFL 1.1", say("titles"), ""),  # its notice opens its licence
    Work(
        "Roboto",
        "Christian Robertson, Google",
        "Apache 2.0",
        say("text"),
        "Copyright 2011 Google Inc. All Rights Reserved.",
    ),
    Work("Material Design Icons", "Pictogrammers", "Apache 2.0", say("symbols"), "Copyright Pictogrammers"),
)
LIBRARIES: tuple[Work, ...] = (
    Work(
        "Python",
        "Python Software Foundation",
        "PSF",
        say("the language it is written in"),
        "",  # its licence says it itself
    ),
    Work(
        "Kivy",
        "Kivy Team",
        "MIT",
        say("window, drawing and touch"),
        "Copyright (c) 2010-2024 Kivy Team and other contributors",
    ),
    Work(
        "SDL",
        "Sam Lantinga",
        "zlib",
        say("the way to screen and sound under Kivy"),
        "Copyright (C) 1997-2024 Sam Lantinga <slouken@libsdl.org>",
    ),
    Work(
        "KivyMD",
        "Andrés Rodríguez, KivyMD Team",
        "MIT",
        say("Material Design"),
        "Copyright (c) 2026 Andrés Rodríguez and other contributors - KivyMD library up to version 0.1.2\n"
        "Copyright (c) 2026 KivyMD Team and other contributors - KivyMD library version 0.1.3 and higher",
    ),
    Work("materialyoucolor", "Ansh Dadwal", "MIT", say("colours for KivyMD"), "Copyright (c) 2023 Ansh Dadwal"),
    Work(
        "asynckivy",
        "Nattōsai Mitō",
        "MIT",
        say("animations for KivyMD"),
        "Copyright 2019 gottadiveintopython",
    ),
    Work("asyncgui", "Nattōsai Mitō", "MIT", say("animations for KivyMD"), "Copyright 2020 Nattōsai Mitō"),
    Work("filetype", "Tomás Aparicio", "MIT", say("kinds of files for Kivy"), "Copyright (c) 2016 Tomás Aparicio"),
    Work(
        "Pygments",
        "Georg Brandl",
        "BSD 2-Clause",
        say("coloured text for Kivy"),
        "Copyright (c) 2006-2022 by the respective authors (see AUTHORS file). All rights reserved.",
    ),
    Work(
        "plyer",
        "Kivy Team",
        "MIT",
        say("what the device can do"),
        "Copyright (c) 2010-2017 Kivy Team and other contributors",
    ),
    Work(
        "TinyDB",
        "Markus Siemens",
        "MIT",
        say("the shelf and the settings"),
        "Copyright (C) 2013 Markus Siemens <markus@m-siemens.de>",
    ),
    Work(
        "websockets",
        "Aymeric Augustin",
        "BSD 3-Clause",
        say("messages between devices"),
        "Copyright (c) Aymeric Augustin and contributors",
    ),
    Work(
        "segno",
        "Lars Heuer",
        "BSD 3-Clause",
        say("QR codes"),
        "Copyright (c) 2016 - 2025, Lars Heuer. All rights reserved.",
    ),
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

    def licences(self, works: tuple[Work, ...]) -> tuple[tuple[str, str], ...]:
        """Every licence of these works, once: its name, and the words on the button that opens it."""
        names = dict.fromkeys(work.licence for work in works)
        return tuple((name, self._read(say("Read the licence {name}", name=name))) for name in names)

    def licence(self, name: str) -> tuple[str, ...]:
        """A whole licence in paragraphs: first whose works are under it, then its text."""
        notices = [
            f"{work.name}: {line}"
            for work in (OWN, *FONTS, *LIBRARIES)
            if work.licence == name and work.notice
            for line in work.notice.split("\n")
        ]
        return (*notices, *paragraphs(LICENCES[name].read_text(encoding="utf-8")))


def paragraphs(text: str) -> tuple[str, ...]:
    """Text that was broken into lines for another width, joined again so that it can wrap at this one.

    Rules of hyphens and the like vanish; a line that ends a sentence or begins with a number or in capitals keeps its
    own line.
    """
    found: list[str] = []
    for block in text.replace("\r\n", "\n").split("\n\n"):
        lines = [line.strip() for line in block.split("\n") if line.strip(" -=")]
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
