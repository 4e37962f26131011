"""Each kv file is loaded once, beside the Python file of the same name: loaded twice, its rules would stack."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

_loaded: set[Path] = set()


def load_kv(python_file: str) -> None:
    path = Path(python_file).with_suffix(".kv")
    if path not in _loaded:
        Builder.load_file(str(path))
        _loaded.add(path)
