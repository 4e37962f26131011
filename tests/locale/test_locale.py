from __future__ import annotations

import gettext
import subprocess
import sys
from pathlib import Path

import pytest

from companion.locale import LANGUAGES, NAMES, catalogue, system_language

PROJECT = Path(__file__).resolve().parents[2]


def test_the_four_languages_of_the_table_call_themselves_by_their_own_names() -> None:
    assert LANGUAGES == ("en", "fr", "de", "it")
    assert [NAMES[language] for language in LANGUAGES] == ["English", "Français", "Deutsch", "Italiano"]


@pytest.mark.parametrize("language", ["fr", "de", "it"])
def test_each_catalogue_is_there_and_is_its_own(language: str) -> None:
    words = catalogue(language)
    assert isinstance(words, gettext.GNUTranslations)
    assert words.info()["language"] == language


@pytest.mark.parametrize(("language", "for_none"), [("en", "{n} coins"), ("fr", "{n} coin"), ("de", "{n} coins")])
def test_a_catalogue_knows_which_numbers_are_plural(language: str, for_none: str) -> None:
    # French counts nothing as one. The sentence is in no catalogue, so only the rule of the language speaks.
    words = catalogue(language)
    plural = getattr(words, "plural", lambda n: n != 1)
    assert ("{n} coin", "{n} coins")[int(plural(0))] == for_none


@pytest.mark.parametrize("language", ["en", "es", "", "english"])
def test_english_and_languages_we_lack_speak_english(language: str) -> None:
    assert type(catalogue(language)) is gettext.NullTranslations
    assert catalogue(language).gettext("Undo") == "Undo"


def test_a_catalogue_is_read_once() -> None:
    assert catalogue("fr") is catalogue("fr")


@pytest.mark.parametrize(
    ("env", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "it@euro"}, "it"),
        ({"LANG": "DE_at"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "es_ES"}, "en"),
        ({"LANG": "fry_NL"}, "en"),  # Frisian is not French
        ({"LANGUAGE": "es:it:fr", "LANG": "fr_FR"}, "it"),
        ({"LANGUAGE": "", "LANG": "fr_FR"}, "fr"),
        ({"LC_ALL": "de_DE", "LC_MESSAGES": "it_IT", "LANG": "fr_FR"}, "de"),
        ({"LC_MESSAGES": "it_IT", "LANG": "fr_FR"}, "it"),
        ({"LC_ALL": "C", "LANG": "fr_FR"}, "en"),
    ],
)
def test_the_environment_chooses_the_language(env: dict[str, str], language: str) -> None:
    assert system_language(env) == language


def test_it_needs_nothing_but_the_standard_library() -> None:
    # -S leaves out every installed package.
    code = "import companion.locale as l; print(type(l.catalogue('fr')).__name__)"
    command = [sys.executable, "-S", "-c", code]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "GNUTranslations\n"
