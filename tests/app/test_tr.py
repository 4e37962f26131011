"""The language of the screen."""

import pytest
from kivy.lang import Builder

from companion.app import headless
from companion.app.tr import Translator
from companion.core.words import say, say_n
from companion.locale import LANGUAGES

OTHERS = [language for language in LANGUAGES if language != "en"]


def test_english_stands_for_itself():
    assert Translator()._("New match") == "New match"


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_its_own_words(language):
    tr = Translator(language=language)
    assert tr._("New match") not in ("", "New match")


def test_an_unknown_language_is_english():
    assert Translator(language="tlh")._("New match") == "New match"


def test_a_sentence_without_a_translation_stays_as_it_is():
    assert Translator(language="de")._("Nobody says that here") == "Nobody says that here"


@pytest.mark.parametrize("language", OTHERS)
def test_lines_are_read_with_their_values(language):
    tr = Translator(language=language)
    assert "7" in tr.read(say("Round {n}", n=7))
    one, many = (tr.read(say_n("{n} action for each musketeer", "{n} actions for each musketeer", n)) for n in (1, 3))
    assert one.replace("1", "3") != many


def test_no_line_is_no_text():
    assert Translator().read(None) == ""


def test_every_change_is_announced_once():
    tr, heard = Translator(), []
    tr.bind(rev=lambda *_: heard.append(tr._("New match")))
    tr.language = "fr"
    tr.language = "fr"
    tr.language = "de"
    # Whoever listens already hears the new words.
    assert heard == [Translator(language=language)._("New match") for language in ("fr", "de")]


def test_what_stands_on_the_screen_changes_with_it(open_app):
    from kivy.app import App
    from kivy.properties import ObjectProperty

    class Speaking(App):
        tr = ObjectProperty(Translator(), rebind=True)

        def build(self):
            return Builder.load_string('Label:\n    text: app.tr._("New match", app.tr.rev)')

    app = open_app(Speaking())
    assert app.root.text == "New match"
    app.tr.language = "it"
    headless.frames(1)
    assert app.root.text == Translator(language="it")._("New match")
