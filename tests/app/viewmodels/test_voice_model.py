"""Three voices: how much the card says in each."""

import pytest

from companion.app.viewmodels.table import TableModel
from companion.app.viewmodels.voice import REMIND, TEACH, TERSE, VOICES, voice_of
from companion.boxes import load
from companion.core.match import Match, open_header


def _read(line):
    return line.read() if line else ""


@pytest.fixture
def model():
    box = load("mousquetaires")
    return TableModel(Match(box, open_header(box, "m", {"players": 5}, box.profile(), 0, "")), _read)


def test_reminding_says_how_it_is_done(model):
    assert model.now.detail
    assert not model.now.lesson


def test_teaching_adds_the_rule(model):
    model.voice = TEACH
    assert model.now.detail
    assert model.now.lesson == model.why_now()[0].text


def test_terse_says_only_what_comes_next(model):
    reminded = model.now
    model.voice = TERSE
    assert (model.now.detail, model.now.lesson) == ("", "")
    assert (model.now.what, model.now.main) == (reminded.what, reminded.main)


@pytest.mark.parametrize("kept", [{}, {"voice": "loud"}, {"voice": 3}, {"voice": None}, {"voice": ["teach"]}])
def test_nonsense_in_the_file_is_a_reminder(kept):
    assert voice_of(kept) == REMIND


def test_what_was_chosen_is_kept():
    assert [voice_of({"voice": name}) for name in VOICES] == [TEACH, REMIND, TERSE]


def test_each_says_in_its_own_words_what_it_does():
    assert len({title for _, title, _ in VOICES.values()}) == len({what for *_, what in VOICES.values()}) == 3
