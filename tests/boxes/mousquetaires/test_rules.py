from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import companion.boxes.mousquetaires
import companion.core.pen
import companion.core.prompt
from companion.boxes.mousquetaires.ambush import WAITING
from companion.boxes.mousquetaires.foul import KINDS
from companion.boxes.mousquetaires.rules import RULES
from companion.boxes.mousquetaires.verdict import doom
from companion.core.commons import RULES as COMMON

FOLDER = Path(companion.boxes.mousquetaires.__file__).parent
MODULES = sorted(path for path in FOLDER.rglob("*.py") if path.parent.name != "rules")
CORE = tuple(Path(str(module.__file__)) for module in (companion.core.pen, companion.core.prompt))
# What a function calls the argument that names a rule.
ASKS_WHY = ("why", "rule")
# Rules that are put together out of two words, and which second words there are.
TOGETHER = {"ambush-": WAITING, "seal-": KINDS}


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def _places(path: Path) -> Iterator[tuple[str, int]]:
    """Functions and records that take a rule, and the place of that argument when they are called."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef):
            names = [argument.arg for argument in node.args.args if argument.arg != "self"]
        elif isinstance(node, ast.ClassDef):
            names = [_name(part.target) for part in node.body if isinstance(part, ast.AnnAssign)]
        else:
            continue
        yield from ((node.name, at) for at, name in enumerate(names) if name in ASKS_WHY)


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


@cache
def places() -> dict[str, int]:
    found: dict[str, int] = {}
    for path in (*MODULES, *CORE):
        for name, at in _places(path):
            assert found.setdefault(name, at) == at, f"{name} takes its rule in two different places"
    return found


def _spelled(node: ast.expr) -> Iterator[str]:
    """The rules an argument can be: a text, one of two, or one put together."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _spelled(node.body)
        yield from _spelled(node.orelse)
    elif isinstance(node, ast.JoinedStr):
        first, *_ = node.values
        assert isinstance(first, ast.Constant)
        begins = str(first.value)
        yield from (begins + word for word in together()[begins])


def rules_named(path: Path) -> Iterator[str]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else _name(node.func)
            at = places().get(name)
            if at is not None and len(node.args) > at:
                yield from _spelled(node.args[at])
            for keyword in node.keywords:
                if keyword.arg in ASKS_WHY:
                    yield from _spelled(keyword.value)
        elif isinstance(node, ast.FunctionDef):
            own = node.args.args[len(node.args.args) - len(node.args.defaults) :]
            for argument, otherwise in zip(own, node.args.defaults, strict=True):
                if argument.arg in ASKS_WHY:
                    yield from _spelled(otherwise)
        elif isinstance(node, ast.Assign) and any(_name(target) in ASKS_WHY for target in node.targets):
            yield from _spelled(node.value)


def words_of(path: Path) -> set[str]:
    return {
        node.value for node in ast.walk(tree_of(path)) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_every_rule_that_is_named_exists(path: Path) -> None:
    # Corrections are the same in every box, and so is their rule.
    assert set(rules_named(path)) <= {*RULES, "correction"}


def test_naming_rules_is_seen_by_this_file() -> None:
    known = {"write": 2, "roll": 1, "keep": 1, "draw": 2, "tell": 1, "refuse": 1, "need": 2, "expect": 3, "move": 3}
    assert {name: places()[name] for name in known} == known
    assert (places()["Prompt"], places()["Verdict"]) == (5, 3)
    assert len(all_named()) > 80


@cache
def all_named() -> set[str]:
    return {rule for path in MODULES for rule in rules_named(path)}


@cache
def all_hyphened() -> set[str]:
    return {word for path in MODULES for word in words_of(path) if "-" in word}


@pytest.mark.parametrize("rule_id", RULES)
def test_every_rule_is_used(rule_id: str) -> None:
    """A word with a hyphen is nothing but a rule; any other one must stand where a rule is asked for."""
    assert rule_id in all_named() | all_hyphened()


def together() -> dict[str, tuple[str, ...]]:
    return {**TOGETHER, "defeat-": tuple(_causes())}


@cache
def _causes() -> set[str]:
    """The words that `doom` can say, read off its own lines."""
    body = tree_of(FOLDER / "verdict.py").body
    (function,) = (node for node in body if isinstance(node, ast.FunctionDef) and node.name == doom.__name__)
    returned = (node.value for node in ast.walk(function) if isinstance(node, ast.Return))
    return {node.value for node in returned if isinstance(node, ast.Constant) and isinstance(node.value, str)} - {""}


def test_every_defeat_has_its_rule() -> None:
    assert {f"defeat-{cause}" for cause in _causes()} == {name for name in RULES if name.startswith("defeat-")}
    assert len(_causes()) == 5


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
