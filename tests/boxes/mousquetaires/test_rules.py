from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion.boxes.mousquetaires
from companion.boxes.mousquetaires.rules import RULES
from companion.boxes.mousquetaires.verdict import doom
from companion.core.commons import RULES as COMMON

FOLDER = Path(companion.boxes.mousquetaires.__file__).parent
MODULES = sorted(path for path in FOLDER.glob("*.py") if path.name != "rules.py")
# Which argument of a call names the rule.
PLACE = {
    "write": 2,
    "roll": 1,
    "keep": 1,
    "tell": 1,
    "refuse": 1,
    "need": 2,
    "move": 3,
    "draw_treachery": 2,
    "push_time": 2,
    "Prompt": 5,
    "Verdict": 3,
}


def rules_named(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        place = PLACE.get(name)
        if place is not None and len(node.args) > place:
            rule = node.args[place]
            if isinstance(rule, ast.Constant):
                assert isinstance(rule.value, str)
                yield rule.value


def words_of(path: Path) -> set[str]:
    return {
        node.value
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_every_rule_that_is_named_exists(path: Path) -> None:
    assert set(rules_named(path)) <= set(RULES)


def test_naming_rules_is_seen_by_this_file() -> None:
    assert len({rule for path in MODULES for rule in rules_named(path)}) > 20


@pytest.mark.parametrize("rule_id", RULES)
def test_every_rule_is_used(rule_id: str) -> None:
    # The four defeats are named by their cause.
    used = {word for path in MODULES for word in words_of(path)} | {f"defeat-{cause}" for cause in _causes()}
    assert rule_id in used


def _causes() -> set[str]:
    """The words that `doom` can say, read off its own lines."""
    tree = ast.parse((FOLDER / "verdict.py").read_text("utf-8"))
    (function,) = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == doom.__name__)
    returned = (node.value for node in ast.walk(function) if isinstance(node, ast.Return))
    return {node.value for node in returned if isinstance(node, ast.Constant) and isinstance(node.value, str)} - {""}


def test_every_defeat_has_its_rule() -> None:
    assert {f"defeat-{cause}" for cause in _causes()} == {name for name in RULES if name.startswith("defeat-")}
    assert len(_causes()) == 4


@pytest.mark.parametrize("rule_id", RULES)
def test_a_rule_has_a_title_a_text_and_a_place(rule_id: str) -> None:
    rule = RULES[rule_id]
    assert rule.id == rule_id
    form = rule.read()
    assert all(form.values())
    assert len(form["title"]) <= 40
    assert form["text"].endswith(".")
    assert not form["title"].endswith(".")


def test_no_two_rules_say_the_same() -> None:
    assert len({rule.text for rule in RULES.values()}) == len(RULES)
    assert len({rule.title for rule in RULES.values()}) == len(RULES)


def test_no_rule_hides_one_that_every_box_has() -> None:
    assert not set(RULES) & set(COMMON)
