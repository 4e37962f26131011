"""The drawn board of each box."""

from __future__ import annotations

from importlib import import_module


def board_of(box: str):
    """The board widget of a box; drawn boards are imported only when their box is opened."""
    return import_module(f"{__name__}.{box}").Board
