"""The help without a window: it knows where the round is, and whom it speaks to."""

import pytest

from companion.app.viewmodels.help import ALWAYS, HelpModel
from companion.boxes import load
from companion.boxes.mousquetaires.state import STEPS
from companion.core.match import Match, open_header
from companion.core.record import Intent
from companion.core.words import Line


def _read(line: Line | None) -> str:
    return line.read() if line else ""


def _match(**options):
    box = load("mousquetaires")
    return Match(box, open_header(box, "m", {"players": 4, **options}, box.profile(), 0, ""))


def _help(match):
    return HelpModel(match, match.view(), _read)


def test_the_four_phases_and_what_holds_at_any_time():
    chapters = _help(_match()).chapters()
    assert [chapter.sign for chapter in chapters] == ["I", "II", "III", "IV", ALWAYS]
    assert [step.name for chapter in chapters[:4] for step in chapter.steps] == list(STEPS)


@pytest.mark.parametrize(
    ("step", "sign"), [("destination", "I"), ("actions", "II"), ("march", "III"), ("louvre", "IV")]
)
def test_it_follows_the_round(step, sign):
    match = _match()
    match.act(Intent("correct", {"what": "step", "to": step}))
    chapters = _help(match).chapters()
    assert [chapter.sign for chapter in chapters if chapter.now] == [sign]
    assert [one.name for chapter in chapters for one in chapter.steps if one.now] == [step]


def test_after_the_verdict_nothing_is_now():
    match = _match()
    match.act(Intent("correct", {"what": "chapters_done", "to": 4}))
    assert not [chapter for chapter in _help(match).chapters() if chapter.now]


def test_every_step_has_a_word_for_somebody_and_a_rule_that_exists():
    help_model = _help(_match())
    for chapter in help_model.chapters():
        for step in chapter.steps:
            assert step.parts
            assert "A rule of another version" not in [why.title for why in help_model.reasons(step.rules)]


def test_where_nobody_plays_milady_nobody_is_told_to_hide_a_card():
    chapters = _help(_match(players=3, milady=False)).chapters()
    told = [text for chapter in chapters for step in chapter.steps for camp, _, text in step.parts if camp == "milady"]
    assert told[0] == "Nobody plays Milady: tap, and her place is drawn, face up."
    assert not [text for text in told if "your hand" in text or "face down" in text]


def test_the_clerk_says_how_closely_he_follows():
    def clerk(match):
        step = _help(match).chapters()[1].steps[0]
        return [text for camp, _, text in step.parts if camp == "table"]

    assert clerk(_match(depth="clerk")) == ["Writes down every action as you tap it, and says what is allowed."]
    assert clerk(_match()) != clerk(_match(depth="clerk"))
