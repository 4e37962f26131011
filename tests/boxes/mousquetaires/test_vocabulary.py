from __future__ import annotations

import ast
from pathlib import Path

import pytest

import companion.boxes.mousquetaires
from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.vocabulary import ANSWERS, ANY_TIME, MILADYS, MUSKETEERS, SECRETS, VERBS
from companion.core import commons
from companion.core.match import TRAVEL
from companion.core.verb import Verb

FOLDER = Path(companion.boxes.mousquetaires.__file__).parent


def test_every_verb_of_the_box_is_in_it_once() -> None:
    names = [verb.do for verb in VERBS]
    assert len(set(names)) == len(names)
    assert set(BOX.verbs) == set(names)


def _made_in(path: Path) -> list[str]:
    """Names of the verbs that a module makes."""
    calls = (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call))
    verbs = (call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "Verb")
    return [str(node.value) for call in verbs if isinstance(node := call.args[0], ast.Constant)]


def test_no_module_makes_a_verb_that_nobody_can_use() -> None:
    made = [name for path in sorted(FOLDER.rglob("*.py")) for name in _made_in(path)]
    assert sorted(made) == sorted(verb.do for verb in VERBS)


def test_no_verb_hides_one_that_every_box_has() -> None:
    assert not {verb.do for verb in VERBS} & {*commons.FIELDS, *TRAVEL}


def test_answers_and_what_is_possible_at_any_time_are_verbs_and_different_ones() -> None:
    assert {*ANSWERS, *ANY_TIME} <= set(BOX.verbs)
    assert not set(ANSWERS) & set(ANY_TIME)


def test_every_action_is_the_musketeers() -> None:
    actions = {name for path in sorted((FOLDER / "actions").glob("*.py")) for name in _made_in(path)}
    fights = set(_made_in(FOLDER / "fights.py"))
    assert actions | fights <= {verb.do for verb in VERBS if verb.camp == "musketeers"}
    assert len(actions | fights) > 20


def test_whose_a_verb_is() -> None:
    assert {verb.do for verb in VERBS if verb.camp == "milady"} == set(MILADYS)
    assert {verb.do for verb in VERBS if verb.camp == "musketeers"} == set(MUSKETEERS)
    assert not set(MILADYS) & set(MUSKETEERS)
    assert {"next", "siege", "sand", "depth", "fate"} <= {verb.do for verb in VERBS if not verb.camp}
    # The box hands them on as they are.
    assert all((BOX.verbs[verb.do].camp, BOX.verbs[verb.do].secret) == (verb.camp, verb.secret) for verb in VERBS)


def test_what_only_her_device_knows_is_hers() -> None:
    assert {verb.do for verb in VERBS if verb.secret} == set(SECRETS) <= set(MILADYS)


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.do)
def test_each_verb_and_each_field_explains_itself(verb: Verb[object]) -> None:
    assert verb.help.read().endswith(".")
    names = [field.name for field in verb.fields]
    assert len(set(names)) == len(names)
    for field in verb.fields:
        assert field.help.read()
        assert len(set(field.choices)) == len(field.choices)
