"""The check runs in a process of its own, as in `make check`: it gives Kivy its window, which can be done once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
RULE = '<{name}>:\n    text: "7"\n'


def run(root: Path) -> tuple[int, list[str]]:
    command = [sys.executable, "-m", "tools.kv_check", str(root)]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


@pytest.fixture
def app(tmp_path: Path) -> Path:
    screens = tmp_path / "companion" / "app" / "screens"
    screens.mkdir(parents=True)
    (screens / "shelf.kv").write_text(RULE.format(name="Shelf"))
    (screens / "shelf.py").write_text("")
    return tmp_path / "companion" / "app"


def test_files_in_order_pass(app: Path) -> None:
    assert run(app.parents[1]) == (0, ["kv: 1 files in order"])


def test_a_rule_that_looks_through_ids_is_found(app: Path) -> None:
    (app / "leak.kv").write_text("<A>:\n    on_x: self.ids.b.go()\n    x: self.ids.b.width\n")
    told = "companion/app/leak.kv:3: a rule that looks through ids is never freed; give the widget a property"
    assert run(app.parents[1]) == (1, [told])


def test_every_kind_of_fault_gets_its_line(app: Path) -> None:
    (app / "a_indent.kv").write_text("<A>:\n        x: 1\n    y: 2\n")
    (app / "b_python.kv").write_text("<B>:\n    x: 1\n    y: (1,\n")
    (app / "c_import.kv").write_text("#:import nothing no.such.module\n<C>:\n    x: 1\n")
    (app / "screens" / "duel.kv").write_text(RULE.format(name="Duel"))
    (app / "widgets.kv").write_text(RULE.format(name="Coin") + RULE.format(name="SHELF"))
    code, lines = run(app.parents[1])
    assert code == 1
    assert lines == [
        "companion/app/a_indent.kv:3: Invalid indentation, must be a multiple of 8 spaces",
        "companion/app/b_python.kv:3: '(' was never closed",
        "companion/app/c_import.kv:1: Unable to import package 'no.such.module'",
        "companion/app/screens/duel.kv: there is no duel.py beside it",
        "companion/app/widgets.kv:3: <SHELF> is already declared in companion/app/screens/shelf.kv:1",
    ]


def test_a_rule_twice_in_one_file_is_found(app: Path) -> None:
    (app / "widgets.kv").write_text(RULE.format(name="Coin") + RULE.format(name="Purse,Coin"))
    assert run(app.parents[1]) == (
        1,
        ["companion/app/widgets.kv:3: <Purse,Coin> is already declared in companion/app/widgets.kv:1"],
    )


def test_the_app_itself_is_in_order() -> None:
    assert run(PROJECT)[0] == 0
