from __future__ import annotations

import gettext
from pathlib import Path

import pytest

from tools import words, words_check
from tools.words import TRANSLATED, mo_path, po_path, pot_path

PYTHON = """
from companion.core.words import say, say_n

ONE = say("The purse holds {n}.", n=3)
MANY = say_n("{n} coin", "{n} coins", 3)
LONG = say("Milady " "waits.")
"""
KV = """
#:import dp kivy.metrics.dp
<Shelf>:
    # text: "A comment"
    title: app.tr._("Shelf (all)", app.tr.rev)
    text: app.tr.ngettext("One match", "{n} matches", app.n)
    hint_text: app.tr._("Name of the match",
        app.tr.rev)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project, translated into all languages (by putting the language in front of every sentence)."""
    app = tmp_path / "companion" / "app"
    app.mkdir(parents=True)
    (tmp_path / "companion" / "rules.py").write_text(PYTHON)
    (app / "shelf.kv").write_text(KV)
    words.update(tmp_path)
    for language in TRANSLATED:
        translate(tmp_path, language)
    words.update(tmp_path)
    return tmp_path


def translate(root: Path, language: str) -> None:
    catalog = words.read_catalogue(language, root)
    for message in catalog:
        if message.id:
            strings = tuple(f"{language} {text}" for text in words.forms(message))
            message.string = strings if message.pluralizable else strings[0]
    po_path(language, root).write_text(words.po_text(catalog))


def edit_french(root: Path, old: str, new: str, *, compiled: bool = True) -> None:
    path = po_path("fr", root)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    if compiled:
        mo_path("fr", root).write_bytes(words.mo_bytes(words.read_catalogue("fr", root), "fr"))


def test_a_complete_project_has_no_faults(project: Path) -> None:
    assert words_check.faults(project) == []


def test_sentences_are_found_in_python_and_in_kv(project: Path) -> None:
    assert set(words.gather(project).sentences) == {
        ("The purse holds {n}.",),
        ("{n} coin", "{n} coins"),
        ("Milady waits.",),
        ("Shelf (all)",),
        ("One match", "{n} matches"),
        ("Name of the match",),
    }


def test_the_compiled_catalogue_speaks(project: Path) -> None:
    with mo_path("de", project).open("rb") as file:
        german = gettext.GNUTranslations(file)
    assert german.gettext("Milady waits.") == "de Milady waits."
    assert german.ngettext("{n} coin", "{n} coins", 2) == "de {n} coins"


def test_an_update_is_the_same_on_every_day(project: Path) -> None:
    def everything() -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in (project / "companion" / "locale").rglob("*.*")}

    before = everything()
    assert len(before) == 1 + 2 * len(TRANSLATED)
    words.update(project)
    assert everything() == before
    assert not any(b"Date" in data for path, data in before.items() if not path.endswith(".mo"))


def test_an_update_keeps_translations_and_drops_what_is_no_longer_used(project: Path) -> None:
    rules = project / "companion" / "rules.py"
    rules.write_text(rules.read_text().replace("Milady waits", "Milady leaves").replace('"Milady " "waits."', '"New."'))
    report = words.update(project)
    assert report == [f"{language}: 6 sentences, 1 to translate" for language in TRANSLATED]
    text = po_path("it", project).read_text()
    assert "it The purse holds {n}." in text
    assert "Milady waits" not in text
    assert [line for line in words_check.faults(project) if "not translated" in line] == [
        f"{language}: not translated: 'New.'" for language in TRANSLATED
    ]


def test_a_sentence_not_wholly_translated_is_shown_in_english(project: Path) -> None:
    edit_french(project, 'msgstr[1] "fr {n} coins"', 'msgstr[1] ""')
    with mo_path("fr", project).open("rb") as file:
        assert gettext.GNUTranslations(file).ngettext("{n} coin", "{n} coins", 5) == "{n} coins"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('msgid "Milady waits."\nmsgstr "fr Milady waits."\n', "", "missing: 'Milady waits.'"),
        ('"fr Milady waits."', '""', "not translated: 'Milady waits.'"),
        ('msgid "Milady waits."', '#, fuzzy\nmsgid "Milady waits."', "only guessed (fuzzy): 'Milady waits.'"),
        ('"fr The purse holds {n}."', '"fr The purse holds {m}."', "place-holders differ: 'The purse holds {n}.'"),
        ('"fr The purse holds {n}."', '"fr The purse."', "place-holders differ: 'The purse holds {n}.'"),
        ('"fr The purse holds {n}."', '"fr {n"', "place-holders cannot be read: 'The purse holds {n}.'"),
        ('"fr {n} coins"', '"fr coins"', "place-holders differ: '{n} coin'"),
        ('"fr {n} coin"', '"fr {x} coin"', "place-holders differ: '{n} coin'"),
        ('msgstr[1] "fr {n} coins"', 'msgstr[1] ""', "a plural form is missing: '{n} coin'"),
        ('msgstr[1] "fr {n} coins"\n', "", "a plural form is missing: '{n} coin'"),
        (
            'msgid_plural "{n} coins"',
            'msgid_plural "{n} ducats"',
            "singular and plural differ from the source: '{n} coin'",
        ),
    ],
)
def test_a_fault_in_a_catalogue_gets_its_line(project: Path, old: str, new: str, fault: str) -> None:
    edit_french(project, old, new)
    assert words_check.faults(project) == [f"fr: {fault}"]


def test_a_plural_may_count_where_english_says_one(project: Path) -> None:
    edit_french(project, '"fr One match"', '"fr {n} match"')
    assert words_check.faults(project) == []


@pytest.mark.parametrize("mark", ["", "#~ "])
def test_a_translation_nobody_uses_is_found(project: Path, mark: str) -> None:
    path = po_path("fr", project)
    path.write_text(path.read_text() + f'\n{mark}msgid "Old"\n{mark}msgstr "Vieux"\n')
    assert "fr: no longer used: 'Old'" in words_check.faults(project)


def test_a_stale_or_missing_compiled_catalogue_is_found(project: Path) -> None:
    fault = "companion/locale/fr/LC_MESSAGES/companion.mo: does not match its .po, run: make words"
    edit_french(project, "fr Milady waits.", "Milady attend.", compiled=False)
    assert words_check.faults(project) == [fault]
    mo_path("fr", project).unlink()
    assert words_check.faults(project) == [fault]


def test_a_missing_catalogue_is_found(project: Path) -> None:
    po_path("it", project).unlink()
    assert words_check.faults(project) == ["it: no catalogue, run: make words"]


def test_a_new_sentence_is_found_before_anybody_gathered_it(project: Path) -> None:
    (project / "companion" / "new.py").write_text('X = say("Brand new")')
    assert words_check.faults(project) == [
        "companion/locale/companion.pot: not up to date, run: make words",
        *(f"{language}: missing: 'Brand new'" for language in TRANSLATED),
    ]
    pot_path(project).unlink()
    assert "companion/locale/companion.pot: not up to date, run: make words" in words_check.faults(project)


@pytest.mark.parametrize("code", ["say(name)", 'say(f"{name} waits")', 'say_n("coin", coins, 3)', "say()"])
def test_words_that_are_no_literal_are_refused_below_the_app(project: Path, code: str) -> None:
    (project / "companion" / "new.py").write_text(f"\nX = {code}\n")
    keyword = code.partition("(")[0]
    assert words_check.faults(project) == [f"companion/new.py:2: {keyword}() needs its words as a literal"]


@pytest.mark.parametrize(
    ("value", "bare"),
    [
        ('"Hello"', ["Hello"]),
        ('"Été"', ["Été"]),
        ("'[b]Now[/b]'", ["[b]Now[/b]"]),
        ('"Yes" if root.on else app.tr._("No")', ["Yes"]),
        ('"Round {}".format(root.n)', ["Round {}"]),
        ('"Round " + str(root.n)', ["Round "]),
        ('f"Round {root.n}"', ["Round "]),
        ('root.name or "Nobody"', ["Nobody"]),
        ('"{at} / {end}".format(at=1, end=2)', []),
        ('"7"', []),
        ('"III"', []),
        ('""', []),
        ('root.names["purse"]', []),
        ('app.tr._("Purse")', []),
        ('app.tr._("Hearts") if root.kind == "hearts" else ""', []),
    ],
)
def test_words_in_kv_that_bypass_the_catalogues_are_found(project: Path, value: str, bare: list[str]) -> None:
    (project / "companion" / "app" / "a.kv").write_text(f"<A>:\n    text: {value}\n    icon: 'sword'\n")
    words.update(project)
    assert [line for line in words_check.faults(project) if "wrapped" in line] == [
        f"companion/app/a.kv:2: text is not wrapped in _(): {text!r}" for text in bare
    ]


def test_words_in_the_apps_python_that_bypass_the_catalogues_are_found(project: Path) -> None:
    (project / "companion" / "app" / "a.py").write_text(
        'label(text="Hello", icon="sword", supporting_text=tr._("Hi"))\n'
    )
    words.update(project)
    assert [line for line in words_check.faults(project) if "wrapped" in line] == [
        "companion/app/a.py:1: text is not wrapped in _(): 'Hello'"
    ]


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ('app.tr._("Purse"', "a call without its closing bracket"),
        ('app.tr._("Purse" 3)', "invalid syntax. Perhaps you forgot a comma?"),
    ],
)
def test_a_kv_call_that_cannot_be_read_is_a_fault(project: Path, value: str, fault: str) -> None:
    (project / "companion" / "app" / "a.kv").write_text(f"<A>:\n    text: {value}\n")
    assert f"companion/app/a.kv:2: cannot be read: {fault}" in words_check.faults(project)
