"""The tables at the top of these files are true: every paragraph of the FAQ has its tests, and no test is outside."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

FILES = sorted(path for path in Path(__file__).parent.glob("test_*.py") if path.name != Path(__file__).name)
# How many paragraphs the FAQ has, list items counted, by the file that goes through them.
PARAGRAPHS = {
    "test_cards": 13,
    "test_duels": 11,
    "test_equipment": 6,
    "test_places": 16,
    "test_quest": 12,
    "test_rochefort": 10,
}


def rows(module: ast.Module) -> list[tuple[str, tuple[str, ...]]]:
    """Paragraph and how the names of its tests begin."""
    lines = [line for line in (ast.get_docstring(module) or "").splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
    return [(paragraph, tuple(names.split(", "))) for paragraph, names in cells]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_paragraph_has_its_tests_and_every_test_its_paragraph(path: Path) -> None:
    module = ast.parse(path.read_text("utf-8"))
    tests = [node.name for node in module.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
    table = rows(module)
    assert len(table) == PARAGRAPHS[path.stem]
    begins = [name for _, names in table for name in names]
    assert [name for name in begins if not any(test.startswith(f"test_{name}") for test in tests)] == []
    assert [test for test in tests if not test.startswith(tuple(f"test_{name}" for name in begins))] == []


def test_no_file_is_missing() -> None:
    assert [path.stem for path in FILES] == sorted(PARAGRAPHS)
