from __future__ import annotations

import subprocess
import sys

import pytest

from companion import boxes
from companion.core import commons
from companion.core.match import Match
from companion.core.record import BadForm, Header, Intent, Record


def test_the_boxes_are_found_without_a_list() -> None:
    assert "mousquetaires" in boxes.names()
    assert boxes.names() == tuple(sorted(set(boxes.names())))


@pytest.mark.parametrize("name", ["", "chess", "mousquetaires.box", "../core", "Mousquetaires", "__init__"])
def test_a_box_that_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(BadForm, match="mousquetaires"):
        boxes.load(name)


def test_a_box_is_imported_only_when_it_is_asked_for() -> None:
    asks = "import sys; from companion import boxes; boxes.names(); "
    asks += "sys.exit('companion.boxes.mousquetaires' in sys.modules)"
    root = boxes.__path__[0] + "/../.."
    assert subprocess.run([sys.executable, "-c", asks], cwd=root, timeout=60, check=False).returncode == 0


# what every box owes the shelf


@pytest.mark.parametrize("name", boxes.names())
def test_a_box_goes_by_the_name_of_its_package(name: str) -> None:
    box = boxes.load(name)
    assert box.name == name
    assert boxes.load(name) is box
    assert box.title.read()
    assert all(sign and phase.read() for sign, phase in box.phases)


@pytest.mark.parametrize("name", boxes.names())
def test_its_rules_and_verbs_hide_none_that_every_box_has(name: str) -> None:
    box = boxes.load(name)
    assert all(rule.id == key and rule.title.read() and rule.text.read() for key, rule in box.rules.items())
    assert not set(box.rules) & set(commons.RULES)
    assert all(verb.do == key and verb.help.read() for key, verb in box.verbs.items())
    assert not set(box.verbs) & set(commons.FIELDS)


@pytest.mark.parametrize("name", boxes.names())
def test_a_new_match_asks_something_and_the_first_answer_counts(name: str) -> None:
    box = boxes.load(name)
    match = Match(box, Header("m", name, {}, {}))
    assert match.verdict() is None
    choice = match.prompts()[0].choices[0]
    record = match.act(Intent(choice.do, choice.fields))
    assert isinstance(record, Record)
    assert match.label(record).read()


@pytest.mark.parametrize("name", boxes.names())
def test_every_slot_takes_all_it_says_it_does(name: str) -> None:
    box = boxes.load(name)
    match = Match(box, Header("m", name, {}, {}))
    for what, slot in box.slots(match.state).items():
        values = slot.choices or ((True, False) if slot.flag else (slot.lo, slot.hi))
        for to in values:
            assert isinstance(match.act(Intent("correct", {"what": what, "to": to})), Record)
            match.prompts()  # no value may leave the table without words
            match.view()
