from __future__ import annotations

import gettext
import json
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.words import DEEPEST, ENGLISH, Line, Value, Words, say, say_n


class French:
    """A catalogue small enough to read."""

    texts: ClassVar[dict[str, str]] = {
        "The purse holds {n}.": "La bourse contient {n}.",
        "{who} enters {place}.": "{place} : entrée de {who}.",
        "the Louvre": "le Louvre",
        "Round {number}": "Manche {nummer}",
    }

    def gettext(self, message: str, /) -> str:
        return self.texts.get(message, message)

    def ngettext(self, one: str, many: str, n: int, /) -> str:
        # In French nought is singular, in English it is not.
        return "{n} blessure" if n < 2 else "{n} blessures"


names = st.from_regex(r"[a-z]{1,8}", fullmatch=True)
short = st.text(max_size=10)


def lines_with(values: st.SearchStrategy[Value]) -> st.SearchStrategy[Line]:
    args = st.dictionaries(names, values, max_size=3).map(lambda given: tuple(sorted(given.items())))
    return st.builds(Line, short, short, args)


leaves: st.SearchStrategy[Value] = short | st.integers()
lines = lines_with(st.recursive(leaves, lines_with, max_leaves=5))


def test_a_line_reads_as_english_by_itself() -> None:
    assert say("The purse holds {n}.", n=3).read() == "The purse holds 3."


def test_a_line_reads_in_the_language_of_the_reader() -> None:
    line = say("{who} enters {place}.", who="Aramis", place=say("the Louvre"))
    assert line.read() == "Aramis enters the Louvre."
    assert line.read(French()) == "le Louvre : entrée de Aramis."


def test_the_catalogue_decides_what_is_plural() -> None:
    none, one, two = (say_n("{n} wound", "{n} wounds", n) for n in (0, 1, 2))
    assert [line.read() for line in (none, one, two)] == ["0 wounds", "1 wound", "2 wounds"]
    assert [line.read(French()) for line in (none, one, two)] == ["0 blessure", "1 blessure", "2 blessures"]


def test_a_plural_line_takes_other_values_too() -> None:
    assert say_n("{who} has {n} wound", "{who} has {n} wounds", 2, who="Athos").read() == "Athos has 2 wounds"


def test_what_people_typed_is_not_taken_for_a_pattern() -> None:
    assert say("Note: {text}", text="{who} {0} {").read() == "Note: {who} {0} {"


def test_a_misspelt_name_in_a_translation_stays_as_it_stands() -> None:
    assert say("Round {number}", number=4).read(French()) == "Manche {nummer}"


@pytest.mark.parametrize(
    "pattern",
    ["{", "}", "{}", "{0}", "{{", "{Number}", "{number:d}", "{number!r}", "{number.real}", "{number:999999999}"],
)
def test_nothing_but_a_plain_name_is_a_place(pattern: str) -> None:
    """str.format would fail on some of these, look into objects or fill the memory."""

    class Broken(French):
        texts: ClassVar[dict[str, str]] = {"Round {number}": f"{pattern} {{number}}"}

    assert say("Round {number}", number=4).read(Broken()) == f"{pattern} 4"
    assert Line(pattern, args=(("number", 4),)).read() == pattern


def test_a_value_nobody_gave_is_shown_as_missing() -> None:
    assert say("Round {number}").read() == "Round {number}"


def test_the_empty_line_is_empty_in_a_real_catalogue() -> None:
    """gettext keeps the header of a catalogue under the empty text."""

    class WithHeader(gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            return message or "Project-Id-Version: 1"

    assert say("").read(WithHeader()) == ""


def test_the_standard_catalogues_fit() -> None:
    words: Words = gettext.NullTranslations()
    assert say_n("{n} wound", "{n} wounds", 2).read(words) == "2 wounds"
    assert ENGLISH.gettext("the Louvre") == "the Louvre"


def test_the_plain_form_is_this() -> None:
    assert say("the Louvre").plain() == {"say": "the Louvre"}
    assert say_n("{n} in {place}", "{n} in {place}!", 2, place=say("the Louvre")).plain() == {
        "say": "{n} in {place}",
        "many": "{n} in {place}!",
        "with": {"n": 2, "place": {"say": "the Louvre"}},
    }


@given(lines)
def test_a_line_survives_being_written_down(line: Line) -> None:
    assert Line.from_plain(json.loads(json.dumps(line.plain()))) == line


@pytest.mark.parametrize(
    "form",
    [
        None,
        "the Louvre",
        ["say"],
        {},
        {"say": 3},
        {"say": "x", "many": 1},
        {"say": "x", "many": None},
        {"say": "x", "with": ["n"]},
        {"say": "x", "with": {"n": None}},
        {"say": "x", "with": {"n": 1.5}},
        {"say": "x", "with": {"n": [1]}},
        {"say": "x", "with": {"n": {"text": "y"}}},
    ],
)
def test_what_is_no_line_is_refused(form: object) -> None:
    with pytest.raises(ValueError, match="not a line of words"):
        Line.from_plain(form)


def test_a_line_nested_without_end_is_refused() -> None:
    form: dict[str, object] = {"say": "x"}
    for _ in range(DEEPEST):
        form = {"say": "{x}", "with": {"x": form}}
    assert Line.from_plain(form).read() == "x"
    with pytest.raises(ValueError, match="not a line of words"):
        Line.from_plain({"say": "{x}", "with": {"x": form}})


def test_the_order_in_which_values_are_given_makes_no_difference() -> None:
    assert say("{a}{b}", a=1, b=2) == say("{a}{b}", b=2, a=1)
    assert say_n("{n}{a}", "{n}{a}", 2, z=1, a=1).args == (("a", 1), ("n", 2), ("z", 1))


def test_a_line_can_stand_in_a_set() -> None:
    assert len({say("{a}", a=1), say("{a}", a=1), say("{a}", a=2)}) == 2
