"""The engine runs where nothing is installed: a phone's service, a script, another front end."""

from __future__ import annotations

import json
import pkgutil
import subprocess
import sys

import companion.core

LOADS = """
import importlib, json, sys
before = set(sys.modules)
for name in sys.argv[1:]:
    importlib.import_module(name)
print(json.dumps(sorted({name.partition(".")[0] for name in set(sys.modules) - before})))
"""


def test_core_and_boxes_load_nothing_but_the_standard_library() -> None:
    wanted = [f"companion.core.{module.name}" for module in pkgutil.iter_modules(companion.core.__path__)]
    assert "companion.core.match" in wanted
    run = subprocess.run(
        [sys.executable, "-c", LOADS, *wanted, "companion.boxes.mousquetaires"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        cwd=companion.__path__[0] + "/..",
    )
    loaded = set(json.loads(run.stdout))
    assert "companion" in loaded
    assert loaded - {"companion"} <= sys.stdlib_module_names
