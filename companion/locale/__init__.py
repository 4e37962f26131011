"""The catalogues: every sentence of the app in the four languages of the table.

English is the language of the source and needs no catalogue. The compiled files (.mo) stand beside this one and
are committed, so that an installation or an Android package needs no tool to make them; `make words` renews them.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from functools import cache
from pathlib import Path

# Each language in its own words: people look for theirs, not for our name of it.
NAMES = {"en": "English", "fr": "Français", "de": "Deutsch", "it": "Italiano"}
LANGUAGES = tuple(NAMES)
DOMAIN = "companion"

_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The words of a language; English for one we do not have."""
    if language not in LANGUAGES or language == "en":
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, Path(__file__).parent, [language])


def system_language(env: Mapping[str, str]) -> str:
    """The first of our languages that the environment asks for, or English.

    The first variable that is set decides, in the order gettext uses; LANGUAGE may name several ("es:fr:en").
    """
    wish = next((env[name] for name in _VARIABLES if env.get(name)), "")
    for entry in wish.split(":"):
        language = entry[:2].lower()
        if language in LANGUAGES and not entry[2:3].isalpha():
            return language
    return "en"
